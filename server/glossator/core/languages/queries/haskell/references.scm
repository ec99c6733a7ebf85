; What import and export lists name.
((import
  names: (import_list
    name: (import_name
      [
        (variable) @reference.import
        (name) @reference.import
        (children element: [(variable) (constructor)] @reference.import)
        (prefix_id (operator) @reference.import)
      ]))) @_import
  (#not-match? @_import "\\b(hiding|qualified)\\b"))
((import
  module: [
    (module . (module_id) @receiver .)
    (module . (module_id) @receiver . (module_id) @receiver .)
    (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
  ]
  names: (import_list name: (import_name [(variable) (name)] @reference.import))) @_import
  (#match? @_import "\\bqualified\\b"))
(export [(variable) (name) (prefix_id (operator))] @reference.import)

(apply function: (variable) @reference.call)
(apply
  function: (qualified
    module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ]
    id: (variable) @reference.call))

; `name $ …`, `name . …`, `name <$> …`, and a name that is a whole action.
((infix
  left_operand: (variable) @reference.call
  operator: (operator) @_operator)
  (#match? @_operator "^(\\$!?|<\\$!?>|=<<|>>=|>>|<\\*>|<\\$)$"))
((infix
  left_operand: (qualified
    module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ]
    id: (variable) @reference.call)
  operator: (operator) @_operator)
  (#match? @_operator "^(\\$!?|<\\$!?>|=<<|>>=|>>|<\\*>|<\\$)$"))
(do (exp (variable) @reference.call))
(do
  (exp
    (qualified
      module: [
        (module . (module_id) @receiver .)
        (module . (module_id) @receiver . (module_id) @receiver .)
        (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
        (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      ]
      id: (variable) @reference.call)))
(do (bind expression: (variable) @reference.call))
(do
  (bind
    expression: (qualified
      module: [
        (module . (module_id) @receiver .)
        (module . (module_id) @receiver . (module_id) @receiver .)
        (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
        (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      ]
      id: (variable) @reference.call)))
(infix
  operator: (operator) @_operator
  right_operand: (variable) @reference.call
  (#match? @_operator "^(&|<&>|>>=)$"))

; Operators, less those that every program uses.
(infix operator: (infix_id (variable) @reference.call))
(infix
  operator: (infix_id
    (qualified
      module: [
        (module . (module_id) @receiver .)
        (module . (module_id) @receiver . (module_id) @receiver .)
        (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
        (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      ]
      id: (variable) @reference.call)))
((infix operator: (operator) @reference.call)
  (#not-match? @reference.call
    "^(\\$!?|\\.|\\+|-|\\*|/|==|/=|<|>|<=|>=|&&|\\|\\||\\+\\+|<>|>>=|=<<|>>|<\\$!?>|<\\$|<\\*>|<\\*|\\*>|<\\|>|!!|\\^|\\^\\^|\\*\\*)$"))

(record (constructor) @reference.call)

; A function passed on as a value.
(apply
  function: (_)
  argument: (variable) @reference.argument)
(apply
  function: (_)
  argument: (qualified
    module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ]
    id: (variable) @reference.argument))
(infix left_operand: (variable) @reference.read)
(infix right_operand: (variable) @reference.read)
(infix
  left_operand: (qualified
    module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ]
    id: (variable) @reference.read))
(infix
  right_operand: (qualified
    module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ]
    id: (variable) @reference.read))
(match expression: (variable) @reference.read)
(match
  expression: (qualified
    module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ]
    id: (variable) @reference.read))
(parens expression: (variable) @reference.read)
(tuple element: (variable) @reference.read)
(list element: (variable) @reference.read)
(list
  element: (qualified
    module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ]
    id: (variable) @reference.read))
(boolean (variable) @reference.read)
(conditional (variable) @reference.read)
(lambda expression: (variable) @reference.read)
(field_update expression: (variable) @reference.read)
[
  (left_section (infix_id (variable) @reference.read))
  (right_section (infix_id (variable) @reference.read))
  (left_section (infix_id (qualified module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ] id: (variable) @reference.read)))
  (right_section (infix_id (qualified module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ] id: (variable) @reference.read)))
]
([
  (left_section (operator) @reference.read)
  (right_section (operator) @reference.read)
  (prefix_id (operator) @reference.read)
]
  (#not-match? @reference.read
    "^(\\$!?|\\.|\\+|-|\\*|/|==|/=|<|>|<=|>=|&&|\\|\\||\\+\\+|<>|>>=|=<<|>>|<\\$!?>|<\\$|<\\*>|<\\*|\\*>|<\\|>|!!|\\^|\\^\\^|\\*\\*)$"))
(prefix_id (qualified module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ] id: (operator) @reference.read))
(view_pattern expression: (variable) @reference.call)
(projection field: (field_name (variable) @reference.read))
(projection_selector field: (variable) @reference.read)
(field_update field: (field_name (variable) @reference.write))
(left_section left_operand: (variable) @reference.read)
(right_section right_operand: (variable) @reference.read)
(qualified
  module: [
    (module . (module_id) @receiver .)
    (module . (module_id) @receiver . (module_id) @receiver .)
    (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
  ]
  id: (constructor) @reference.read)
((constructor) @reference.read
  (#not-match? @reference.read "^(True|False|Just|Nothing|Left|Right)$"))

(instance name: (name) @reference.inherit)
(instance
  name: (qualified
    module: [
      (module . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
      (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    ]
    id: (name) @reference.inherit))
(deriving classes: (tuple (name) @reference.decorator))
(deriving classes: (name) @reference.decorator)

(qualified
  module: [
    (module . (module_id) @receiver .)
    (module . (module_id) @receiver . (module_id) @receiver .)
    (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
    (module . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver . (module_id) @receiver .)
  ]
  id: (name) @reference.type)
((name) @reference.type
  (#not-match? @reference.type "^(Bool|Char|Double|Float|IO|Int|Integer|Maybe|String|Word)$"))
