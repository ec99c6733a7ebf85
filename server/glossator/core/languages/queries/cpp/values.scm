; Variables belong to blocks.
[
  (function_definition)
  (compound_statement)
  (for_statement)
  (for_range_loop)
  (if_statement)
  (while_statement)
  (catch_clause)
  (lambda_expression)
] @region
; What code gives back belongs to the function around, if that has a name.
(lambda_expression body: (_) @closure)

; The declared types of parameters and variables.
(parameter_declaration
  type: [
    (type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)
    (struct_specifier !body) (class_specifier !body) (dependent_type)
  ] @type
  declarator: [
    (identifier) @local
    (reference_declarator (identifier) @local)
    (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
    (reference_declarator (pointer_declarator declarator: (identifier) @local))
  ])
(parameter_declaration
  type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type)] @elements
  declarator: [
    (array_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
  ])
(parameter_declaration declarator: (reference_declarator (identifier) @local))
(optional_parameter_declaration
  type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)] @type
  declarator: [
    (identifier) @local
    (reference_declarator (identifier) @local)
    (pointer_declarator declarator: (identifier) @local)
  ])
(optional_parameter_declaration
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (reference_declarator (identifier) @local)
  ])
(variadic_parameter_declaration (variadic_declarator (identifier) @local))
(declaration
  type: [
    (type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)
    (struct_specifier !body) (class_specifier !body) (dependent_type)
  ] @type
  declarator: [
    (identifier) @local
    (reference_declarator (identifier) @local)
    (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
    (init_declarator declarator: [
      (identifier) @local
      (reference_declarator (identifier) @local)
      (pointer_declarator declarator: [(identifier) @local (pointer_declarator declarator: (identifier) @local)])
      (reference_declarator (pointer_declarator declarator: (identifier) @local))
    ])
  ])
(declaration
  type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type)] @elements
  declarator: [
    (array_declarator declarator: (identifier) @local)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
    (init_declarator declarator: [
      (array_declarator declarator: (identifier) @local)
      (pointer_declarator declarator: (array_declarator declarator: (identifier) @local))
    ])
  ])
; What looks like a prototype inside of a function is a variable that is made with arguments.
(compound_statement
  (declaration
    type: [(type_identifier) (qualified_identifier) (template_type)] @type
    declarator: (function_declarator declarator: (identifier) @local)))
; The value tells the type of the others.
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (identifier) @local
      (pointer_declarator declarator: (identifier) @local)
      (reference_declarator (identifier) @local)
    ]
    value: (_) @value))
(declaration
  type: (placeholder_type_specifier)
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (reference_declarator (identifier) @local)
  ]
  value: (_) @value)
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (structured_binding_declarator . (identifier) @local)
      (reference_declarator (structured_binding_declarator . (identifier) @local))
    ]
    value: (_) @first))
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (structured_binding_declarator . (identifier) . (identifier) @local)
      (reference_declarator (structured_binding_declarator . (identifier) . (identifier) @local))
    ]
    value: (_) @second))
(structured_binding_declarator (identifier) @local)
(init_declarator declarator: (reference_declarator (identifier) @local))
(for_range_loop
  type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)] @type
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (reference_declarator (identifier) @local)
  ])
(for_range_loop
  type: (placeholder_type_specifier)
  declarator: [
    (identifier) @local
    (pointer_declarator declarator: (identifier) @local)
    (reference_declarator (identifier) @local)
  ]
  right: (_) @iterated)
(lambda_capture_initializer left: (identifier) @local right: (_) @value)

; Parameters of generic types and functions.
(template_declaration
  parameters: (template_parameter_list [
    (type_parameter_declaration (type_identifier) @parameter)
    (optional_type_parameter_declaration name: (type_identifier) @parameter)
    (variadic_type_parameter_declaration (type_identifier) @parameter)
  ])
  [
    (class_specifier)
    (struct_specifier)
    (function_definition)
    (alias_declaration)
    (declaration)
    (field_declaration)
  ] @holder)

; Results.
(function_definition
  type: [
    (type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)
    (struct_specifier !body) (class_specifier !body) (dependent_type)
  ] @result)
