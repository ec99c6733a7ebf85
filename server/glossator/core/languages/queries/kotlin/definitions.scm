(package_header (identifier) @name) @definition.namespace
(class_declaration "interface" (type_identifier) @name (class_body) @body) @definition.interface
(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name (enum_class_body) @body) @definition.enum
(class_declaration (type_identifier) @name (class_body) @body) @definition.class
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name (class_body) @body) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(type_alias (type_identifier) @name) @definition.type
(enum_entry (simple_identifier) @name (class_body) @body) @definition.enum_member
(enum_entry (simple_identifier) @name) @definition.enum_member

; An extension belongs to the type of its receiver. The members of a companion are members of the class.
; While a function is typed before another one, the word `fun` of that looks like such a type.
((function_declaration
  receiver: (receiver_type [(user_type) @owner (nullable_type (user_type) @owner)])
  (simple_identifier) @name
  (function_body) @body) @definition.function
  (#not-eq? @owner "fun"))
((function_declaration
  receiver: (receiver_type [(user_type) @owner (nullable_type (user_type) @owner)])
  (simple_identifier) @name) @declaration.function
  (#not-eq? @owner "fun"))
(object_literal
  (class_body (function_declaration (simple_identifier) @name (function_body) @body) @definition.method))
(enum_entry
  (class_body (function_declaration (simple_identifier) @name (function_body) @body) @definition.method))
(function_declaration (simple_identifier) @name (function_body) @body) @definition.function
(function_declaration (simple_identifier) @name) @declaration.function
(secondary_constructor "constructor" @name (statements) @body) @definition.constructor
(secondary_constructor "constructor" @name) @definition.constructor

(property_declaration
  receiver: (receiver_type [(user_type) @owner (nullable_type (user_type) @owner)])
  (variable_declaration (simple_identifier) @name)) @definition.property
(property_declaration
  (variable_declaration (simple_identifier) @name)
  [(anonymous_function (function_body) @body) (lambda_literal) @body]) @definition.function
(class_body
  (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property
  . [(getter) (setter)])
(class_body
  (property_declaration
    (variable_declaration (simple_identifier) @name)
    (property_delegate)) @definition.property)
(class_body
  (property_declaration
    (variable_declaration (simple_identifier) @name [(user_type) (nullable_type)] @type)) @definition.field)
(property_declaration
  (modifiers (property_modifier) @_const)
  (variable_declaration (simple_identifier) @name)
  (#eq? @_const "const")) @definition.constant
(class_body
  (property_declaration (variable_declaration (simple_identifier) @name)) @definition.field)
(enum_class_body
  (property_declaration (variable_declaration (simple_identifier) @name)) @definition.field)
(source_file
  (property_declaration (variable_declaration (simple_identifier) @name)) @definition.variable)
(class_parameter
  (binding_pattern_kind)
  (simple_identifier) @name
  [(user_type) (nullable_type)] @type) @definition.field
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @definition.field

(line_comment) @comment
(multiline_comment) @comment
