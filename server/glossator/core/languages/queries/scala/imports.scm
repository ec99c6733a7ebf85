(import_declaration . path: (identifier) @module .) @import
(import_declaration
  path: [(identifier) @module "."]+ . path: (identifier) @name .) @import
(import_declaration
  path: [(identifier) @module "."]+ . (namespace_wildcard) @wildcard) @import
(import_declaration
  path: [(identifier) @module "."]+ . (namespace_selectors (identifier) @name)) @import
(import_declaration
  path: [(identifier) @module "."]+ . (namespace_selectors
    [
      (arrow_renamed_identifier name: (identifier) @name alias: (identifier) @alias)
      (as_renamed_identifier name: (identifier) @name alias: (identifier) @alias)
    ])) @import
(import_declaration
  path: [(identifier) @module "."]+ . (namespace_selectors (namespace_wildcard) @wildcard)) @import
