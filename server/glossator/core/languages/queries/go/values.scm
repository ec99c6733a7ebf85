[
  (function_declaration)
  (method_declaration)
  (func_literal)
  (block)
  (if_statement)
  (for_statement)
  (expression_switch_statement)
  (type_switch_statement)
  (expression_case)
  (type_case)
  (default_case)
  (communication_case)
] @region

; What a function binds by itself hides the same name outside.
(parameter_declaration name: (identifier) @local type: (_) @type)
(variadic_parameter_declaration name: (identifier) @local type: (_) @elements)
(var_spec name: (identifier) @local type: (_) @type)
(const_spec name: (identifier) @local type: (_) @type)
(var_spec name: (identifier) @local !type)
(block (statement_list (const_declaration (const_spec name: (identifier) @local !type))))
(var_spec
  !type
  .
  name: (identifier) @local
  .
  value: (expression_list . (_) @value .))
(var_spec
  !type
  .
  name: (identifier) @local
  .
  name: (identifier)
  value: (expression_list . (call_expression) @first .))

; A call may have several results.
(short_var_declaration
  left: (expression_list . (identifier) @local .)
  right: (expression_list . (_) @value .))
(short_var_declaration
  left: (expression_list . (identifier) @local . (_))
  right: (expression_list
    . [(index_expression) (type_assertion_expression)] @value .))
(short_var_declaration
  left: (expression_list . (identifier) @local . (_))
  right: (expression_list . (call_expression) @first .))
(short_var_declaration
  left: (expression_list . (_) . (identifier) @local)
  right: (expression_list . (call_expression) @second .))
(short_var_declaration
  left: (expression_list . (_) . (_) . (identifier) @local)
  right: (expression_list . (call_expression) @third .))
(short_var_declaration
  left: (expression_list . (identifier) @local . (_))
  right: (expression_list . (_) @value . (_)))
(short_var_declaration
  left: (expression_list . (_) . (identifier) @local)
  right: (expression_list . (_) . (_) @value))
(short_var_declaration left: (expression_list (identifier) @local))
([
  (short_var_declaration
    left: (expression_list . (identifier) @local)
    right: (expression_list . (unary_expression "<-" operand: (_) @first) .))
  (receive_statement
    left: (expression_list . (identifier) @local)
    right: (unary_expression "<-" operand: (_) @first))
])
(receive_statement left: (expression_list (identifier) @local))
(range_clause left: (expression_list . (identifier) @local) right: (_) @first)
(range_clause left: (expression_list . (_) . (identifier) @local) right: (_) @element)

; In each case the value has the type of the case.
(type_switch_statement
  alias: (expression_list (identifier) @local)
  (type_case . type: (_) @type . (statement_list)) @region)
(type_switch_statement alias: (expression_list (identifier) @local) value: (_) @value)

; Type parameters, those of a receiver without the bounds that stand at the type.
(type_parameter_declaration name: (identifier) @parameter type: (type_constraint) @bound)
(method_declaration
  receiver: (parameter_list
    (parameter_declaration
      type: [
        (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @parameter)))
        (pointer_type
          (generic_type type_arguments: (type_arguments (type_elem (type_identifier) @parameter))))
      ])))

; Results: of functions, and of what has a type of functions.
([
  (function_declaration result: (_) @result)
  (method_declaration result: (_) @result)
  (method_elem result: (_) @result)
  (type_spec type: (function_type result: (_) @result))
])
([
  (function_declaration result: (parameter_list (parameter_declaration name: (_))) @result.named)
  (method_declaration result: (parameter_list (parameter_declaration name: (_))) @result.named)
  (method_elem result: (parameter_list (parameter_declaration name: (_))) @result.named)
])

; An embedded type is a field of its name.
(field_declaration
  !name
  type: [
    (type_identifier) @member @type
    (qualified_type name: (type_identifier) @member) @type
    (generic_type type: (type_identifier) @member) @type
    (generic_type type: (qualified_type name: (type_identifier) @member)) @type
  ])

; Types of their own that are made of others.
(type_spec
  type: [
    (slice_type element: (_) @content)
    (array_type element: (_) @content)
    (map_type value: (_) @content)
  ])
(type_spec type: (channel_type value: (_) @content.first))
(type_spec type: (map_type key: (_) @content.first))
(type_alias type: (_) @alias)
(package_clause (package_identifier) @package)
