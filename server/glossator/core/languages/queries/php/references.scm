; `f(...)` makes a closure of `f` and does not call it.
(function_call_expression
  function: [
    (name) @reference.argument
    (qualified_name . "\\" @receiver . (name) @reference.argument)
    (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.argument .)
    (qualified_name . (namespace_name) @receiver (name) @reference.argument .)
    (relative_name (name) @reference.argument .)
  ]
  arguments: (arguments (variadic_placeholder)))
(member_call_expression
  object: (_) @receiver
  name: (name) @reference.argument
  arguments: (arguments (variadic_placeholder)))
(scoped_call_expression
  scope: (_) @receiver
  name: (name) @reference.argument
  arguments: (arguments (variadic_placeholder)))

(function_call_expression
  function: [
    (name) @reference.call
    (qualified_name . "\\" @receiver . (name) @reference.call)
    (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.call .)
    (qualified_name . (namespace_name) @receiver (name) @reference.call .)
    (relative_name (name) @reference.call .)
  ])
(member_call_expression object: (_) @receiver name: (name) @reference.call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @reference.call)
(scoped_call_expression scope: (_) @receiver name: (name) @reference.call)
(object_creation_expression
  .
  [
    (name) @reference.call
    (qualified_name . "\\" @receiver . (name) @reference.call)
    (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.call .)
    (qualified_name . (namespace_name) @receiver (name) @reference.call .)
    (relative_name (name) @reference.call .)
  ])

; Functions passed on by name.
(function_call_expression
  function: (name) @_function
  arguments: (arguments (argument (string (string_content) @reference.argument)))
  (#match? @_function "^(array_(map|filter|walk|walk_recursive|reduce)|u[ak]?sort|call_user_func(_array)?|spl_autoload_register|register_shutdown_function|set_(error|exception)_handler|function_exists|is_callable|add_(action|filter))$")
  (#match? @reference.argument "^[A-Za-z_\\x80-\\xff][A-Za-z0-9_\\x80-\\xff]*$"))
(array_creation_expression
  . (array_element_initializer (variable_name) @receiver)
  . (array_element_initializer (string (string_content) @reference.argument))
  .
  (#eq? @receiver "$this"))

(base_clause [
  (name) @reference.inherit
  (qualified_name . "\\" @receiver . (name) @reference.inherit)
  (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.inherit .)
  (qualified_name . (namespace_name) @receiver (name) @reference.inherit .)
  (relative_name (name) @reference.inherit .)
])
(class_interface_clause [
  (name) @reference.inherit
  (qualified_name . "\\" @receiver . (name) @reference.inherit)
  (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.inherit .)
  (qualified_name . (namespace_name) @receiver (name) @reference.inherit .)
  (relative_name (name) @reference.inherit .)
])
(use_declaration [
  (name) @reference.inherit
  (qualified_name . "\\" @receiver . (name) @reference.inherit)
  (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.inherit .)
  (qualified_name . (namespace_name) @receiver (name) @reference.inherit .)
  (relative_name (name) @reference.inherit .)
])

(attribute [
  (name) @reference.type
  (qualified_name . "\\" @receiver . (name) @reference.type)
  (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.type .)
  (qualified_name . (namespace_name) @receiver (name) @reference.type .)
  (relative_name (name) @reference.type .)
])
(named_type [
  (name) @reference.type
  (qualified_name . "\\" @receiver . (name) @reference.type)
  (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.type .)
  (qualified_name . (namespace_name) @receiver (name) @reference.type .)
  (relative_name (name) @reference.type .)
])
(class_constant_access_expression . [
  (name) @reference.type
  (qualified_name . "\\" @receiver . (name) @reference.type)
  (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.type .)
  (qualified_name . (namespace_name) @receiver (name) @reference.type .)
  (relative_name (name) @reference.type .)
])
(scoped_property_access_expression
  scope: [
  (name) @reference.type
  (qualified_name . "\\" @receiver . (name) @reference.type)
  (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.type .)
  (qualified_name . (namespace_name) @receiver (name) @reference.type .)
  (relative_name (name) @reference.type .)
])
(binary_expression
  operator: "instanceof"
  right: [
  (name) @reference.type
  (qualified_name . "\\" @receiver . (name) @reference.type)
  (qualified_name . "\\" @receiver . (namespace_name) @receiver (name) @reference.type .)
  (qualified_name . (namespace_name) @receiver (name) @reference.type .)
  (relative_name (name) @reference.type .)
])
