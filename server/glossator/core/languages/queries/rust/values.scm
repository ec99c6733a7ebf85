[
  (function_item)
  (closure_expression)
  (block)
  (if_expression)
  (while_expression)
  (for_expression)
  (match_arm)
] @region

; What a function binds by itself hides the same name outside.
(parameter
  pattern: [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local
  type: (_) @type)
(let_declaration
  pattern: [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local
  type: (_) @type)
(let_declaration
  pattern: [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local
  value: (_) @value)
; All branches give the same type.
(let_declaration
  pattern: [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local
  value: [
    (match_expression
      body: (match_block
        (match_arm
          value: [
            (call_expression) @value
            (identifier) @value
            (field_expression) @value
            (struct_expression) @value
            (try_expression) @value
            (block (_) @value .)
          ])))
    (if_expression consequence: (block (_) @value .))
    (if_expression alternative: (else_clause (block (_) @value .)))
    (block (_) @value .)
    (unsafe_block (block (_) @value .))
  ])
(let_declaration pattern: [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
(for_expression
  pattern: [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local
  value: (_) @element)
(for_expression
  pattern: (tuple_pattern . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  value: (_) @first)
(for_expression
  pattern: (tuple_pattern . (_) . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  value: (_) @second)
(let_declaration
  pattern: (tuple_pattern . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  value: (_) @first)
(let_declaration
  pattern: (tuple_pattern . (_) . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  value: (_) @second)
(let_declaration
  pattern: (tuple_pattern . (_) . (_) . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  value: (_) @third)
(parameter
  pattern: (tuple_pattern . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  type: (tuple_type . (_) @type))
(parameter
  pattern: (tuple_pattern . (_) . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  type: (tuple_type . (_) . (_) @type))

; What a closure is given by a method of what it iterates or holds.
((call_expression
  function: (field_expression value: (_) @element field: (field_identifier) @_method)
  arguments: (arguments
    (closure_expression
      parameters: (closure_parameters . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local .))))
  (#not-match? @_method "^(map_err|unwrap_or_else|or_else|inspect_err|is_err_and)$"))
((call_expression
  function: (field_expression value: (_) @second field: (field_identifier) @_method)
  arguments: (arguments
    (closure_expression
      parameters: (closure_parameters . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local .))))
  (#any-of? @_method "map_err" "unwrap_or_else" "or_else" "inspect_err" "is_err_and"))
(call_expression
  function: (field_expression value: (_) @first)
  arguments: (arguments
    (closure_expression
      parameters: (closure_parameters . (tuple_pattern . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)))))
(call_expression
  function: (field_expression value: (_) @second)
  arguments: (arguments
    (closure_expression
      parameters: (closure_parameters . (tuple_pattern . (_) . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)))))
((call_expression
  function: (field_expression value: (_) @element field: (field_identifier) @_method)
  arguments: (arguments
    (closure_expression
      parameters: (closure_parameters . (_) . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local .))))
  (#match? @_method "^(r?fold|try_fold|scan|reduce|sort_by|sort_unstable_by|max_by|min_by|dedup_by|binary_search_by)$"))
((call_expression
  function: (field_expression value: (_) @element field: (field_identifier) @_method)
  arguments: (arguments
    (closure_expression
      parameters: (closure_parameters . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local . (_) .))))
  (#match? @_method "^(reduce|sort_by|sort_unstable_by|max_by|min_by|dedup_by)$"))
(closure_parameters [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)

; What stands in the good case or the bad one.
([
  (let_condition
    pattern: (tuple_struct_pattern type: (identifier) @_kind . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
    value: (_) @awaited)
  (let_declaration
    pattern: (tuple_struct_pattern type: (identifier) @_kind . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
    value: (_) @awaited)
  (match_expression
    value: (_) @awaited
    body: (match_block
      (match_arm
        pattern: (match_pattern
          (tuple_struct_pattern type: (identifier) @_kind . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)))))
]
  (#any-of? @_kind "Some" "Ok"))
([
  (let_condition
    pattern: (tuple_struct_pattern type: (identifier) @_kind . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
    value: (_) @second)
  (let_declaration
    pattern: (tuple_struct_pattern type: (identifier) @_kind . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
    value: (_) @second)
  (match_expression
    value: (_) @second
    body: (match_block
      (match_arm
        pattern: (match_pattern
          (tuple_struct_pattern type: (identifier) @_kind . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)))))
]
  (#eq? @_kind "Err"))
((tuple_struct_pattern type: (_) @first . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  (#not-match? @first "^(Some|Ok|Err)$"))
((tuple_struct_pattern type: (_) @second . (_) . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  (#not-match? @second "^(Some|Ok|Err)$"))
((tuple_struct_pattern type: (_) @third . (_) . (_) . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local)
  (#not-match? @third "^(Some|Ok|Err)$"))
(struct_pattern
  type: (_) @whole.type
  (field_pattern name: (shorthand_field_identifier) @local @key))
(struct_pattern
  type: (_) @whole.type
  (field_pattern
    name: (field_identifier) @key
    pattern: [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local))
((tuple_pattern [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local) (#match? @local "^[^A-Z]"))
((tuple_struct_pattern [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local) (#match? @local "^[^A-Z]"))
((slice_pattern [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local) (#match? @local "^[^A-Z]"))
((field_pattern pattern: [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local) (#match? @local "^[^A-Z]"))
((captured_pattern . (identifier) @local) (#match? @local "^[^A-Z]"))
((match_pattern . [(identifier) (mut_pattern) (ref_pattern) (reference_pattern)] @local) (#match? @local "^[^A-Z]"))
([
  (static_item name: (identifier) @local type: (_) @type)
  (const_item name: (identifier) @local type: (_) @type)
])

; Type parameters; those of an `impl` belong to each of its functions.
(type_parameter name: (type_identifier) @parameter !bounds)
(type_parameter name: (type_identifier) @parameter bounds: (trait_bounds) @bound)
((where_predicate left: (type_identifier) @parameter bounds: (trait_bounds) @bound)
  (#not-eq? @parameter "Self"))
(impl_item
  type_parameters: (type_parameters
    (type_parameter name: (type_identifier) @parameter !bounds))
  body: (declaration_list (function_item name: (_) @holder)))
(impl_item
  type_parameters: (type_parameters
    (type_parameter name: (type_identifier) @parameter bounds: (trait_bounds) @bound))
  body: (declaration_list (function_item name: (_) @holder)))
(impl_item
  (where_clause
    (where_predicate left: (type_identifier) @parameter bounds: (trait_bounds) @bound))
  body: (declaration_list (function_item name: (_) @holder)))

(function_item return_type: (_) @result)
(function_signature_item return_type: (_) @result)

; What types are made of.
(struct_item body: (ordered_field_declaration_list type: (_) @part))
(enum_variant
  name: (identifier) @of
  body: (ordered_field_declaration_list type: (_) @part))
(type_item type: (_) @alias)
(type_item type: (_) @result)

; A type has the methods of its traits and of what it leads to.
(impl_item trait: (_) @type type: (_) @implementer)
((impl_item
  trait: (type_identifier) @_deref
  type: (_) @implementer
  body: (declaration_list (type_item type: (_) @type)))
  (#eq? @_deref "Deref"))
(associated_type bounds: (trait_bounds) @alias)

(impl_item trait: (_) body: (declaration_list (function_item name: (identifier) @conforming)))
