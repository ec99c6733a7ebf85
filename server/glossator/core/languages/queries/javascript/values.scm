(formal_parameters
  [
    (identifier) @local
    (assignment_pattern left: (identifier) @local right: (_) @value)
  ])
(call_expression
  function: (member_expression object: (_) @element property: (property_identifier) @_each)
  arguments: (arguments
    . [
      (arrow_function parameters: (formal_parameters . (identifier) @local))
      (function_expression parameters: (formal_parameters . (identifier) @local))
    ])
  (#any-of? @_each
    "forEach" "map" "filter" "find" "findIndex" "findLast" "findLastIndex" "some" "every" "flatMap" "sort"))
(call_expression
  function: (member_expression object: (_) @awaited property: (property_identifier) @_then)
  arguments: (arguments
    . [
      (arrow_function parameters: (formal_parameters . (identifier) @local))
      (function_expression parameters: (formal_parameters . (identifier) @local))
    ])
  (#eq? @_then "then"))

(field_definition property: [(property_identifier) (private_property_identifier)] @member value: (_) @value)
(field_definition
  property: [(property_identifier) (private_property_identifier)] @member
  value: [(arrow_function) (function_expression)] @function)
