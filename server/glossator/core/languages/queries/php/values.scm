; The types that variables declare or are made with, and what they are bound to.
(simple_parameter type: (_) @type name: (variable_name) @local)
(simple_parameter !type name: (variable_name) @local)
(property_promotion_parameter type: (_) @type name: (variable_name) @local)
(property_promotion_parameter !type name: (variable_name) @local)
(variadic_parameter type: (_) @elements name: (variable_name) @local)
(variadic_parameter !type name: (variable_name) @local)
(assignment_expression
  left: (variable_name) @local
  right: [
    (variable_name) (member_access_expression) (nullsafe_member_access_expression)
    (scoped_property_access_expression) (class_constant_access_expression) (subscript_expression)
    (member_call_expression) (nullsafe_member_call_expression) (scoped_call_expression)
    (function_call_expression) (object_creation_expression) (clone_expression) (parenthesized_expression)
    (array_creation_expression) (string) (encapsed_string) (integer) (float) (boolean) (name) (qualified_name)
  ] @value)
(assignment_expression
  left: (variable_name) @local
  right: [
    (conditional_expression body: (_) @value)
    (conditional_expression !body condition: (_) @value)
    (conditional_expression alternative: (_) @value)
    (binary_expression left: (_) @value operator: "??")
    (binary_expression operator: "??" right: (_) @value)
    (assignment_expression right: (_) @value)
    (match_expression body: (match_block (match_conditional_expression return_expression: (_) @value)))
    (match_expression body: (match_block (match_default_expression return_expression: (_) @value)))
  ])
(assignment_expression left: (variable_name) @local)
(reference_assignment_expression left: (variable_name) @local right: (_) @value)
(augmented_assignment_expression left: (variable_name) @local operator: "??=" right: (_) @value)
(foreach_statement . (_) @element . [(variable_name) @local (by_ref (variable_name) @local)])
(foreach_statement
  .
  (_) @element
  .
  (pair (_) [(variable_name) @local (by_ref (variable_name) @local)] .))
(foreach_statement (pair . (variable_name) @local))
(list_literal [(variable_name) @local (by_ref (variable_name) @local)])
(static_variable_declaration name: (variable_name) @local value: (_) @value)
(catch_clause type: (type_list) @type name: (variable_name) @local)
(binary_expression
  left: (variable_name) @local
  operator: "instanceof"
  right: [(name) (qualified_name)] @narrowed)
(binary_expression
  left: (member_access_expression object: (variable_name) @_self name: (name) @member)
  operator: "instanceof"
  right: [(name) (qualified_name)] @narrowed
  (#eq? @_self "$this"))

; Properties of the own object and of the own class.
(assignment_expression
  left: [
    (member_access_expression object: (variable_name) @_self name: (name) @member)
    (scoped_property_access_expression scope: (_) @_self name: (variable_name (name) @member))
  ]
  right: [
    (variable_name) (member_access_expression) (nullsafe_member_access_expression)
    (scoped_property_access_expression) (class_constant_access_expression) (subscript_expression)
    (member_call_expression) (nullsafe_member_call_expression) (scoped_call_expression)
    (function_call_expression) (object_creation_expression) (clone_expression) (parenthesized_expression)
    (array_creation_expression) (string) (encapsed_string) (integer) (float) (boolean) (name) (qualified_name)
  ] @value
  (#any-of? @_self "$this" "self" "static"))
(assignment_expression
  left: [
    (member_access_expression object: (variable_name) @_self name: (name) @member)
    (scoped_property_access_expression scope: (_) @_self name: (variable_name (name) @member))
  ]
  right: [
    (conditional_expression body: (_) @value)
    (conditional_expression !body condition: (_) @value)
    (conditional_expression alternative: (_) @value)
    (binary_expression left: (_) @value operator: "??")
    (binary_expression operator: "??" right: (_) @value)
    (assignment_expression right: (_) @value)
    (match_expression body: (match_block (match_conditional_expression return_expression: (_) @value)))
    (match_expression body: (match_block (match_default_expression return_expression: (_) @value)))
  ]
  (#any-of? @_self "$this" "self" "static"))
(augmented_assignment_expression
  left: [
    (member_access_expression object: (variable_name) @_self name: (name) @member)
    (scoped_property_access_expression scope: (_) @_self name: (variable_name (name) @member))
  ]
  operator: "??="
  right: (_) @value
  (#any-of? @_self "$this" "self" "static"))
(property_declaration
  !type
  (property_element name: (variable_name (name) @member) default_value: (_) @value))

; Results.
(method_declaration return_type: (_) @result)
(function_definition return_type: (_) @result)
(method_declaration
  !return_type
  body: (compound_statement [
    (return_statement (_) @result @value)
    (_ body: (compound_statement (return_statement (_) @result @value)))
    (_ body: (compound_statement (_ body: (compound_statement (return_statement (_) @result @value)))))
  ]))
(function_definition
  !return_type
  body: (compound_statement [
    (return_statement (_) @result @value)
    (_ body: (compound_statement (return_statement (_) @result @value)))
  ]))

; What a statement of a body binds again is another variable from there on, and so is a parameter inside of a function.
(method_declaration
  body: (compound_statement
    (expression_statement (assignment_expression left: (variable_name) @rebound)) @statement) @region)
(function_definition
  body: (compound_statement
    (expression_statement (assignment_expression left: (variable_name) @rebound)) @statement) @region)
(anonymous_function
  body: (compound_statement
    (expression_statement (assignment_expression left: (variable_name) @rebound)) @statement) @region)
(anonymous_function
  parameters: (formal_parameters (simple_parameter name: (variable_name) @rebound))
  body: (_) @region)
(arrow_function
  parameters: (formal_parameters (simple_parameter name: (variable_name) @rebound))
  body: (_) @region)

; Where a test says it, a variable has that type.
(binary_expression
  left: [
    (binary_expression left: (variable_name) @rebound operator: "instanceof")
    (binary_expression operator: "&&" right: (binary_expression left: (variable_name) @rebound operator: "instanceof"))
  ]
  operator: "&&"
  right: (_) @region)
(conditional_expression
  condition: [
    (binary_expression left: (variable_name) @rebound operator: "instanceof")
    (parenthesized_expression (binary_expression left: (variable_name) @rebound operator: "instanceof"))
    (binary_expression left: (binary_expression left: (variable_name) @rebound operator: "instanceof") operator: "&&")
    (binary_expression operator: "&&" right: (binary_expression left: (variable_name) @rebound operator: "instanceof"))
  ]
  body: (_) @region)
([
  (if_statement
    condition: (parenthesized_expression [
      (binary_expression left: (variable_name) @rebound operator: "instanceof")
      (binary_expression left: (binary_expression left: (variable_name) @rebound operator: "instanceof") operator: "&&")
      (binary_expression operator: "&&" right: (binary_expression left: (variable_name) @rebound operator: "instanceof"))
    ])
    body: (_) @region)
  (else_if_clause
    condition: (parenthesized_expression [
      (binary_expression left: (variable_name) @rebound operator: "instanceof")
      (binary_expression left: (binary_expression left: (variable_name) @rebound operator: "instanceof") operator: "&&")
      (binary_expression operator: "&&" right: (binary_expression left: (variable_name) @rebound operator: "instanceof"))
    ])
    body: (_) @region)
])

; Other names of what a trait has.
(use_declaration
  [(name) (qualified_name)] @whole
  (use_list (use_as_clause . (name) @key (name) @member .)))
(use_as_clause
  (class_constant_access_expression . [(name) (qualified_name)] @whole (name) @key)
  (name) @member .)
