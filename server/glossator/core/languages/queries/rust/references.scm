((call_expression function: (identifier) @reference.call)
  (#not-match? @reference.call "^(Some|Ok|Err)$"))
(call_expression
  function: (field_expression
    value: (_) @receiver
    field: (field_identifier) @reference.call))
; `<Type as Trait>::name()`
(call_expression
  function: (scoped_identifier
    path: (bracketed_type
      [
        (qualified_type type: (_) @receiver)
        (type_identifier) @receiver
      ])
    name: (identifier) @reference.call))
(call_expression
  function: (scoped_identifier
    path: (generic_type type: (_) @receiver)
    name: (identifier) @reference.call))
(call_expression
  function: (scoped_identifier
    path: (_) @receiver
    name: (identifier) @reference.call))
(call_expression
  function: (generic_function function: (identifier) @reference.call))
(call_expression
  function: (generic_function
    function: (field_expression
      value: (_) @receiver
      field: (field_identifier) @reference.call)))
(call_expression
  function: (generic_function
    function: (scoped_identifier
      path: (_) @receiver
      name: (identifier) @reference.call)))

; The sign behind a name makes it that of a macro.
(macro_invocation macro: (identifier) @reference.call . "!" @receiver)
(macro_invocation
  macro: (scoped_identifier
    path: (_) @receiver
    name: (identifier) @reference.call)
  .
  "!" @receiver)

((struct_expression name: (type_identifier) @reference.call)
  (#not-eq? @reference.call "Self"))
(struct_expression
  name: (scoped_type_identifier
    path: (_) @receiver
    name: (type_identifier) @reference.call))
(struct_expression
  name: (generic_type_with_turbofish type: (type_identifier) @reference.call))

(attribute_item (attribute . (identifier) @reference.decorator))
(attribute_item
  (attribute
    .
    (scoped_identifier
      path: (_) @receiver
      name: (identifier) @reference.decorator)))
(attribute_item
  (attribute
    .
    (identifier) @_derive
    arguments: (token_tree (identifier) @reference.decorator))
  (#eq? @_derive "derive"))

; `not` in `#[cfg(not(test))]` is no call.
(attribute_item
  (attribute
    arguments: (token_tree
      (identifier) @reference.decorator
      .
      (token_tree))))

; Inside a macro call there are only tokens: a name before a parenthesis is a call, and the parenthesis stands in
; for its receiver.
(token_tree
  [(identifier) (primitive_type)] @reference.call
  .
  (token_tree "(") @receiver)
(token_tree
  (identifier) @reference.call
  .
  "!" @receiver
  .
  (token_tree))

(impl_item trait: (type_identifier) @reference.inherit)
(impl_item
  trait: (scoped_type_identifier
    path: (_) @receiver
    name: (type_identifier) @reference.inherit))
(impl_item
  trait: (generic_type type: (type_identifier) @reference.inherit))
(impl_item
  trait: (generic_type
    type: (scoped_type_identifier
      path: (_) @receiver
      name: (type_identifier) @reference.inherit)))
(trait_item bounds: (trait_bounds (type_identifier) @reference.inherit))
(trait_item
  bounds: (trait_bounds
    (scoped_type_identifier
      path: (_) @receiver
      name: (type_identifier) @reference.inherit)))

; A function passed on as a value.
(arguments (identifier) @reference.argument)
(arguments
  (scoped_identifier
    path: (_) @receiver
    name: (identifier) @reference.argument))
(arguments
  (reference_expression value: (identifier) @reference.argument))

(array_expression (identifier) @reference.read)
(tuple_expression (identifier) @reference.read)
(field_initializer value: (identifier) @reference.read)
(let_declaration value: (identifier) @reference.read)
(assignment_expression right: (identifier) @reference.read)
(binary_expression (identifier) @reference.read)
(match_arm value: (identifier) @reference.read)
(index_expression (identifier) @reference.read)
(return_expression (identifier) @reference.read)
((block (identifier) @reference.read .)
  (#not-eq? @reference.read "None"))
(closure_expression body: (identifier) @reference.read)
(static_item value: (identifier) @reference.read)
(const_item value: (identifier) @reference.read)
(type_cast_expression value: (identifier) @reference.read)
((tuple_struct_pattern type: (identifier) @reference.read)
  (#not-match? @reference.read "^(Some|Ok|Err)$"))
(tuple_struct_pattern
  type: (scoped_identifier
    path: (_) @receiver
    name: (identifier) @reference.read))
(match_pattern
  (scoped_identifier
    path: (_) @receiver
    name: (identifier) @reference.read))
([
  (array_expression (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (tuple_expression (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (field_initializer value: (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (let_declaration value: (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (assignment_expression right: (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (binary_expression (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (match_arm value: (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (return_expression (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (reference_expression value: (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (or_pattern (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
  (block (scoped_identifier path: (_) @receiver name: (identifier) @reference.read))
])

(scoped_type_identifier
  path: (_) @receiver
  name: (type_identifier) @reference.type)
((type_identifier) @reference.type
  (#not-eq? @reference.type "Self"))
