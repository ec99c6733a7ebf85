((function_call
  name: (identifier) @reference.call)
  (#not-eq? @reference.call "require"))
(function_call
  name: (dot_index_expression
    table: (_) @receiver
    field: (identifier) @reference.call))
(function_call
  name: (method_index_expression
    table: (_) @receiver
    method: (identifier) @reference.call))

; `setmetatable({}, { __index = Base })`
((field
  name: (identifier) @_key
  value: (identifier) @reference.inherit)
  (#eq? @_key "__index"))
((field
  name: (identifier) @_key
  value: (dot_index_expression
    table: (_) @receiver
    field: (identifier) @reference.inherit))
  (#eq? @_key "__index"))
; `Base:extend()`
((chunk
  (variable_declaration
    (assignment_statement
      (expression_list
        .
        (function_call
          name: (method_index_expression
            table: (identifier) @reference.inherit
            method: (identifier) @_maker))
        .))))
  (#any-of? @_maker "extend" "subclass" "derive"))
((chunk
  (variable_declaration
    (assignment_statement
      (variable_list . (identifier) @_name .)
      (expression_list
        .
        (function_call
          name: (method_index_expression table: (identifier) @reference.inherit method: (identifier) @_maker)))))
  .
  (function_declaration
    name: [
      (method_index_expression table: (identifier) @_owner)
      (dot_index_expression table: (identifier) @_owner)
    ]))
  (#eq? @_maker "new")
  (#eq? @_owner @_name))
; `class("Name", Base)`
((function_call
  name: (identifier) @_maker
  arguments: (arguments . (string) . (identifier) @reference.inherit .))
  (#any-of? @_maker "class" "Class"))

; A function passed on as a value.
(arguments (identifier) @reference.argument)
(arguments
  (dot_index_expression
    table: (_) @receiver
    field: (identifier) @reference.argument))
(field value: (identifier) @reference.read)
(return_statement (expression_list (identifier) @reference.read))
(field
  value: (dot_index_expression
    table: (_) @receiver
    field: (identifier) @reference.read))
(assignment_statement
  (expression_list (identifier) @reference.read))
(assignment_statement
  (expression_list
    (dot_index_expression
      table: (_) @receiver
      field: (identifier) @reference.read)))
(binary_expression (identifier) @reference.read)
