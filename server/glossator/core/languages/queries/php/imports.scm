(namespace_use_declaration
  !body
  (namespace_use_clause (qualified_name prefix: (namespace_name) @module (name) @name) !alias)) @import
(namespace_use_declaration
  !body
  (namespace_use_clause
    (qualified_name prefix: (namespace_name) @module (name) @name)
    alias: (name) @alias)) @import
(namespace_use_declaration !body (namespace_use_clause . (name) @module !alias)) @import
(namespace_use_declaration !body (namespace_use_clause . (name) @module alias: (name) @alias)) @import

(namespace_use_declaration
  (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause (name) @name !alias))) @import
(namespace_use_declaration
  (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause (name) @name alias: (name) @alias))) @import
(namespace_use_declaration
  (namespace_name) @module
  body: (namespace_use_group
    (namespace_use_clause
      (qualified_name prefix: (namespace_name) @module (name) @name) !alias))) @import

; What a file that is read in defines becomes visible as a whole.
(require_expression
  "require" @wildcard
  [
    (string (string_content) @module)
    (binary_expression right: (string (string_content) @module))
    (parenthesized_expression (string (string_content) @module))
    (parenthesized_expression (binary_expression right: (string (string_content) @module)))
  ]) @import
(require_once_expression
  "require_once" @wildcard
  [
    (string (string_content) @module)
    (binary_expression right: (string (string_content) @module))
    (parenthesized_expression (string (string_content) @module))
    (parenthesized_expression (binary_expression right: (string (string_content) @module)))
  ]) @import
(include_expression
  "include" @wildcard
  [
    (string (string_content) @module)
    (binary_expression right: (string (string_content) @module))
    (parenthesized_expression (string (string_content) @module))
    (parenthesized_expression (binary_expression right: (string (string_content) @module)))
  ]) @import
(include_once_expression
  "include_once" @wildcard
  [
    (string (string_content) @module)
    (binary_expression right: (string (string_content) @module))
    (parenthesized_expression (string (string_content) @module))
    (parenthesized_expression (binary_expression right: (string (string_content) @module)))
  ]) @import
