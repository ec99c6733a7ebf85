(call function: (identifier) @reference.call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @reference.call))

; A generic type is called through its arguments: `Table[int](rows)`.
(call function: (subscript value: (identifier) @reference.call))
(call function: (subscript value: (attribute object: (_) @receiver attribute: (identifier) @reference.call)))

(decorator (identifier) @reference.decorator)
(decorator (attribute object: (_) @receiver attribute: (identifier) @reference.decorator))

(class_definition
  superclasses: (argument_list
    [
      (identifier) @reference.inherit
      (attribute object: (_) @receiver attribute: (identifier) @reference.inherit)
      (subscript value: (identifier) @reference.inherit)
      (subscript value: (attribute object: (_) @receiver attribute: (identifier) @reference.inherit))
    ]))

(type (identifier) @reference.type)
(type (generic_type (identifier) @reference.type))
(type (attribute object: (_) @receiver attribute: (identifier) @reference.type))
(type (binary_operator [(identifier) @reference.type
  (attribute object: (_) @receiver attribute: (identifier) @reference.type)]))
(type (binary_operator left: (binary_operator [(identifier) @reference.type
  (attribute object: (_) @receiver attribute: (identifier) @reference.type)])))
(type (subscript value: (attribute object: (_) @receiver attribute: (identifier) @reference.type)))
(type (subscript subscript: (identifier) @reference.type))
(type (list (identifier) @reference.type))
(except_clause value: [(identifier) @reference.type
  (as_pattern [(identifier) @reference.type (tuple (identifier) @reference.type)])])
(class_pattern (dotted_name . (identifier) @reference.type .))

; A function passed on as a value.
(argument_list (identifier) @reference.argument)
(argument_list (keyword_argument value: (identifier) @reference.argument))
(argument_list (attribute object: (_) @receiver attribute: (identifier) @reference.argument))
(argument_list
  (keyword_argument value: (attribute object: (_) @receiver attribute: (identifier) @reference.argument)))
(dictionary (pair value: (identifier) @reference.read))
(dictionary (pair value: (attribute object: (_) @receiver attribute: (identifier) @reference.read)))
(list (identifier) @reference.read)
(tuple (identifier) @reference.read)
(set (identifier) @reference.read)
(expression_list (identifier) @reference.read)
(conditional_expression (identifier) @reference.read)
(boolean_operator (identifier) @reference.read)
(named_expression value: (identifier) @reference.read)
(lambda body: (identifier) @reference.read)
(yield (identifier) @reference.read)
(list_comprehension body: (identifier) @reference.read)
(assignment right: (identifier) @reference.read)
(assignment right: (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(default_parameter value: (identifier) @reference.read)
(typed_default_parameter value: (identifier) @reference.read)
(return_statement (identifier) @reference.read)
(return_statement (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(raise_statement (identifier) @reference.read)
; A property is read where its value is used; the places are listed because a test of the receiver's name at every
; attribute would take as long as the rest of the query.
(boolean_operator (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(not_operator (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(comparison_operator (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(comparison_operator (identifier) @reference.read)
(binary_operator (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(conditional_expression (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(if_statement condition: (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(elif_clause condition: (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(while_statement condition: (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(for_statement right: (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(for_in_clause right: (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(interpolation (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(subscript (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(tuple (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(list (attribute object: (_) @receiver attribute: (identifier) @reference.read))
(expression_list (attribute object: (_) @receiver attribute: (identifier) @reference.read))
