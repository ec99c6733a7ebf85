(using_directive name: (identifier) @alias (_) @module .) @import
; A namespace, or the static members of a type, becomes visible as a whole.
(using_directive "using" @wildcard !name [(identifier) (qualified_name)] @module .) @import
