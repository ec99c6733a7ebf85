; Scripts of a component, and the expressions of its template.
(script_element (raw_text) @script)
(script_element
  (start_tag
    (attribute
      (attribute_name) @_name
      (quoted_attribute_value (attribute_value) @_dialect)))
  (raw_text) @script.tsx
  (#eq? @_name "lang")
  (#any-of? @_dialect "tsx" "jsx"))

(interpolation (raw_text) @expression)
(directive_attribute (quoted_attribute_value (attribute_value) @expression))
(directive_attribute (attribute_value) @expression)

; Elements of the page begin with a lower case letter, and so do components that are written with hyphens.
((start_tag (tag_name) @component) (#match? @component "^[A-Z]"))
((self_closing_tag (tag_name) @component) (#match? @component "^[A-Z]"))
