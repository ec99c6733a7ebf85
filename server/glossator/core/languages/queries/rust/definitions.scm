; Inside a trait or an `impl` a function becomes a method.
(function_item name: (_) @name) @definition.function
(function_signature_item name: (_) @name) @declaration.function

(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.union
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.enum_member
(trait_item name: (type_identifier) @name) @definition.trait
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @declaration.type
(field_declaration name: (field_identifier) @name) @definition.field
(mod_item name: (identifier) @name body: (_)) @definition.module
(macro_definition name: (identifier) @name) @definition.macro

(source_file (const_item name: (identifier) @name) @definition.constant)
(source_file (static_item name: (identifier) @name) @definition.variable)
(declaration_list (const_item name: (identifier) @name) @definition.constant)
(declaration_list (static_item name: (identifier) @name) @definition.variable)

; What an `impl` defines belongs to its type.
(impl_item type: (_) @owner body: (_)) @scope

; What a function binds by itself hides the same name outside.
(parameter pattern: (identifier) @local)
(parameter pattern: (mut_pattern (identifier) @local))
(closure_parameters (identifier) @local)
(let_declaration pattern: (identifier) @local)
(let_declaration pattern: (mut_pattern (identifier) @local))
(for_expression pattern: (identifier) @local)
(type_parameter name: (type_identifier) @local)
(shorthand_field_identifier) @local
((tuple_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((tuple_struct_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((reference_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((ref_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((mut_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((slice_pattern (identifier) @local) (#match? @local "^[^A-Z]"))
((field_pattern pattern: (identifier) @local) (#match? @local "^[^A-Z]"))
((captured_pattern . (identifier) @local) (#match? @local "^[^A-Z]"))
((match_pattern . (identifier) @local) (#match? @local "^[^A-Z]"))

(line_comment) @comment
(block_comment) @comment
(attribute_item) @decorator
