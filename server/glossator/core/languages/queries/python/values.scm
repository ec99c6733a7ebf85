; What names are bound to: the types of parameters and variables that are written out stand in definitions.scm.
(assignment left: (identifier) @local right: (_) @value)
(named_expression name: (identifier) @local value: (_) @value)
(default_parameter name: (identifier) @local value: (_) @value)
(for_statement left: (identifier) @local right: (_) @element)
(for_in_clause left: (identifier) @local right: (_) @element)
(with_item value: (as_pattern (_) @value alias: (as_pattern_target (identifier) @local)))
(except_clause value: (as_pattern (_) @type alias: (as_pattern_target (identifier) @local)))
(call
  function: (identifier) @_test
  arguments: (argument_list . (identifier) @local . [(identifier) (attribute)] @type .)
  (#eq? @_test "isinstance"))

; Attributes of the own object.
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @member)
  type: (type) @type
  (#any-of? @_self "self" "cls"))
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @member)
  !type
  right: (_) @value
  (#any-of? @_self "self" "cls"))
(class_definition body: (block (assignment left: (identifier) @member !type right: (_) @value)))

; Results.
(function_definition return_type: (type) @result)
(function_definition !return_type body: (block (return_statement (_) @result @value)))
(return_statement (_) @result @value)

(type_alias_statement left: (type) right: (type) @alias)

(class_definition superclasses: (argument_list (subscript) @supertype))
(class_definition
  superclasses: (argument_list
    (subscript value: [(identifier) (attribute)] @_generic subscript: (identifier) @parameter))
  (#match? @_generic "(^|[.])(Generic|Protocol)$"))
