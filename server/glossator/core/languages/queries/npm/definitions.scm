; The name under which others import the package.
(document
  (object
    (pair
      key: (string (string_content) @_key)
      value: (string (string_content) @name)) @definition.module)
  (#eq? @_key "name"))
