[
  (Decl)
  (Block)
] @region

; What a function binds by itself hides the same name outside.
(ParamDecl parameter: (IDENTIFIER) @local)
(ParamDecl
  parameter: (IDENTIFIER) @local
  (ParamType . (ErrorUnionExpr) @type))
((ParamDecl
  parameter: (IDENTIFIER) @local
  (ParamType (PrefixTypeOp) @_pointer . (ErrorUnionExpr) @type))
  (#match? @_pointer "^(\\*|\\?)"))
((ParamDecl
  parameter: (IDENTIFIER) @local
  (ParamType (PrefixTypeOp [(SliceTypeStart) (ArrayTypeStart)]) . (ErrorUnionExpr) @elements)))
(Statement (VarDecl variable_type_function: (IDENTIFIER) @local))
(Statement
  (VarDecl
    variable_type_function: (IDENTIFIER) @local
    ":"
    .
    (ErrorUnionExpr) @type))
((Statement
  (VarDecl
    variable_type_function: (IDENTIFIER) @local
    ":"
    (PrefixTypeOp) @_pointer
    .
    (ErrorUnionExpr) @type))
  (#match? @_pointer "^(\\*|\\?)"))
(Statement
  (VarDecl
    variable_type_function: (IDENTIFIER) @local
    ":"
    (PrefixTypeOp [(SliceTypeStart) (ArrayTypeStart)])
    .
    (ErrorUnionExpr) @elements))
(Statement
  (VarDecl
    variable_type_function: (IDENTIFIER) @local
    "="
    .
    (ErrorUnionExpr (SuffixExpr . (IDENTIFIER)) @type)
    .
    (InitList)))
(Statement
  (VarDecl
    variable_type_function: (IDENTIFIER) @local
    "="
    .
    [
      (ErrorUnionExpr) @value
      (UnaryExpr) @value
      (BinaryExpr . (_) @value)
    ]
    .))

; What stands in an optional value, and in a sequence.
(IfPrefix (ErrorUnionExpr) @value (PtrPayload variable: (IDENTIFIER) @local))
(WhilePrefix (ErrorUnionExpr) @value (PtrPayload variable: (IDENTIFIER) @local))
(ForPrefix
  (ForArgumentsList . (ForItem . (ErrorUnionExpr) @element .))
  (PtrListPayload . "|" . variable: (IDENTIFIER) @local))
(Payload variable: (IDENTIFIER) @local)
(PtrPayload variable: (IDENTIFIER) @local)
(PtrListPayload variable: (IDENTIFIER) @local)
(PtrIndexPayload variable: (IDENTIFIER) @local)

; Fields that are sequences, and results.
(ContainerField
  field_member: (IDENTIFIER) @member
  (PrefixTypeOp [(SliceTypeStart) (ArrayTypeStart)])
  .
  (ErrorUnionExpr) @elements)
(Decl (FnProto function: (IDENTIFIER) (ErrorUnionExpr) @result .))
((Decl
  (VarDecl
    "const"
    variable_type_function: (IDENTIFIER) @_name
    "="
    .
    (ErrorUnionExpr (SuffixExpr . (IDENTIFIER))) @alias @value))
  (#match? @_name "^[A-Z]")
  (#match? @alias "^[A-Za-z0-9_.]*\\b[A-Z][A-Za-z0-9_]*$"))
