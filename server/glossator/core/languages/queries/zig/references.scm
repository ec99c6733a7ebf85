(SuffixExpr
  .
  variable_type_function: (IDENTIFIER) @reference.call
  .
  (FnCallArguments))
; `a.name()` to the depth of four names.
(SuffixExpr
  .
  variable_type_function: (IDENTIFIER) @receiver
  .
  (FieldOrFnCall function_call: (IDENTIFIER) @reference.call))
(SuffixExpr
  .
  variable_type_function: (IDENTIFIER) @receiver
  .
  (FieldOrFnCall field_access: (IDENTIFIER) @receiver)
  .
  (FieldOrFnCall function_call: (IDENTIFIER) @reference.call))
(SuffixExpr
  .
  variable_type_function: (IDENTIFIER) @receiver
  .
  (FieldOrFnCall field_access: (IDENTIFIER) @receiver)
  .
  (FieldOrFnCall field_access: (IDENTIFIER) @receiver)
  .
  (FieldOrFnCall function_call: (IDENTIFIER) @reference.call))
; Any other receiver is an expression: its arguments stand in for it.
(FieldOrFnCall
  function_call: (IDENTIFIER) @reference.call
  (FnCallArguments) @receiver)

; `Type{ … }`, `module.Type{ … }`
(_
  (ErrorUnionExpr
    (SuffixExpr . variable_type_function: (IDENTIFIER) @reference.call .))
  .
  (InitList))
(_
  (ErrorUnionExpr
    (SuffixExpr
      .
      variable_type_function: (IDENTIFIER) @receiver
      .
      (FieldOrFnCall field_access: (IDENTIFIER) @reference.call)
      .))
  .
  (InitList))

(ParamType
  (ErrorUnionExpr
    (SuffixExpr . variable_type_function: (IDENTIFIER) @reference.type .)))
(ParamType
  (ErrorUnionExpr
    (SuffixExpr
      .
      variable_type_function: (IDENTIFIER) @receiver
      .
      (FieldOrFnCall field_access: (IDENTIFIER) @reference.type)
      .)))
(FnProto
  (ErrorUnionExpr
    (SuffixExpr . variable_type_function: (IDENTIFIER) @reference.type .)))
(ContainerField
  field_member: (IDENTIFIER)
  (ErrorUnionExpr
    (SuffixExpr . variable_type_function: (IDENTIFIER) @reference.type .)))

; A function passed on as a value.
(FnCallArguments
  (ErrorUnionExpr
    (SuffixExpr . variable_type_function: (IDENTIFIER) @reference.argument .)))
(FnCallArguments
  (ErrorUnionExpr
    (SuffixExpr
      .
      variable_type_function: (IDENTIFIER) @receiver
      .
      (FieldOrFnCall field_access: (IDENTIFIER) @reference.argument)
      .)))
(FnCallArguments
  (UnaryExpr
    left: (ErrorUnionExpr
      (SuffixExpr . variable_type_function: (IDENTIFIER) @reference.argument .))))

((SuffixExpr . variable_type_function: (IDENTIFIER) @reference.read .)
  (#not-match? @reference.read "^(_|self)$"))
(SuffixExpr
  .
  variable_type_function: (IDENTIFIER) @receiver
  .
  (FieldOrFnCall field_access: (IDENTIFIER) @reference.read)
  .)
