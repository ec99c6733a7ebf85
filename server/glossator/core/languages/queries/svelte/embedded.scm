; Scripts of a component, and the expressions of its template.
(script_element (raw_text) @script)
(raw_text_expr) @expression
(raw_text_each) @expression
((quoted_attribute_value (attribute_value) @expression) (#match? @expression "^[{].*[}]$"))

; What follows `as` names what the block binds.
(each_start_expr (as) (raw_text_expr) @hidden)

((start_tag (tag_name) @component) (#match? @component "^[A-Z]"))
((self_closing_tag (tag_name) @component) (#match? @component "^[A-Z]"))
