(module name: (constant) @name body: (_)? @body) @definition.module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name)) @definition.module
(class name: (constant) @name) @definition.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name)) @definition.class
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @_type
    method: (identifier) @_new
    block: (_)? @body)
  (#any-of? @_type "Struct" "Class" "Module" "Data")
  (#any-of? @_new "new" "define")) @definition.class
(assignment
  left: (constant)
  right: (call
    receiver: (constant) @_type
    method: (identifier) @_new
    arguments: (argument_list (simple_symbol) @name @definition.property))
  (#any-of? @_type "Struct" "Data")
  (#any-of? @_new "new" "define"))

; `class << self` belongs to the class around it, `class << Other` to that one.
(singleton_class value: (constant) @owner) @scope

(method name: [(identifier) (constant) (operator)] @name) @definition.method
(method name: (setter) @name) @definition.method
(singleton_method object: (self) name: (_) @name) @definition.method
(singleton_method object: (_) @owner name: (_) @name) @definition.method
(alias name: (identifier) @name) @definition.method
(call
  method: (identifier) @_alias
  arguments: (argument_list . (simple_symbol) @name)
  (#eq? @_alias "alias_method")) @definition.method
(call
  method: (identifier) @_define
  arguments: (argument_list . [(simple_symbol) (string)] @name)
  block: (_)? @body
  (#any-of? @_define "define_method" "define_singleton_method" "scope")) @definition.method
(call
  method: (identifier) @_attribute
  arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_attribute
    "attr" "attr_reader" "attr_writer" "attr_accessor" "cattr_reader" "cattr_accessor" "mattr_reader"
    "mattr_accessor" "class_attribute")) @definition.property
(call
  method: (identifier) @_association
  arguments: (argument_list . (simple_symbol) @name)
  (#any-of? @_association
    "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "has_one_attached" "has_many_attached"))
  @definition.property
(call
  method: (identifier) @_task
  arguments: (argument_list . [(simple_symbol) @name (pair . (hash_key_symbol) @name) (pair . (simple_symbol) @name)])
  block: (_) @body
  (#eq? @_task "task")) @definition.function

(assignment left: (constant) @name) @definition.constant

; A variable hides a method of the same name that is called without arguments.
(method_parameters (identifier) @local)
(block_parameters (identifier) @local)
(lambda_parameters (identifier) @local)
(destructured_parameter (identifier) @local)
(optional_parameter name: (identifier) @local)
(keyword_parameter name: (identifier) @local)
(splat_parameter name: (identifier) @local)
(hash_splat_parameter name: (identifier) @local)
(block_parameter name: (identifier) @local)
(assignment left: (identifier) @local)
(operator_assignment left: (identifier) @local)
(left_assignment_list (identifier) @local)
(left_assignment_list (rest_assignment (identifier) @local))
(for pattern: (identifier) @local)
(exception_variable (identifier) @local)
; What a pattern binds.
(in_clause pattern: (identifier) @local)
(match_pattern pattern: (identifier) @local)
(array_pattern (identifier) @local)
(find_pattern (identifier) @local)
(keyword_pattern value: (identifier) @local)
(keyword_pattern key: (hash_key_symbol) @local !value)
(as_pattern name: (identifier) @local)

(comment) @comment
