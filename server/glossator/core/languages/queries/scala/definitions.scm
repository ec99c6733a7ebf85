(package_clause name: (package_identifier) @name) @definition.namespace
(class_definition name: (identifier) @name) @definition.class
(object_definition name: (identifier) @name) @definition.class
(package_object name: (identifier) @name) @definition.module
(trait_definition name: (identifier) @name) @definition.trait
(enum_definition name: (identifier) @name) @definition.enum
(simple_enum_case name: (identifier) @name) @definition.enum_member
(full_enum_case name: (identifier) @name) @definition.enum_member
(type_definition name: (type_identifier) @name) @definition.type

; An extension belongs to the type that it extends.
(extension_definition
  parameters: (parameters
    . (parameter
      type: [(type_identifier) @owner (generic_type type: (type_identifier) @owner)]))) @scope

(function_definition name: [(identifier) (operator_identifier)] @name) @definition.function
(function_declaration name: [(identifier) (operator_identifier)] @name) @declaration.function
(val_definition
  pattern: (identifier) @name
  value: (lambda_expression) @body) @definition.function
(given_definition name: (identifier) @name) @definition.variable

(template_body
  (val_definition
    pattern: (identifier) @name
    type: [(type_identifier) (generic_type) (stable_type_identifier)] @type) @definition.field)
(template_body
  (val_definition
    pattern: (identifier) @name
    value: (instance_expression . [(type_identifier) (generic_type) (stable_type_identifier)] @type))
  @definition.field)
(template_body (val_definition pattern: (identifier) @name) @definition.field)
(template_body (var_definition pattern: (identifier) @name) @definition.field)
(template_body (val_definition pattern: (identifiers (identifier) @name)) @definition.field)
(template_body (var_definition pattern: (identifiers (identifier) @name)) @definition.field)
(template_body (val_definition pattern: (tuple_pattern (identifier) @name)) @definition.field)
(template_body (val_declaration name: (identifier) @name) @definition.field)
(template_body (var_declaration name: (identifier) @name) @definition.field)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.variable)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.variable)
(class_parameter
  ["val" "var"]
  name: (identifier) @name
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @type) @definition.field
(class_parameter ["val" "var"] name: (identifier) @name) @definition.field
(class_definition
  "case"
  class_parameters: (class_parameters
    (class_parameter
      name: (identifier) @name
      type: [(type_identifier) (generic_type) (stable_type_identifier)] @type) @definition.field))
(class_definition
  "case"
  class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.field))

; A variable can hold a function and be called, so that it hides a method of the same name.
(parameter name: (identifier) @local)
(parameter
  name: (identifier) @local
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @type)
(class_parameter name: (identifier) @local)
(class_parameter
  name: (identifier) @local
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @type)
(binding
  name: (identifier) @local
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @type)
(val_definition
  pattern: (identifier) @local
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @type)
(val_definition
  pattern: (identifier) @local
  value: (instance_expression . [(type_identifier) (generic_type) (stable_type_identifier)] @type))
(typed_pattern
  pattern: (identifier) @local
  type: [(type_identifier) (generic_type) (stable_type_identifier)] @type)
(lambda_expression parameters: (identifier) @local)
(binding name: (identifier) @local)
(enumerator . (identifier) @local)
(val_definition pattern: (identifier) @local)
(var_definition pattern: (identifier) @local)
(tuple_pattern (identifier) @local)
(typed_pattern pattern: (identifier) @local)
(capture_pattern name: (identifier) @local)
(case_class_pattern pattern: (identifier) @local)
(case_clause pattern: (identifier) @local)
(type_parameters name: (identifier) @local)

(comment) @comment
(block_comment) @comment
