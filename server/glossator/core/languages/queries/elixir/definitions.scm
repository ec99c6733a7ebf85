; A module documents itself by an attribute inside.
((call
  target: (identifier) @_define
  (arguments . (alias) @name)
  (do_block
    (unary_operator
      operator: "@"
      operand: (call target: (identifier) @_attribute)) @documentation) @body) @definition.interface
  (#eq? @_define "defprotocol")
  (#eq? @_attribute "moduledoc"))
((call
  target: (identifier) @_define
  (arguments . (alias) @name)
  (do_block) @body) @definition.interface
  (#eq? @_define "defprotocol"))
((call
  target: (identifier) @_define
  (arguments . (alias) @name)
  (do_block
    (unary_operator
      operator: "@"
      operand: (call target: (identifier) @_attribute)) @documentation) @body) @definition.module
  (#eq? @_define "defmodule")
  (#eq? @_attribute "moduledoc"))
((call
  target: (identifier) @_define
  (arguments . (alias) @name)
  (do_block) @body) @definition.module
  (#eq? @_define "defmodule"))

; The functions of a protocol's implementation belong to the protocol.
((call
  target: (identifier) @_define
  (arguments . (alias) @owner)
  (do_block)) @scope
  (#eq? @_define "defimpl"))

; A function of a protocol has no body.
((call
  target: (identifier) @_protocol
  (do_block
    (call
      target: (identifier) @_define
      (arguments . (call target: (identifier) @name) .)) @declaration.method))
  (#eq? @_protocol "defprotocol")
  (#eq? @_define "def"))

; `def name(…)`, `def name(…) when …`, `def name`; the body is a block or a `do:` keyword.
((call
  target: (identifier) @_define
  (arguments
    .
    [
      (call target: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
      (identifier) @name
    ]
    (keywords) @body .)) @definition.function
  (#any-of? @_define "def" "defp"))
((call
  target: (identifier) @_define
  (arguments
    .
    [
      (call target: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (binary_operator left: (identifier) @name operator: "when")
      (identifier) @name
    ])
  (do_block)? @body) @definition.function
  (#any-of? @_define "def" "defp"))
((call
  target: (identifier) @_define
  (arguments
    .
    [
      (call target: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (identifier) @name
    ]
    (keywords) @body .)) @definition.macro
  (#any-of? @_define "defmacro" "defmacrop"))
((call
  target: (identifier) @_define
  (arguments
    .
    [
      (call target: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name) operator: "when")
      (identifier) @name
    ])
  (do_block)? @body) @definition.macro
  (#any-of? @_define "defmacro" "defmacrop" "defguard" "defguardp"))
; An operator: `def left + right`.
((call
  target: (identifier) @_define
  (arguments
    .
    (binary_operator
      left: (_)
      operator: ["+" "-" "*" "/" "++" "--" "<>" "|>" "==" "!=" "<" ">" "<=" ">=" "&&&" "|||" "<<<" ">>>" "~>" "<~" "<~>" "<|>" "^^^" "=~" ".."] @name))) @definition.function
  (#any-of? @_define "def" "defp" "defmacro"))
((call
  target: (identifier) @_define
  (arguments
    .
    [
      (call target: (identifier) @name)
      (identifier) @name
    ])) @definition.function
  (#eq? @_define "defdelegate"))

; A test of ExUnit is named by a string.
((call
  target: (identifier) @_define
  (arguments . (string . (quoted_content) @name .))
  (do_block) @body) @definition.function
  (#any-of? @_define "test" "property" "feature"))

((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_attribute
    (arguments
      .
      (binary_operator
        left: [
          (call target: (identifier) @name)
          (identifier) @name
        ]
        operator: "::")))) @definition.type
  (#any-of? @_attribute "type" "typep" "opaque"))
((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_attribute
    (arguments
      .
      (binary_operator
        left: [
          (call target: (identifier) @name)
          (identifier) @name
        ]
        operator: "::")))) @declaration.function
  (#any-of? @_attribute "callback" "macrocallback"))
((unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @name
    (arguments . (_) .))) @definition.constant
  (#not-match? @name "^(after_compile|before_compile|behaviour|callback|compile|deprecated|derive|dialyzer|doc|enforce_keys|external_resource|file|impl|macrocallback|moduledoc|moduletag|describetag|on_definition|on_load|opaque|optional_callbacks|since|spec|tag|type|typedoc|typep)$"))

(comment) @comment
((unary_operator
  operator: "@"
  operand: (call target: (identifier) @_attribute)) @comment
  (#any-of? @_attribute "doc" "typedoc"))
((unary_operator
  operator: "@"
  operand: (call target: (identifier) @_attribute)) @decorator
  (#any-of? @_attribute "spec" "impl" "deprecated" "since" "tag" "dialyzer"))

; What is left of a function where the text around it is broken.
((ERROR
  (identifier) @_define
  .
  (arguments
    .
    [
      (call target: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name) operator: "when")
    ]) @definition.function)
  (#any-of? @_define "def" "defp" "defmacro" "defmacrop"))
