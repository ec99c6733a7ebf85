(import_statement
  (import_require_clause (identifier) @alias source: (string) @module)) @import
(import_alias . (identifier) @alias . (nested_identifier) @module) @import

; What a module exports under another name, see `ecmascript`.
(export_statement "=" . (identifier) @name @default) @import
(export_statement
  "default" @default
  declaration: [
    (abstract_class_declaration name: (_) @name)
    (interface_declaration name: (_) @name)
  ]) @import
