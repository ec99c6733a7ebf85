; A command that is neither a builtin nor one of the everyday programs may be a function.
((command
  name: (command_name (word) @reference.call))
  (#not-match? @reference.call
    "^(\\.|:|\\[|alias|awk|basename|bg|bind|break|builtin|caller|cat|cd|chmod|command|compgen|complete|compopt|continue|cp|cut|date|declare|dirname|dirs|disown|echo|enable|eval|exec|exit|export|false|fc|fg|find|getopts|grep|hash|head|help|history|jobs|kill|let|ln|local|logout|ls|mapfile|mkdir|mktemp|mv|nice|nohup|popd|printf|pushd|pwd|read|readarray|readonly|return|rm|sed|set|shift|shopt|sleep|sort|source|sudo|suspend|tail|tee|test|time|timeout|times|touch|tr|trap|true|type|typeset|ulimit|umask|unalias|uniq|unset|wait|wc|xargs)$"))

; The command that another one runs.
((command
  name: (command_name (word) @_runner)
  .
  argument: (word) @reference.argument)
  (#any-of? @_runner
    "command" "env" "eval" "exec" "nice" "nohup" "run" "sudo" "time" "timeout" "trap" "type" "xargs"))
((command
  name: (command_name (word) @_runner)
  argument: (word) @reference.argument .)
  (#any-of? @_runner "complete" "xargs"))
((command
  name: (command_name (word) @_runner)
  .
  argument: (string . (string_content) @reference.argument .))
  (#eq? @_runner "trap")
  (#match? @reference.argument "^[A-Za-z_][A-Za-z0-9_:-]*$"))
((declaration_command
  (word) @_flag
  (variable_name) @reference.argument)
  (#eq? @_flag "-f"))

((simple_expansion (variable_name) @reference.read)
  (#match? @reference.read "^[A-Za-z_]"))
((expansion (variable_name) @reference.read)
  (#match? @reference.read "^[A-Za-z_]"))
