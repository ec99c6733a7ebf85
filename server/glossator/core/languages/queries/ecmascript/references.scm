(call_expression function: [(identifier) (super)] @reference.call)
(call_expression
  function: (member_expression
    object: (_) @receiver
    property: [(property_identifier) (private_property_identifier)] @reference.call))
(call_expression function: (parenthesized_expression (identifier) @reference.call))
(call_expression function: (await_expression (identifier) @reference.call))
(new_expression constructor: (identifier) @reference.call)
(new_expression
  constructor: (member_expression
    object: (_) @receiver
    property: (property_identifier) @reference.call))

; `f.call(this, …)`, `f.apply(…)` and `f.bind(…)` are about `f`.
(call_expression
  function: (member_expression
    object: (identifier) @reference.call
    property: (property_identifier) @_method)
  (#any-of? @_method "call" "apply"))
(call_expression
  function: (member_expression
    object: (member_expression
      object: (_) @receiver
      property: (property_identifier) @reference.call)
    property: (property_identifier) @_method)
  (#any-of? @_method "call" "apply"))
(call_expression
  function: (member_expression
    object: (identifier) @reference.argument
    property: (property_identifier) @_method)
  (#eq? @_method "bind"))
(call_expression
  function: (member_expression
    object: (member_expression
      object: (_) @receiver
      property: (property_identifier) @reference.argument)
    property: (property_identifier) @_method)
  (#eq? @_method "bind"))

(decorator (identifier) @reference.decorator)
(decorator
  (member_expression object: (_) @receiver property: (property_identifier) @reference.decorator))

; A function passed on as a value.
(arguments (identifier) @reference.argument)
(arguments
  (member_expression object: (_) @receiver property: (property_identifier) @reference.argument))
(arguments (spread_element (identifier) @reference.argument))
(pair value: (identifier) @reference.read)
(pair value: (member_expression object: (_) @receiver property: (property_identifier) @reference.read))
(shorthand_property_identifier) @reference.read
(array (identifier) @reference.read)
(array (member_expression object: (_) @receiver property: (property_identifier) @reference.read))
(variable_declarator value: (identifier) @reference.read)
(variable_declarator
  value: (member_expression object: (_) @receiver property: (property_identifier) @reference.read))
(assignment_expression right: (identifier) @reference.read)
(assignment_expression
  right: (member_expression object: (_) @receiver property: (property_identifier) @reference.read))
(assignment_pattern right: (identifier) @reference.read)
(return_statement (identifier) @reference.read)
(return_statement
  (member_expression object: (_) @receiver property: (property_identifier) @reference.read))
(arrow_function body: (identifier) @reference.read)
(ternary_expression consequence: (identifier) @reference.read)
(ternary_expression alternative: (identifier) @reference.read)
(binary_expression operator: ["||" "&&" "??"] right: (identifier) @reference.read)
(binary_expression left: (identifier) @reference.read operator: ["||" "&&" "??"])
(augmented_assignment_expression right: (identifier) @reference.read)
(yield_expression (identifier) @reference.read)
(binary_expression operator: "instanceof" right: (identifier) @reference.type)
(export_statement value: (identifier) @reference.read)
