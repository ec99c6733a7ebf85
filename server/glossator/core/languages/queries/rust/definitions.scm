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
(field_declaration name: (field_identifier) @name type: (_) @type) @definition.field
(mod_item name: (identifier) @name body: (_)) @definition.module
(macro_definition name: (identifier) @name) @definition.macro

(source_file (const_item name: (identifier) @name) @definition.constant)
(source_file (static_item name: (identifier) @name) @definition.variable)
(declaration_list (const_item name: (identifier) @name) @definition.constant)
(declaration_list (static_item name: (identifier) @name) @definition.variable)

; What an `impl` defines belongs to its type.
(impl_item type: (_) @owner body: (_)) @scope

(line_comment) @comment
(block_comment) @comment
(attribute_item) @decorator

; What is left of a function where the text around it is broken.
(ERROR "fn" . (identifier) @name @definition.function)
