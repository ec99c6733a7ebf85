; A test, as of GoogleTest: the arguments of the macro name its suite and the test.
((function_definition
  !type
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      (parameter_declaration type: (type_identifier) @owner)
      .
      (parameter_declaration type: (type_identifier) @name)))) @definition.function
  (#match? @_macro "^[A-Z0-9_]*TEST(_[A-Z0-9_]+)?$"))
((function_definition
  !type
  declarator: (function_declarator
    declarator: (identifier) @_macro
    parameters: (parameter_list
      .
      (parameter_declaration type: (type_identifier) @name)
      .))) @definition.function
  (#match? @_macro "^[A-Z0-9_]*TEST(_[A-Z0-9_]+)?$"))

; The name of a function stands inside the declarators of its result: `T* name()`, `T& name()`. Inside a class
; a function becomes a method.
((function_definition
  declarator: [
    (function_declarator
      declarator: [
        (identifier) @name
        (field_identifier) @name
        (destructor_name) @name
        (operator_name) @name
        (template_function name: (identifier) @name)
        (parenthesized_declarator (identifier) @name)
      ])
    (pointer_declarator
      declarator: (function_declarator
        declarator: [
          (identifier) @name
          (field_identifier) @name
          (operator_name) @name
          (template_function name: (identifier) @name)
        ]))
    (reference_declarator
      (function_declarator
        declarator: [
          (identifier) @name
          (field_identifier) @name
          (operator_name) @name
          (template_function name: (identifier) @name)
        ]))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator
          declarator: [
            (identifier) @name
            (field_identifier) @name
          ])))
    (reference_declarator
      (pointer_declarator
        declarator: (function_declarator
          declarator: [
            (identifier) @name
            (field_identifier) @name
          ])))
    (operator_cast) @name
  ]) @definition.function
  (#not-match? @name "^([A-Z0-9_]*TEST(_[A-Z0-9_]+)?|if|while|for|switch)$"))

; `Type::name` outside of the class, to the depth of three names.
(function_definition
  declarator: [
    (function_declarator
      declarator: (qualified_identifier
        scope: (_) @owner
        name: [
          (identifier) @name
          (destructor_name) @name
          (operator_name) @name
          (template_function name: (identifier) @name)
        ]))
    (_
      (function_declarator
        declarator: (qualified_identifier
          scope: (_) @owner
          name: [
            (identifier) @name
            (operator_name) @name
            (template_function name: (identifier) @name)
          ])))
    (_
      (_
        (function_declarator
          declarator: (qualified_identifier
            scope: (_) @owner
            name: (identifier) @name))))
    (qualified_identifier scope: (_) @owner name: (operator_cast) @name)
  ]) @definition.method
(function_definition
  declarator: [
    (function_declarator
      declarator: (qualified_identifier
        scope: (_) @owner
        name: (qualified_identifier
          scope: (_) @owner
          name: [
            (identifier) @name
            (destructor_name) @name
            (operator_name) @name
            (template_function name: (identifier) @name)
          ])))
    (_
      (function_declarator
        declarator: (qualified_identifier
          scope: (_) @owner
          name: (qualified_identifier
            scope: (_) @owner
            name: [
              (identifier) @name
              (operator_name) @name
            ]))))
  ]) @definition.method
(function_definition
  declarator: [
    (function_declarator
      declarator: (qualified_identifier
        scope: (_) @owner
        name: (qualified_identifier
          scope: (_) @owner
          name: (qualified_identifier
            scope: (_) @owner
            name: [
              (identifier) @name
              (destructor_name) @name
              (operator_name) @name
            ]))))
    (_
      (function_declarator
        declarator: (qualified_identifier
          scope: (_) @owner
          name: (qualified_identifier
            scope: (_) @owner
            name: (qualified_identifier
              scope: (_) @owner
              name: (identifier) @name)))))
  ]) @definition.method

; Prototypes. Inside a function the same text is taken for a variable with arguments.
(field_declaration
  declarator: [
    (function_declarator declarator: [(field_identifier) (operator_name)] @name)
    (pointer_declarator
      declarator: (function_declarator declarator: [(field_identifier) (operator_name)] @name))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: (field_identifier) @name)))
    (reference_declarator
      (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  ]) @declaration.function
(declaration
  declarator: [
    (function_declarator
      declarator: [(identifier) (field_identifier) (destructor_name) (operator_name)] @name)
    (pointer_declarator
      declarator: (function_declarator
        declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name)))
    (reference_declarator
      (function_declarator
        declarator: [(identifier) (field_identifier) (operator_name)] @name))
    (operator_cast) @name
  ]) @declaration.function @outside

(class_specifier
  name: [
    (type_identifier) @name
    (template_type name: (type_identifier) @name)
  ]
  body: (_)) @definition.class
(class_specifier
  name: (qualified_identifier
    scope: (_) @owner
    name: (type_identifier) @name)
  body: (_)) @definition.class
(struct_specifier
  name: (template_type name: (type_identifier) @name)
  body: (_)) @definition.struct
(struct_specifier
  name: (qualified_identifier
    scope: (_) @owner
    name: (type_identifier) @name)
  body: (_)) @definition.struct

; Fields with the types they declare.
(field_declaration
  type: [
    (type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)
    (struct_specifier !body) (class_specifier !body) (dependent_type)
  ] @type
  declarator: [
    (field_identifier) @name
    (pointer_declarator declarator: [
      (field_identifier) @name
      (pointer_declarator declarator: (field_identifier) @name)
    ])
    (reference_declarator [(field_identifier) @name (pointer_declarator declarator: (field_identifier) @name)])
  ] @definition.field)
(field_declaration
  type: [(type_identifier) (qualified_identifier) (template_type) (primitive_type)] @elements
  declarator: [
    (array_declarator declarator: (field_identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (field_identifier) @name))
  ] @definition.field)
(field_declaration
  declarator: (reference_declarator (field_identifier) @name) @definition.field)

(alias_declaration name: (type_identifier) @name) @definition.type
(concept_definition name: (identifier) @name) @definition.type
(namespace_definition name: (_) @name) @definition.namespace
(namespace_alias_definition name: (_) @name) @definition.namespace

; A lambda bound to a name outside of functions is a function.
(translation_unit
  (declaration
    declarator: (init_declarator
      declarator: (identifier) @name
      value: (lambda_expression body: (_) @body))) @definition.function)
(declaration_list
  (declaration
    declarator: (init_declarator
      declarator: (identifier) @name
      value: (lambda_expression body: (_) @body))) @definition.function)

; Variables outside of functions with the types they declare.
(declaration
  type: [
    (type_identifier) (qualified_identifier) (template_type) (primitive_type) (sized_type_specifier)
    (struct_specifier !body) (class_specifier !body)
  ] @type
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (reference_declarator (identifier) @name)
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: (identifier) @name)
      (reference_declarator (identifier) @name)
    ])
  ] @definition.variable @outside)

; What is left of a function where the text around it is broken.
((ERROR
  (function_declarator
    declarator: [
      (identifier) @name
      (field_identifier) @name
    ]) @definition.function)
  (#not-match? @name "^[A-Z0-9_]*TEST(_[A-Z0-9_]+)?$"))
(ERROR
  (function_declarator
    declarator: (qualified_identifier
      scope: (_) @owner
      name: (identifier) @name)) @definition.function)
