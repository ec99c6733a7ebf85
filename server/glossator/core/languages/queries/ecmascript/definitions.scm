; What JavaScript and TypeScript share. Parameters, heritage and fields, whose nodes differ, stand in their own folders.
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(class_declaration name: (_) @name) @definition.class

(method_definition
  ["get" "set"]
  name: [(property_identifier) (private_property_identifier) (string)] @name) @definition.property
(method_definition
  name: [(property_identifier) (private_property_identifier) (string) (computed_property_name)] @name)
  @definition.method

; The default export without a name is called by the keyword.
(export_statement
  "default" @name
  value: [
    (function_expression !name body: (_) @body)
    (arrow_function body: (_) @body)
    (generator_function !name body: (_) @body)
  ]) @definition.function
(export_statement
  "default" @name
  value: (class !name body: (_) @body)) @definition.class

; Functions and classes bound to a name.
(variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.function
(variable_declarator
  name: (identifier) @name
  value: (class body: (_) @body)) @definition.class
; Wrapped in a call that gives back a function: `const Row = memo(() => …)`.
(variable_declarator
  name: (identifier) @name
  value: (call_expression
    function: [(identifier) @_wrapper (member_expression property: (property_identifier) @_wrapper)]
    arguments: (arguments
      . [
        (arrow_function body: (_) @body)
        (function_expression body: (_) @body)
        (call_expression
          arguments: (arguments
            . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))
      ]))
  (#match? @_wrapper "^(memo|forwardRef|observer|useCallback|useEvent|debounce|throttle|once|curry|memoize|cache|promisify|callback|asyncHandler|catchAsync|action|defineComponent)$"))
  @definition.function

(assignment_expression
  left: (member_expression
    object: (identifier) @_exports
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#any-of? @_exports "exports" "self" "window" "globalThis" "global")) @definition.function
(assignment_expression
  left: (member_expression
    object: (member_expression) @_exports
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]
  (#eq? @_exports "module.exports")) @definition.function
(assignment_expression
  left: (member_expression) @_exports
  right: (function_expression name: (identifier) @name body: (_) @body)
  (#eq? @_exports "module.exports")) @definition.function
(assignment_expression
  left: (member_expression) @_exports
  right: (class name: (_) @name body: (_) @body)
  (#eq? @_exports "module.exports")) @definition.class
; What a module is as a whole, without a name of its own.
(assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression !name body: (_) @body)
    (generator_function !name body: (_) @body)
  ]
  (#eq? @_module "module")
  (#eq? @name "exports")) @definition.function
(assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @name)
  right: (class !name body: (_) @body)
  (#eq? @_module "module")
  (#eq? @name "exports")) @definition.class
(assignment_expression
  left: (member_expression
    object: (_) @_exports
    property: (property_identifier) @name)
  right: (class body: (_) @body)
  (#any-of? @_exports "exports" "module.exports")) @definition.class
(assignment_expression
  left: (member_expression
    object: (member_expression
      object: (identifier) @owner
      property: (property_identifier) @_prototype)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#eq? @_prototype "prototype")) @definition.method
(assignment_expression
  left: (member_expression
    object: (this)
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(assignment_expression
  left: (member_expression
    object: (identifier) @owner
    property: [(property_identifier) (private_property_identifier)] @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]
  (#not-eq? @owner "module")) @definition.method
(assignment_expression
  left: (member_expression
    object: (identifier) @owner
    property: (property_identifier) @name)
  right: (class body: (_) @body)
  (#not-match? @owner "^(module|exports)$")) @definition.class
(assignment_expression
  left: (identifier) @name
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.function

(assignment_expression
  left: (member_expression
    object: (member_expression property: (property_identifier) @owner)
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(augmented_assignment_expression
  left: (member_expression
    object: [(identifier) @owner (member_expression property: (property_identifier) @owner)]
    property: (property_identifier) @name)
  right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method

; A named function or class that is passed on or given back at once.
(arguments (function_expression name: (identifier) @name) @definition.function)
(arguments (generator_function name: (identifier) @name) @definition.function)
(return_statement (function_expression name: (identifier) @name) @definition.function)
(parenthesized_expression (function_expression name: (identifier) @name) @definition.function)
(array (function_expression name: (identifier) @name) @definition.function)
(arrow_function body: (function_expression name: (identifier) @name) @definition.function)
(arguments (class name: (_) @name) @definition.class)
(return_statement (class name: (_) @name) @definition.class)
(parenthesized_expression (class name: (_) @name) @definition.class)
(arrow_function body: (class name: (_) @name) @definition.class)
(arrow_function body: (parenthesized_expression (class name: (_) @name) @definition.class))

; `Type.prototype = { … }`
(assignment_expression
  left: (member_expression
    object: (identifier) @owner
    property: (property_identifier) @_prototype)
  right: (object) @scope
  (#eq? @_prototype "prototype"))

; Object literals with functions hold them.
(pair
  key: [(property_identifier) (string) (private_property_identifier)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @definition.method
(variable_declarator
  name: (identifier) @name
  value: (object
    [
      (method_definition)
      (pair value: [(arrow_function) (function_expression) (generator_function)])
    ]) @body) @definition.variable
(pair
  key: (property_identifier) @name
  value: (object
    [
      (method_definition)
      (pair value: [(arrow_function) (function_expression) (generator_function)])
    ]) @body) @definition.field

; Names bound at module level.
(program
  [
    (lexical_declaration
      (variable_declarator name: (identifier) @name) @definition.constant)
    (export_statement
      declaration: (lexical_declaration
        (variable_declarator name: (identifier) @name) @definition.constant))
  ]
  (#match? @name "^_?[A-Z][A-Z0-9_]*$"))
(program
  [
    (lexical_declaration
      (variable_declarator name: (identifier) @name) @definition.variable)
    (variable_declaration
      (variable_declarator name: (identifier) @name) @definition.variable)
    (export_statement
      declaration: (lexical_declaration
        (variable_declarator name: (identifier) @name) @definition.variable))
    (export_statement
      declaration: (variable_declaration
        (variable_declarator name: (identifier) @name) @definition.variable))
  ])

(comment) @comment
(decorator) @decorator
