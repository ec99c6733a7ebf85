"""The bits of vectors in blocks: every vector is in one of them, whatever came and went, and they stay few."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.store.samples import sample

from glossator.core.quantize import QuantizedVector, quantize
from glossator.core.text import Span
from glossator.store import vector_blocks
from glossator.store.dump import dump
from glossator.store.migrations import migrate
from glossator.store.reader import IndexReader
from glossator.store.rows import ChunkRow
from glossator.store.vector_reading import VectorSnapshot
from glossator.store.writer import IndexWriter

DIMENSIONS = 20


def text(number: int) -> bytes:
    return number.to_bytes(16, "big")


@cache
def vector(number: int) -> QuantizedVector:
    return quantize(np.random.default_rng(number).normal(size=DIMENSIONS), DIMENSIONS)[0]


def put(writer: IndexWriter, *numbers: int, fingerprint: str = "print") -> None:
    writer.put_vectors(fingerprint, [(text(number), vector(number)) for number in numbers])


def put_chunks(writer: IndexWriter, *numbers: int) -> None:
    with writer.transaction():
        writer.put_file(*sample("a.py", "f"))
        writer.put_chunks("a.py", [ChunkRow(None, Span(0, 1), text(number), b"") for number in numbers])


@pytest.fixture
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("FULL", 40), ("MEDIUM", 8), ("MOST_SMALL", 3)):
        monkeypatch.setattr(vector_blocks, name, value)


def contents(reader: IndexReader) -> dict[bytes, tuple[bytes, bytes]]:
    table = reader.vectors("print")
    rows = zip(table.text_hashes, table.bits, table.rescoring, strict=True)
    return {key: (bits.tobytes(), rescoring.tobytes()) for key, bits, rescoring in rows}


def expected(*numbers: int) -> dict[bytes, tuple[bytes, bytes]]:
    return {text(number): (vector(number).bits, vector(number).rescoring) for number in numbers}


def counts(reader: IndexReader) -> list[int]:
    with reader.vector_snapshot("print") as snapshot:
        assert snapshot is not None
        return [*snapshot.blocks().values()]


@pytest.mark.usefixtures("small_blocks")
def test_many_small_batches_end_in_few_blocks_that_hold_all(writer: IndexWriter, reader: IndexReader) -> None:
    for number in range(0, 300, 2):
        put(writer, number, number + 1)
        assert len(counts(reader)) <= 300 // 40 + 40 // 8 + 4
    assert contents(reader) == expected(*range(300))
    assert sorted(counts(reader))[-1] < 80


@pytest.mark.usefixtures("small_blocks")
def test_a_large_batch_is_cut(writer: IndexWriter, reader: IndexReader) -> None:
    put(writer, *range(100))
    assert counts(reader) == [40, 40, 20]


@pytest.mark.usefixtures("small_blocks")
def test_whatever_is_added_and_removed_the_blocks_hold_what_is_there(
    writer: IndexWriter, reader: IndexReader
) -> None:
    generator = np.random.default_rng(5)
    held: set[int] = set()
    for round_ in range(25):
        new = [*range(round_ * 20, round_ * 20 + int(generator.integers(1, 20)))]
        put(writer, *new)
        put(writer, *new[:2], fingerprint="other")
        held.update(new)
        if round_ % 3 == 0:
            held = {number for number in held if generator.random() < 0.6}
            put_chunks(writer, *held)
            writer.drop_unused_vectors("print")
        assert contents(reader) == expected(*sorted(held))
        assert reader.counts().vectors >= len(held)
    assert sum(counts(reader)) == len(held)


def test_a_text_keeps_the_vector_that_it_has(writer: IndexWriter, reader: IndexReader) -> None:
    put(writer, 1)
    writer.put_vectors("print", [(text(1), vector(7)), (text(2), vector(2)), (text(2), vector(8))])
    assert contents(reader) == expected(1, 2)
    assert sum(counts(reader)) == 2


def test_a_vector_s_id_is_never_another_s(writer: IndexWriter, reader: IndexReader) -> None:
    seen: list[int] = []
    for number in range(3):
        put(writer, number)
        with reader.vector_snapshot("print") as snapshot:
            assert isinstance(snapshot, VectorSnapshot)
            seen += snapshot.vector_ids().tolist()
        writer.drop_unused_vectors()
    assert seen == sorted(set(seen))
    assert len(seen) == 3


def test_what_an_error_undoes_is_in_no_block(writer: IndexWriter, reader: IndexReader) -> None:
    put(writer, 1)
    with pytest.raises(RuntimeError), writer.transaction():
        put(writer, 2, 3)
        writer.drop_unused_vectors()
        raise RuntimeError
    assert contents(reader) == expected(1)
    put(writer, 2)
    assert contents(reader) == expected(1, 2)


def test_vectors_of_an_older_index_are_carried_over(
    index_path: Path, reader: IndexReader, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    index_path.parent.mkdir()
    with closing(sqlite3.connect(index_path, isolation_level=None)) as connection:
        migrate(connection, stop_before="m006_blocks_of_vectors")
        connection.execute("BEGIN")
        connection.execute("INSERT INTO meta (key, value) VALUES ('generation', 'x')")
        connection.executemany(
            "INSERT INTO vectors (fingerprint, text_hash, bits, rescoring, scale) VALUES (?, ?, ?, ?, ?)",
            [
                (
                    fingerprint,
                    text(number),
                    vector(number).bits,
                    vector(number).rescoring,
                    vector(number).scale,
                )
                for number in reversed(range(5000))
                for fingerprint in (("print", "other") if number < 3 else ("print",))
            ],
        )
        connection.execute(
            "INSERT INTO vectors (fingerprint, text_hash, bits, rescoring, scale) VALUES (?, ?, x'', x'', 1)",
            ("broken", text(1)),
        )
        connection.execute("COMMIT")
    writer = open_again()
    assert notices == []
    assert contents(reader) == expected(*range(5000))
    assert len(reader.vectors("other").text_hashes) == 3
    put(writer, 5000)
    assert contents(reader) == expected(*range(5001))


def test_an_index_with_a_vector_without_bits_is_found_damaged(
    index_path: Path, writer: IndexWriter, reader: IndexReader
) -> None:
    put(writer, 1, 2)
    with closing(sqlite3.connect(index_path)) as connection, connection:
        connection.execute("UPDATE vector_blocks SET ids = zeroblob(16)")
    with pytest.raises(Exception, match="cannot be read"):
        list(dump(reader))
