; What C and C++ share.
(struct_specifier
  name: (type_identifier) @name
  body: (field_declaration_list)) @definition.struct
(union_specifier
  name: (type_identifier) @name
  body: (field_declaration_list)) @definition.union
(enum_specifier
  name: (type_identifier) @name
  body: (enumerator_list)) @definition.enum
(enumerator name: (identifier) @name) @definition.enum_member

; A type without a name of its own has that of its `typedef`.
(type_definition
  type: (struct_specifier !name body: (field_declaration_list) @body)
  declarator: (type_identifier) @name) @definition.struct
(type_definition
  type: (union_specifier !name body: (field_declaration_list) @body)
  declarator: (type_identifier) @name) @definition.union
(type_definition
  type: (enum_specifier !name body: (enumerator_list) @body)
  declarator: (type_identifier) @name) @definition.enum
; Otherwise the new name is a definition beside the type, not around it.
(type_definition
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (type_identifier) @name))
    (array_declarator declarator: (type_identifier) @name)
    (function_declarator declarator: (type_identifier) @name)
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (type_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator declarator: (type_identifier) @name))))
  ] @definition.type)

(field_declaration
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (array_declarator declarator: (array_declarator declarator: (field_identifier) @name))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (field_identifier) @name)))
    (pointer_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator declarator: (field_identifier) @name))))
  ] @definition.field)

(preproc_function_def name: (identifier) @name value: (_)? @body) @definition.macro
(preproc_def name: (identifier) @name value: (_)) @definition.constant

; Variables outside of functions.
(declaration
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)
    (init_declarator declarator: (identifier) @name)
    (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (init_declarator declarator: (array_declarator declarator: (identifier) @name))
    (init_declarator
      declarator: (pointer_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (init_declarator
      declarator: (array_declarator declarator: (array_declarator declarator: (identifier) @name)))
    (init_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator
            declarator: (array_declarator declarator: (identifier) @name)))))
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator declarator: (identifier) @name)))
  ] @definition.variable @outside)

; What a function binds by itself hides the same name outside.
(parameter_declaration
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local))
    (array_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local)))
  ])
(declaration
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local))
    (array_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local)))
  ])
(init_declarator
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @local))
    (array_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @local)))
  ])
(preproc_params (identifier) @local)

(compound_statement) @block
; The old way to declare parameters.
(function_definition (declaration) @block)

(comment) @comment
