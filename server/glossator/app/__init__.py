"""Use cases and their threads: documents, files, indexing, explaining, searching, status. Knows no protocol."""
