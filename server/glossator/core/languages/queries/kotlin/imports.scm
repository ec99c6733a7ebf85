; The members of a companion are members of the class.
((import_header
  [
    (identifier . (simple_identifier) @module . (simple_identifier) @_companion . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @_companion . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @_companion . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @_companion . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @_companion . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @_companion . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @_companion . (simple_identifier) @name .)
  ]
  .) @import
  (#eq? @_companion "Companion"))
; The last name is that of what is taken, or of a package.
(import_header
  [
    (identifier . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
  ]
  (import_alias (type_identifier) @alias)) @import
(import_header (identifier) @module (wildcard_import) @wildcard) @import
(import_header
  [
    (identifier . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
    (identifier . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @module . (simple_identifier) @name .)
  ]
  .) @import
(import_header (identifier . (simple_identifier) @module .) .) @import
