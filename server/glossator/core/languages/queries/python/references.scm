(call function: (identifier) @reference.call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @reference.call))

(decorator (identifier) @reference.decorator)
(decorator (attribute object: (_) @receiver attribute: (identifier) @reference.decorator))

(class_definition
  superclasses: (argument_list (identifier) @reference.inherit))
(class_definition
  superclasses: (argument_list
    (attribute object: (_) @receiver attribute: (identifier) @reference.inherit)))

; A function passed on as a value.
(argument_list (identifier) @reference.argument)
(argument_list (keyword_argument value: (identifier) @reference.argument))
(argument_list (attribute object: (_) @receiver attribute: (identifier) @reference.argument))
(dictionary (pair value: (identifier) @reference.read))
(list (identifier) @reference.read)
(tuple (identifier) @reference.read)

(type (identifier) @reference.type)
(type (generic_type (identifier) @reference.type))
