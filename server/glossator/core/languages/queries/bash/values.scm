; A variable that a function declares hides the same variable outside, and no function: those have names of their own.
((declaration_command
  .
  ["local" "declare" "typeset"] @_declaration
  [
    (variable_assignment name: (variable_name) @local)
    (variable_name) @local
  ]) @_whole
  (#not-match? @_whole "^\\w+[ \t]+-[a-zA-Z]*[fF]"))
(for_statement variable: (variable_name) @local)
