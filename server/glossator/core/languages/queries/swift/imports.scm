; What a module declares becomes visible as a whole, unless one declaration is named.
(import_declaration
  ["struct" "class" "enum" "protocol" "func" "let" "var" "typealias"]
  (identifier (simple_identifier) @module . (simple_identifier) @name .)) @import
((import_declaration "import" @wildcard (identifier) @module) @import
  (#not-match? @import "import +(struct|class|enum|protocol|func|let|var|typealias) "))
