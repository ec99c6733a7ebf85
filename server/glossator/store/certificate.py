"""What a clean end leaves beside an index: the checksum of the file, by which the next writer knows it to be sound.

Reading the file once and summing it up takes a tenth of the time of SQLite's own check, and finds every changed byte,
not only those that break the structure. A certificate names the opening at whose end it was made: if that is not the
last one that wrote the index, it says nothing. It can therefore be left behind by a crash without harm.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
import zlib
from enum import Enum, auto
from pathlib import Path
from typing import BinaryIO

_OPENING = "opening"
_MOST_OPENINGS = 2**31 - 1
_BLOCK_BYTES = 1 << 20
_SUFFIX = ".sum"


class Verdict(Enum):
    """What a certificate says of an index."""

    SOUND = auto()
    """Every byte is as the last writer left it."""
    CHANGED = auto()
    """The file was changed by something that is no writer of an index."""
    UNKNOWN = auto()
    """The last writer was killed, or there is a log besides."""


def begin_opening(connection: sqlite3.Connection) -> None:
    """Note in the index that a writer has opened it, so that no earlier certificate counts any more."""
    number = secrets.randbelow(_MOST_OPENINGS) + 1
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (_OPENING, number))
        connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def opening(connection: sqlite3.Connection) -> int | None:
    """The opening that wrote the index last, 0 if none is noted; None if the two notes of it differ, which no writer
    does."""
    (in_header,) = connection.execute("PRAGMA user_version").fetchone()
    row = connection.execute("SELECT value FROM meta WHERE key = ?", (_OPENING,)).fetchone()
    number: int = in_header
    return number if number == (row[0] if row else 0) else None


def certify(path: Path, opened: int) -> None:
    """Write the certificate of the index at `path` after the writer of that opening has closed it.

    None is written if that is not possible or the log is not folded in; the next writer then checks the index.
    """
    with contextlib.suppress(OSError):
        if has_log(path):
            return
        with path.open("rb") as index:
            size, checksum = _sum(index)
        new = path.with_name(path.name + _SUFFIX + ".new")
        with contextlib.suppress(FileNotFoundError):
            new.unlink()
        with os.fdopen(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w") as file:
            file.write(f"{opened} {size} {checksum:08x}\n")
        new.replace(_certificate(path))


def withdraw(path: Path) -> None:
    """Remove the certificate of the index at `path`, which is about to be changed by something else than a writer."""
    _certificate(path).unlink(missing_ok=True)


def verdict(path: Path, index: BinaryIO, opened: int | None) -> Verdict:
    """What the certificate says of the index at `path`, which was opened as `index` and written last by `opened`.

    The caller holds the lock that keeps all others from writing.
    """
    if opened is None:
        return Verdict.CHANGED
    try:
        signed, size, checksum = _certificate(path).read_text("ascii").split()
        expected = (int(size), int(checksum, 16))
        is_of_this_opening = int(signed) == opened
    except (OSError, ValueError):
        return Verdict.UNKNOWN
    if not is_of_this_opening or has_log(path):
        return Verdict.UNKNOWN
    return Verdict.SOUND if _sum(index) == expected else Verdict.CHANGED


def has_log(path: Path) -> bool:
    """Whether changes of the index at `path` lie in a log or journal beside it."""
    for suffix in ("-wal", "-journal"):
        try:
            if path.with_name(path.name + suffix).stat().st_size:
                return True
        except OSError:
            continue
    return False


def _sum(file: BinaryIO) -> tuple[int, int]:
    """The number of bytes and their CRC-32, which is there to find accidents, not forgeries."""
    size = checksum = 0
    while block := file.read(_BLOCK_BYTES):
        size += len(block)
        checksum = zlib.crc32(block, checksum)
    return size, checksum


def _certificate(path: Path) -> Path:
    return path.with_name(path.name + _SUFFIX)
