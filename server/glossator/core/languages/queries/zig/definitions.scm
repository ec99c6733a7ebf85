; Functions. Inside a container a function becomes a method.
; A function that returns a type is a type with parameters.
((Decl
  (FnProto
    function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr (BuildinTypeExpr) @_result)) .)
  (Block) @body) @definition.struct
  (#eq? @_result "type"))
(Decl
  (FnProto function: (IDENTIFIER) @name)
  (Block) @body) @definition.function
(Decl
  (FnProto function: (IDENTIFIER) @name)
  .) @declaration.function

; A container bound to a name, at any level.
((Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr . (ContainerDecl (ContainerDeclType) @_type "{" @body) .)))) @definition.struct
  (#match? @_type "^(packed |extern )?struct"))
((Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr . (ContainerDecl (ContainerDeclType) @_type "{" @body) .)))) @definition.enum
  (#match? @_type "^(packed |extern )?enum"))
((Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr . (ContainerDecl (ContainerDeclType) @_type "{" @body) .)))) @definition.union
  (#match? @_type "^(packed |extern )?union"))
((Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr . (ContainerDecl (ContainerDeclType) @_type "{" @body) .)))) @definition.struct
  (#match? @_type "^opaque"))
((Statement
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr . (ContainerDecl (ContainerDeclType) @_type "{" @body) .)))) @definition.struct
  (#match? @_type "^(packed |extern )?(struct|union|enum)"))
(Decl
  (VarDecl
    variable_type_function: (IDENTIFIER) @name
    (ErrorUnionExpr (SuffixExpr . (ErrorSetDecl "{" @body) .)))) @definition.enum
(ErrorSetDecl field_constant: (IDENTIFIER) @name @definition.enum_member)

(ContainerField
  .
  (doc_comment) @documentation
  .
  field_member: (IDENTIFIER) @name
  .
  (ErrorUnionExpr) @type) @definition.field
(ContainerField
  .
  (doc_comment) @documentation
  .
  field_member: (IDENTIFIER) @name) @definition.field
(ContainerField
  field_member: (IDENTIFIER) @name
  .
  (ErrorUnionExpr) @type) @definition.field
(ContainerField
  field_member: (IDENTIFIER) @name
  .
  (PrefixTypeOp) @_pointer
  .
  (ErrorUnionExpr (SuffixExpr . (IDENTIFIER)) @type)
  (#match? @_pointer "^[*?]")) @definition.field
(ContainerField field_member: (IDENTIFIER) @name) @definition.field
((ContainerDecl
  (ContainerDeclType) @_type
  (ContainerField
    !field_member
    (ErrorUnionExpr
      (SuffixExpr . variable_type_function: (IDENTIFIER) @name .))) @definition.enum_member)
  (#match? @_type "^(packed |extern )?(enum|union)"))

; Another name for a type; types begin with a capital letter by convention.
((Decl
  (VarDecl
    "const"
    variable_type_function: (IDENTIFIER) @name
    "="
    .
    (ErrorUnionExpr (SuffixExpr . (IDENTIFIER))) @_path)) @definition.type
  (#match? @name "^[A-Z]")
  (#match? @_path "^[A-Za-z0-9_.]*\\b[A-Z][A-Za-z0-9_]*$"))

; The other names of a file or container. What `@import` binds is an import and no constant.
(Decl
  (VarDecl "const" variable_type_function: (IDENTIFIER) @name ":" . (ErrorUnionExpr) @type)) @definition.constant
(Decl
  (VarDecl
    "const"
    variable_type_function: (IDENTIFIER) @name
    "="
    .
    (ErrorUnionExpr (SuffixExpr . (IDENTIFIER)) @type)
    .
    (InitList))) @definition.constant
(Decl
  (VarDecl "var" variable_type_function: (IDENTIFIER) @name ":" . (ErrorUnionExpr) @type)) @definition.variable
((Decl
  (VarDecl
    "const"
    variable_type_function: (IDENTIFIER) @name)) @definition.constant
  (#not-match? @definition.constant "=\\s*@(import|This|cImport)\\b"))
(Decl
  (VarDecl
    "var"
    variable_type_function: (IDENTIFIER) @name)) @definition.variable

; A test that has the name of a function is none that could be called.
((TestDecl
  (STRINGLITERALSINGLE) @name
  (Block) @body) @definition.module
  (#match? @name "^\"[A-Za-z_][A-Za-z0-9_]*\"$"))
(TestDecl
  (STRINGLITERALSINGLE) @name
  (Block) @body) @definition.function

[
  (doc_comment)
  (line_comment)
] @comment

; What is left of a function where the text around it is broken.
(FnProto function: (IDENTIFIER) @name) @definition.function
