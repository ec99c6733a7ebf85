(field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: (new_expression constructor: [(identifier) (member_expression)] @type)) @definition.field
(field_definition
  property: [(property_identifier) (private_property_identifier)] @name) @definition.field

(formal_parameters (identifier) @local)
(formal_parameters (assignment_pattern left: (identifier) @local))
