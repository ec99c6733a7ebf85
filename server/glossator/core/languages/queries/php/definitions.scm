(namespace_definition name: (_) @name) @definition.namespace
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.trait
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.enum_member

(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name body: (_)) @definition.method
(method_declaration name: (name) @name) @declaration.method

(const_declaration (const_element . (name) @name)) @definition.constant
(function_call_expression
  function: (name) @_define
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @_define "define")) @definition.constant
(property_declaration
  type: (_) @type
  (property_element name: (variable_name (name) @name))) @definition.field
(property_declaration
  (property_element name: (variable_name (name) @name))) @definition.field
(property_promotion_parameter
  type: (_) @type
  name: (variable_name (name) @name)) @definition.field
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field

(comment) @comment
