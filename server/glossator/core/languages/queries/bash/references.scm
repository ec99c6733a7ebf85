; A command that is neither a builtin nor one of the everyday programs may be a function.
((command
  name: (command_name (word) @reference.call))
  (#not-match? @reference.call
    "^(\\.|:|\\[|alias|awk|basename|bg|bind|break|builtin|caller|cat|cd|chmod|command|compgen|complete|compopt|continue|cp|cut|date|declare|dirname|dirs|disown|echo|enable|eval|exec|exit|export|false|fc|fg|find|getopts|grep|hash|head|help|history|jobs|kill|let|ln|local|logout|ls|mapfile|mkdir|mktemp|mv|nice|nohup|popd|printf|pushd|pwd|read|readarray|readonly|return|rm|sed|set|shift|shopt|sleep|sort|source|sudo|suspend|tail|tee|test|time|timeout|times|touch|tr|trap|true|type|typeset|ulimit|umask|unalias|uniq|unset|wait|wc|xargs)$"))

; What another command runs in the same shell; those that start a program, as `sudo` and `xargs` do, find no function.
((command
  name: (command_name (word) @_runner)
  .
  argument: (word) @reference.call)
  (#any-of? @_runner "coproc" "eval" "run" "time"))
((command
  name: (command_name (word) @_runner)
  .
  argument: (string . (string_content) @reference.call .))
  (#eq? @_runner "eval")
  (#match? @reference.call "^[A-Za-z_][A-Za-z0-9_:-]*$"))

; The name of a function that is kept for later, tested or exported.
((command
  name: (command_name (word) @_runner)
  .
  argument: [
    (word) @reference.argument
    (string . (string_content) @reference.argument .)
  ])
  (#any-of? @_runner "trap" "type")
  (#match? @reference.argument "^[A-Za-z_][A-Za-z0-9_:-]*$"))
((command
  name: (command_name (word) @_runner)
  argument: (word) @_flag
  .
  argument: (word) @reference.argument)
  (#any-of? @_runner "command" "compgen" "complete" "type" "unset")
  (#match? @_flag "^-[fFvVtp]+$"))
((declaration_command
  (word) @_flag
  (variable_name) @reference.argument)
  (#match? @_flag "^-[a-zA-Z]*[fF]"))

; Several words in one name are hardly anything but the name of a function, where there is one.
((command
  name: (command_name (word) @_command)
  argument: (word) @reference.argument)
  (#not-match? @_command "^(echo|printf|read|load|\\.|source|cd|rm|mkdir|cat|unset|sudo|exec|env|xargs)$")
  (#match? @reference.argument "^([A-Za-z]\\w*|_+[A-Za-z]\\w*)(_|::)\\w+$"))
((variable_assignment value: (word) @reference.read)
  (#match? @reference.read "^([A-Za-z]\\w*|_+[A-Za-z]\\w*)(_|::)\\w+$"))
((array (word) @reference.read)
  (#match? @reference.read "^([A-Za-z]\\w*|_+[A-Za-z]\\w*)(_|::)\\w+$"))
((for_statement value: (word) @reference.read)
  (#match? @reference.read "^([A-Za-z]\\w*|_+[A-Za-z]\\w*)(_|::)\\w+$"))

((simple_expansion (variable_name) @reference.read)
  (#match? @reference.read "^[A-Za-z_]"))
((expansion (variable_name) @reference.read)
  (#match? @reference.read "^[A-Za-z_]"))
(expansion (subscript name: (variable_name) @reference.read))
(binary_expression (variable_name) @reference.read)
(arithmetic_expansion (variable_name) @reference.read)
