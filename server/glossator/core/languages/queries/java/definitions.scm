(package_declaration (_) @name) @definition.namespace
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(interface_declaration name: (identifier) @name) @definition.interface
(annotation_type_declaration name: (identifier) @name) @definition.interface

(method_declaration name: (identifier) @name body: (_)) @definition.method
(method_declaration name: (identifier) @name) @declaration.method
(annotation_type_element_declaration name: (identifier) @name) @declaration.method
(constructor_declaration name: (identifier) @name) @definition.constructor
(compact_constructor_declaration name: (identifier) @name) @definition.constructor

(enum_constant name: (identifier) @name) @definition.enum_member
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(field_declaration
  (modifiers "static" "final")
  type: [(type_identifier) (generic_type) (scoped_type_identifier)] @type
  declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(field_declaration
  (modifiers "static" "final")
  declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(field_declaration
  type: [(type_identifier) (generic_type) (scoped_type_identifier)] @type
  declarator: (variable_declarator name: (identifier) @name)) @definition.field
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.field
(record_declaration
  parameters: (formal_parameters
    (formal_parameter
      type: [(type_identifier) (generic_type) (scoped_type_identifier)] @type
      name: (identifier) @name) @definition.field))
(record_declaration
  parameters: (formal_parameters
    (formal_parameter name: (identifier) @name) @definition.field))

; Variables and the types that they declare.
(formal_parameter name: (identifier) @local)
(formal_parameter
  type: [(type_identifier) (generic_type) (scoped_type_identifier)] @type
  name: (identifier) @local)
(spread_parameter (variable_declarator name: (identifier) @local))
(local_variable_declaration declarator: (variable_declarator name: (identifier) @local))
((local_variable_declaration
  type: [(type_identifier) (generic_type) (scoped_type_identifier)] @type
  declarator: (variable_declarator name: (identifier) @local))
  (#not-eq? @type "var"))
(local_variable_declaration
  declarator: (variable_declarator
    name: (identifier) @local
    value: (object_creation_expression type: [(type_identifier) (generic_type) (scoped_type_identifier)] @type)))
(enhanced_for_statement name: (identifier) @local)
((enhanced_for_statement
  type: [(type_identifier) (generic_type) (scoped_type_identifier)] @type
  name: (identifier) @local)
  (#not-eq? @type "var"))
(resource name: (identifier) @local)
((resource
  type: [(type_identifier) (generic_type) (scoped_type_identifier)] @type
  name: (identifier) @local)
  (#not-eq? @type "var"))
(catch_formal_parameter name: (identifier) @local)
(catch_formal_parameter (catch_type . (type_identifier) @type .) name: (identifier) @local)
(instanceof_expression
  right: [(type_identifier) (generic_type) (scoped_type_identifier)] @type
  name: (identifier) @local)
(lambda_expression parameters: (identifier) @local)
(inferred_parameters (identifier) @local)
(type_parameter (type_identifier) @local)
(type_parameter
  (type_identifier) @local
  (type_bound . [(type_identifier) (generic_type)] @type))

(line_comment) @comment
(block_comment) @comment
