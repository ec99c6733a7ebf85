((VarDecl
  variable_type_function: (IDENTIFIER) @alias
  (ErrorUnionExpr
    (SuffixExpr
      .
      (BUILTINIDENTIFIER) @_import
      .
      (FnCallArguments
        (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @module)))
      .))) @import
  (#eq? @_import "@import"))
; `const Name = @import("file.zig").Name;`
((VarDecl
  variable_type_function: (IDENTIFIER) @alias
  (ErrorUnionExpr
    (SuffixExpr
      .
      (BUILTINIDENTIFIER) @_import
      .
      (FnCallArguments
        (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @module)))
      .
      (FieldOrFnCall field_access: (IDENTIFIER) @name)
      .))) @import
  (#eq? @_import "@import"))
((Decl
  "usingnamespace"
  (ErrorUnionExpr
    (SuffixExpr
      .
      (BUILTINIDENTIFIER) @_import
      .
      (FnCallArguments
        (ErrorUnionExpr (SuffixExpr (STRINGLITERALSINGLE) @module @wildcard)))
      .))) @import
  (#eq? @_import "@import"))
