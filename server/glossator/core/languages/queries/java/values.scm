; What names are bound to. The types of fields stand in definitions.scm.
[
  (method_declaration)
  (constructor_declaration)
  (compact_constructor_declaration)
  (lambda_expression)
  (block)
  (for_statement)
  (enhanced_for_statement)
  (try_with_resources_statement)
  (catch_clause)
  (switch_rule)
  (switch_block_statement_group)
] @region

[
  (formal_parameter type: (_) @type name: (identifier) @local)
  (instanceof_expression right: (_) @type name: (identifier) @local)
  (type_pattern (_) @type (identifier) @local)
  (record_pattern_component (_) @type (identifier) @local)
  (catch_formal_parameter (catch_type) @type name: (identifier) @local)
]
(spread_parameter
  [(type_identifier) (scoped_type_identifier) (generic_type) (integral_type) (floating_point_type) (boolean_type)]
    @elements
  (variable_declarator name: (identifier) @local))
(spread_parameter (variable_declarator name: (identifier) @local))

([
  (local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @local))
  (enhanced_for_statement type: (_) @type name: (identifier) @local)
  (resource type: (_) @type name: (identifier) @local)
]
  (#not-eq? @type "var"))
((local_variable_declaration
  type: (_) @_type
  declarator: (variable_declarator name: (identifier) @local value: (_) @value))
  (#eq? @_type "var"))
((enhanced_for_statement type: (_) @_type name: (identifier) @local value: (_) @element)
  (#eq? @_type "var"))
((resource type: (_) @_type name: (identifier) @local value: (_) @value)
  (#eq? @_type "var"))

; The first parameter of a lambda is most often an element of what the method is called on.
(method_invocation
  object: (_) @element
  arguments: (argument_list
    (lambda_expression parameters: [(identifier) @local (inferred_parameters . (identifier) @local .)])))
(lambda_expression parameters: [(identifier) @local (inferred_parameters (identifier) @local)])

(method_declaration type: (_) @result)
(annotation_type_element_declaration type: (_) @result)

(type_parameter . (type_identifier) @parameter .)
(type_parameter . (type_identifier) @parameter (type_bound . (_) @bound))

(method_declaration (modifiers "private" @inside))
(constructor_declaration (modifiers "private" @inside))

; What an anonymous class has it has from its base.
(object_creation_expression
  type: (_) @type
  (class_body (method_declaration name: (identifier) @base)))

(superclass (generic_type) @supertype)
(super_interfaces (type_list (generic_type) @supertype))
(extends_interfaces (type_list (generic_type) @supertype))
