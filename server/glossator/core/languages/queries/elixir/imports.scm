((call
  target: (identifier) @_directive
  (arguments . (alias) @module .)) @import
  (#any-of? @_directive "alias" "require"))
((call
  target: (identifier) @_directive
  (arguments
    .
    (alias) @module
    (keywords
      (pair
        key: (keyword) @_as
        value: (alias) @alias)))) @import
  (#any-of? @_directive "alias" "require")
  (#match? @_as "^as:"))
; `alias A.{B, C}`
((call
  target: (identifier) @_directive
  (arguments
    .
    (dot
      left: (alias) @module
      right: (tuple (alias) @module)))) @import
  (#any-of? @_directive "alias" "require"))
((call
  target: (identifier) @_directive
  (arguments . (alias) @module @wildcard)) @import
  (#any-of? @_directive "import" "use"))
