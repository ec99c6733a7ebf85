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

; A function that is given to another one is called with what that says.
[
  (call_expression
    function: (_) @callee
    arguments: (arguments
      [
        (arrow_function parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
        (function_expression parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
        (arrow_function parameter: (identifier) @local)
        (object
          [
            (method_definition
              name: (property_identifier) @key
              parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
            (pair
              key: (property_identifier) @key
              value: [
                (arrow_function parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
                (function_expression parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
                (arrow_function parameter: (identifier) @local)
              ])
          ])
      ]) @arguments)
  (new_expression
    constructor: (_) @made
    arguments: (arguments
      [
        (arrow_function parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
        (function_expression parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
        (arrow_function parameter: (identifier) @local)
        (object
          [
            (method_definition
              name: (property_identifier) @key
              parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
            (pair
              key: (property_identifier) @key
              value: [
                (arrow_function parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
                (function_expression parameters: (formal_parameters (required_parameter pattern: (identifier) @local !type)) @parameters)
                (arrow_function parameter: (identifier) @local)
              ])
          ])
      ]) @arguments)
]

; What functions say of those that they are given, and types of functions of themselves.
(formal_parameters
  [
    (required_parameter
      pattern: (identifier) @callback
      type: (type_annotation
        [
          (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters)
          (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters))
          (union_type (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters)))
          (union_type (union_type (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters))))
        ]))
    (optional_parameter
      pattern: (identifier) @callback
      type: (type_annotation
        [
          (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters)
          (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters))
          (union_type (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters)))
          (union_type (union_type (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters))))
        ]))
  ]) @signature
((formal_parameters
  [
    (required_parameter pattern: (identifier) @callback type: (type_annotation) @type)
    (optional_parameter pattern: (identifier) @callback type: (type_annotation) @type)
  ]) @signature
  (#match? @type "(Handler|Callback|Callable|Fn|Func|Function|Listener|Observer|Subscriber|Predicate|Selector|Reducer|Middleware|Visitor|Comparator|Mapper|Executor|Factory|Hook|Hooks|Plugin|Action|Effect|Resolver|Options|Config|Props|Initializer|Transform|Transformer|Consumer|Projection|Iteratee)([<>|&; ]|$)"))
([
  (property_signature
    name: (property_identifier) @callback
    type: (type_annotation
      [
          (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters)
          (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters))
          (union_type (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters)))
          (union_type (union_type (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters))))
        ]))
  (public_field_definition
    name: (property_identifier) @callback
    type: (type_annotation
      [
          (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters)
          (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters))
          (union_type (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters)))
          (union_type (union_type (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters))))
        ]))
])
(type_alias_declaration
  name: (type_identifier) @contract
  value: [
    (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters)
    (parenthesized_type (function_type
            parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters))
  ])
(interface_body
  (call_signature
    parameters: (formal_parameters (_ pattern: (identifier) type: (type_annotation) @type)) @parameters) @contract)

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

(extends_clause value: (identifier) type_arguments: (type_arguments)) @supertype
(implements_clause (generic_type) @supertype)
(extends_type_clause type: (generic_type) @supertype)
