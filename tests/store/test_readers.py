"""Readers while the writer writes, and when the file comes, goes or is replaced."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.samples import resolve_by_name, sample

from glossator.store.dump import dump
from glossator.store.failures import IndexDamaged
from glossator.store.reader import IndexReader, open_reader
from glossator.store.rows import IndexCounts
from glossator.store.schema import Part
from glossator.store.writer import IndexWriter, open_writer

READERS = 4
ROUNDS = 40


def test_without_an_index_every_answer_is_empty(reader: IndexReader) -> None:
    assert reader.available is False
    assert reader.counts() == IndexCounts()
    assert reader.data_version() == ("", 0)
    assert (reader.meta("key"), reader.file("a"), reader.symbol("a", "b"), reader.symbol_by_id(1)) == (
        None,
    ) * 4
    assert (reader.left_out(5), reader.embedded("print")) == (([], 0), (0, 0))
    for answer in (
        reader.paths(),
        reader.symbols_of("a"),
        reader.symbols_named("a"),
        reader.symbols_like("a", 5),
        reader.callers(1),
        reader.callees(1),
        reader.edges_of_file("a"),
        reader.unresolved_named("a"),
        list(reader.graph_rows()),
        list(reader.chunk_terms()),
        reader.chunks_by_id([1]),
        list(dump(reader)),
    ):
        assert answer == []
    assert reader.vectors("print").text_hashes == ()
    assert not reader.path.parent.exists()


def test_an_index_that_appears_is_found_and_one_that_disappears_is_missed(
    reader: IndexReader, index_path: Path
) -> None:
    assert reader.paths() == []
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        writer.put_file(*sample("a.py"))
        assert reader.paths() == ["a.py"]
    index_path.unlink()
    assert reader.paths() == []


def test_a_replaced_index_is_noticed_at_the_next_question(
    reader: IndexReader, index_path: Path, notices: list[str]
) -> None:
    with open_writer(index_path, on_notice=notices.append) as writer:
        writer.put_file(*sample("old.py", "old"))
    assert [row.symbol.name for row in reader.symbols_like("o", 5)] == ["old"]
    before = reader.data_version(Part.SYMBOLS)
    with closing(sqlite3.connect(index_path)) as connection, connection:
        connection.execute("UPDATE meta SET value = 99 WHERE key = 'schema_version'")
    with open_writer(index_path, on_notice=notices.append) as writer:
        assert reader.paths() == []
        writer.put_file(*sample("new.py", "novel"))
        assert reader.paths() == ["new.py"]
        assert [row.symbol.name for row in reader.symbols_like("o", 5)] == ["novel"]
    assert reader.data_version(Part.SYMBOLS) != before
    assert len(notices) == 1


def test_readers_see_whole_transactions_only(index_path: Path) -> None:
    """Every transaction writes as many functions as calls of the same number, so that a mixed state would show."""
    failures: list[str] = []
    finished = threading.Event()

    def read(reader: IndexReader) -> None:
        while not finished.is_set():
            names = {line.split('"')[5] for line in dump(reader) if line.startswith('["symbol"')}
            if len(names) > 1:
                failures.append(f"{names}")

    with open_writer(index_path, on_notice=pytest.fail) as writer, open_reader(index_path) as reader:
        threads = [threading.Thread(target=read, args=(reader,)) for _ in range(READERS)]
        for thread in threads:
            thread.start()
        try:
            for number in range(ROUNDS):
                with writer.transaction():
                    for name in ("a.py", "b.py", "c.py"):
                        writer.put_file(*sample(name, f"f{number} " * 5, f"f{number} " * 5))
                    resolve_by_name(writer)
        finally:
            finished.set()
            for thread in threads:
                thread.join()
    assert failures == []


def test_one_reader_serves_many_threads(writer: IndexWriter, reader: IndexReader) -> None:
    for number in range(20):
        writer.put_file(*sample(f"{number}.py", f"f{number}", f"f{(number + 1) % 20}"))
    resolve_by_name(writer)
    barrier = threading.Barrier(READERS)
    answers: list[int] = []

    def ask() -> None:
        barrier.wait()
        for number in range(20):
            (symbol,) = reader.symbols_named(f"f{number}")
            answers.append(len(reader.callers(symbol.id)))

    threads = [threading.Thread(target=ask) for _ in range(READERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [1] * 20 * READERS


def test_a_stream_that_is_left_early_does_not_keep_the_old_state(
    writer: IndexWriter, reader: IndexReader
) -> None:
    writer.put_file(*sample("a.py", "f g", "f g f g"))
    resolve_by_name(writer)
    rows = reader.graph_rows()
    next(rows)
    rows.close()
    writer.remove_files(["a.py"])
    assert list(reader.graph_rows()) == []


def test_a_stream_keeps_its_state_while_the_writer_goes_on(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "f", "f f f"))
    resolve_by_name(writer)
    rows = reader.graph_rows()
    first = next(rows)
    writer.remove_files(["a.py"])
    assert [first, *rows] == [first] * 1 + [first._replace(start=10), first._replace(start=20)]


def test_the_data_version_tells_which_part_changed(writer: IndexWriter, reader: IndexReader) -> None:
    def versions() -> dict[Part, tuple[str, int]]:
        return {part: reader.data_version(part) for part in Part}

    def changed_by(action: object) -> set[Part]:
        before, whole = versions(), reader.data_version()
        action()  # type: ignore[operator]
        parts = {part for part, version in versions().items() if version != before[part]}
        assert (reader.data_version() != whole) == bool(parts)
        return parts

    facts = {Part.FILES, Part.SYMBOLS, Part.EDGES, Part.CHUNKS}
    assert changed_by(lambda: writer.put_file(*sample("a.py", "f", "f"))) == facts
    assert changed_by(lambda: resolve_by_name(writer)) == {Part.EDGES}
    assert changed_by(lambda: writer.put_chunks("a.py", [])) == {Part.CHUNKS}
    assert changed_by(lambda: writer.drop_unused_vectors()) == {Part.VECTORS}
    assert changed_by(lambda: writer.touch_file("a.py", 1, 2)) == {Part.FILES}
    assert changed_by(lambda: writer.put_meta("key", 1)) == set()
    assert changed_by(lambda: writer.remove_files(["unknown"])) == set()
    assert changed_by(lambda: writer.remove_files(["a.py"])) == facts


def test_a_closed_reader_leaves_no_file_open(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "f"))
    assert reader.paths() == ["a.py"]
    reader.close()
    assert reader.paths() == ["a.py"]
    assert reader._connections._free == []


def test_damage_is_told_once_and_then_the_index_is_as_good_as_missing_until_it_was_checked(
    index_path: Path,
) -> None:
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        for number in range(50):
            writer.put_file(*sample(f"{number}.py", f"f{number} g", "g"))
    damage_all_but_the_first_page(index_path)
    told: list[str] = []
    with open_reader(index_path) as reader:
        reader.on_damage(lambda: told.append("damaged"))
        with pytest.raises(IndexDamaged, match="damaged"):
            list(dump(reader))
        assert told == ["damaged"]
        assert (reader.available, reader.paths()) == (False, [])
        with open_writer(index_path, on_notice=told.append) as writer:
            writer.put_file(*sample("new.py"))
            assert reader.paths() == ["new.py"]
    assert len(told) == 2


def test_an_index_that_was_suspected_wrongly_is_read_again_after_its_check(index_path: Path) -> None:
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        writer.put_file(*sample("a.py", "f"))
    with open_reader(index_path) as reader:
        assert reader.paths() == ["a.py"]
        with pytest.raises(IndexDamaged), reader.snapshot():
            raise ValueError("a row that is none")
        assert reader.paths() == []
        with open_writer(index_path, on_notice=pytest.fail):
            assert reader.paths() == ["a.py"]


def test_a_file_that_a_newer_program_changes_meanwhile_is_as_good_as_missing(
    writer: IndexWriter, reader: IndexReader
) -> None:
    writer.put_file(*sample("a.py", "f"))
    assert reader.paths() == ["a.py"]
    writer.put_meta("schema_version", 99)
    assert (reader.available, reader.paths()) == (False, [])


def damage_all_but_the_first_page(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:4096] + bytes(len(data) - 4096))