(function_definition
  type: (placeholder_type_specifier)
  declarator: (function_declarator (trailing_return_type (type_descriptor) @result)))
(function_definition
  type: (placeholder_type_specifier)
  body: (compound_statement [
    (return_statement (_) @result @value)
    (_ consequence: (compound_statement (return_statement (_) @result @value)))
    (_ body: (compound_statement (return_statement (_) @result @value)))
  ]))
(field_declaration
  type: [
    (type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)
    (struct_specifier !body) (class_specifier !body) (dependent_type)
  ] @result
  declarator: [
    (function_declarator)
    (reference_declarator (function_declarator))
    (pointer_declarator declarator: [(function_declarator) (pointer_declarator declarator: (function_declarator))])
    (reference_declarator (pointer_declarator declarator: (function_declarator)))
  ])
(field_declaration
  type: (placeholder_type_specifier)
  declarator: (function_declarator (trailing_return_type (type_descriptor) @result)))
([
  (translation_unit (declaration type: (_) @result declarator: [
    (function_declarator)
    (reference_declarator (function_declarator))
    (pointer_declarator declarator: (function_declarator))
  ]))
  (declaration_list (declaration type: (_) @result declarator: [
    (function_declarator)
    (reference_declarator (function_declarator))
    (pointer_declarator declarator: (function_declarator))
  ]))
  (template_declaration (declaration type: (_) @result declarator: [
    (function_declarator)
    (reference_declarator (function_declarator))
    (pointer_declarator declarator: (function_declarator))
  ]))
  (preproc_ifdef (declaration type: (_) @result declarator: [
    (function_declarator)
    (reference_declarator (function_declarator))
    (pointer_declarator declarator: (function_declarator))
  ]))
])

; Other names for types.
(alias_declaration type: (_) @alias)
((type_definition
  type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)] @alias
  declarator: [
    (type_identifier) @holder
    (pointer_declarator declarator: (type_identifier) @holder)
  ]))

; What may not be changed: methods for such objects are other ones than those for the rest.
(function_declarator (type_qualifier) @unchanging (#eq? @unchanging "const"))
((parameter_declaration
  (type_qualifier) @_const
  declarator: [
    (identifier) @constant
    (reference_declarator (identifier) @constant)
    (pointer_declarator declarator: (identifier) @constant)
  ])
  (#eq? @_const "const"))
((declaration
  (type_qualifier) @_const
  declarator: [
    (identifier) @constant
    (init_declarator declarator: [
      (identifier) @constant
      (reference_declarator (identifier) @constant)
      (pointer_declarator declarator: (identifier) @constant)
    ])
  ])
  (#eq? @_const "const"))
((for_range_loop
  (type_qualifier) @_const
  declarator: [
    (identifier) @constant
    (reference_declarator (identifier) @constant)
    (pointer_declarator declarator: (identifier) @constant)
  ])
  (#eq? @_const "const"))
((field_declaration
  (type_qualifier) @_const
  declarator: [
    (field_identifier) @constant
    (reference_declarator (field_identifier) @constant)
    (pointer_declarator declarator: (field_identifier) @constant)
  ])
  (#eq? @_const "const"))
(field_declaration
  declarator: [
    (reference_declarator (field_identifier) @pointing)
    (pointer_declarator declarator: (field_identifier) @pointing)
  ])
((function_definition
  (type_qualifier) @constant.result
  declarator: [(reference_declarator) (pointer_declarator)])
  (#eq? @constant.result "const"))
((field_declaration
  (type_qualifier) @constant.result
  declarator: [
    (reference_declarator (function_declarator))
    (pointer_declarator declarator: (function_declarator))
  ])
  (#eq? @constant.result "const"))

(base_class_clause [(template_type) (qualified_identifier name: (template_type))] @supertype)

; Macros that open name spaces are hidden from the parser, and with them what is inside of which.
((preproc_def value: (preproc_arg) @opened) (#match? @opened "^[^a-zA-Z]*(inline\\s+)?namespace\\s"))
