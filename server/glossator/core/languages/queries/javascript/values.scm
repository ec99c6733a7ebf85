(formal_parameters
  [
    (identifier) @local
    (assignment_pattern left: (identifier) @local right: (_) @value)
  ])
; A function that is given to another one is called with what that says.
[
  (call_expression
    function: (_) @callee
    arguments: (arguments
      [
        (arrow_function parameters: (formal_parameters (identifier) @local) @parameters)
        (function_expression parameters: (formal_parameters (identifier) @local) @parameters)
        (arrow_function parameter: (identifier) @local)
        (object
          [
            (method_definition
              name: (property_identifier) @key
              parameters: (formal_parameters (identifier) @local) @parameters)
            (pair
              key: (property_identifier) @key
              value: [
                (arrow_function parameters: (formal_parameters (identifier) @local) @parameters)
                (function_expression parameters: (formal_parameters (identifier) @local) @parameters)
                (arrow_function parameter: (identifier) @local)
              ])
          ])
      ]) @arguments)
  (new_expression
    constructor: (_) @made
    arguments: (arguments
      [
        (arrow_function parameters: (formal_parameters (identifier) @local) @parameters)
        (function_expression parameters: (formal_parameters (identifier) @local) @parameters)
        (arrow_function parameter: (identifier) @local)
        (object
          [
            (method_definition
              name: (property_identifier) @key
              parameters: (formal_parameters (identifier) @local) @parameters)
            (pair
              key: (property_identifier) @key
              value: [
                (arrow_function parameters: (formal_parameters (identifier) @local) @parameters)
                (function_expression parameters: (formal_parameters (identifier) @local) @parameters)
                (arrow_function parameter: (identifier) @local)
              ])
          ])
      ]) @arguments)
]

(field_definition property: [(property_identifier) (private_property_identifier)] @member value: (_) @value)
(field_definition
  property: [(property_identifier) (private_property_identifier)] @member
  value: [(arrow_function) (function_expression)] @function)
