"""A certificate spares the check of an index that was closed well, and says nothing about any other."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.samples import resolve_by_name, sample
from tests.store.test_crashes import process

from glossator.store.certificate import certify, opening
from glossator.store.checking import find_fault
from glossator.store.writer import IndexWriter, open_writer

FREE_LIST_PAGES = slice(36, 40)
"""Bytes of the header that count unused pages: a fault there is seen by a check and by nothing else."""


@pytest.fixture
def closed(index_path: Path) -> Path:
    """A healthy index that was closed."""
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        for place in range(20):
            writer.put_file(*sample(f"{place}.py", f"f{place} g", "g"))
        resolve_by_name(writer)
    return index_path


def certificate(path: Path) -> Path:
    return path.with_name(path.name + ".sum")


def opening_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        number = opening(connection)
    assert number
    return number


def spoil_quietly(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[FREE_LIST_PAGES] = (5).to_bytes(4, "big")
    path.write_bytes(data)


def test_an_index_with_a_certificate_is_not_looked_through(
    closed: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    opened = opening_of(closed)
    spoil_quietly(closed)
    certify(closed, opened)
    assert len(open_again().known_files()) == 20
    assert notices == []


def test_an_index_without_one_is_looked_through(
    closed: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    spoil_quietly(closed)
    certificate(closed).unlink()
    assert open_again().known_files() == {}
    assert len(notices) == 1


def test_a_certificate_is_private_and_made_anew_by_each_writer(closed: Path) -> None:
    assert certificate(closed).stat().st_mode & 0o777 == 0o600
    first = certificate(closed).read_text()
    with open_writer(closed, on_notice=pytest.fail) as writer:
        writer.remove_files(["1.py"])
    assert certificate(closed).read_text() != first


def test_a_certificate_that_a_crash_left_behind_does_not_condemn_a_healthy_index(
    closed: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    """As when power fails: the writer has taken nothing back, and what it wrote reached the file."""
    old = certificate(closed).read_bytes()
    with process("index_on_demand", closed) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("\n" * 5)
        running.stdin.flush()
        for _ in range(4):
            running.stdout.readline()
    with closing(sqlite3.connect(closed)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    certificate(closed).write_bytes(old)
    assert len(open_again().known_files()) >= 24
    assert notices == []


@pytest.mark.parametrize("text", ["", "x", "a b c d", "opening 12 zz", "\u00e4 1 1"])
def test_a_certificate_that_cannot_be_read_says_nothing(
    text: str, closed: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    certificate(closed).write_text(text, encoding="utf-8")
    assert len(open_again().known_files()) == 20
    assert notices == []


@pytest.mark.parametrize(
    "statement", ["UPDATE meta SET value = 7 WHERE key = 'opening'", "PRAGMA user_version = 7"]
)
def test_an_index_whose_two_notes_of_its_last_opening_differ_is_damaged(
    statement: str, closed: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    with closing(sqlite3.connect(closed)) as connection, connection:
        connection.execute(statement)
    assert open_again().known_files() == {}
    assert len(notices) == 1


def test_a_copied_index_with_its_certificate_is_sound(
    closed: Path, tmp_path: Path, open_again: Callable[[], IndexWriter]
) -> None:
    copy = tmp_path / "copy" / closed.name
    shutil.copytree(closed.parent, copy.parent)
    os.utime(copy)
    with open_writer(copy, on_notice=pytest.fail) as writer:
        assert len(writer.known_files()) == 20


def test_a_thorough_check_finds_what_only_reading_all_tells(closed: Path) -> None:
    with closing(sqlite3.connect(closed)) as connection, connection:
        connection.execute("UPDATE files SET reason = CAST(x'ff' AS TEXT) WHERE id = 3")
    certificate(closed).unlink()
    assert find_fault(closed, 1, thorough=False) is None
    fault = find_fault(closed, 1, thorough=True)
    assert fault is not None
    assert "was damaged" in fault.sentence


def test_a_thorough_check_finds_a_table_that_is_missing(closed: Path) -> None:
    with closing(sqlite3.connect(closed)) as connection, connection:
        connection.execute("ALTER TABLE chunks RENAME TO pieces")
    certificate(closed).unlink()
    assert find_fault(closed, 1, thorough=False) is None
    assert find_fault(closed, 1, thorough=True) is not None
