(import_spec name: (dot) @wildcard path: (_) @module) @import
(import_spec name: (package_identifier) @alias path: (_) @module) @import
(import_spec name: (blank_identifier) @alias path: (_) @module) @import
(import_spec !name path: (_) @module) @import
