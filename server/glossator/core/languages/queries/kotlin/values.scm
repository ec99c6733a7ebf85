; What names are bound to. The types of fields that are written out stand in definitions.scm. A variable can hold a
; function and be called, so that it hides a function of the same name.
[
  (function_declaration)
  (anonymous_function)
  (lambda_literal)
  (secondary_constructor)
  (getter)
  (setter)
  (control_structure_body)
  (for_statement)
  (when_expression)
  (when_entry)
  (catch_block)
] @region

[
  (parameter (simple_identifier) @local [(user_type) (nullable_type)] @type)
  (class_parameter (simple_identifier) @local [(user_type) (nullable_type)] @type)
  (variable_declaration (simple_identifier) @local [(user_type) (nullable_type)] @type)
  (catch_block . (simple_identifier) @local . (user_type) @type)
]
[
  (parameter . (simple_identifier) @local)
  (class_parameter (simple_identifier) @local)
  (variable_declaration (simple_identifier) @local)
]
(property_declaration
  (variable_declaration (simple_identifier) @local .)
  . "="
  . [
    (call_expression) (navigation_expression) (indexing_expression) (simple_identifier) (this_expression)
    (as_expression) (parenthesized_expression) (postfix_expression) (string_literal) (integer_literal)
    (boolean_literal) (character_literal) (real_literal) (long_literal) (lambda_literal) (callable_reference)
  ] @value)
[
  (property_declaration
    (variable_declaration (simple_identifier) @local .)
    . "="
    . (if_expression (control_structure_body . (statements (_) @value .) .)))
  (property_declaration
    (variable_declaration (simple_identifier) @local .)
    . "="
    . (if_expression (control_structure_body . (_) @value .)))
  (property_declaration
    (variable_declaration (simple_identifier) @local .)
    . "="
    . (when_expression (when_entry (control_structure_body . (statements (_) @value .) .))))
  (property_declaration
    (variable_declaration (simple_identifier) @local .)
    . "="
    . (when_expression (when_entry (control_structure_body . (_) @value .))))
  (property_declaration
    (variable_declaration (simple_identifier) @local .)
    . "="
    . (try_expression . (statements (_) @value .)))
  (property_declaration
    (variable_declaration (simple_identifier) @local .)
    . "="
    . (elvis_expression . (_) @value))
  (property_declaration
    (variable_declaration (simple_identifier) @local .)
    . "="
    . (elvis_expression "?:" . [(call_expression) (navigation_expression) (simple_identifier)] @value .))
]
(property_declaration
  (variable_declaration (simple_identifier) @local .)
  . "="
  . (object_literal
    (delegation_specifier
      [(user_type) @type (constructor_invocation . (user_type) @type)])))
(property_declaration
  (variable_declaration (simple_identifier) @local .)
  (property_delegate
    (call_expression (call_suffix (annotated_lambda (lambda_literal (statements . (_) @value .)))))))
; The parts of a pair, of the entries of a map, and of an object of a class that is made of parts.
(property_declaration
  (multi_variable_declaration . (variable_declaration (simple_identifier) @local .)) "=" . (_) @first)
