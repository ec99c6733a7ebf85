; An element is a call of its component; elements of the host (`div`) begin with a lower case letter.
(jsx_opening_element
  name: (identifier) @reference.call
  (#match? @reference.call "^[^a-z]"))
(jsx_self_closing_element
  name: (identifier) @reference.call
  (#match? @reference.call "^[^a-z]"))
(jsx_opening_element
  name: (member_expression object: (_) @receiver property: (property_identifier) @reference.call))
(jsx_self_closing_element
  name: (member_expression object: (_) @receiver property: (property_identifier) @reference.call))
(jsx_expression (identifier) @reference.argument)
(jsx_expression
  (member_expression object: (_) @receiver property: (property_identifier) @reference.argument))
