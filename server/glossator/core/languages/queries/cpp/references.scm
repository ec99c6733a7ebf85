((call_expression
  function: (template_function name: (identifier) @reference.call))
  (#not-match? @reference.call "^(static|dynamic|const|reinterpret)_cast$"))
(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (template_method name: (field_identifier) @reference.call)))
(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (dependent_name (template_method name: (field_identifier) @reference.call))))
(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (destructor_name) @reference.call))

; `a::b::name()`, to the depth of three names; `::name()` begins at the root of all names.
(call_expression
  function: (qualified_identifier
    .
    "::" @receiver
    name: [
      (identifier) @reference.call
      (template_function name: (identifier) @reference.call)
    ]))
(call_expression
  function: (qualified_identifier
    scope: [
      (namespace_identifier) @receiver
      (template_type name: (_) @receiver)
      (dependent_name) @receiver
    ]
    name: [
      (identifier) @reference.call
      (template_function name: (identifier) @reference.call)
      (dependent_name (template_function name: (identifier) @reference.call))
    ]))
(call_expression
  function: (qualified_identifier
    scope: [
      (namespace_identifier) @receiver
      (template_type name: (_) @receiver)
    ]
    name: (qualified_identifier
      scope: [
        (namespace_identifier) @receiver
        (template_type name: (_) @receiver)
      ]
      name: [
        (identifier) @reference.call
        (template_function name: (identifier) @reference.call)
      ])))
(call_expression
  function: (qualified_identifier
    !scope
    name: (qualified_identifier
      scope: (namespace_identifier) @receiver
      name: [
        (identifier) @reference.call
        (template_function name: (identifier) @reference.call)
      ])))
(call_expression
  function: (qualified_identifier
    scope: (namespace_identifier) @receiver
    name: (qualified_identifier
      scope: (namespace_identifier) @receiver
      name: (qualified_identifier
        scope: [
          (namespace_identifier) @receiver
          (template_type name: (_) @receiver)
        ]
        name: [
          (identifier) @reference.call
          (template_function name: (identifier) @reference.call)
        ]))))

; Constructors: `new Type(…)`, `Type name(…)`, `Type name{…}`, `Type{…}`, and bases in an initializer list.
(new_expression type: (type_identifier) @reference.call)
(new_expression type: (template_type name: (type_identifier) @reference.call))
(new_expression
  type: (qualified_identifier
    scope: (namespace_identifier) @receiver
    name: [
      (type_identifier) @reference.call
      (template_type name: (type_identifier) @reference.call)
    ]))
(declaration
  type: [
    (type_identifier) @reference.call
    (template_type name: (type_identifier) @reference.call)
  ]
  declarator: (init_declarator
    value: [
      (argument_list)
      (initializer_list)
    ]))
(declaration
  type: (qualified_identifier
    scope: (namespace_identifier) @receiver
    name: [
      (type_identifier) @reference.call
      (template_type name: (type_identifier) @reference.call)
    ])
  declarator: (init_declarator
    value: [
      (argument_list)
      (initializer_list)
    ]))
(compound_statement
  (declaration
    type: [
      (type_identifier) @reference.call
      (template_type name: (type_identifier) @reference.call)
      (qualified_identifier
        scope: (namespace_identifier) @receiver
        name: [
          (type_identifier) @reference.call
          (template_type name: (type_identifier) @reference.call)
        ])
    ]
    declarator: (function_declarator declarator: (identifier))))
(compound_literal_expression
  type: [
    (type_identifier) @reference.call
    (template_type name: (type_identifier) @reference.call)
  ])
(compound_literal_expression
  type: (qualified_identifier
    scope: (namespace_identifier) @receiver
    name: (type_identifier) @reference.call))
(field_initializer (template_method name: (field_identifier) @reference.call))
((field_initializer (field_identifier) @reference.call)
  (#match? @reference.call "^[A-Z]"))
; A constructor that leaves its work to another one.
((function_definition
  declarator: [
    (function_declarator declarator: (identifier) @_type)
    (function_declarator declarator: (qualified_identifier name: (identifier) @_type))
    (function_declarator
      declarator: (qualified_identifier name: (qualified_identifier name: (identifier) @_type)))
  ]
  (field_initializer_list (field_initializer (field_identifier) @reference.call)))
  (#eq? @_type @reference.call)
  (#match? @reference.call "^[^A-Z]"))
; Bases with names in small letters.
((_
  (base_class_clause (type_identifier) @_base)
  body: (field_declaration_list
    (function_definition
      (field_initializer_list (field_initializer (field_identifier) @reference.call)))))
  (#eq? @_base @reference.call)
  (#match? @reference.call "^[^A-Z]"))

; A macro that is the head of a function.
([
  (translation_unit (function_definition !type
    declarator: (function_declarator declarator: (identifier) @reference.call)))
  (declaration_list (function_definition !type
    declarator: (function_declarator declarator: (identifier) @reference.call)))
]
  (#match? @reference.call "^[A-Z][A-Z0-9_]+$"))

(base_class_clause (type_identifier) @reference.inherit)
(base_class_clause (template_type name: (type_identifier) @reference.inherit))
(base_class_clause
  (qualified_identifier
    scope: (namespace_identifier) @receiver
    name: [
      (type_identifier) @reference.inherit
      (template_type name: (type_identifier) @reference.inherit)
    ]))

; A function passed on as a value.
(argument_list
  (qualified_identifier
    scope: (_) @receiver
    name: (identifier) @reference.argument))
(argument_list
  (pointer_expression
    argument: (qualified_identifier
      scope: (_) @receiver
      name: (identifier) @reference.argument)))
([
  (return_statement (qualified_identifier scope: (_) @receiver name: (identifier) @reference.read))
  (binary_expression (qualified_identifier scope: (_) @receiver name: (identifier) @reference.read))
  (assignment_expression right: (qualified_identifier scope: (_) @receiver name: (identifier) @reference.read))
  (init_declarator value: (qualified_identifier scope: (_) @receiver name: (identifier) @reference.read))
  (case_statement value: (qualified_identifier scope: (_) @receiver name: (identifier) @reference.read))
  (initializer_list (qualified_identifier scope: (_) @receiver name: (identifier) @reference.read))
])

(qualified_identifier
  scope: (namespace_identifier) @receiver
  name: [
    (type_identifier) @reference.type
    (template_type name: (type_identifier) @reference.type)
  ])
