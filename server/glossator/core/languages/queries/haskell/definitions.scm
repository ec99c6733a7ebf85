; A function is its type signature and all of its equations. A value is a function without arguments.
(declarations
  [
    (signature name: (variable) @name)
    (signature name: (prefix_id (operator) @name))
    (signature names: (binding_list name: (variable) @name))
  ] @declaration.function)
(declarations
  [
    (function name: (variable) @name match: (_) @body)
    (function name: (prefix_id (operator) @name) match: (_) @body)
    (bind name: (variable) @name match: (_) @body)
    (function (infix operator: (operator) @name) match: (_) @body)
    (function (infix operator: (infix_id (variable) @name)) match: (_) @body)
    (function (function_head_parens (infix operator: (operator) @name)) match: (_) @body)
  ] @definition.function)
(local_binds
  [
    (function name: (variable) @name match: (_) @body)
    (function (infix operator: (operator) @name) match: (_) @body)
  ] @definition.function)

(class_declarations
  [
    (signature name: (variable) @name)
    (signature name: (prefix_id (operator) @name))
    (signature names: (binding_list name: (variable) @name))
  ] @declaration.method)
(class_declarations
  [
    (function name: (variable) @name match: (_) @body)
    (bind name: (variable) @name match: (_) @body)
    (function (infix operator: (operator) @name) match: (_) @body)
  ] @definition.method)
(instance_declarations
  [
    (function name: (variable) @name match: (_) @body)
    (function name: (prefix_id (operator) @name) match: (_) @body)
    (bind name: (variable) @name match: (_) @body)
    (function (infix operator: (operator) @name) match: (_) @body)
    (function (infix operator: (infix_id (variable) @name)) match: (_) @body)
  ] @definition.method)
; What an instance defines belongs to its class.
(instance
  name: [
    (name) @owner
    (qualified id: (name) @owner)
  ]) @scope

(foreign_import
  signature: (signature name: (variable) @name)) @declaration.function
(pattern_synonym
  (equation
    synonym: [
      (apply function: (constructor) @name)
      (constructor) @name
    ])) @definition.function

(data_type
  name: (name) @name
  constructors: (_)? @body) @definition.enum
(newtype
  name: (name) @name
  constructor: (_) @body) @definition.struct
(type_synomym name: (name) @name) @definition.type
(type_family name: (name) @name) @definition.type
(data_family name: (name) @name) @definition.type
(class
  name: (name) @name
  declarations: (_)? @body) @definition.interface

(data_constructor
  [
    (prefix name: (constructor) @name)
    (infix operator: (constructor_operator) @name)
    (infix operator: (infix_id (constructor) @name))
  ]) @definition.enum_member
(gadt_constructor name: (constructor) @name) @definition.enum_member
; The fields of a record belong to its type.
[
  (data_constructor (record name: (constructor) @name @definition.enum_member))
  (newtype_constructor name: (constructor) @name @definition.enum_member field: (record))
]
(newtype_constructor name: (constructor) @name) @definition.enum_member
; A field is a function that takes it out of a value.
(field name: (field_name (variable) @name)) @definition.property

[
  (haddock)
  (comment)
] @comment
(pragma) @decorator

; What is left of a function where the text around it is broken.
(ERROR
  [
    (function name: (variable) @name)
    (bind name: (variable) @name)
  ] @definition.function)
(ERROR (signature name: (variable) @name) @declaration.function)
