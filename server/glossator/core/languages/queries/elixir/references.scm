; What a directive names is an import, and what `@spec` describes is no call.
((call
  target: (identifier) @_directive
  (arguments
    [
      (alias) @reference.import
      (dot right: (tuple (alias) @reference.import))
      (keywords (pair value: (alias) @reference.import))
    ]))
  (#any-of? @_directive "alias" "import" "require" "use"))
((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_attribute
    (arguments
      .
      (binary_operator
        left: (call target: (identifier) @reference.type)))))
  (#eq? @_attribute "spec"))

; `&name/1`, `&Module.name/1`
(unary_operator
  operator: "&"
  operand: (binary_operator
    left: (identifier) @reference.argument
    operator: "/"
    right: (integer)))
(unary_operator
  operator: "&"
  operand: (binary_operator
    left: (call
      target: (dot
        left: (_) @receiver
        right: (identifier) @reference.argument))
    operator: "/"
    right: (integer)))

; The words that define or control are calls as well, in the grammar.
((call target: (identifier) @reference.call)
  (#not-match? @reference.call
    "^(def|defp|defmacro|defmacrop|defguard|defguardp|defdelegate|defmodule|defprotocol|defimpl|defstruct|defexception|defoverridable|alias|import|require|use|if|unless|case|cond|with|for|quote|unquote|unquote_splicing|receive|try|raise|after_compile|before_compile|behaviour|callback|compile|deprecated|derive|dialyzer|doc|enforce_keys|external_resource|file|impl|macrocallback|moduledoc|moduletag|describetag|on_definition|on_load|opaque|optional_callbacks|since|spec|tag|type|typedoc|typep)$"))
(call
  target: (dot
    left: (_) @receiver
    right: (identifier) @reference.call)
  (arguments))
; Without parentheses only a module can be called; `value.name` reads a field.
(call
  target: (dot
    left: (alias) @receiver
    right: (identifier) @reference.call))
((call
  target: (dot
    left: (identifier) @receiver
    right: (identifier) @reference.call))
  (#eq? @receiver "__MODULE__"))
; `value |> name`
(binary_operator operator: "|>" right: (identifier) @reference.call)

; `%Name{}`
(struct (alias) @reference.call)

((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_attribute
    (arguments . (alias) @reference.inherit .)))
  (#eq? @_attribute "behaviour"))
((call
  target: (identifier) @_define
  (arguments . (alias) @reference.inherit))
  (#eq? @_define "defimpl"))
((call
  target: (identifier) @_define
  (arguments
    (keywords
      (pair
        value: [
          (alias) @reference.type
          (list (alias) @reference.type)
        ]))))
  (#eq? @_define "defimpl"))

; `@limit`
(unary_operator operator: "@" operand: (identifier) @reference.read)
(arguments (alias) @reference.argument)
(list (alias) @reference.read)
(tuple (alias) @reference.read)
(pair value: (alias) @reference.read)

; A module, the name of one of its functions, and perhaps arguments: `apply(Module, :name, [])`, `{Module, :name, []}`.
(arguments [(alias) (identifier)] @receiver . (atom) @reference.argument . [(list) (identifier)])
(tuple . [(alias) (identifier)] @receiver . (atom) @reference.read)
; What a module plugs in or sets up by the names of its functions.
((call
  target: (identifier) @_register
  (arguments . [(atom) @reference.argument (list (atom) @reference.argument)]))
  (#any-of? @_register "plug" "setup" "setup_all"))
