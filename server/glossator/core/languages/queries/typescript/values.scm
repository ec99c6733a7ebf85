[
  (required_parameter pattern: (identifier) @local type: (type_annotation) @type)
  (optional_parameter pattern: (identifier) @local type: (type_annotation) @type)
  (variable_declarator name: (identifier) @local type: (type_annotation) @type)
]
[
  (required_parameter pattern: (identifier) @local value: (_) @value)
  (variable_declarator name: (identifier) @local value: (satisfies_expression . (_) @value))
]
[
  (required_parameter pattern: (identifier) @local !type !value)
  (optional_parameter pattern: (identifier) @local !type !value)
]
(required_parameter
  pattern: (object_pattern
    [
      (shorthand_property_identifier_pattern) @local @key
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local @key)
      (pair_pattern
        key: (property_identifier) @key
        value: [(identifier) @local (assignment_pattern left: (identifier) @local)])
    ])
  type: (type_annotation) @whole.type)

(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_each)
  arguments: (arguments
    . [
      (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @local !type)))
      (function_expression parameters: (formal_parameters . (required_parameter pattern: (identifier) @local !type)))
    ])
  (#any-of? @_each
    "forEach" "map" "filter" "find" "findIndex" "findLast" "findLastIndex" "some" "every" "flatMap" "sort"))
(call_expression
  function: (member_expression object: (_) @awaited property: (property_identifier) @_then)
  arguments: (arguments
    . [
      (arrow_function parameters: (formal_parameters . (required_parameter pattern: (identifier) @local !type)))
      (function_expression parameters: (formal_parameters . (required_parameter pattern: (identifier) @local !type)))
    ])
  (#eq? @_then "then"))

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @member
  !type
  value: (_) @value)

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @member
  value: [(arrow_function) (function_expression)] @function)

; Results.
[
  (function_declaration return_type: (type_annotation) @result)
  (generator_function_declaration return_type: (type_annotation) @result)
  (function_signature return_type: (type_annotation) @result)
  (method_definition return_type: (type_annotation) @result)
  (method_signature return_type: (type_annotation) @result)
  (abstract_method_signature return_type: (type_annotation) @result)
  (variable_declarator value: (arrow_function return_type: (type_annotation) @result))
  (variable_declarator value: (function_expression return_type: (type_annotation) @result))
  (public_field_definition value: (arrow_function return_type: (type_annotation) @result))
  (pair value: (arrow_function return_type: (type_annotation) @result))
  (pair value: (function_expression return_type: (type_annotation) @result))
  (assignment_expression right: (arrow_function return_type: (type_annotation) @result))
  (assignment_expression right: (function_expression return_type: (type_annotation) @result))
]

(type_parameter name: (type_identifier) @parameter !constraint)
(type_parameter name: (type_identifier) @parameter constraint: (constraint (_) @bound))
(type_alias_declaration
  value: [
    (type_identifier)
    (generic_type)
    (nested_type_identifier)
    (union_type)
    (array_type)
    (readonly_type)
    (tuple_type)
    (parenthesized_type)
  ] @alias)
