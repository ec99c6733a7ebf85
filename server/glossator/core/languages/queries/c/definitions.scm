; The name of a function stands inside the declarators of its result: `char **name(void)`.
(function_definition
  declarator: [
    (function_declarator
      declarator: [
        (identifier) @name
        (parenthesized_declarator (identifier) @name)
        (parenthesized_declarator
          (pointer_declarator
            declarator: (function_declarator declarator: (identifier) @name)))
      ])
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name)))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (pointer_declarator
          declarator: (function_declarator declarator: (identifier) @name))))
  ]) @definition.function

; A prototype.
(declaration
  declarator: [
    (function_declarator declarator: (identifier) @name)
    (function_declarator declarator: (parenthesized_declarator (identifier) @name))
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator
      declarator: (pointer_declarator
        declarator: (function_declarator declarator: (identifier) @name)))
  ]) @declaration.function

; What is left of a function where the text around it is broken.
(ERROR (function_declarator declarator: (identifier) @name) @definition.function)
