"""The index on disk: the only package that imports sqlite3. One writer, many readers, never source text.

`writer.open_writer` and `reader.open_reader` are the ways in, `rows` holds what goes in and comes out, `failures`
what can go wrong. To change the tables start in `migrations`.
"""
