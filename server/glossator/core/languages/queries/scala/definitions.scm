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
      type: [
        (type_identifier) @owner
        (generic_type type: (type_identifier) @owner)
        (stable_type_identifier (type_identifier) @owner .)
      ]))) @scope
; So does an implicit class.
((class_definition
  (modifiers) @_implicit
  class_parameters: (class_parameters
    . (class_parameter type: [(type_identifier) @owner (generic_type type: (type_identifier) @owner)]) .)
  body: (template_body) @scope)
  (#match? @_implicit "\\bimplicit\\b"))

(function_definition name: [(identifier) (operator_identifier)] @name) @definition.function
(function_declaration name: [(identifier) (operator_identifier)] @name) @declaration.function
(val_definition
  pattern: (identifier) @name
  value: (lambda_expression) @body) @definition.function
(given_definition name: (identifier) @name) @definition.variable

(template_body
  [
    (val_definition pattern: (identifier) @name type: (_) @type)
    (var_definition pattern: (identifier) @name type: (_) @type)
    (val_declaration name: (identifier) @name type: (_) @type)
    (var_declaration name: (identifier) @name type: (_) @type)
  ] @definition.field)
(template_body
  [
    (val_definition pattern: (identifier) @name)
    (var_definition pattern: (identifier) @name)
    (val_declaration name: (identifier) @name)
    (var_declaration name: (identifier) @name)
  ] @definition.field)
(template_body (val_definition pattern: (identifiers (identifier) @name)) @definition.field)
(template_body (var_definition pattern: (identifiers (identifier) @name)) @definition.field)
(template_body (val_definition pattern: (tuple_pattern (identifier) @name)) @definition.field)
(compilation_unit (val_definition pattern: (identifier) @name) @definition.variable)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.variable)
(class_parameter ["val" "var"] name: (identifier) @name type: (_) @type) @definition.field
(class_parameter ["val" "var"] name: (identifier) @name) @definition.field
(class_definition
  "case"
  class_parameters: (class_parameters
    (class_parameter name: (identifier) @name type: (_) @type) @definition.field))
(class_definition
  "case"
  class_parameters: (class_parameters (class_parameter name: (identifier) @name) @definition.field))

(comment) @comment
(block_comment) @comment
