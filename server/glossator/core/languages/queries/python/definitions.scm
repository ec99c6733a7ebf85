; Overloads declare a function whose definition follows them.
(decorated_definition
  (decorator [(identifier) @_mark (attribute attribute: (identifier) @_mark)])
  definition: (function_definition
    name: (identifier) @name
    body: (block) @body) @declaration.function
  (#eq? @_mark "overload"))

; Functions and classes. Functions directly inside a class become methods by nesting.
(function_definition
  name: (identifier) @name
  body: (block) @body) @definition.function

(class_definition
  name: (identifier) @name
  body: (block) @body) @definition.class

(type_alias_statement
  left: (type (identifier) @name)) @definition.type

; A lambda bound to a name at module or class level is a function.
(module
  (assignment left: (identifier) @name right: (lambda)) @definition.function)
(class_definition
  body: (block
    (assignment left: (identifier) @name right: (lambda)) @definition.function))

; Names bound at module and class level.
(module
  (assignment left: (identifier) @name) @definition.constant
  (#match? @name "^_?[A-Z][A-Z0-9_]*$"))
(module
  (assignment left: (identifier) @name) @definition.variable)
(class_definition
  body: (block
    (assignment
      left: (identifier) @name
      type: (type) @type) @definition.field))
(class_definition
  body: (block
    (assignment left: (identifier) @name) @definition.field))

; What a function binds by itself hides the same name outside.
(parameters (identifier) @local)
(parameters (default_parameter name: (identifier) @local))
(parameters (typed_parameter (identifier) @local))
(parameters
  (typed_parameter
    . (identifier) @local
    type: (type) @type))
(parameters (typed_default_parameter name: (identifier) @local))
(parameters
  (typed_default_parameter
    name: (identifier) @local
    type: (type) @type))
(lambda_parameters (identifier) @local)
(lambda_parameters (default_parameter name: (identifier) @local))
(list_splat_pattern (identifier) @local)
(dictionary_splat_pattern (identifier) @local)
(pattern_list (identifier) @local)
(tuple_pattern (identifier) @local)
(assignment left: (identifier) @local)
(assignment
  left: (identifier) @local
  type: (type) @type)
; Types begin with a capital letter by convention.
((assignment
  left: (identifier) @local
  right: (call function: [(identifier) (attribute)] @type))
  (#match? @type "(^|[.])_?[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$"))
((with_item
  value: (as_pattern
    (call function: [(identifier) (attribute)] @type)
    alias: (as_pattern_target (identifier) @local)))
  (#match? @type "(^|[.])_?[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*$"))
(augmented_assignment left: (identifier) @local)
(named_expression name: (identifier) @local)
(for_statement left: (identifier) @local)
(for_in_clause left: (identifier) @local)
(as_pattern_target (identifier) @local)
(as_pattern_target (tuple (identifier) @local))
; What a case of `match` binds.
(case_pattern . (dotted_name . (identifier) @local .) .)
(union_pattern (dotted_name . (identifier) @local .))
(keyword_pattern (dotted_name . (identifier) @local .))
(splat_pattern (identifier) @local)
(as_pattern (case_pattern) (identifier) @local)

(comment) @comment
(decorator) @decorator
