(function_definition
  name: (word) @name) @definition.function

((program
  [
    (variable_assignment name: (variable_name) @name) @definition.constant
    (declaration_command (variable_assignment name: (variable_name) @name) @definition.constant)
  ])
  (#match? @name "^[A-Z][A-Z0-9_]*$"))
(program
  [
    (variable_assignment name: (variable_name) @name) @definition.variable
    (declaration_command (variable_assignment name: (variable_name) @name) @definition.variable)
  ])

(comment) @comment
