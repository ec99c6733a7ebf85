(call_expression . (simple_identifier) @reference.call)
(call_expression
  . (navigation_expression
    target: (_) @receiver
    suffix: (navigation_suffix suffix: (simple_identifier) @reference.call)))
(constructor_expression constructed_type: (user_type (type_identifier) @reference.call .))
(constructor_expression
  constructed_type: (user_type (type_identifier) @reference.call . (type_arguments) .))

; A function passed on as a value.
(value_argument value: (simple_identifier) @reference.argument)
(value_argument
  value: (navigation_expression
    target: (_) @receiver
    suffix: (navigation_suffix suffix: (simple_identifier) @reference.argument)))
(selector_expression (simple_identifier) @reference.argument)
(selector_expression
  (navigation_expression
    target: (_) @receiver
    suffix: (navigation_suffix suffix: (simple_identifier) @reference.argument)))
(property_declaration value: (simple_identifier) @reference.read)
(property_declaration
  value: (navigation_expression
    target: (_) @receiver
    suffix: (navigation_suffix suffix: (simple_identifier) @reference.read)))
(assignment result: (simple_identifier) @reference.read)
(assignment
  result: (navigation_expression
    target: (_) @receiver
    suffix: (navigation_suffix suffix: (simple_identifier) @reference.read)))
(control_transfer_statement result: (simple_identifier) @reference.read)
(function_body (statements (simple_identifier) @reference.read .))
(array_literal element: (simple_identifier) @reference.read)
(dictionary_literal value: (simple_identifier) @reference.read)
(tuple_expression value: (simple_identifier) @reference.read)
(ternary_expression if_true: (simple_identifier) @reference.read)
(ternary_expression if_false: (simple_identifier) @reference.read)
(nil_coalescing_expression if_nil: (simple_identifier) @reference.read)
(function_declaration default_value: (simple_identifier) @reference.read)

(attribute (user_type (type_identifier) @reference.type .))

(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.inherit .))
(inheritance_specifier
  inherits_from: (user_type (type_identifier) @reference.inherit . (type_arguments) .))

(user_type (type_identifier) @reference.type)
