; `function name()`, `local function name()`
(function_declaration
  name: (identifier) @name) @definition.function
; `function a.b.name()` and `function a.b:name()` belong to the table before the name.
(function_declaration
  name: (dot_index_expression
    table: (_) @owner
    field: (identifier) @name)) @definition.method
(function_declaration
  name: (method_index_expression
    table: (_) @owner
    method: (identifier) @name)) @definition.method

; A function bound to a name.
(variable_declaration
  (assignment_statement
    (variable_list . (identifier) @name .)
    (expression_list . (function_definition body: (_)? @body) .))) @definition.function
(assignment_statement
  (variable_list . (identifier) @name .)
  (expression_list . (function_definition body: (_)? @body) .)) @definition.function
((assignment_statement
  (variable_list
    .
    (dot_index_expression
      table: (identifier) @_globals
      field: (identifier) @name)
    .)
  (expression_list . (function_definition body: (_)? @body) .)) @definition.function
  (#eq? @_globals "_G"))
(assignment_statement
  (variable_list
    .
    (dot_index_expression
      table: (_) @owner
      field: (identifier) @name)
    .)
  (expression_list . (function_definition body: (_)? @body) .)) @definition.method
(assignment_statement
  (variable_list
    .
    (bracket_index_expression
      table: (_) @owner
      field: (string content: (string_content) @name))
    .)
  (expression_list . (function_definition body: (_)? @body) .)) @definition.method
(field
  name: [
    (identifier) @name
    (string content: (string_content) @name)
  ]
  value: (function_definition body: (_)? @body)) @definition.method

; A table that inherits is a class.
((chunk
  (variable_declaration
    (assignment_statement
      (variable_list . (identifier) @name .)
      (expression_list
        .
        (function_call
          name: [
            (identifier) @_maker
            (dot_index_expression field: (identifier) @_maker)
            (method_index_expression method: (identifier) @_maker)
          ])
        .))) @definition.class)
  (#any-of? @_maker "setmetatable" "class" "Class" "extend" "subclass" "derive"))
((chunk
  (assignment_statement
    (variable_list . (identifier) @name .)
    (expression_list
      .
      (function_call
        name: [
          (identifier) @_maker
          (dot_index_expression field: (identifier) @_maker)
          (method_index_expression method: (identifier) @_maker)
        ])
      .)) @definition.class)
  (#any-of? @_maker "setmetatable" "class" "Class" "extend" "subclass" "derive"))

; So is an object from which others are made, if its methods follow: `local Sub = Base:new()`.
((chunk
  (variable_declaration
    (assignment_statement
      (variable_list . (identifier) @name .)
      (expression_list . (function_call name: (method_index_expression method: (identifier) @_maker)) .)))
    @definition.class
  .
  (function_declaration
    name: [
      (method_index_expression table: (identifier) @_owner)
      (dot_index_expression table: (identifier) @_owner)
    ]))
  (#eq? @_maker "new")
  (#eq? @_owner @name))
; And so is a table whose functions are written in it.
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . (identifier) @name .)
      (expression_list . (table_constructor (field value: (function_definition))) @body .))) @definition.class)
(chunk
  (assignment_statement
    (variable_list . (identifier) @name .)
    (expression_list . (table_constructor (field value: (function_definition))) @body .)) @definition.class)

; Any other table holds names, as a module does.
(chunk
  (variable_declaration
    (assignment_statement
      (variable_list . (identifier) @name .)
      (expression_list . (table_constructor) @body .))) @definition.module)
(chunk
  (assignment_statement
    (variable_list . (identifier) @name .)
    (expression_list . (table_constructor) @body .)) @definition.module)

; A name bound by `require` is an import and no variable.
((chunk
  (variable_declaration
    (assignment_statement
      (variable_list (identifier) @name)
      (expression_list . (_) @_value))) @definition.constant)
  (#match? @name "^[A-Z][A-Z0-9_]*$")
  (#not-match? @_value "^(pcall *\\( *)?require\\b"))
((chunk
  (variable_declaration
    (assignment_statement
      (variable_list (identifier) @name)
      (expression_list . (_) @_value))) @definition.variable)
  (#not-match? @_value "^(pcall *\\( *)?require\\b"))
(chunk
  (variable_declaration
    (variable_list (identifier) @name)) @definition.variable)
((chunk
  (assignment_statement
    (variable_list (identifier) @name)
    (expression_list . (_) @_value)) @definition.variable)
  (#not-match? @_value "^(pcall *\\( *)?require\\b"))

; What a table constructor defines belongs to the table, if that is no symbol itself.
(assignment_statement
  (variable_list . (dot_index_expression) @owner .)
  (expression_list . (table_constructor) .)) @scope
(block
  (variable_declaration
    (assignment_statement
      (variable_list . (identifier) @owner .)
      (expression_list . (table_constructor) .))) @scope)

(comment) @comment

; What is left of a function where the text around it is broken.
(ERROR "function" . (identifier) @name @definition.function)
(ERROR
  "function"
  .
  [
    (dot_index_expression table: (_) @owner field: (identifier) @name)
    (method_index_expression table: (_) @owner method: (identifier) @name)
  ] @definition.method)
