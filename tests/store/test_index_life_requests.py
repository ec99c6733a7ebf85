"""Beginning anew on request: at once, whatever the index holds and whoever writes it."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.samples import sample

from glossator.store.reader import IndexReader
from glossator.store.requests import ask_for_check, ask_for_rebuild, asked
from glossator.store.writer import IndexWriter, open_writer


def names(folder: Path) -> set[str]:
    return {each.name.removeprefix("index.sqlite") for each in folder.iterdir()}


def test_a_writer_is_told_of_a_request_and_the_next_opening_fulfils_it(
    writer: IndexWriter, open_again: Callable[[], IndexWriter], reader: IndexReader, notices: list[str]
) -> None:
    writer.put_file(*sample("a.py", "f"))
    assert not writer.is_outdated
    ask_for_rebuild(writer.path)
    assert writer.is_outdated
    assert reader.paths() == ["a.py"]
    again = open_again()
    assert (again.known_files(), again.is_outdated, notices) == ({}, False, [])
    assert reader.paths() == []
    assert reader.available


def test_the_old_file_is_replaced_as_a_whole_and_nothing_of_it_is_left(
    index_path: Path, open_again: Callable[[], IndexWriter]
) -> None:
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        writer.put_file(*sample("a.py", "f"))
    with closing(sqlite3.connect(index_path)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT * FROM files").fetchall()
        before = index_path.stat().st_ino
        ask_for_rebuild(index_path)
        open_again()
        assert index_path.stat().st_ino != before
    assert not {".old", ".new", ".rebuild"} & names(index_path.parent)


@pytest.mark.parametrize("content", [b"", b"This is no index.\n" * 1000])
def test_whatever_lies_there_is_replaced(
    content: bytes, index_path: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    index_path.parent.mkdir()
    index_path.write_bytes(content)
    ask_for_rebuild(index_path)
    assert open_again().known_files() == {}
    assert notices == []
    assert asked(index_path) is None


def test_a_check_of_a_healthy_index_keeps_it(
    writer: IndexWriter, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    writer.put_file(*sample("a.py", "f"))
    ask_for_check(writer.path)
    assert list(open_again().known_files()) == ["a.py"]
    assert (notices, asked(writer.path)) == ([], None)


def test_a_writer_notices_that_its_file_is_gone_or_another_one(
    writer: IndexWriter, open_again: Callable[[], IndexWriter], index_path: Path, tmp_path: Path
) -> None:
    index_path.unlink()
    assert writer.is_outdated
    again = open_again()
    again.put_file(*sample("a.py"))
    assert not again.is_outdated
    other = tmp_path / "other" / "index.sqlite"
    open_writer(other, on_notice=pytest.fail).close()
    other.replace(index_path)
    assert again.is_outdated
