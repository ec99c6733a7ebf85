(import_header (identifier) @module (import_alias (type_identifier) @alias)) @import
(import_header (identifier) @module (wildcard_import) @wildcard) @import
(import_header (identifier) @module .) @import
