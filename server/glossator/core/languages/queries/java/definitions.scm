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
(constant_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(field_declaration
  (modifiers "static" "final")
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(field_declaration
  type: (_) @type
  declarator: (variable_declarator name: (identifier) @name)) @definition.field
(record_declaration
  parameters: (formal_parameters
    (formal_parameter type: (_) @type name: (identifier) @name) @definition.field))

(line_comment) @comment
(block_comment) @comment
