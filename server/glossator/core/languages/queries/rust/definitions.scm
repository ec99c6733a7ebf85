; Inside a trait or an `impl` a function becomes a method.
(function_item name: (_) @name) @definition.function
(function_signature_item name: (_) @name) @declaration.function

(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.union
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @declaration.type
(field_declaration
  name: (field_identifier) @name
  type: (generic_type
    type: (type_identifier) @_holder
    type_arguments: (type_arguments
      .
      [
        (type_identifier) @type
        (dynamic_type trait: (type_identifier) @type)
      ]
      .))
  (#any-of? @_holder "Box" "Rc" "Arc")) @definition.field
(field_declaration
  name: (field_identifier) @name
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (scoped_type_identifier) @type
    (generic_type type: [(type_identifier) (scoped_type_identifier)] @type)
    (reference_type
      type: [
        (type_identifier) @type
        (primitive_type) @type
        (scoped_type_identifier) @type
        (generic_type type: [(type_identifier) (scoped_type_identifier)] @type)
      ])
  ]) @definition.field
(field_declaration name: (field_identifier) @name) @definition.field
(mod_item name: (identifier) @name body: (_)) @definition.module
(macro_definition name: (identifier) @name) @definition.macro

(source_file (const_item name: (identifier) @name) @definition.constant)
(source_file (static_item name: (identifier) @name) @definition.variable)
(declaration_list (const_item name: (identifier) @name) @definition.constant)
(declaration_list (static_item name: (identifier) @name) @definition.variable)

; What an `impl` defines belongs to its type.
(impl_item type: (_) @owner body: (_)) @scope

; What a function binds by itself hides the same name outside.
(parameter pattern: (identifier) @local)
(parameter pattern: (mut_pattern (identifier) @local))
(closure_parameters (identifier) @local)
(parameter
  pattern: [
    (identifier) @local
    (mut_pattern (identifier) @local)
  ]
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (scoped_type_identifier) @type
    (generic_type type: [(type_identifier) (scoped_type_identifier)] @type)
    (dynamic_type trait: [(type_identifier) (scoped_type_identifier)] @type)
    (abstract_type trait: [(type_identifier) (scoped_type_identifier)] @type)
    (reference_type
      type: [
        (type_identifier) @type
        (primitive_type) @type
        (scoped_type_identifier) @type
        (generic_type type: [(type_identifier) (scoped_type_identifier)] @type)
        (dynamic_type trait: [(type_identifier) (scoped_type_identifier)] @type)
        (abstract_type trait: [(type_identifier) (scoped_type_identifier)] @type)
      ])
  ])
(closure_parameters
  (parameter
    pattern: (identifier) @local
    type: [
    (type_identifier) @type
    (primitive_type) @type
    (scoped_type_identifier) @type
    (generic_type type: [(type_identifier) (scoped_type_identifier)] @type)
    (dynamic_type trait: [(type_identifier) (scoped_type_identifier)] @type)
    (abstract_type trait: [(type_identifier) (scoped_type_identifier)] @type)
    (reference_type
      type: [
        (type_identifier) @type
        (primitive_type) @type
        (scoped_type_identifier) @type
        (generic_type type: [(type_identifier) (scoped_type_identifier)] @type)
        (dynamic_type trait: [(type_identifier) (scoped_type_identifier)] @type)
        (abstract_type trait: [(type_identifier) (scoped_type_identifier)] @type)
      ])
  ]))
(let_declaration
  pattern: [
    (identifier) @local
    (mut_pattern (identifier) @local)
  ]
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (scoped_type_identifier) @type
    (generic_type type: [(type_identifier) (scoped_type_identifier)] @type)
    (dynamic_type trait: [(type_identifier) (scoped_type_identifier)] @type)
    (abstract_type trait: [(type_identifier) (scoped_type_identifier)] @type)
    (reference_type
      type: [
        (type_identifier) @type
        (primitive_type) @type
        (scoped_type_identifier) @type
        (generic_type type: [(type_identifier) (scoped_type_identifier)] @type)
        (dynamic_type trait: [(type_identifier) (scoped_type_identifier)] @type)
        (abstract_type trait: [(type_identifier) (scoped_type_identifier)] @type)
      ])
  ])
(let_declaration
  pattern: (identifier) @local
  value: (struct_expression
    name: [
      (type_identifier) @type
      (scoped_type_identifier) @type
      (generic_type_with_turbofish type: (type_identifier) @type)
    ]))
; A constructor by convention.
((let_declaration
  pattern: (identifier) @local
  !type
  value: (call_expression
    function: (scoped_identifier
      path: [(identifier) (scoped_identifier)] @type
      name: (identifier) @_name)))
  (#match? @_name "^(new|default|empty|with_[a-z_]+|from_[a-z_]+)$")
  (#match? @type "(^|::)[A-Z][A-Za-z0-9]*$"))
(let_declaration
  pattern: (identifier) @local
  !type
  value: (macro_invocation macro: (identifier) @type))
; A box, a counted reference and the like lead to what they hold.
((parameter
  pattern: (identifier) @local
  type: [
    (generic_type
      type: (type_identifier) @_holder
      type_arguments: (type_arguments
        .
        [
          (type_identifier) @type
          (dynamic_type trait: (type_identifier) @type)
        ]
        .))
    (reference_type
      type: (generic_type
        type: (type_identifier) @_holder
        type_arguments: (type_arguments
          .
          [
            (type_identifier) @type
            (dynamic_type trait: (type_identifier) @type)
          ]
          .)))
  ])
  (#any-of? @_holder "Box" "Rc" "Arc" "Ref" "RefMut" "Cow" "Pin"))
(let_declaration pattern: (identifier) @local)
(let_declaration pattern: (mut_pattern (identifier) @local))
(for_expression pattern: (identifier) @local)
(type_parameter name: (type_identifier) @local)
(type_parameter
  name: (type_identifier) @local
  bounds: (trait_bounds
    .
    [
      (type_identifier) @type
      (scoped_type_identifier) @type
      (generic_type type: (type_identifier) @type)
    ]))
(where_predicate
  left: (type_identifier) @local
  bounds: (trait_bounds
    .
    [
      (type_identifier) @type
      (scoped_type_identifier) @type
      (generic_type type: (type_identifier) @type)
    ]))
(shorthand_field_identifier) @local
((tuple_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((tuple_struct_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((reference_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((ref_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((mut_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((slice_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((field_pattern pattern: (identifier) @local) (#match? @local "^[^A-Z]"))
((captured_pattern . (identifier) @local) (#match? @local "^[^A-Z]"))
((match_pattern . (identifier) @local) (#match? @local "^[^A-Z]"))

(line_comment) @comment
(block_comment) @comment
(attribute_item) @decorator

; What is left of a function where the text around it is broken.
(ERROR "fn" . (identifier) @name @definition.function)
