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
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    (type_annotation [(user_type) @type (optional_type (user_type) @type)])) @definition.field)
(class_body
  (property_declaration
    name: (pattern bound_identifier: (simple_identifier) @name)
    value: (call_expression . (simple_identifier) @type (call_suffix (value_arguments)))) @definition.field
  (#match? @type "^[A-Z]"))
(class_body
  (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(enum_class_body
  (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.field)
(protocol_property_declaration
  name: (pattern bound_identifier: (simple_identifier) @name)) @declaration.property
(source_file
  (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.variable)

; A variable can hold a closure and be called, so that it hides a function of the same name.
(parameter name: (simple_identifier) @local)
(parameter
  name: (simple_identifier) @local
  [(user_type) @type (optional_type (user_type) @type)])
(property_declaration
  name: (pattern bound_identifier: (simple_identifier) @local)
  (type_annotation [(user_type) @type (optional_type (user_type) @type)]))
((property_declaration
  name: (pattern bound_identifier: (simple_identifier) @local)
  value: (call_expression . (simple_identifier) @type (call_suffix (value_arguments))))
  (#match? @type "^[A-Z]"))
(lambda_parameter name: (simple_identifier) @local)
(pattern bound_identifier: (simple_identifier) @local)
; The parts of a tuple.
(property_declaration name: (pattern (pattern . (simple_identifier) @local .)))
(for_statement item: (pattern (pattern . (simple_identifier) @local .)))
(property_declaration name: (pattern (pattern (pattern . (simple_identifier) @local .))))
(for_statement item: (pattern (pattern (pattern . (simple_identifier) @local .))))
; What `case let` takes out of a value.
(pattern (value_binding_pattern) (pattern . (simple_identifier) @local .))
(if_statement (value_binding_pattern) (pattern . (simple_identifier) @local .))
(guard_statement (value_binding_pattern) (pattern . (simple_identifier) @local .))
(while_statement (value_binding_pattern) (pattern . (simple_identifier) @local .))
(if_statement bound_identifier: (simple_identifier) @local)
(guard_statement bound_identifier: (simple_identifier) @local)
(while_statement bound_identifier: (simple_identifier) @local)
(type_parameter . (type_identifier) @local)

(comment) @comment
(multiline_comment) @comment
