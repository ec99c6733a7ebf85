((assignment_statement
  (variable_list . (identifier) @alias .)
  (expression_list
    .
    (function_call
      name: (identifier) @_require
      arguments: (arguments . (string content: (string_content) @module) .))
    .)) @import
  (#eq? @_require "require"))
; `local name = require("module").name`
((assignment_statement
  (variable_list . (identifier) @alias .)
  (expression_list
    .
    (dot_index_expression
      table: (function_call
        name: (identifier) @_require
        arguments: (arguments . (string content: (string_content) @module) .))
      field: (identifier) @name)
    .)) @import
  (#eq? @_require "require"))
; `local ok, name = pcall(require, "module")`
((assignment_statement
  (variable_list . (identifier) . (identifier) @alias .)
  (expression_list
    .
    (function_call
      name: (identifier) @_protected
      arguments: (arguments
        .
        (identifier) @_require
        .
        (string content: (string_content) @module)
        .))
    .)) @import
  (#eq? @_protected "pcall")
  (#eq? @_require "require"))
; What only runs another file sees the global names that it defines.
((chunk
  (function_call
    name: (identifier) @_require
    arguments: (arguments . (string content: (string_content) @module @wildcard) .)) @import)
  (#any-of? @_require "require" "dofile"))
; What a file returns is what it means to those that require it.
(chunk (return_statement (expression_list . (identifier) @name @default .)) @import)
(chunk
  (return_statement
    (expression_list
      .
      (table_constructor
        (field name: [(identifier) @alias (string content: (string_content) @alias)] value: (identifier) @name))
      .)) @import)
