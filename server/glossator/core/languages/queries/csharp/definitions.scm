(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enum_member
(delegate_declaration name: (identifier) @name) @definition.type

; An extension belongs to the type of its first parameter.
((method_declaration
  name: (identifier) @name
  parameters: (parameter_list
    . (parameter
      . (modifier) @_this
      type: [
        (identifier) @owner
        (predefined_type) @owner
        (array_type) @owner
        (generic_name . (identifier) @owner)
        (qualified_name name: [(identifier) @owner (generic_name . (identifier) @owner)])
        (nullable_type type: [(identifier) @owner (predefined_type) @owner])
      ]))
  body: (_) @body) @definition.method
  (#eq? @_this "this"))
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(method_declaration name: (identifier) @name) @declaration.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(constructor_declaration name: (identifier) @name) @declaration.constructor
(destructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(operator_declaration operator: _ @name body: (_) @body) @definition.method
(conversion_operator_declaration type: (_) @name body: (_) @body) @definition.method
(local_function_statement name: (identifier) @name body: (_) @body) @definition.function

(property_declaration type: (_) @type name: (identifier) @name value: (arrow_expression_clause) @body) @definition.property
(property_declaration type: (_) @type name: (identifier) @name accessors: (_) @body) @definition.property
(indexer_declaration "this" @name value: (arrow_expression_clause) @body) @definition.property
(indexer_declaration "this" @name accessors: (_) @body) @definition.property
(event_declaration type: (_) @type name: (identifier) @name accessors: (_) @body) @definition.property
(event_field_declaration
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration
  (modifier) @_const
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))
  (#eq? @_const "const")) @definition.constant
(field_declaration
  (variable_declaration type: (_) @type (variable_declarator name: (identifier) @name))) @definition.field
(record_declaration
  (parameter_list (parameter type: (_) @type name: (identifier) @name) @definition.field))

(comment) @comment
