(function_declaration
  name: (identifier) @name
  body: (block)) @definition.function
; A function that is written in another language.
(function_declaration
  name: (identifier) @name
  !body) @declaration.function

; The receiver names the type that a method belongs to.
(method_declaration
  receiver: (parameter_list
    (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name) @definition.method

; In a group each type is a definition of its own; a lone one includes its keyword.
(type_declaration
  "("
  (type_spec
    name: (type_identifier) @name
    type: (struct_type (field_declaration_list) @body)) @definition.struct)
(type_declaration
  (type_spec
    name: (type_identifier) @name
    type: (struct_type (field_declaration_list) @body))) @definition.struct
(type_declaration
  "("
  (type_spec
    name: (type_identifier) @name
    type: (interface_type "{" @body)) @definition.interface)
(type_declaration
  (type_spec
    name: (type_identifier) @name
    type: (interface_type "{" @body))) @definition.interface
(type_declaration
  "("
  [
    (type_spec name: (type_identifier) @name)
    (type_alias name: (type_identifier) @name)
  ] @definition.type)
(type_declaration
  [
    (type_spec name: (type_identifier) @name)
    (type_alias name: (type_identifier) @name)
  ]) @definition.type

(type_spec
  type: (struct_type
    (field_declaration_list
      (field_declaration (field_identifier) @name type: (_) @type) @definition.field)))
(type_spec
  type: (interface_type
    (method_elem name: (field_identifier) @name) @declaration.method))

; A function literal bound to a name at package level is a function.
(source_file
  (var_declaration
    (var_spec
      name: (identifier) @name
      value: (expression_list . (func_literal body: (block) @body) .)) @definition.function))
(source_file
  (var_declaration
    (var_spec_list
      (var_spec
        name: (identifier) @name
        value: (expression_list . (func_literal body: (block) @body) .)) @definition.function)))

(source_file
  (const_declaration "(" (const_spec (identifier) @name) @definition.constant))
(source_file
  (const_declaration (const_spec (identifier) @name)) @definition.constant)
(source_file
  (var_declaration (var_spec (identifier) @name)) @definition.variable)
(source_file
  (var_declaration
    (var_spec_list (var_spec (identifier) @name) @definition.variable)))

(comment) @comment

; What is left of a function where the text around it is broken.
(func_literal (ERROR . (identifier) @name .)) @definition.function
