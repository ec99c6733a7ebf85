(call_expression function: (identifier) @reference.call)
(call_expression
  function: (field_expression
    argument: (_) @receiver
    field: (field_identifier) @reference.call))
; `(name)(…)` and `(*name)(…)`
(call_expression
  function: (parenthesized_expression
    [
      (identifier) @reference.call
      (pointer_expression argument: (identifier) @reference.call)
    ]))

(compound_literal_expression
  type: (type_descriptor
    type: [
      (type_identifier) @reference.call
      (struct_specifier name: (type_identifier) @reference.call)
    ]))

; A function passed on as a value, bare or as `&name`.
(argument_list (identifier) @reference.argument)
(argument_list (pointer_expression argument: (identifier) @reference.argument))
(argument_list (cast_expression value: (identifier) @reference.argument))
(initializer_list (identifier) @reference.read)
(initializer_list (pointer_expression argument: (identifier) @reference.read))
(initializer_list (cast_expression value: (identifier) @reference.read))
(initializer_pair value: (identifier) @reference.read)
(initializer_pair value: (pointer_expression argument: (identifier) @reference.read))
(initializer_pair value: (cast_expression value: (identifier) @reference.read))
(init_declarator value: (identifier) @reference.read)
(init_declarator value: (pointer_expression argument: (identifier) @reference.read))
(assignment_expression right: (identifier) @reference.read)
(assignment_expression right: (pointer_expression argument: (identifier) @reference.read))
(assignment_expression left: (identifier) @reference.write)
(conditional_expression (identifier) @reference.read)
(return_statement (identifier) @reference.read)
(return_statement (cast_expression value: (identifier) @reference.read))
(binary_expression (identifier) @reference.read)
(case_statement value: (identifier) @reference.read)
(array_declarator size: (identifier) @reference.read)
(subscript_expression (identifier) @reference.read)

((sizeof_expression value: (parenthesized_expression (identifier) @reference.type)))
((type_identifier) @reference.type
  (#not-match? @reference.type "^(u?int(8|16|32|64|ptr|max)_t|s?size_t|ptrdiff_t|bool|va_list|FILE)$"))
