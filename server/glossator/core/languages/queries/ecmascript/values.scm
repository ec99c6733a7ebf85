; What JavaScript and TypeScript share; parameters and fields, whose nodes differ, stand in their own folders.
[
  (statement_block)
  (arrow_function)
  (function_expression)
  (function_declaration)
  (generator_function)
  (generator_function_declaration)
  (method_definition)
  (for_statement)
  (for_in_statement)
  (catch_clause)
  (switch_body)
] @region
; What code gives back belongs to the function around, if that has a name.
[
  (arrow_function body: (_) @closure)
  (function_expression body: (_) @closure)
  (generator_function body: (_) @closure)
]

[
  (variable_declarator name: (identifier) @local value: (_) @value)
  (for_in_statement left: (identifier) @local operator: "of" right: (_) @element)
]
(variable_declarator name: (identifier) @local !value) @nothing
(assignment_expression left: (identifier) @assigned right: (_) @value)
(augmented_assignment_expression left: (identifier) @assigned operator: ["||=" "??="] right: (_) @value)

; Parts of objects.
(variable_declarator
  name: (object_pattern
    [
      (shorthand_property_identifier_pattern) @local @key
      (object_assignment_pattern left: (shorthand_property_identifier_pattern) @local @key)
      (pair_pattern
        key: (property_identifier) @key
        value: [(identifier) @local (assignment_pattern left: (identifier) @local)])
    ])
  value: (_) @whole)
[
  (variable_declarator name: (array_pattern . [(identifier) @local (assignment_pattern left: (identifier) @local)]) value: (_) @first)
  (for_in_statement left: (array_pattern . (identifier) @local) operator: "of" right: (_) @first)
]
[
  (variable_declarator
    name: (array_pattern . (_) . [(identifier) @local (assignment_pattern left: (identifier) @local)])
    value: (_) @second)
  (for_in_statement left: (array_pattern . (_) . (identifier) @local) operator: "of" right: (_) @second)
]
[
  (shorthand_property_identifier_pattern) @local
  (pair_pattern value: [(identifier) @local (assignment_pattern left: (identifier) @local)])
  (array_pattern [(identifier) @local (assignment_pattern left: (identifier) @local)])
  (rest_pattern (identifier) @local)
  (for_in_statement left: (identifier) @local)
  (catch_clause parameter: (identifier) @local)
]

; What a condition tells of a type holds where the condition does.
(if_statement
  condition: (parenthesized_expression
    [
      (binary_expression left: (identifier) @local operator: "instanceof" right: [(identifier) (member_expression)] @type)
      (binary_expression
        left: (binary_expression
          left: (identifier) @local
          operator: "instanceof"
          right: [(identifier) (member_expression)] @type)
        operator: "&&")
    ])
  consequence: (_) @region)
(ternary_expression
  condition: (binary_expression
    left: (identifier) @local
    operator: "instanceof"
    right: [(identifier) (member_expression)] @type)
  consequence: (_) @region)
(binary_expression
  left: (binary_expression
    left: (identifier) @local
    operator: "instanceof"
    right: [(identifier) (member_expression)] @type)
  operator: "&&"
  right: (_) @region)

(arrow_function parameter: (identifier) @local)

; Members of objects.
(object
  [
    (pair key: [(property_identifier) (string)] @entry value: (_) @value)
    (shorthand_property_identifier) @entry @value
    (method_definition name: [(property_identifier) (string)] @entry)
    (spread_element (_) @value) @entry
  ]) @literal
(assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @member)
  right: (_) @value)
(assignment_expression
  left: (member_expression object: (identifier) @object property: (property_identifier) @entry)
  right: (_) @value)

; What a module is as a whole.
(export_statement "default" @local value: (_) @value)
(assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @local)
  right: [(_) @value (assignment_expression right: (_) @value)]
  (#eq? @_module "module")
  (#eq? @local "exports"))

(assignment_expression
  left: (member_expression object: (member_expression) @object property: (property_identifier) @entry)
  right: (_) @value
  (#eq? @object "module.exports"))

; Results that nothing declares.
(return_statement (_) @result @value)
(return_statement
  [
    (function_expression name: (identifier) @result @value)
    (generator_function name: (identifier) @result @value)
    (class name: (_) @result @value)
  ]) @holder
(arrow_function
  body: [
    (identifier)
    (this)
    (member_expression)
    (call_expression)
    (new_expression)
    (await_expression)
    (subscript_expression)
    (parenthesized_expression)
    (ternary_expression)
    (binary_expression)
  ] @result @value)
