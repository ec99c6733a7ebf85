"""Errors of SQLite in words for the user."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.store.samples import sample

from glossator.core.errors import UserError
from glossator.store.failures import IndexBusy, IndexDamaged, named_failures
from glossator.store.requests import Request, asked
from glossator.store.writer import IndexWriter


@pytest.mark.parametrize(
    ("code", "kind", "words"),
    [
        (sqlite3.SQLITE_BUSY, IndexBusy, "locked by another program"),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, IndexBusy, "locked by another program"),
        (sqlite3.SQLITE_CORRUPT, IndexDamaged, "damaged"),
        (sqlite3.SQLITE_NOTADB, IndexDamaged, "damaged"),
        (sqlite3.SQLITE_FULL, UserError, "no space left"),
        (sqlite3.SQLITE_READONLY_DIRECTORY, UserError, "check the permissions"),
        (sqlite3.SQLITE_READONLY_ROLLBACK, IndexBusy, "in the middle of a change"),
        (sqlite3.SQLITE_PROTOCOL, IndexBusy, "locked by another program"),
        (sqlite3.SQLITE_ERROR, IndexDamaged, "damaged"),
        (sqlite3.SQLITE_IOERR_READ, UserError, "SQLITE_IOERR_READ"),
        (sqlite3.SQLITE_IOERR_WRITE, UserError, "may be full"),
    ],
)
def test_each_failure_has_its_class_and_names_the_file_but_nothing_stored(
    code: int, kind: type[UserError], words: str
) -> None:
    error = sqlite3.OperationalError("could not decode 'stored_text'")
    error.sqlite_errorcode = code
    error.sqlite_errorname = "SQLITE_IOERR_READ"
    with pytest.raises(kind) as caught, named_failures(Path("place/index.sqlite")):
        raise error
    assert words in str(caught.value)
    assert "place" in str(caught.value)
    assert "stored_text" not in str(caught.value)


@pytest.mark.parametrize(
    "error", [UnicodeDecodeError("utf-8", b"stored", 0, 1, ""), sqlite3.OperationalError()]
)
def test_names_and_texts_that_are_no_text_mean_damage(error: Exception) -> None:
    with pytest.raises(IndexDamaged), named_failures(Path("place/index.sqlite")):
        raise error


def test_damage_asks_for_a_check_and_a_lock_or_a_full_disk_does_not(tmp_path: Path) -> None:
    path = tmp_path / "index.sqlite"
    for code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CORRUPT):
        assert asked(path) is None
        error = sqlite3.OperationalError()
        error.sqlite_errorcode = code
        with pytest.raises(UserError), named_failures(path):
            raise error
    assert asked(path) is Request.CHECK


def test_mistakes_of_our_own_pass_unchanged() -> None:
    with pytest.raises(sqlite3.ProgrammingError), named_failures(Path("index.sqlite")):
        raise sqlite3.ProgrammingError


def test_a_full_disk_is_one_sentence_and_leaves_the_last_state(writer: IndexWriter) -> None:
    writer.put_file(*sample("a.py", "f"))
    (pages,) = writer._connection.execute("PRAGMA page_count").fetchone()
    writer._connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(UserError, match="no space left"), writer.transaction():
        for number in range(1000):
            writer.put_file(*sample(f"{number}.py", "f g h", "f g h " * 50))
    assert list(writer.known_files()) == ["a.py"]
    writer.touch_file("a.py", 5, 6)
