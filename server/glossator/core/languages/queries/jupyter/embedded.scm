; The code cells of a notebook, and the language that they are written in.
(object
  (pair key: (string (string_content) @_type) value: (string (string_content) @_code))
  (pair key: (string (string_content) @_source) value: [(array) (string)] @cell)
  (#eq? @_type "cell_type")
  (#eq? @_code "code")
  (#eq? @_source "source"))
(object
  (pair key: (string (string_content) @_source) value: [(array) (string)] @cell)
  (pair key: (string (string_content) @_type) value: (string (string_content) @_code))
  (#eq? @_type "cell_type")
  (#eq? @_code "code")
  (#eq? @_source "source"))
(pair
  key: (string (string_content) @_info)
  value: (object
    (pair
      key: (string (string_content) @_name)
      value: (string (string_content) @language)))
  (#eq? @_info "language_info")
  (#eq? @_name "name"))
