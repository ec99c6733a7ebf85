(namespace_declaration name: (_) @name body: (_) @body) @definition.namespace
(file_scoped_namespace_declaration name: (_) @name) @definition.namespace
(class_declaration name: (identifier) @name) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(interface_declaration name: (identifier) @name) @definition.interface
(enum_declaration name: (identifier) @name) @definition.enum
(enum_member_declaration name: (identifier) @name) @definition.enum_member
(delegate_declaration name: (identifier) @name) @definition.type

(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(method_declaration name: (identifier) @name) @declaration.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.constructor
(constructor_declaration name: (identifier) @name) @declaration.constructor
(destructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(operator_declaration operator: _ @name body: (_) @body) @definition.method
(conversion_operator_declaration type: (_) @name body: (_) @body) @definition.method
(local_function_statement name: (identifier) @name body: (_) @body) @definition.function

(property_declaration
  type: [[(identifier) (generic_name) (qualified_name)] @type (nullable_type type: [(identifier) (generic_name) (qualified_name)] @type)]
  name: (identifier) @name
  value: (arrow_expression_clause) @body) @definition.property
(property_declaration
  type: [[(identifier) (generic_name) (qualified_name)] @type (nullable_type type: [(identifier) (generic_name) (qualified_name)] @type)]
  name: (identifier) @name
  accessors: (_) @body) @definition.property
(property_declaration name: (identifier) @name value: (arrow_expression_clause) @body) @definition.property
(property_declaration name: (identifier) @name accessors: (_) @body) @definition.property
(indexer_declaration "this" @name value: (arrow_expression_clause) @body) @definition.property
(indexer_declaration "this" @name accessors: (_) @body) @definition.property
(event_declaration name: (identifier) @name accessors: (_) @body) @definition.property
(event_field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration
  (modifier) @_const
  (variable_declaration (variable_declarator name: (identifier) @name))
  (#eq? @_const "const")) @definition.constant
(field_declaration
  (variable_declaration
    type: [[(identifier) (generic_name) (qualified_name)] @type (nullable_type type: [(identifier) (generic_name) (qualified_name)] @type)]
    (variable_declarator name: (identifier) @name))) @definition.field
(field_declaration
  (variable_declaration (variable_declarator name: (identifier) @name))) @definition.field
(record_declaration (parameter_list (parameter name: (identifier) @name) @definition.field))

; A variable can hold a delegate and be called, so that it hides a method of the same name.
(parameter name: (identifier) @local)
(parameter
  type: [[(identifier) (generic_name) (qualified_name)] @type (nullable_type type: [(identifier) (generic_name) (qualified_name)] @type)]
  name: (identifier) @local)
(variable_declaration
  type: [[(identifier) (generic_name) (qualified_name)] @type (nullable_type type: [(identifier) (generic_name) (qualified_name)] @type)]
  (variable_declarator name: (identifier) @local))
(variable_declaration
  type: (implicit_type)
  (variable_declarator
    name: (identifier) @local
    (object_creation_expression type: [(identifier) (generic_name) (qualified_name)] @type)))
(variable_declaration
  type: (implicit_type)
  (variable_declarator
    name: (identifier) @local
    (as_expression right: [(identifier) (generic_name) (qualified_name)] @type)))
(variable_declaration
  type: (implicit_type)
  (variable_declarator
    name: (identifier) @local
    (cast_expression type: [(identifier) (generic_name) (qualified_name)] @type)))
(foreach_statement
  type: [(identifier) (generic_name) (qualified_name)] @type
  left: (identifier) @local)
(catch_declaration
  type: [(identifier) (generic_name) (qualified_name)] @type
  name: (identifier) @local)
(declaration_pattern
  type: [(identifier) (generic_name) (qualified_name)] @type
  name: (identifier) @local)
(parameter_list name: (identifier) @local)
(implicit_parameter) @local
(local_declaration_statement
  (variable_declaration (variable_declarator name: (identifier) @local)))
(using_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(for_statement initializer: (variable_declaration (variable_declarator name: (identifier) @local)))
(fixed_statement (variable_declaration (variable_declarator name: (identifier) @local)))
(tuple_pattern name: (identifier) @local)
(foreach_statement left: (identifier) @local)
(catch_declaration name: (identifier) @local)
(declaration_pattern name: (identifier) @local)
(declaration_expression name: (identifier) @local)
(from_clause name: (identifier) @local)
(type_parameter name: (identifier) @local)

(comment) @comment
