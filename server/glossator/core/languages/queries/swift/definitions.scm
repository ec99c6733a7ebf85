(class_declaration declaration_kind: "class" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "actor" name: (type_identifier) @name) @definition.class
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(protocol_declaration name: (type_identifier) @name) @definition.interface
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @declaration.type
(enum_entry name: (simple_identifier) @name) @definition.enum_member
(macro_declaration (simple_identifier) @name) @definition.macro

; The members of an extension belong to the type that it extends.
(class_declaration
  declaration_kind: "extension"
  name: (user_type) @owner) @scope

(function_declaration name: (simple_identifier) @name body: (_)) @definition.function
(function_declaration
  name: ["+" "-" "*" "/" "%" "==" "!=" "<" ">" "<=" ">=" "&" "|" "^" "~" "<<" ">>" "+=" "-=" "*=" "/=" (custom_operator)] @name
  body: (_)) @definition.function
(protocol_function_declaration name: (simple_identifier) @name body: (_)) @definition.method
(protocol_function_declaration name: (simple_identifier) @name) @declaration.method
(init_declaration name: "init" @name body: (_)) @definition.constructor
(init_declaration name: "init" @name) @declaration.constructor
(deinit_declaration "deinit" @name body: (_)) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.property

(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  computed_value: (_) @body) @definition.property
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    value: (lambda_literal) @body) @definition.method)
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)
  value: (lambda_literal) @body) @definition.function
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    (willset_didset_block) @body) @definition.property)
(class_body
  (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(enum_class_body
  (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @declaration.property
(source_file
  (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)

(comment) @comment
(multiline_comment) @comment
