; What names are bound to. The types of fields that are written out stand in definitions.scm. A variable can hold a
; function and be called, so that it hides a method of the same name.
[
  (function_definition)
  (lambda_expression)
  (block)
  (indented_block)
  (for_expression)
  (case_clause)
] @region

[
  (parameter name: (identifier) @local type: (_) @type)
  (class_parameter name: (identifier) @local type: (_) @type)
  (binding name: (identifier) @local type: (_) @type)
  (val_definition pattern: (identifier) @local type: (_) @type)
  (var_definition pattern: (identifier) @local type: (_) @type)
  (typed_pattern pattern: (identifier) @local type: (_) @type)
  (capture_pattern name: (identifier) @local pattern: (case_class_pattern type: (_) @type))
]
[
  (parameter name: (identifier) @local)
  (class_parameter name: (identifier) @local)
  (lambda_expression parameters: (identifier) @local)
  (binding name: (identifier) @local)
  (tuple_pattern (identifier) @local)
  (capture_pattern name: (identifier) @local)
]
; Other names in patterns are those of values.
([
  (case_class_pattern pattern: (identifier) @local)
  (case_clause pattern: (identifier) @local)
]
  (#not-match? @local "^[A-Z]"))
([
  (val_definition
    pattern: (identifier) @local
    !type
    value: [
      (if_expression consequence: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (if_expression alternative: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (if_expression consequence: (block (_) @value .))
      (if_expression alternative: (block (_) @value .))
      (match_expression body: (case_block (case_clause body: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)))
      (try_expression body: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (try_expression body: (block (_) @value .))
      (instance_expression . (generic_type) @type)
      (call_expression) @value
      (instance_expression) @value
      (identifier) @value
      (field_expression) @value
      (generic_function) @value
      (string) @value
      (interpolated_string_expression) @value
      (integer_literal) @value
      (floating_point_literal) @value
      (boolean_literal) @value
      (character_literal) @value
      (parenthesized_expression) @value
    ])
  (var_definition
    pattern: (identifier) @local
    !type
    value: [
      (if_expression consequence: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (if_expression alternative: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (if_expression consequence: (block (_) @value .))
      (if_expression alternative: (block (_) @value .))
      (match_expression body: (case_block (case_clause body: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)))
      (try_expression body: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (try_expression body: (block (_) @value .))
      (instance_expression . (generic_type) @type)
      (call_expression) @value
      (instance_expression) @value
      (identifier) @value
      (field_expression) @value
      (generic_function) @value
      (string) @value
      (interpolated_string_expression) @value
      (integer_literal) @value
      (floating_point_literal) @value
      (boolean_literal) @value
      (character_literal) @value
      (parenthesized_expression) @value
    ])
])
([
  (val_definition
    pattern: (identifier) @local
    !type
    value: (call_expression function: (generic_function function: (identifier)) @type))
  (var_definition
    pattern: (identifier) @local
    !type
    value: (call_expression function: (generic_function function: (identifier)) @type))
]
  (#match? @type "^[A-Z]"))
; The parts of pairs, of the entries of a map, of what is found in it, and of objects of case classes.
(enumerator . (tuple_pattern . (_) . (identifier) @local .) "<-" . (_) @second)
(call_expression
  function: (field_expression value: (_) @second)
  arguments: (case_block (case_clause pattern: (tuple_pattern . (_) . (identifier) @local .))))
([
  (case_class_pattern type: (_) @_type . pattern: (identifier) @local) @first
  (case_class_pattern type: (_) @_type . pattern: (_) . pattern: (identifier) @local) @second
  (case_class_pattern type: (_) @_type . pattern: (_) . pattern: (_) . pattern: (identifier) @local) @third
]
  (#not-match? @_type "^(Some|Right|Left|Success)$"))
((match_expression
  value: (_) @element
  body: (case_block (case_clause pattern: (case_class_pattern type: (_) @_type pattern: (identifier) @local))))
  (#any-of? @_type "Some" "Right" "Success"))
((match_expression
  value: (_) @first
  body: (case_block (case_clause pattern: (case_class_pattern type: (_) @_type pattern: (identifier) @local))))
  (#eq? @_type "Left"))
(class_definition
  "case"
  class_parameters: (class_parameters . (class_parameter type: (_) @content.first)))
(class_definition
  "case"
  class_parameters: (class_parameters . (_) . (class_parameter type: (_) @content.second)))
(class_definition
  "case"
  class_parameters: (class_parameters . (_) . (_) . (class_parameter type: (_) @content.third)))
(enumerator . (identifier) @local "<-" . (_) @element)
(enumerator . (identifier) @local "=" . (_) @value)
(enumerator . (identifier) @local)

; Fields.
(template_body [
  (val_definition
    pattern: (identifier) @member
    !type
    value: [
      (if_expression consequence: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (if_expression alternative: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (if_expression consequence: (block (_) @value .))
      (if_expression alternative: (block (_) @value .))
      (match_expression body: (case_block (case_clause body: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)))
      (try_expression body: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (try_expression body: (block (_) @value .))
      (instance_expression . (generic_type) @type)
      (call_expression) @value
      (instance_expression) @value
      (identifier) @value
      (field_expression) @value
      (generic_function) @value
      (string) @value
      (interpolated_string_expression) @value
      (integer_literal) @value
      (floating_point_literal) @value
      (boolean_literal) @value
      (character_literal) @value
      (parenthesized_expression) @value
    ])
  (var_definition
    pattern: (identifier) @member
    !type
    value: [
      (if_expression consequence: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (if_expression alternative: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (if_expression consequence: (block (_) @value .))
      (if_expression alternative: (block (_) @value .))
      (match_expression body: (case_block (case_clause body: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)))
      (try_expression body: [(call_expression) (instance_expression) (identifier) (field_expression)] @value)
      (try_expression body: (block (_) @value .))
      (instance_expression . (generic_type) @type)
      (call_expression) @value
      (instance_expression) @value
      (identifier) @value
      (field_expression) @value
      (generic_function) @value
      (string) @value
      (interpolated_string_expression) @value
      (integer_literal) @value
      (floating_point_literal) @value
      (boolean_literal) @value
      (character_literal) @value
      (parenthesized_expression) @value
    ])
])
((template_body [
  (val_definition
    pattern: (identifier) @member
    !type
    value: (call_expression function: (generic_function function: (identifier)) @type))
  (var_definition
    pattern: (identifier) @member
    !type
    value: (call_expression function: (generic_function function: (identifier)) @type))
])
  (#match? @type "^[A-Z]"))

; The parameter of a function is most often an element of what the method is called on.
(call_expression
  function: (field_expression value: (_) @element)
  arguments: [
    (arguments . (lambda_expression parameters: (identifier) @local) .)
    (block . (lambda_expression parameters: (identifier) @local))
  ])

((call_expression
  function: (call_expression function: (field_expression value: (_) @element field: (identifier) @_fold))
  arguments: [
    (block . (lambda_expression parameters: (bindings . (_) . (binding name: (identifier) @local) .)))
    (arguments . (lambda_expression parameters: (bindings . (_) . (binding name: (identifier) @local) .)))
  ])
  (#eq? @_fold "foldLeft"))

; Results.
[
  (function_definition return_type: (_) @result)
  (function_declaration return_type: (_) @result)
  (given_definition return_type: (_) @result)
]
(function_definition !return_type body: [(identifier) (call_expression) (field_expression) (instance_expression)] @result @value)
(type_definition type: (_) @alias)

(type_parameters name: (identifier) @parameter)
(type_parameters name: (identifier) @parameter . bound: (upper_bound type: (_) @bound))

((function_definition (modifiers (access_modifier) @inside)) (#eq? @inside "private"))
; What belongs to an object alone it has from its base.
(instance_expression
  . [(type_identifier) (generic_type) (stable_type_identifier)] @type
  (template_body (function_definition name: (identifier) @base)))

(extends_clause (generic_type) @supertype)
