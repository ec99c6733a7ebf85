(use_declaration argument: (identifier) @module) @import
(use_declaration
  argument: (scoped_identifier
    path: (_) @module
    name: (identifier) @name)) @import
(use_declaration
  argument: (use_as_clause
    path: (identifier) @module
    alias: (identifier) @alias)) @import
(use_declaration
  argument: (use_as_clause
    path: (scoped_identifier
      path: (_) @module
      name: (identifier) @name)
    alias: (identifier) @alias)) @import
(use_declaration argument: (use_wildcard (_) @module) @wildcard) @import

; A list of names without a path.
(use_declaration
  argument: (use_list
    [
      (identifier) @module
      (scoped_identifier path: (_) @module name: (identifier) @name)
      (use_as_clause
        path: (scoped_identifier path: (_) @module name: (identifier) @name)
        alias: (identifier) @alias)
      (use_wildcard (_) @module) @wildcard
    ])) @import
(use_declaration
  argument: (use_list
    (scoped_use_list
      path: (_) @module
      list: (use_list
        [
          (self) @_self
          (identifier) @name
          (use_as_clause path: (identifier) @name alias: (identifier) @alias)
          (use_wildcard . "*" @wildcard)
        ])))) @import

; A list of names under a path, to the depth of three lists. The parts of a path are joined.
(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list
      [
        (self) @_self
        (identifier) @name
        (scoped_identifier path: (_) @module name: (identifier) @name)
        (use_as_clause path: (self) alias: (identifier) @alias)
        (use_as_clause path: (identifier) @name alias: (identifier) @alias)
        (use_as_clause
          path: (scoped_identifier path: (_) @module name: (identifier) @name)
          alias: (identifier) @alias)
        (use_wildcard . "*" @wildcard)
        (use_wildcard (_) @module) @wildcard
      ]))) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list
      (scoped_use_list
        path: (_) @module
        list: (use_list
          [
            (self) @_self
            (identifier) @name
            (scoped_identifier path: (_) @module name: (identifier) @name)
            (use_as_clause path: (self) alias: (identifier) @alias)
            (use_as_clause path: (identifier) @name alias: (identifier) @alias)
            (use_as_clause
              path: (scoped_identifier path: (_) @module name: (identifier) @name)
              alias: (identifier) @alias)
            (use_wildcard . "*" @wildcard)
            (use_wildcard (_) @module) @wildcard
          ]))))) @import
(use_declaration
  argument: (scoped_use_list
    path: (_) @module
    list: (use_list
      (scoped_use_list
        path: (_) @module
        list: (use_list
          (scoped_use_list
            path: (_) @module
            list: (use_list
              [
                (self) @_self
                (identifier) @name
                (scoped_identifier path: (_) @module name: (identifier) @name)
                (use_as_clause path: (self) alias: (identifier) @alias)
                (use_as_clause path: (identifier) @name alias: (identifier) @alias)
                (use_as_clause
                  path: (scoped_identifier path: (_) @module name: (identifier) @name)
                  alias: (identifier) @alias)
                (use_wildcard . "*" @wildcard)
                (use_wildcard (_) @module) @wildcard
              ]))))))) @import

(extern_crate_declaration name: (identifier) @module alias: (identifier) @alias) @import
(extern_crate_declaration name: (identifier) @module !alias) @import

; `mod name;` binds the module that stands in a file of its own.
(mod_item name: (identifier) @module !body) @import
