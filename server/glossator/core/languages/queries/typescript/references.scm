(extends_clause value: (identifier) @reference.inherit)
(extends_clause
  value: (member_expression object: (_) @receiver property: (property_identifier) @reference.inherit))
(extends_clause value: (call_expression arguments: (arguments (identifier) @reference.inherit)))
; A type that is several at once has the members of all.
(type_alias_declaration value: (intersection_type (type_identifier) @reference.inherit))
(type_alias_declaration value: (intersection_type (generic_type name: (type_identifier) @reference.inherit)))
(implements_clause (type_identifier) @reference.inherit)
(implements_clause (generic_type name: (type_identifier) @reference.inherit))
(implements_clause
  (nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.inherit))
(extends_type_clause type: (type_identifier) @reference.inherit)
(extends_type_clause type: (generic_type name: (type_identifier) @reference.inherit))
(extends_type_clause
  type: (nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.inherit))
(extends_type_clause
  type: (generic_type
    name: (nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.inherit)))

(call_expression function: (non_null_expression (identifier) @reference.call))
(call_expression
  function: (non_null_expression
    (member_expression
      object: (_) @receiver
      property: [(property_identifier) (private_property_identifier)] @reference.call)))
(call_expression function: (instantiation_expression (identifier) @reference.call))

(arguments (as_expression (identifier) @reference.argument))
(arguments (non_null_expression (identifier) @reference.argument))
(as_expression . (identifier) @reference.read)
(non_null_expression (identifier) @reference.read)
(public_field_definition value: (identifier) @reference.read)
(required_parameter value: (identifier) @reference.read)

(nested_type_identifier module: (_) @receiver name: (type_identifier) @reference.type)
(type_identifier) @reference.type
(type_query (identifier) @reference.read)
