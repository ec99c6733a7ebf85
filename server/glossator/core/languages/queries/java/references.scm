(method_invocation !object name: (identifier) @reference.call)
(method_invocation object: (_) @receiver name: (identifier) @reference.call)
(explicit_constructor_invocation constructor: [(super) (this)] @reference.call)

(object_creation_expression type: (type_identifier) @reference.call)
(object_creation_expression type: (generic_type . (type_identifier) @reference.call))
(object_creation_expression
  type: (scoped_type_identifier (_) @receiver (type_identifier) @reference.call .))
(object_creation_expression
  type: (generic_type
    . (scoped_type_identifier (_) @receiver (type_identifier) @reference.call .)))

(method_reference . (_) @receiver "::" (identifier) @reference.argument .)
(method_reference . (identifier) @reference.call "::" "new")

(marker_annotation name: (identifier) @reference.type)
(marker_annotation
  name: (scoped_identifier scope: (_) @receiver name: (identifier) @reference.type))
(annotation name: (identifier) @reference.type)
(annotation
  name: (scoped_identifier scope: (_) @receiver name: (identifier) @reference.type))

(superclass (type_identifier) @reference.inherit)
(superclass (generic_type . (type_identifier) @reference.inherit))
(superclass (scoped_type_identifier (_) @receiver (type_identifier) @reference.inherit .))
(superclass
  (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @reference.inherit .)))
(super_interfaces (type_list (type_identifier) @reference.inherit))
(super_interfaces (type_list (generic_type . (type_identifier) @reference.inherit)))
(super_interfaces
  (type_list (scoped_type_identifier (_) @receiver (type_identifier) @reference.inherit .)))
(super_interfaces
  (type_list
    (generic_type . (scoped_type_identifier (_) @receiver (type_identifier) @reference.inherit .))))
(extends_interfaces (type_list (type_identifier) @reference.inherit))
(extends_interfaces (type_list (generic_type . (type_identifier) @reference.inherit)))
(extends_interfaces
  (type_list (scoped_type_identifier (_) @receiver (type_identifier) @reference.inherit .)))

(record_pattern . (identifier) @reference.type)
(class_literal (type_identifier) @reference.type)
(scoped_type_identifier (_) @receiver (type_identifier) @reference.type .)
(type_identifier) @reference.type
