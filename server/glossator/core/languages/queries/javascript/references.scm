(class_heritage (identifier) @reference.inherit)
(class_heritage
  (member_expression object: (_) @receiver property: (property_identifier) @reference.inherit))
(class_heritage (call_expression arguments: (arguments (identifier) @reference.inherit)))

(field_definition value: (identifier) @reference.read)
