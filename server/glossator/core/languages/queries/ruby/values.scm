; What variables are bound to; `x ||= value` keeps a value that is there.
(assignment left: (identifier) @local right: (_) @value)
(operator_assignment left: (identifier) @local right: (_) @value)
(assignment
  left: (identifier) @local
  right: [
    (if [consequence: (then (_) @value .) alternative: (else (_) @value .)])
    (unless [consequence: (then (_) @value .) alternative: (else (_) @value .)])
    (case [(when body: (then (_) @value .)) (else (_) @value .)])
    (begin . (_) @value . (rescue))
    (conditional [consequence: (_) @value alternative: (_) @value])
  ])
(assignment
  left: [(instance_variable) (class_variable)] @member
  right: [
    (if [consequence: (then (_) @value .) alternative: (else (_) @value .)])
    (unless [consequence: (then (_) @value .) alternative: (else (_) @value .)])
    (case [(when body: (then (_) @value .)) (else (_) @value .)])
    (begin . (_) @value . (rescue))
    (conditional [consequence: (_) @value alternative: (_) @value])
  ])
(assignment
  left: (left_assignment_list . (identifier) @local)
  right: (right_assignment_list . (_) @value))
(assignment
  left: (left_assignment_list . (_) . (identifier) @local)
  right: (right_assignment_list . (_) . (_) @value))
(as_pattern value: [(constant) (scope_resolution)] @type name: (identifier) @local)
(assignment left: (constant) @local right: (_) @value)
(optional_parameter name: (identifier) @local value: (_) @value)
(keyword_parameter name: (identifier) @local value: (_) @value)
(for pattern: (identifier) @local value: (in (_) @element))
((call
  receiver: (_) @element
  method: (identifier) @_each
  block: [
    (block parameters: (block_parameters . (identifier) @local))
    (do_block parameters: (block_parameters . (identifier) @local))
  ])
  (#any-of? @_each
    "each" "map" "flat_map" "collect" "select" "filter" "reject" "find" "detect" "any?" "all?" "none?" "each_with_index"
    "sort_by" "group_by" "partition" "sum" "min_by" "max_by" "each_with_object" "reverse_each" "filter_map" "find_all"))
((call
  receiver: (_) @value
  method: (identifier) @_tap
  block: [
    (block parameters: (block_parameters . (identifier) @local))
    (do_block parameters: (block_parameters . (identifier) @local))
  ])
  (#any-of? @_tap "tap" "then" "yield_self"))
(rescue
  exceptions: (exceptions . [(constant) (scope_resolution)] @type .)
  variable: (exception_variable (identifier) @local))
((call
  receiver: (identifier) @local
  method: (identifier) @_test
  arguments: (argument_list . [(constant) (scope_resolution)] @narrowed .))
  (#any-of? @_test "is_a?" "kind_of?" "instance_of?"))
(case
  value: (identifier) @local
  (when pattern: (pattern [(constant) (scope_resolution)] @narrowed)))

; Variables of the object and of the class.
(assignment left: [(instance_variable) (class_variable)] @member right: (_) @value)
(operator_assignment left: [(instance_variable) (class_variable)] @member right: (_) @value)

; A method gives what stands last in it.
(method
  body: (body_statement [
    (identifier) (call) (constant) (scope_resolution) (self) (instance_variable) (class_variable) (element_reference)
    (string) (integer) (array) (hash)
  ] @result @value .))
(method
  body: (body_statement (assignment left: [(instance_variable) (class_variable)] @result @value) .))
(method
  body: (body_statement (operator_assignment left: [(instance_variable) (class_variable)] @result @value) .))
(method body: (body_statement (return (argument_list . (_) @result @value .))))
(method
  body: [
    (identifier) (call) (constant) (scope_resolution) (self) (instance_variable) (class_variable) (element_reference)
    (string) (integer) (array) (hash)
  ] @result @value)
(method body: (assignment left: [(instance_variable) (class_variable)] @result @value))
(method body: (operator_assignment left: [(instance_variable) (class_variable)] @result @value))
(singleton_method
  body: [
    (identifier) (call) (constant) (scope_resolution) (self) (instance_variable) (class_variable) (element_reference)
    (string) (integer) (array) (hash)
  ] @result @value)
(singleton_method
  body: (body_statement [
    (identifier) (call) (constant) (scope_resolution) (self) (instance_variable) (class_variable) (element_reference)
    (string) (integer) (array) (hash)
  ] @result @value .))
(singleton_method body: (body_statement (return (argument_list . (_) @result @value .))))
(method body: (body_statement (if consequence: (then (return (argument_list . (_) @result @value .))))))
(method body: (body_statement (if_modifier body: (return (argument_list . (_) @result @value .)))))
