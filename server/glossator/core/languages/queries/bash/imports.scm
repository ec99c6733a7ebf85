; A sourced file brings all of its names. Of `"$folder/name.sh"` the known end counts.
((command
  name: (command_name (word) @_source)
  .
  argument: [
    (word) @module @wildcard
    (raw_string) @module @wildcard
    (string (string_content) @module @wildcard .)
    (concatenation (word) @module @wildcard .)
    (concatenation (string (string_content) @module @wildcard .) .)
  ]) @import
  (#any-of? @_source "." "source" "load" "bats_load_library"))
