(call_expression . (simple_identifier) @reference.call)
(call_expression
  . (navigation_expression
    . (_) @receiver
    (navigation_suffix (simple_identifier) @reference.call)))
(infix_expression . (_) @receiver . (simple_identifier) @reference.call . (_))
(constructor_delegation_call ["this" "super"] @reference.call)

(callable_reference . (simple_identifier) @reference.argument .)
(callable_reference . (type_identifier) @receiver (simple_identifier) @reference.argument .)
(navigation_expression . (_) @receiver (navigation_suffix "::" . (simple_identifier) @reference.argument))

(annotation (user_type (type_identifier) @reference.type .))
(annotation (constructor_invocation (user_type (type_identifier) @reference.type .)))

(delegation_specifier (user_type (type_identifier) @reference.inherit .))
(delegation_specifier (user_type (type_identifier) @reference.inherit . (type_arguments) .))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.inherit .)))
(delegation_specifier
  (constructor_invocation (user_type (type_identifier) @reference.inherit . (type_arguments) .)))
(delegation_specifier (explicit_delegation (user_type (type_identifier) @reference.inherit .)))
(delegation_specifier
  (explicit_delegation (user_type (type_identifier) @reference.inherit . (type_arguments) .)))

(user_type (type_identifier) @reference.type .)
(user_type (type_identifier) @reference.type . (type_arguments) .)
