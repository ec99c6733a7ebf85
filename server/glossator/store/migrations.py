"""The tables of the index, as numbered steps.

To change the schema: add a step at the end, named with the next number, and raise `schema.SCHEMA_VERSION` to it.
Steps that were released are never edited. Each runs in a transaction of its own together with its record.
"""

from __future__ import annotations

import sqlite3

from sqlite_utils.db import Database
from sqlite_utils.migrations import Migrations

from glossator.store.vector_blocks import pack_ids

index = Migrations("index")


def migrate(connection: sqlite3.Connection, *, stop_before: str | None = None) -> None:
    """Bring the index behind `connection` to the newest schema (tests stop earlier)."""
    database = Database(connection, recursive_triggers=False, execute_plugins=False)
    index.apply(database, stop_before=stop_before)


def _run(database: Database, version: int, statements: tuple[str, ...]) -> None:
    for statement in statements:
        database.execute(statement)
    database.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('schema_version', ?)", [version])


@index()
def m001_structure(database: Database) -> None:
    """Files, symbols, references, imports and edges; `path` and `value` take text and bytes alike.

    The index of references by name was made by `IndexWriter.mark_resolved`.
    """
    _run(
        database,
        1,
        (
            "CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID",
            """CREATE TABLE files (
                id INTEGER PRIMARY KEY AUTOINCREMENT, path BLOB NOT NULL UNIQUE, size INTEGER NOT NULL,
                mtime_ns INTEGER NOT NULL, content_hash BLOB, language TEXT NOT NULL, state TEXT NOT NULL,
                reason TEXT NOT NULL, parse_state TEXT NOT NULL, line_starts BLOB NOT NULL,
                is_test INTEGER NOT NULL, is_generated INTEGER NOT NULL)""",
            """CREATE TABLE symbols (
                id INTEGER PRIMARY KEY, file_id INTEGER GENERATED ALWAYS AS (id >> 20) VIRTUAL,
                kind TEXT NOT NULL, name TEXT NOT NULL, qualified_name TEXT NOT NULL, container INTEGER,
                ordinal INTEGER NOT NULL, name_start INTEGER NOT NULL, name_end INTEGER NOT NULL,
                start INTEGER NOT NULL, end INTEGER NOT NULL, signature_start INTEGER NOT NULL,
                signature_end INTEGER NOT NULL, body_start INTEGER, body_end INTEGER, doc_start INTEGER,
                doc_end INTEGER, decorators BLOB, is_declaration INTEGER NOT NULL, owner TEXT)""",
            "CREATE INDEX symbols_by_name ON symbols (name)",
            """CREATE TABLE refs (
                id INTEGER PRIMARY KEY, file_id INTEGER GENERATED ALWAYS AS (id >> 20) VIRTUAL,
                enclosing INTEGER, name TEXT NOT NULL, kind TEXT NOT NULL, receiver TEXT,
                start INTEGER NOT NULL, end INTEGER NOT NULL)""",
            """CREATE TABLE imports (
                file_id INTEGER NOT NULL, position INTEGER NOT NULL, enclosing INTEGER, module TEXT NOT NULL,
                name TEXT, alias TEXT, local_name TEXT, start INTEGER NOT NULL, end INTEGER NOT NULL,
                PRIMARY KEY (file_id, position)) WITHOUT ROWID""",
            """CREATE TABLE edges (
                ref_id INTEGER NOT NULL, symbol_id INTEGER NOT NULL, certainty TEXT NOT NULL,
                why TEXT NOT NULL, PRIMARY KEY (ref_id, symbol_id)) WITHOUT ROWID""",
            "CREATE INDEX edges_by_symbol ON edges (symbol_id)",
            "CREATE TABLE stale_names (name TEXT PRIMARY KEY) WITHOUT ROWID",
            "CREATE TABLE stale_files (file_id INTEGER PRIMARY KEY)",
        ),
    )


@index()
def m002_search(database: Database) -> None:
    """Chunks with their terms, and vectors by embedding text."""
    _run(
        database,
        2,
        (
            """CREATE TABLE chunks (
                id INTEGER PRIMARY KEY, file_id INTEGER GENERATED ALWAYS AS (id >> 20) VIRTUAL,
                symbol INTEGER, start INTEGER NOT NULL, end INTEGER NOT NULL, text_hash BLOB NOT NULL,
                terms BLOB NOT NULL)""",
            "CREATE INDEX chunks_by_text ON chunks (text_hash)",
            """CREATE TABLE vectors (
                fingerprint TEXT NOT NULL, text_hash BLOB NOT NULL, bits BLOB NOT NULL,
                rescoring BLOB NOT NULL, scale REAL NOT NULL)""",
            "CREATE UNIQUE INDEX vectors_by_text ON vectors (fingerprint, text_hash)",
        ),
    )


