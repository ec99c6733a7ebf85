"""Whether a file is an index that can be written: by its certificate, by SQLite's checks, by reading all of it."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from glossator.store.certificate import Verdict, opening, verdict
from glossator.store.failures import IndexDamaged, is_misfit, primary_code
from glossator.store.schema import SCHEMA_VERSION, connect_for_writing, schema_version

CHECK_SECONDS = 2.0
"""How long an index is looked through whose last writer was killed. SQLite keeps such a file sound; what a crash of
the machine may have done to one that is larger than can be checked in this time is met and mended later."""

_HEADER_BYTES = 100
_FORMAT_VERSIONS = slice(18, 20)
_NEWEST_FORMAT = 2


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a file cannot be used, as a sentence, and the suffix under which it is kept."""

    sentence: str
    suffix: str


def find_fault(path: Path, busy_seconds: float, *, thorough: bool) -> Fault | None:
    """Why the index at `path` cannot be used; None for a good one, whose version may be older.

    A thorough check reads everything, however long that takes. Raises SQLite's error, and finds no fault, if the
    file is locked, or cannot be read or written now.
    """
    if not path.is_file():
        return Fault(f"The index {path} was no file; it is kept beside the new one that is built.", ".bad")
    # Opened before SQLite opens it and closed after that, because closing a file drops all locks on it that the
    # process holds.
    with path.open("rb") as index, closing(connect_for_writing(path, busy_seconds)) as connection:
        if not _has_known_format(index):
            return _damaged(path)
        try:
            connection.execute("BEGIN IMMEDIATE")
            version = schema_version(connection)
            if version is None:
                return _foreign(path)
            if version > SCHEMA_VERSION:
                return _newer(path, version)
            said = verdict(path, index, opening(connection))
            if said is Verdict.CHANGED:
                return _damaged(path)
            if thorough:
                sound = (
                    _is_sound(connection, "integrity_check")
                    and _has_all_tables(connection, version)
                    and (version < SCHEMA_VERSION or _can_be_read(path, connection))
                )
            else:
                sound = said is Verdict.SOUND or _is_sound(connection, "quick_check", CHECK_SECONDS)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if not is_misfit(error):
                raise
            sound = False
    return None if sound else _damaged(path)


def _has_known_format(index: BinaryIO) -> bool:
    """Whether the format of a database is one that can be written. SQLite says of any other that it is read-only, as
    if that were meant."""
    header = index.read(_HEADER_BYTES)
    index.seek(0)
    return len(header) == _HEADER_BYTES and max(header[_FORMAT_VERSIONS]) <= _NEWEST_FORMAT


def _damaged(path: Path) -> Fault:
    return Fault(f"The index {path} was damaged; a new one is built.", ".bad")


def _foreign(path: Path) -> Fault:
    return Fault(f"The index {path} is not one of Glossator's; a new one is built.", ".bad")


def _newer(path: Path, version: int) -> Fault:
    sentence = (
        f"The index {path} has version {version} of a newer Glossator, this one writes version "
        f"{SCHEMA_VERSION}; it is kept beside the new one that is built."
    )
    return Fault(sentence, f".v{version}")


def _is_sound(connection: sqlite3.Connection, pragma: str, seconds: float | None = None) -> bool:
    """What one of SQLite's checks says; after `seconds` the file counts as sound as far as it was looked through."""
    with _interrupted_after(connection, seconds):
        try:
            (said,) = connection.execute(f"PRAGMA {pragma}(1)").fetchone()
        except sqlite3.OperationalError as error:
            if primary_code(error) != sqlite3.SQLITE_INTERRUPT:
                raise
            return True
    return bool(said == "ok")


@contextlib.contextmanager
def _interrupted_after(connection: sqlite3.Connection, seconds: float | None) -> Iterator[None]:
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds, connection.interrupt)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def _has_all_tables(connection: sqlite3.Connection, version: int) -> bool:
    """Whether an index of the current version has the tables that the migrations make."""
    from glossator.store.migrations import migrate

    if version != SCHEMA_VERSION:
        return True
    statement = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as model:
        migrate(model)
        expected = set(model.execute(statement))
    return expected <= set(connection.execute(statement))


def _can_be_read(path: Path, connection: sqlite3.Connection) -> bool:
    """Whether all that an index of the current version holds is what a writer puts there."""
    from glossator.store.dump import dump
    from glossator.store.reader import open_reader
    from glossator.store.resolution import all_facts

    with open_reader(path) as reader:
        try:
            for _ in dump(reader):
                pass
            for facts in all_facts(connection):
                list(facts.symbols)
                list(facts.references)
        except (IndexDamaged, ValueError, TypeError, LookupError, OverflowError):
            return False
    return True
