; Without a list all names are brought, unless only qualified.
((import
  module: (module) @module @wildcard
  !names) @import
  (#not-match? @import "\\bqualified\\b"))
((import
  module: (module) @module @wildcard
  names: (_)) @import
  (#match? @import "\\bhiding\\b")
  (#not-match? @import "\\bqualified\\b"))
(import
  module: (module) @module
  alias: (module) @alias) @import
((import
  module: (module) @module
  !alias) @import
  (#match? @import "\\bqualified\\b"))
((import
  module: (module) @module
  names: (import_list
    name: (import_name
      [
        (variable) @name
        (name) @name
        (prefix_id (operator) @name)
        (children element: [(variable) (constructor)] @name)
      ]))) @import
  (#not-match? @import "\\b(hiding|qualified)\\b"))
; With a type all of its constructors, fields or methods may come.
((import
  module: (module) @module
  names: (import_list name: (import_name (children element: (all_names) @wildcard)))) @import
  (#not-match? @import "\\b(hiding|qualified)\\b"))
