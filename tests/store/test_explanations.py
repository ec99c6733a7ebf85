"""The cache of answers: bounded, shared, and never in the way."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from glossator.store.explanations import ExplanationStore
from glossator.store.reader import IndexReader
from glossator.store.writer import IndexWriter


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "cache" / "explanations.sqlite"


@pytest.fixture
def store(path: Path) -> Iterator[ExplanationStore]:
    opened = ExplanationStore(path, most_bytes=100)
    yield opened
    opened.close()


def test_a_text_comes_back_with_its_model(store: ExplanationStore, path: Path) -> None:
    assert store.get(b"r") is None
    assert not path.exists()
    store.put(b"r", "It sorts the list.", "small")
    found = store.get(b"r")
    assert found is not None
    assert (found.text, found.model) == ("It sorts the list.", "small")
    assert store.get(b"other") is None
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_least_recently_used_texts_go_when_there_are_too_many(store: ExplanationStore) -> None:
    for recipe in (b"1", b"2", b"3"):
        store.put(recipe, "x" * 30, "m")
    assert store.get(b"1") is not None
    store.put(b"4", "ä" * 15, "m")
    assert [recipe for recipe in (b"1", b"2", b"3", b"4") if store.get(recipe)] == [b"1", b"3", b"4"]


def test_a_text_that_is_larger_than_the_store_is_not_kept_and_drives_no_other_out(
    store: ExplanationStore,
) -> None:
    store.put(b"1", "x", "m")
    store.put(b"2", "x" * 101, "m")
    assert store.get(b"2") is None
    assert store.get(b"1") is not None


def test_texts_that_are_no_valid_unicode_are_kept_with_replacement(store: ExplanationStore) -> None:
    store.put(b"1", "a\ud800b", "m")
    found = store.get(b"1")
    assert found is not None
    assert found.text == "a\ufffdb"


def test_a_damaged_file_is_made_anew(store: ExplanationStore, path: Path) -> None:
    path.parent.mkdir()
    path.write_bytes(b"This is no database. " * 500)
    assert store.get(b"1") is None
    store.put(b"1", "x", "m")
    assert store.get(b"1") is not None


def test_a_file_with_other_tables_or_values_is_made_anew(store: ExplanationStore, path: Path) -> None:
    spoilers = (
        "DROP TABLE explanations",
        "ALTER TABLE explanations RENAME COLUMN text TO prose",
        "UPDATE explanations SET text = x'00', model = x'ff'",
        "UPDATE explanations SET text = CAST(x'ff' AS TEXT)",
    )
    for spoiler in spoilers:
        store.put(b"1", "x", "m")
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.execute(spoiler)
        assert store.get(b"1") is None
        store.put(b"1", "y", "m")
        found = store.get(b"1")
        assert found is not None
        assert found.text == "y"


def test_a_folder_in_its_place_means_that_nothing_is_remembered(store: ExplanationStore, path: Path) -> None:
    path.mkdir(parents=True)
    store.put(b"1", "x", "m")
    assert store.get(b"1") is None


def test_a_locked_file_means_that_nothing_is_remembered(path: Path) -> None:
    store = ExplanationStore(path, busy_seconds=0.1)
    store.put(b"1", "x", "m")
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        store.put(b"2", "x", "m")
        assert store.get(b"1") is not None
        connection.execute("ROLLBACK")
    assert store.get(b"2") is None
    assert store.get(b"1") is not None
    store.close()


def test_two_servers_share_the_file(path: Path) -> None:
    stores = [ExplanationStore(path) for _ in range(2)]

    def fill(number: int) -> None:
        for recipe in range(20):
            stores[number].put(bytes([number, recipe]), "x", "m")

    threads = [threading.Thread(target=fill, args=(number,)) for number in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(stores[0].get(bytes([number, recipe])) for number in range(2) for recipe in range(20))
    stores[0].clear()
    assert stores[1].get(bytes([0, 0])) is None
    for store in stores:
        store.close()


def test_a_reader_of_the_index_keeps_explanations_beside_it(writer: IndexWriter, reader: IndexReader) -> None:
    with writer.transaction():
        reader.put_explanation(b"r", "text", "m")
        found = reader.explanation(b"r")
    assert found is not None
    assert (found.text, reader.explanation(b"s")) == ("text", None)
