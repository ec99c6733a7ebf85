; Variables belong to blocks.
[
  (function_definition)
  (compound_statement)
  (for_statement)
] @region

; The declared types of parameters, variables and fields. What a structure holds are fields, so that a call through a
; pointer to a function that one holds means no function of its name.
(parameter_declaration
  type: [(type_identifier) (struct_specifier !body) (union_specifier !body)] @type
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
  ])
(parameter_declaration
  type: [(type_identifier) (struct_specifier !body) (union_specifier !body)] @elements
  declarator: [
    (array_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
  ])
(declaration
  type: [(type_identifier) (struct_specifier !body) (union_specifier !body)] @type
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
    (init_declarator declarator: [
      (identifier) @local
      (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
    ])
  ])
(declaration
  type: [(type_identifier) (struct_specifier !body) (union_specifier !body)] @elements
  declarator: [
    (array_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
    (init_declarator declarator: [
      (array_declarator declarator: (identifier) @local)
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
    ])
  ])
(field_declaration
  type: [(type_identifier) (struct_specifier !body) (union_specifier !body)] @type
  declarator: [
    (field_identifier) @member
    (pointer_declarator declarator: [
      (field_identifier) @member
      (pointer_declarator declarator: (field_identifier) @member)
    ])
  ])
(field_declaration
  type: [(type_identifier) (struct_specifier !body) (union_specifier !body)] @elements
  declarator: [
    (array_declarator declarator: (field_identifier) @member)
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @member))
  ])

; Results.
(function_definition
  type: [(type_identifier) (struct_specifier !body) (union_specifier !body)] @result
  declarator: [
    (function_declarator)
    (pointer_declarator declarator: [(function_declarator) (pointer_declarator declarator: (function_declarator))])
  ])
(translation_unit
  (declaration
    type: [(type_identifier) (struct_specifier !body) (union_specifier !body)] @result
    declarator: [
      (function_declarator)
      (pointer_declarator declarator: (function_declarator))
    ]))

; Other names for types.
(type_definition
  type: [(type_identifier) (struct_specifier !body) (union_specifier !body)] @alias
  declarator: [
    (type_identifier) @holder
    (pointer_declarator declarator: (type_identifier) @holder)
  ])
