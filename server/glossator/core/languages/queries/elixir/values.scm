; What a function binds by itself hides the same name outside.
((call
  target: (identifier) @_define
  (arguments
    .
    [
      (call (arguments (identifier) @local))
      (call (arguments (binary_operator (identifier) @local)))
      (call (arguments (tuple (identifier) @local)))
      (call (arguments (list (identifier) @local)))
      (call (arguments (list (binary_operator (identifier) @local))))
      (call (arguments (map (map_content (keywords (pair value: (identifier) @local))))))
      (call (arguments (binary_operator (map (map_content (keywords (pair value: (identifier) @local)))))))
      (binary_operator left: (call (arguments (identifier) @local)))
      (binary_operator left: (call (arguments (binary_operator (identifier) @local))))
      (binary_operator left: (call (arguments (tuple (identifier) @local))))
    ]))
  (#any-of? @_define "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate"))
(binary_operator left: (identifier) @local operator: "=")
(binary_operator left: (tuple (identifier) @local) operator: "=")
(binary_operator left: (list (identifier) @local) operator: "=")
(binary_operator left: (map (map_content (keywords (pair value: (identifier) @local)))) operator: "=")
(binary_operator left: (identifier) @local operator: "<-")
(binary_operator left: (tuple (identifier) @local) operator: "<-")
(stab_clause left: (arguments (identifier) @local))
(stab_clause left: (arguments (tuple (identifier) @local)))
(stab_clause left: (arguments (list (identifier) @local)))

; A variable can hold a module, whose functions are called on it.
(binary_operator left: (identifier) @local operator: "=" right: (alias) @value)
