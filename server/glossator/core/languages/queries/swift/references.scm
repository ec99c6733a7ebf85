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

(attribute (user_type (type_identifier) @reference.type .))

(inheritance_specifier inherits_from: (user_type (type_identifier) @reference.inherit .))
(inheritance_specifier
  inherits_from: (user_type (type_identifier) @reference.inherit . (type_arguments) .))

(user_type (type_identifier) @reference.type)
