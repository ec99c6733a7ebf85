(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (_) @name) @definition.type
(enum_declaration name: (_) @name body: (_) @body) @definition.enum
(enum_body name: [(property_identifier) (string)] @name @definition.enum_member)
(enum_assignment name: [(property_identifier) (string)] @name) @definition.enum_member
(internal_module name: (_) @name body: (_) @body) @definition.namespace
(module name: (_) @name body: (_) @body) @definition.namespace

(function_signature name: (identifier) @name) @declaration.function
(method_signature
  name: [(property_identifier) (private_property_identifier) (string)] @name) @declaration.method
(abstract_method_signature
  name: [(property_identifier) (private_property_identifier) (string)] @name) @declaration.method
(interface_body
  (property_signature
    name: [(property_identifier) (string)] @name
    type: (type_annotation) @type) @definition.field)
(interface_body
  (property_signature name: [(property_identifier) (string)] @name !type) @definition.field)
(type_alias_declaration
  value: (object_type
    (property_signature
      name: [(property_identifier) (string)] @name
      type: (type_annotation) @type) @definition.field))

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  type: (type_annotation) @type) @definition.field
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name) @definition.field
; A parameter of the constructor with a modifier is a field as well.
([
  (required_parameter
    [(accessibility_modifier) "readonly"]
    pattern: (identifier) @name
    type: (type_annotation) @type)
  (optional_parameter
    [(accessibility_modifier) "readonly"]
    pattern: (identifier) @name
    type: (type_annotation) @type)
] @definition.field)
([
  (required_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @name !type)
  (optional_parameter [(accessibility_modifier) "readonly"] pattern: (identifier) @name !type)
] @definition.field)

; Object literals with a type assertion.
(variable_declarator
  name: (identifier) @name
  value: [
    (as_expression
      (object
        [
          (method_definition)
          (pair value: [(arrow_function) (function_expression)])
        ]) @body)
    (satisfies_expression
      (object
        [
          (method_definition)
          (pair value: [(arrow_function) (function_expression)])
        ]) @body)
  ]) @definition.variable
; Functions bound to a name in a name space come before its other variables.
(internal_module
  body: (statement_block
    [
      (lexical_declaration
        (variable_declarator
          name: (identifier) @name
          value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function)
      (export_statement
        declaration: (lexical_declaration
          (variable_declarator
            name: (identifier) @name
            value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function))
    ]))
; Names bound at the level of a namespace or of an ambient declaration.
(internal_module
  body: (statement_block
    [
      (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)
      (export_statement
        declaration: (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable))
    ]))
(ambient_declaration
  [
    (lexical_declaration (variable_declarator name: (identifier) @name) @definition.variable)
    (variable_declaration (variable_declarator name: (identifier) @name) @definition.variable)
  ])
