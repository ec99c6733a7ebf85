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

; What a function declares hides the same name outside.
((declaration_command
  [
    (variable_assignment name: (variable_name) @local)
    (variable_name) @local
  ]) @_declaration
  (#match? @_declaration "^(local|declare|typeset)\\b"))

(comment) @comment
