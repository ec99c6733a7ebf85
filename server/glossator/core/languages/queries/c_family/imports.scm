; An included file brings all of its names.
(preproc_include
  path: [(string_literal) (system_lib_string)] @module @wildcard) @import
