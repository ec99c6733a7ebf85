(invocation_expression function: (identifier) @reference.call)
(invocation_expression function: (generic_name . (identifier) @reference.call))
(invocation_expression
  function: (member_access_expression expression: _ @receiver name: (identifier) @reference.call))
(invocation_expression
  function: (member_access_expression
    expression: _ @receiver
    name: (generic_name . (identifier) @reference.call)))
(invocation_expression
  function: (conditional_access_expression
    condition: (_) @receiver
    (member_binding_expression name: (identifier) @reference.call)))
(invocation_expression
  function: (conditional_access_expression
    condition: (_) @receiver
    (member_binding_expression name: (generic_name . (identifier) @reference.call))))
(invocation_expression
  function: (member_binding_expression name: (identifier) @reference.call) @receiver)
(invocation_expression
  function: (member_binding_expression name: (generic_name . (identifier) @reference.call)) @receiver)
(constructor_initializer ["this" "base"] @reference.call)

(object_creation_expression type: (identifier) @reference.call)
(object_creation_expression type: (generic_name . (identifier) @reference.call))
(object_creation_expression
  type: (qualified_name qualifier: (_) @receiver name: (identifier) @reference.call))
(object_creation_expression
  type: (qualified_name
    qualifier: (_) @receiver
    name: (generic_name . (identifier) @reference.call)))
(variable_declaration
  type: [(identifier) @reference.call (generic_name . (identifier) @reference.call)]
  (variable_declarator (implicit_object_creation_expression)))

(attribute name: (identifier) @reference.type)
(attribute name: (qualified_name qualifier: (_) @receiver name: (identifier) @reference.type))

(base_list (identifier) @reference.inherit)
(base_list (generic_name . (identifier) @reference.inherit))
(base_list (qualified_name qualifier: (_) @receiver name: (identifier) @reference.inherit))
(base_list
  (qualified_name qualifier: (_) @receiver name: (generic_name . (identifier) @reference.inherit)))
(base_list (primary_constructor_base_type type: (identifier) @reference.inherit))
(base_list (primary_constructor_base_type type: (generic_name . (identifier) @reference.inherit)))

; A method passed on as a value.
(argument (identifier) @reference.argument)
(argument
  (member_access_expression expression: _ @receiver name: (identifier) @reference.argument))
(assignment_expression right: (identifier) @reference.read)
(assignment_expression
  right: (member_access_expression expression: _ @receiver name: (identifier) @reference.read))
(variable_declarator (identifier) @reference.read .)
(return_statement (identifier) @reference.read)
(arrow_expression_clause (identifier) @reference.read)
(lambda_expression body: (identifier) @reference.read)
(conditional_expression consequence: (identifier) @reference.read)
(conditional_expression alternative: (identifier) @reference.read)
(binary_expression operator: "??" right: (identifier) @reference.read)
(initializer_expression (identifier) @reference.read)

(_ type: (identifier) @reference.type)
(_ returns: (identifier) @reference.type)
(_ type: (qualified_name qualifier: (_) @receiver name: (identifier) @reference.type))
(_ returns: (qualified_name qualifier: (_) @receiver name: (identifier) @reference.type))
(generic_name . (identifier) @reference.type)
(type_argument_list (identifier) @reference.type)
(as_expression right: (identifier) @reference.type)
