; Scripts of a page, those in files of their own, and what its elements do on events.
(script_element (raw_text) @script)
(script_element
  (start_tag
    (attribute
      (attribute_name) @_name
      (quoted_attribute_value (attribute_value) @source)))
  (#eq? @_name "src"))

; Data blocks are no scripts.
(script_element
  (start_tag
    (attribute
      (attribute_name) @_name
      (quoted_attribute_value (attribute_value) @_type)))
  (raw_text) @hidden
  (#eq? @_name "type")
  (#not-match? @_type "^(module|(text|application)/(x-)?(javascript|ecmascript|babel|jsx|typescript))$"))

(attribute
  (attribute_name) @_name
  (quoted_attribute_value (attribute_value) @expression)
  (#match? @_name "^on[a-z]"))
