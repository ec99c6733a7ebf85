; `Type.new` calls the constructor of the type.
(call
  receiver: (constant) @reference.call
  method: (identifier) @_new
  (#eq? @_new "new"))
(call
  receiver: (scope_resolution scope: (_) @receiver name: (constant) @reference.call)
  method: (identifier) @_new
  (#eq? @_new "new"))

(call
  method: (identifier) @_mix
  arguments: (argument_list
    [(constant) @reference.inherit (scope_resolution scope: (_) @receiver name: (constant) @reference.inherit)])
  (#any-of? @_mix "include" "extend" "prepend"))
(superclass
  [(constant) @reference.inherit (scope_resolution scope: (_) @receiver name: (constant) @reference.inherit)])

; A method is called that sets what stands before the sign.
(assignment left: (call receiver: (_) @receiver method: (identifier) @reference.write))
(operator_assignment left: (call receiver: (_) @receiver method: (identifier) @reference.write))
(call !receiver method: [(identifier) (constant)] @reference.call)
(call
  receiver: (_) @receiver
  method: [(identifier) (constant)] @reference.call
  (#not-eq? @reference.call "new"))
; In a constructor `super` calls that of the base.
(method
  name: (identifier) @_initialize
  body: [
    (super) @reference.call
    (call method: (super) @reference.call)
    (body_statement [(super) @reference.call (call method: (super) @reference.call)])
  ]
  (#eq? @_initialize "initialize"))

; Methods passed on by name. A block made of a name calls it on whatever the method yields.
(alias alias: (identifier) @reference.argument)
(call
  !receiver
  arguments: (argument_list (simple_symbol) @reference.argument))
(call
  !receiver
  arguments: (argument_list (pair value: (simple_symbol) @reference.argument)))
(block_argument (simple_symbol) @reference.call) @receiver
(call
  receiver: (_) @receiver
  method: (identifier) @_send
  arguments: (argument_list . (simple_symbol) @reference.argument)
  (#any-of? @_send "send" "public_send" "__send__" "method" "respond_to?" "instance_method"))

(scope_resolution scope: (_) @receiver name: (constant) @reference.type)
(constant) @reference.type
; A name alone is a call unless it is a variable.
((identifier) @reference.call
  (#not-eq? @reference.call "new"))
