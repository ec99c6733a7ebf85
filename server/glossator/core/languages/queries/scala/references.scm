(call_expression function: (identifier) @reference.call)
(call_expression function: (generic_function function: (identifier) @reference.call))
(instance_expression . (type_identifier) @reference.call)
(instance_expression . (generic_type type: (type_identifier) @reference.call))
(instance_expression . (compound_type base: (type_identifier) @reference.call))
(instance_expression
  . (stable_type_identifier (_) @receiver (type_identifier) @reference.call .))
(instance_expression
  . (generic_type
    type: (stable_type_identifier (_) @receiver (type_identifier) @reference.call .)))
; A method without parameters is called by its name alone.
(field_expression value: (_) @receiver field: [(identifier) (operator_identifier)] @reference.call)
(infix_expression left: (_) @receiver operator: (identifier) @reference.call)
([
  (block (identifier) @reference.call)
  (indented_block (identifier) @reference.call)
  (function_definition body: (identifier) @reference.call)
  (val_definition value: (identifier) @reference.call)
  (assignment_expression right: (identifier) @reference.call)
  (if_expression consequence: (identifier) @reference.call)
  (if_expression alternative: (identifier) @reference.call)
  (case_clause body: (identifier) @reference.call)
  (tuple_expression (identifier) @reference.call)
  (parameter default_value: (identifier) @reference.call)
  (interpolation (identifier) @reference.call)
]
  (#not-eq? @reference.call "this"))

(arguments (identifier) @reference.argument)
(infix_expression right: (identifier) @reference.argument)
(block (postfix_expression (identifier) @reference.argument))

(annotation name: (type_identifier) @reference.type)
(annotation name: (generic_type type: (type_identifier) @reference.type))

(extends_clause (type_identifier) @reference.inherit)
(extends_clause (generic_type type: (type_identifier) @reference.inherit))
(extends_clause
  (stable_type_identifier (_) @receiver (type_identifier) @reference.inherit .))
(extends_clause
  (generic_type
    type: (stable_type_identifier (_) @receiver (type_identifier) @reference.inherit .)))

(stable_type_identifier (_) @receiver (type_identifier) @reference.type .)
(type_identifier) @reference.type
