; ECMAScript modules.
(import_statement
  (import_clause (identifier) @alias @default)
  source: (string) @module) @import
(import_statement
  (import_clause (namespace_import (identifier) @alias))
  source: (string) @module) @import
(import_statement
  (import_clause
    (named_imports (import_specifier name: (_) @name !alias)))
  source: (string) @module) @import
(import_statement
  (import_clause
    (named_imports (import_specifier name: (_) @name alias: (identifier) @alias)))
  source: (string) @module) @import
(import_statement . "import" . source: (string) @module) @import

; What a module passes on from another.
(export_statement
  (export_clause (export_specifier name: (_) @name !alias))
  source: (string) @module) @import
(export_statement
  (export_clause (export_specifier name: (_) @name alias: (_) @alias))
  source: (string) @module) @import
(export_statement
  "*" @wildcard
  source: (string) @module) @import
(export_statement
  (namespace_export (_) @alias)
  source: (string) @module) @import

; What a module exports under another name: a binding taken from the file itself, whose path is empty.
(export_statement
  (export_clause (export_specifier name: (_) @name alias: (_) @alias))
  !source) @import
(export_statement "default" @default value: (identifier) @name) @import
(export_statement
  "default" @default
  declaration: [
    (function_declaration name: (_) @name)
    (generator_function_declaration name: (_) @name)
    (class_declaration name: (_) @name)
  ]) @import
(export_statement
  "default" @default
  value: [
    (function_expression name: (_) @name)
    (class name: (_) @name)
    (call_expression arguments: (arguments . (identifier) @name .))
  ]) @import

; CommonJS.
(variable_declarator
  name: (identifier) @alias
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @module .))
  (#eq? @_require "require")) @import
(variable_declarator
  name: (identifier) @alias
  value: (member_expression
    object: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string) @module .))
    property: (property_identifier) @name)
  (#eq? @_require "require")) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @module .))
  (#eq? @_require "require")) @import
(variable_declarator
  name: (object_pattern
    (pair_pattern key: (property_identifier) @name value: (identifier) @alias))
  value: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @module .))
  (#eq? @_require "require")) @import
(assignment_expression
  left: (member_expression
    object: (_) @_exports
    property: (property_identifier) @alias)
  right: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @module .))
  (#any-of? @_exports "exports" "module.exports")
  (#eq? @_require "require")) @import
(assignment_expression
  left: (identifier) @alias
  right: (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @module .))
  (#eq? @_require "require")) @import
(expression_statement
  (call_expression
    function: (identifier) @_require
    arguments: (arguments . (string) @module .))
  (#eq? @_require "require")) @import

(assignment_expression
  left: (member_expression) @_exports
  right: (identifier) @name @default
  (#eq? @_exports "module.exports")) @import
(assignment_expression
  left: (member_expression) @_exports
  right: [
    (function_expression name: (identifier) @name @default)
    (class name: (_) @name @default)
    (new_expression constructor: (identifier) @name @default)
  ]
  (#eq? @_exports "module.exports")) @import
(assignment_expression
  left: (member_expression
    object: (identifier) @_module
    property: (property_identifier) @name @default)
  right: [
    (arrow_function)
    (function_expression !name)
    (generator_function !name)
    (class !name)
  ]
  (#eq? @_module "module")
  (#eq? @name "exports")) @import
(assignment_expression
  left: (identifier) @_exports
  right: (assignment_expression
    left: (member_expression) @_module
    right: (identifier) @name @default)
  (#eq? @_exports "exports")
  (#eq? @_module "module.exports")) @import
(assignment_expression
  left: (member_expression
    object: (_) @_exports
    property: (property_identifier) @alias)
  right: (identifier) @name
  (#any-of? @_exports "exports" "module.exports")
  (#not-eq? @alias @name)) @import
(assignment_expression
  left: (member_expression) @_exports
  right: (object
    (pair key: (property_identifier) @alias value: (identifier) @name))
  (#eq? @_exports "module.exports")
  (#not-eq? @alias @name)) @import

; Dynamic imports.
(variable_declarator
  name: (identifier) @alias
  value: (await_expression
    (call_expression
      function: (import)
      arguments: (arguments . (string) @module)))) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)
  value: (await_expression
    (call_expression
      function: (import)
      arguments: (arguments . (string) @module)))) @import
(variable_declarator
  name: (object_pattern
    (pair_pattern key: (property_identifier) @name value: (identifier) @alias))
  value: (await_expression
    (call_expression
      function: (import)
      arguments: (arguments . (string) @module)))) @import
(variable_declarator
  name: (identifier) @alias
  value: (call_expression
    function: [(identifier) @_lazy (member_expression property: (property_identifier) @_lazy)]
    arguments: (arguments
      (arrow_function
        body: (call_expression
          function: (import) @default
          arguments: (arguments . (string) @module)))))
  (#any-of? @_lazy "lazy" "defineAsyncComponent" "loadable" "dynamic")) @import