[
  (property_declaration
    (multi_variable_declaration . (_) . (variable_declaration (simple_identifier) @local .)) "=" . (_) @second)
  (for_statement
    (multi_variable_declaration . (_) . (variable_declaration (simple_identifier) @local .)) . (_) @second)
]
((class_declaration
  (modifiers (class_modifier) @_data)
  (primary_constructor . (class_parameter [(user_type) (nullable_type)] @content.first)))
  (#eq? @_data "data"))
((class_declaration
  (modifiers (class_modifier) @_data)
  (primary_constructor . (_) . (class_parameter [(user_type) (nullable_type)] @content.second)))
  (#eq? @_data "data"))
((class_declaration
  (modifiers (class_modifier) @_data)
  (primary_constructor . (_) . (_) . (class_parameter [(user_type) (nullable_type)] @content.third)))
  (#eq? @_data "data"))
(when_subject (variable_declaration (simple_identifier) @local .) (_) @value .)
(for_statement (variable_declaration (simple_identifier) @local .) . (_) @element)

; Properties.
(class_body
  (property_declaration
    (variable_declaration (simple_identifier) @member .)
    . "="
    . (_) @value))
(class_body
  (property_declaration
    (variable_declaration (simple_identifier) @member .)
    (property_delegate
      (call_expression (call_suffix (annotated_lambda (lambda_literal (statements . (_) @value .))))))))
(class_body
  (property_declaration (variable_declaration (simple_identifier) @member .))
  . (getter (function_body "=" (_) @value .)))
(class_body
  (property_declaration
    (variable_declaration (simple_identifier) @member .)
    (getter (function_body "=" (_) @value .))))

; What a condition tells of a type holds where the condition does.
(if_expression
  condition: (check_expression . (simple_identifier) @local "is" . [(user_type) (nullable_type)] @type .)
  consequence: (_) @region)
(if_expression
  condition: (conjunction_expression
    . (check_expression . (simple_identifier) @local "is" . [(user_type) (nullable_type)] @type .))
  consequence: (_) @region)
(when_expression
  (when_subject (simple_identifier) @local)
  (when_entry . (when_condition (type_test "is" . (_) @type)) . (control_structure_body)) @region)

; The parameter of a lambda is an element of what the method is called on, or that itself.
((call_expression
  . (navigation_expression . (_) @element (navigation_suffix (simple_identifier) @_each))
  (call_suffix
    (annotated_lambda
      (lambda_literal
        . [
          (lambda_parameters . (variable_declaration (simple_identifier) @local .) .)
          ("{" @local . (statements))
        ]))))
  (#not-match? @_each "^(let|also|run|apply|takeIf|takeUnless|use|fold|reduce)$"))
((call_expression
  . (navigation_expression . (_) @value (navigation_suffix (simple_identifier) @_scope))
  (call_suffix
    (annotated_lambda
      (lambda_literal
        . [
          (lambda_parameters . (variable_declaration (simple_identifier) @local .) .)
          ("{" @local . (statements))
        ]))))
  (#any-of? @_scope "let" "also" "takeIf" "takeUnless" "use"))
(lambda_literal "{" @local . (statements))
; Of two parameters the first is a key, a number or what was made so far.
((call_expression
  . (navigation_expression . (_) @element (navigation_suffix (simple_identifier) @_each))
  (call_suffix
    (annotated_lambda
      (lambda_literal
        . (lambda_parameters . (_) . (variable_declaration (simple_identifier) @local .) .)))))
  (#any-of? @_each "forEachIndexed" "mapIndexed" "filterIndexed" "onEachIndexed" "flatMapIndexed" "fold" "reduce"))
((call_expression
  . (navigation_expression . (_) @second (navigation_suffix (simple_identifier) @_each))
  (call_suffix
    (annotated_lambda
      (lambda_literal
        . [
          (lambda_parameters . (_) . (variable_declaration (simple_identifier) @local .) .)
          (lambda_parameters
            . (multi_variable_declaration . (_) . (variable_declaration (simple_identifier) @local .) .) .)
        ]))))
  (#any-of? @_each "forEach" "map" "filter" "any" "all" "none" "flatMap" "mapNotNull" "onEach" "count"))

; Results.
(function_declaration
  (function_value_parameters)
  . ":"
  . [(user_type) (nullable_type)] @result)
(function_declaration
  (function_value_parameters)
  . (function_body . "=" . (_) @result @value))
(type_alias "=" [(user_type) (nullable_type)] @alias)

(type_parameter (type_identifier) @parameter .)
(type_parameter (type_identifier) @parameter [(user_type) (nullable_type)] @bound)
(type_constraint . (type_identifier) @parameter [(user_type) (nullable_type)] @bound)

((function_declaration (modifiers (visibility_modifier) @inside)) (#eq? @inside "private"))
; What belongs to an object alone it has from its base.
(object_literal
  (delegation_specifier
    [(user_type) @type (constructor_invocation . (user_type) @type)])
  (class_body (function_declaration (simple_identifier) @base)))

(delegation_specifier
  [
    (user_type (type_arguments)) @supertype
    (constructor_invocation (user_type (type_arguments)) @supertype)
  ])
