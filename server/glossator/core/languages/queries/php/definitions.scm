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
  type: [(named_type) @type (optional_type (named_type) @type)]
  (property_element name: (variable_name (name) @name))) @definition.field
(property_declaration
  (property_element name: (variable_name (name) @name))) @definition.field
(property_promotion_parameter
  type: [(named_type) @type (optional_type (named_type) @type)]
  name: (variable_name (name) @name)) @definition.field
(property_promotion_parameter name: (variable_name (name) @name)) @definition.field

; Variables and the types that they declare or are made with.
(simple_parameter
  type: [(named_type) @type (optional_type (named_type) @type)]
  name: (variable_name) @local)
(property_promotion_parameter
  type: [(named_type) @type (optional_type (named_type) @type)]
  name: (variable_name) @local)
(assignment_expression
  left: (variable_name) @local
  right: (object_creation_expression . [(name) (qualified_name)] @type))
(catch_clause
  type: (type_list . (named_type) @type .)
  name: (variable_name) @local)

(comment) @comment