@index()
def m003_tables_of_facts(database: Database) -> None:
    """Symbols, references and imports of a file in one row of packed columns; beside it only what is looked up.

    Every file counts as changed, so that it is indexed anew; vectors stay.
    """
    _run(
        database,
        3,
        (
            *(f"DROP TABLE {name}" for name in ("edges", "refs", "imports", "symbols")),
            """CREATE TABLE facts (
                file_id INTEGER PRIMARY KEY, symbols BLOB NOT NULL, refs BLOB NOT NULL, imports BLOB NOT NULL,
                ref_count INTEGER NOT NULL)""",
            "CREATE TABLE symbols (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
            "CREATE INDEX symbols_by_name ON symbols (name)",
            "CREATE TABLE ref_names (id INTEGER PRIMARY KEY, name TEXT NOT NULL)",
            """CREATE TABLE edges (
                ref_id INTEGER NOT NULL, symbol_id INTEGER NOT NULL, kind INTEGER NOT NULL,
                enclosing INTEGER NOT NULL, sure INTEGER NOT NULL, why TEXT NOT NULL,
                PRIMARY KEY (ref_id, symbol_id)) WITHOUT ROWID""",
            "DELETE FROM stale_names",
            "DELETE FROM stale_files",
            "DELETE FROM chunks",
            "UPDATE files SET size = -1, content_hash = NULL",
        ),
    )


@index()
def m004_times_of_change(database: Database) -> None:
    """The time of a file is that of its last change of any sort, and is called so."""
    _run(database, 4, ("ALTER TABLE files RENAME COLUMN mtime_ns TO changed_ns",))


@index()
def m005_values(database: Database) -> None:
    """What is known of the types of values, beside the other facts of a file (an empty list to begin with), and what
    verifiers said of references."""
    _run(
        database,
        5,
        (
            "ALTER TABLE facts ADD COLUMN known_values BLOB NOT NULL DEFAULT x'90'",
            "CREATE TABLE stale_meanings (name TEXT PRIMARY KEY) WITHOUT ROWID",
            """CREATE TABLE verdicts (
                ref_id INTEGER NOT NULL, symbol_id INTEGER NOT NULL, PRIMARY KEY (ref_id, symbol_id)) WITHOUT ROWID""",
        ),
    )


@index()
def m006_blocks_of_vectors(database: Database) -> None:
    """Bits in blocks, rescoring copies one by one, and which files have other chunks since when; vectors stay."""
    _run(
        database,
        6,
        (
            "DROP INDEX vectors_by_text",
            "ALTER TABLE vectors RENAME TO single_vectors",
            "CREATE INDEX single_vectors_by_text ON single_vectors (fingerprint, text_hash)",
            """CREATE TABLE vector_recipes (
                id INTEGER PRIMARY KEY AUTOINCREMENT, fingerprint TEXT NOT NULL UNIQUE,
                dimensions INTEGER NOT NULL)""",
            """CREATE TABLE vectors (
                id INTEGER PRIMARY KEY AUTOINCREMENT, recipe INTEGER NOT NULL, text_hash BLOB NOT NULL,
                scale REAL NOT NULL, rescoring BLOB NOT NULL)""",
            "CREATE UNIQUE INDEX vectors_by_text ON vectors (recipe, text_hash)",
            """CREATE TABLE vector_blocks (
                id INTEGER PRIMARY KEY AUTOINCREMENT, recipe INTEGER NOT NULL, count INTEGER NOT NULL,
                ids BLOB NOT NULL, bits BLOB NOT NULL)""",
            "CREATE INDEX vector_blocks_by_recipe ON vector_blocks (recipe, count)",
            "CREATE TABLE chunk_changes (file_id INTEGER PRIMARY KEY, change INTEGER NOT NULL)",
            "CREATE INDEX chunk_changes_by_change ON chunk_changes (change)",
            """INSERT INTO vector_recipes (fingerprint, dimensions)
                SELECT fingerprint, MIN(length(rescoring)) FROM single_vectors GROUP BY fingerprint""",
            """INSERT INTO vectors (recipe, text_hash, scale, rescoring)
                SELECT r.id, v.text_hash, v.scale, v.rescoring
                FROM single_vectors v JOIN vector_recipes r USING (fingerprint)
                WHERE length(v.rescoring) = r.dimensions AND length(v.bits) = (r.dimensions + 7) / 8
                ORDER BY r.id, v.text_hash""",
        ),
    )
    _make_blocks(database)
    database.execute("DROP TABLE single_vectors")


def _make_blocks(database: Database) -> None:
    for recipe, fingerprint in database.execute("SELECT id, fingerprint FROM vector_recipes").fetchall():
        cursor = database.execute(
            """SELECT v.id, s.bits FROM vectors v JOIN single_vectors s ON s.text_hash = v.text_hash
                WHERE v.recipe = ? AND s.fingerprint = ? ORDER BY v.id""",
            [recipe, fingerprint],
        )
        while rows := cursor.fetchmany(4096):
            ids, bits = zip(*rows, strict=True)
            database.execute(
                "INSERT INTO vector_blocks (recipe, count, ids, bits) VALUES (?, ?, ?, ?)",
                [recipe, len(ids), pack_ids(ids), b"".join(bits)],
            )
