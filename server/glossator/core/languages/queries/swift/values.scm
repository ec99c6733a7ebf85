[
  (function_declaration)
  (init_declaration)
  (subscript_declaration)
  (computed_property)
  (lambda_literal)
  (statements)
  (if_statement)
  (for_statement)
  (while_statement)
  (switch_entry)
  (catch_block)
] @region

; A variable can hold a closure and be called, so that it hides a function of the same name.
(parameter
  name: (simple_identifier) @local
  [
    (user_type)
    (optional_type)
    (array_type)
    (dictionary_type)
    (tuple_type)
    (function_type)
    (opaque_type)
    (existential_type)
    (protocol_composition_type)
  ] @type)
(parameter name: (simple_identifier) @local)
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @local)
  (type_annotation (_) @type))
((property_declaration
  name: (pattern bound_identifier: (simple_identifier) @local)
  value: [
    (call_expression . (array_literal) @type)
    (call_expression . (dictionary_literal) @type)
    (if_statement (statements (_) @value .))
    (switch_statement (switch_entry (statements (_) @value .)))
    (call_expression) @value
    (navigation_expression) @value
    (simple_identifier) @value
    (self_expression) @value
    (as_expression) @value
    (try_expression) @value
    (await_expression) @value
    (postfix_expression) @value
    (nil_coalescing_expression) @value
    (ternary_expression if_true: (_) @value)
    (ternary_expression if_false: (_) @value)
    (tuple_expression) @value
    (array_literal) @value
    (dictionary_literal) @value
    (line_string_literal) @value
    (integer_literal) @value
    (real_literal) @value
    (boolean_literal) @value
    (constructor_expression) @value
  ])
  (#not-match? @value "^(try[?!]?\\s+|await\\s+)*#"))
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @local)
  (type_annotation (_) @type))
(lambda_parameter name: (simple_identifier) @local [(user_type) (optional_type) (array_type)] @type)
(lambda_parameter name: (simple_identifier) @local)
([
  (call_expression
    (navigation_expression target: (_) @element)
    (call_suffix
      (lambda_literal
        type: (lambda_function_type
          (lambda_function_type_parameters . (lambda_parameter name: (simple_identifier) @local) .)))))
  (call_expression
    (navigation_expression target: (_) @element)
    (call_suffix
      (value_arguments
        (value_argument
          value: (lambda_literal
            type: (lambda_function_type
              (lambda_function_type_parameters . (lambda_parameter name: (simple_identifier) @local) .)))))))
])
; The first parameter of a closure without names.
([
  (call_expression
    (navigation_expression target: (_) @element suffix: (navigation_suffix suffix: (simple_identifier) @_each))
    (call_suffix (lambda_literal . "{" @local . (statements))))
  (call_expression
    (navigation_expression target: (_) @element suffix: (navigation_suffix suffix: (simple_identifier) @_each))
    (call_suffix
      (value_arguments (value_argument value: (lambda_literal . "{" @local . (statements))))))
]
  (#any-of? @_each
    "forEach" "map" "flatMap" "compactMap" "filter" "first" "last" "contains" "allSatisfy" "sorted" "sort" "min" "max"
    "firstIndex" "lastIndex" "removeAll" "drop" "prefix" "partition" "count" "lazy" "mapValues" "compactMapValues"))
(lambda_literal . "{" @local . (statements))
; Of two parameters both are elements, or the second is.
((call_expression
  (navigation_expression target: (_) @element suffix: (navigation_suffix suffix: (simple_identifier) @_each))
  (call_suffix
    (lambda_literal
      type: (lambda_function_type
        (lambda_function_type_parameters . (lambda_parameter name: (simple_identifier) @local) . (_) .)))))
  (#any-of? @_each "sorted" "sort" "min" "max"))
((call_expression
  (navigation_expression target: (_) @element suffix: (navigation_suffix suffix: (simple_identifier) @_each))
  (call_suffix
    (lambda_literal
      type: (lambda_function_type
        (lambda_function_type_parameters . (_) . (lambda_parameter name: (simple_identifier) @local) .)))))
  (#any-of? @_each "sorted" "sort" "min" "max" "reduce"))
((call_expression
  (navigation_expression target: (_) @second suffix: (navigation_suffix suffix: (simple_identifier) @_each))
  (call_suffix
    (lambda_literal
      type: (lambda_function_type
        (lambda_function_type_parameters . (_) . (lambda_parameter name: (simple_identifier) @local) .)))))
  (#any-of? @_each "forEach" "map" "filter" "flatMap" "compactMap" "contains"))
(pattern bound_identifier: (simple_identifier) @local)
(for_statement
  item: (pattern bound_identifier: (simple_identifier) @local)
  collection: (_) @element)

; The parts of a tuple.
(property_declaration
  name: (pattern . (pattern . (simple_identifier) @local .))
  value: (_) @first)
(property_declaration
  name: (pattern . (_) . (pattern . (simple_identifier) @local .))
  value: (_) @second)
(property_declaration name: (pattern (pattern . (simple_identifier) @local .)))
(for_statement
  item: (pattern . (pattern . (simple_identifier) @local .))
  collection: (_) @first)
(for_statement
  item: (pattern . (_) . (pattern . (simple_identifier) @local .))
  collection: (_) @second)
(for_statement item: (pattern (pattern . (simple_identifier) @local .)))
(property_declaration name: (pattern (pattern (pattern . (simple_identifier) @local .))))
(for_statement item: (pattern (pattern (pattern . (simple_identifier) @local .))))

; What conditions take out of optional values and of cases.
([
  (if_statement bound_identifier: (simple_identifier) @local . "=" . (_) @value)
  (guard_statement bound_identifier: (simple_identifier) @local . "=" . (_) @value)
  (while_statement bound_identifier: (simple_identifier) @local . "=" . (_) @value)
]
  (#not-match? @value "^(try[?!]?\\s+|await\\s+)*#"))
([
  (if_statement bound_identifier: (simple_identifier) @local @value . ["{" ","])
  (guard_statement bound_identifier: (simple_identifier) @local @value . [(else) ","])
])
([
  (if_statement bound_identifier: (simple_identifier) @local)
  (guard_statement bound_identifier: (simple_identifier) @local)
  (while_statement bound_identifier: (simple_identifier) @local)
])
(pattern (value_binding_pattern) (pattern bound_identifier: (simple_identifier) @local) "as" (_) @type)
(pattern (pattern (value_binding_pattern) bound_identifier: (simple_identifier) @local) "as" (_) @type)
(pattern (value_binding_pattern) (pattern . (simple_identifier) @local .))
(if_statement (value_binding_pattern) (pattern . (simple_identifier) @local .))
(guard_statement (value_binding_pattern) (pattern . (simple_identifier) @local .))
(while_statement (value_binding_pattern) (pattern . (simple_identifier) @local .))

; Type parameters.
(type_parameter . (type_identifier) @parameter .)
(type_parameter . (type_identifier) @parameter (_) @bound)
(inheritance_constraint
  constrained_type: (identifier . (simple_identifier) @parameter .)
  (user_type) @bound)

; Results.
([
  (function_declaration "->" . (_) @result)
  (protocol_function_declaration "->" . (_) @result)
  (subscript_declaration "->" . (_) @result)
])

(typealias_declaration "=" . (_) @alias)
(enum_entry
  name: (simple_identifier) @of
  .
  data_contents: (enum_type_parameters (user_type) @part))
(class_declaration
  declaration_kind: "extension"
  name: (user_type) @implementer
  (inheritance_specifier inherits_from: (_) @type))

(inheritance_specifier inherits_from: (user_type (type_arguments)) @supertype)
