"""The index on disk: the only package that imports sqlite3. One writer, many readers, never source text."""
