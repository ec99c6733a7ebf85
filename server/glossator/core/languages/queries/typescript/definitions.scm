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
    name: (property_identifier) @name
    type: (type_annotation [(type_identifier) @type (generic_type) @type (nested_type_identifier) @type])) @definition.field)
(interface_body
  (property_signature name: [(property_identifier) (string)] @name) @definition.field)
(type_alias_declaration
  value: (object_type
    (property_signature name: [(property_identifier) (string)] @name) @definition.field))

(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  type: (type_annotation [(type_identifier) @type (generic_type) @type (nested_type_identifier) @type])) @definition.field
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: (new_expression constructor: [(identifier) (member_expression)] @type)) @definition.field
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name) @definition.field
; A parameter of the constructor with a modifier is a field as well.
(required_parameter
  (accessibility_modifier)
  pattern: (identifier) @name
  type: (type_annotation [(type_identifier) @type (generic_type) @type (nested_type_identifier) @type])) @definition.field
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field
(optional_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.field

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

(required_parameter pattern: (identifier) @local)
(required_parameter
  pattern: (identifier) @local
  type: (type_annotation [(type_identifier) @type (generic_type) @type (nested_type_identifier) @type]))
(optional_parameter pattern: (identifier) @local)
(optional_parameter
  pattern: (identifier) @local
  type: (type_annotation [(type_identifier) @type (generic_type) @type (nested_type_identifier) @type]))
(variable_declarator
  name: (identifier) @local
  type: (type_annotation [(type_identifier) @type (generic_type) @type (nested_type_identifier) @type]))
(variable_declarator
  name: (identifier) @local
  value: (as_expression (_) [(type_identifier) @type (generic_type) @type (nested_type_identifier) @type]))
(type_parameter name: (type_identifier) @local)
(type_parameter
  name: (type_identifier) @local
  constraint: (constraint [(type_identifier) @type (generic_type) @type (nested_type_identifier) @type]))
