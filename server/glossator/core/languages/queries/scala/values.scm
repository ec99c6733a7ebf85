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
  (case_class_pattern pattern: (identifier) @local)
  (case_clause pattern: (identifier) @local)
]
[
  (val_definition pattern: (identifier) @local !type value: (_) @value)
  (var_definition pattern: (identifier) @local !type value: (_) @value)
]
(enumerator . (identifier) @local "<-" . (_) @element)
(enumerator . (identifier) @local "=" . (_) @value)
(enumerator . (identifier) @local)

; Fields.
(template_body
  [
    (val_definition pattern: (identifier) @member !type value: (_) @value)
    (var_definition pattern: (identifier) @member !type value: (_) @value)
  ])

; The parameter of a function is most often an element of what the method is called on.
(call_expression
  function: (field_expression value: (_) @element)
  arguments: [
    (arguments . (lambda_expression parameters: (identifier) @local) .)
    (block . (lambda_expression parameters: (identifier) @local))
  ])

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
