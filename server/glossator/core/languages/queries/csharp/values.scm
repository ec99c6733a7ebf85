; What names are bound to. The types of fields and properties stand in definitions.scm. A variable can hold a delegate
; and be called, so that it hides a method of the same name.
[
  (method_declaration)
  (constructor_declaration)
  (destructor_declaration)
  (operator_declaration)
  (conversion_operator_declaration)
  (indexer_declaration)
  (accessor_declaration)
  (local_function_statement)
  (lambda_expression)
  (anonymous_method_expression)
  (block)
  (for_statement)
  (foreach_statement)
  (using_statement)
  (fixed_statement)
  (catch_clause)
  (switch_section)
  (switch_expression_arm)
  (query_expression)
] @region

([
  (parameter type: (_) @type name: (identifier) @local)
  (parameter_list type: (_) @type name: (identifier) @local)
  (foreach_statement type: (_) @type left: (identifier) @local)
  (catch_declaration type: (_) @type name: (identifier) @local)
  (declaration_pattern type: (_) @type name: (identifier) @local)
  (recursive_pattern type: (_) @type name: (identifier) @local)
  (declaration_expression type: (_) @type name: (identifier) @local)
  (from_clause type: (_) @type name: (identifier) @local)
  (local_declaration_statement
    (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local)))
  (using_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local)))
  (for_statement
    initializer: (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local)))
  (fixed_statement (variable_declaration type: (_) @type (variable_declarator name: (identifier) @local)))
]
  (#not-eq? @type "var"))
(variable_declaration
  type: (implicit_type)
  (variable_declarator name: (identifier) @local . (_) @value .))
(foreach_statement type: (implicit_type) left: (identifier) @local right: (_) @iterated)
(from_clause !type name: (identifier) @local (_) @element .)
(let_clause . (identifier) @local (_) @value .)
(join_clause . (identifier) @local . (_) @element)

; The parts of a tuple.
[
  (variable_declarator (tuple_pattern . name: (identifier) @local) (_) @first .)
  (foreach_statement left: (tuple_pattern . name: (identifier) @local) right: (_) @first)
]
[
  (variable_declarator (tuple_pattern . name: (identifier) . name: (identifier) @local) (_) @second .)
  (foreach_statement left: (tuple_pattern . name: (identifier) . name: (identifier) @local) right: (_) @second)
]

; What a container gives by an argument.
((invocation_expression
  function: (member_access_expression expression: (_) @element name: (identifier) @_method)
  arguments: (argument_list (argument (declaration_expression type: (implicit_type) name: (identifier) @local) .)))
  (#any-of? @_method "TryGetValue" "TryPeek" "TryPop" "TryDequeue" "TryTake"))

; The parameter of a lambda is most often an element of what the method is called on.
(invocation_expression
  function: (member_access_expression expression: (_) @element)
  arguments: (argument_list
    (argument
      (lambda_expression
        parameters: [(implicit_parameter) @local (parameter_list . (parameter !type name: (identifier) @local) .)]))))

[
  (implicit_parameter) @local
  (parameter !type name: (identifier) @local)
  (tuple_pattern name: (identifier) @local)
  (declaration_expression name: (identifier) @local)
  (declaration_pattern name: (identifier) @local)
  (var_pattern name: (identifier) @local)
]

[
  (method_declaration returns: (_) @result)
  (local_function_statement type: (_) @result)
  (indexer_declaration type: (_) @result)
  (delegate_declaration type: (_) @result)
]

(type_parameter name: (identifier) @parameter)
(type_parameter_constraints_clause
  (identifier) @parameter
  (type_parameter_constraint type: (_) @bound))

((method_declaration (modifier) @inside) (#eq? @inside "private"))
; What implements a member of an interface under its full name is only seen through that.
[
  (method_declaration (explicit_interface_specifier) @explicit)
  (property_declaration (explicit_interface_specifier) @explicit)
  (indexer_declaration (explicit_interface_specifier) @explicit)
  (event_declaration (explicit_interface_specifier) @explicit)
]
; A call is one of the method that another one overrides.
((method_declaration (modifier) @override) (#eq? @override "override"))

(base_list [(generic_name) (qualified_name (generic_name))] @supertype)
(base_list (primary_constructor_base_type type: (generic_name) @supertype))
