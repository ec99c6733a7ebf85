; The files that a package offers, under the path that follows its name, or the key that tells of its main file.
(document
  (object
    (pair
      key: (string (string_content) @alias)
      value: (string (string_content) @module)) @import)
  (#any-of? @alias "source" "module" "main" "types" "typings"))
(document
  (object
    (pair
      key: (string (string_content) @alias)
      value: (string (string_content) @module)) @import)
  (#eq? @alias "exports"))
(document
  (object
    (pair
      key: (string (string_content) @_exports)
      value: (object
        (pair
          key: (string (string_content) @alias)
          value: [
            (string (string_content) @module)
            (array (string (string_content) @module))
            (object (pair value: (string (string_content) @module)))
            (object (pair value: (object (pair value: (string (string_content) @module)))))
            (object
              (pair value: (object (pair value: (object (pair value: (string (string_content) @module)))))))
          ]) @import)))
  (#any-of? @_exports "exports" "imports"))
