; What a function binds by itself hides the same name outside.
(parameters (identifier) @local)
(variable_declaration
  (assignment_statement
    (variable_list (identifier) @local)))
(variable_declaration
  (variable_list (identifier) @local))
(for_generic_clause
  (variable_list (identifier) @local))
(for_numeric_clause
  name: (identifier) @local)

; What variables are bound to. An object has the members of the table that its metatable names.
((assignment_statement
  (variable_list . (identifier) @local)
  (expression_list
    .
    [(function_call) (identifier) (dot_index_expression) (bracket_index_expression) (table_constructor) (string) (number)]
      @value))
  (#not-match? @value "^setmetatable\\b"))
((assignment_statement
  (variable_list . (identifier) @local)
  (expression_list
    .
    (function_call
      name: (identifier) @_maker
      arguments: [
        (arguments . (_) . [(identifier) (dot_index_expression)] @value)
        (arguments . (_) . (table_constructor (field name: (identifier) @_index value: (identifier) @value)))
      ])))
  (#eq? @_maker "setmetatable"))
; `local a = b or c`
(variable_declaration
  (assignment_statement
    (variable_list . (identifier) @local)
    (expression_list
      .
      (binary_expression
        left: [(identifier) (dot_index_expression) (function_call)] @value
        "or"))))
(variable_declaration
  (assignment_statement
    (variable_list . (identifier) @local)
    (expression_list
      .
      (binary_expression
        "or"
        right: [(identifier) (dot_index_expression) (function_call)] @value))))

; Results.
((return_statement
  (expression_list . [(identifier) (dot_index_expression) (function_call) (table_constructor)] @result @value .))
  (#not-match? @result "^setmetatable\\b"))
((return_statement
  (expression_list
    .
    (function_call
      name: (identifier) @_maker
      arguments: [
        (arguments . (_) . [(identifier) (dot_index_expression)] @result @value)
        (arguments . (_) . (table_constructor (field name: (identifier) @_index value: (identifier) @result @value)))
      ])
    .))
  (#eq? @_maker "setmetatable"))
(function_definition body: (_) @closure)

; What the own object and tables hold.
((assignment_statement
  (variable_list . (dot_index_expression table: (identifier) @_self field: (identifier) @member) .)
  (expression_list
    .
    [(function_call) (identifier) (dot_index_expression) (bracket_index_expression) (table_constructor) (string) (number)]
      @value
    .))
  (#eq? @_self "self"))
(table_constructor
  (field
    name: [(identifier) @entry (string content: (string_content) @entry)]
    value: [(function_call) (identifier) (dot_index_expression) (table_constructor)] @value)) @literal
((assignment_statement
  (variable_list . (dot_index_expression table: (identifier) @object field: (identifier) @entry) .)
  (expression_list . [(function_call) (identifier) (dot_index_expression) (table_constructor)] @value .))
  (#not-match? @object "^(self|_G)$"))
((function_call
  name: (identifier) @_maker
  arguments: (arguments . (identifier) @local . [(identifier) (dot_index_expression)] @value .))
  (#eq? @_maker "setmetatable"))
