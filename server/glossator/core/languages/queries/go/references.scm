(call_expression function: (identifier) @reference.call)
(call_expression
  function: (selector_expression
    operand: (_) @receiver
    field: (field_identifier) @reference.call))
(call_expression function: (parenthesized_expression (identifier) @reference.call))
(call_expression
  function: (type_instantiation_expression type: (type_identifier) @reference.call))
(call_expression
  function: (index_expression operand: (identifier) @reference.call))
(call_expression
  function: (index_expression
    operand: (selector_expression
      operand: (_) @receiver
      field: (field_identifier) @reference.call)))

; A call with type arguments reads as a conversion.
(type_conversion_expression
  type: (generic_type type: (type_identifier) @reference.call))
(type_conversion_expression
  type: (generic_type
    type: (qualified_type
      package: (package_identifier) @receiver
      name: (type_identifier) @reference.call)))

(composite_literal type: (type_identifier) @reference.call)
(composite_literal
  type: (qualified_type
    package: (package_identifier) @receiver
    name: (type_identifier) @reference.call))
(composite_literal
  type: (generic_type type: (type_identifier) @reference.call))
(composite_literal
  type: (generic_type
    type: (qualified_type
      package: (package_identifier) @receiver
      name: (type_identifier) @reference.call)))
; The elements of a slice, array or map that leave out their type.
(composite_literal
  type: [
    (slice_type element: (type_identifier) @reference.call)
    (array_type element: (type_identifier) @reference.call)
    (slice_type element: (pointer_type (type_identifier) @reference.call))
  ]
  body: (literal_value (literal_element (literal_value))))
(composite_literal
  type: (map_type
    value: [
      (type_identifier) @reference.call
      (pointer_type (type_identifier) @reference.call)
    ])
  body: (literal_value (keyed_element value: (literal_element (literal_value)))))

; An embedded field or interface.
(field_declaration !name type: (type_identifier) @reference.inherit)
(field_declaration
  !name
  type: (qualified_type
    package: (package_identifier) @receiver
    name: (type_identifier) @reference.inherit))
(field_declaration
  !name
  type: (generic_type type: (type_identifier) @reference.inherit))
(interface_type (type_elem . (type_identifier) @reference.inherit .))
(interface_type
  (type_elem
    .
    (qualified_type
      package: (package_identifier) @receiver
      name: (type_identifier) @reference.inherit)
    .))

; A function passed on as a value.
(argument_list (identifier) @reference.argument)
(argument_list
  (selector_expression
    operand: (_) @receiver
    field: (field_identifier) @reference.argument))
(keyed_element value: (literal_element (identifier) @reference.read))
(keyed_element
  value: (literal_element
    (selector_expression
      operand: (_) @receiver
      field: (field_identifier) @reference.read)))
(literal_value (literal_element (identifier) @reference.read))
(literal_value
  (literal_element
    (selector_expression
      operand: (_) @receiver
      field: (field_identifier) @reference.read)))
(assignment_statement right: (expression_list (identifier) @reference.read))
(assignment_statement
  right: (expression_list
    (selector_expression
      operand: (_) @receiver
      field: (field_identifier) @reference.read)))
(short_var_declaration right: (expression_list (identifier) @reference.read))
(short_var_declaration
  right: (expression_list
    (selector_expression
      operand: (_) @receiver
      field: (field_identifier) @reference.read)))
(var_spec value: (expression_list (identifier) @reference.read))
(var_spec
  value: (expression_list
    (selector_expression
      operand: (_) @receiver
      field: (field_identifier) @reference.read)))
(return_statement (expression_list (identifier) @reference.read))
(return_statement
  (expression_list
    (selector_expression
      operand: (_) @receiver
      field: (field_identifier) @reference.read)))
(binary_expression (identifier) @reference.read)
(send_statement value: (identifier) @reference.read)
(binary_expression
  (selector_expression
    operand: (_) @receiver
    field: (field_identifier) @reference.read))
(expression_case
  value: (expression_list (identifier) @reference.read))
(expression_case
  value: (expression_list
    (selector_expression
      operand: (_) @receiver
      field: (field_identifier) @reference.read)))

(qualified_type
  package: (package_identifier) @receiver
  name: (type_identifier) @reference.type)
((type_identifier) @reference.type
  (#not-match? @reference.type
    "^(any|bool|byte|comparable|complex(64|128)|error|float(32|64)|u?int(8|16|32|64)?|rune|string|uintptr)$"))
