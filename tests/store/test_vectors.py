"""Chunks and vectors: what has to be embedded, in which order, and what is never stored."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from tests.store.samples import sample

from glossator.core.quantize import BadVector, QuantizedVector, quantize
from glossator.core.terms import pack
from glossator.core.text import Span
from glossator.store.packing import unpack_terms
from glossator.store.reader import IndexReader, open_reader
from glossator.store.rows import ChunkRow, FileRow
from glossator.store.writer import IndexWriter

DIMENSIONS = 12


def text(number: int) -> bytes:
    return number.to_bytes(16, "big")


def chunk(number: int, place: int = 0) -> ChunkRow:
    return ChunkRow(None, Span(place, place + 5), text(number), pack(Counter({number: 1})))


def vectors(count: int, dimensions: int = DIMENSIONS) -> list[QuantizedVector]:
    return quantize(np.random.default_rng(1).normal(size=(count, dimensions)), dimensions)


def put(writer: IndexWriter, path: str, *texts: int, is_test: bool = False) -> None:
    with writer.transaction():
        writer.put_file(*sample(path, "f", is_test=is_test))
        writer.put_chunks(path, [chunk(number, place) for place, number in enumerate(texts)])


def test_chunks_come_back_with_their_file_and_terms(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "f"))
    terms = pack(Counter({7: 2, 3: 70_000}))
    writer.put_chunks("a.py", [ChunkRow(0, Span(1, 9), text(1), terms), chunk(2)])
    first, second = reader.chunk_terms()
    assert (first.symbol, first.start, first.end, first.text_hash) == (0, 1, 9, text(1))
    assert unpack_terms(first.terms).tolist() == [(3, 65535), (7, 2)]
    stored = reader.chunks_by_id([second.id, 12345, first.id])
    assert [(item.symbol, item.span, item.text_hash, item.file.path) for item in stored] == [
        (None, Span(0, 5), text(2), "a.py"),
        (0, Span(1, 9), text(1), "a.py"),
    ]


def test_chunks_of_an_unknown_file_are_a_mistake(writer: IndexWriter) -> None:
    with pytest.raises(KeyError):
        writer.put_chunks("a.py", [])


def test_files_without_chunks_are_the_indexed_ones_that_are_not_empty(writer: IndexWriter) -> None:
    put(writer, "done.py", 1)
    writer.put_file(*sample("new.py", "f"))
    for name, size, state in (("empty.py", 0, "indexed"), ("large.py", 9, "skipped")):
        writer.put_file(FileRow(name, size, 1, None, "", state), None)
    assert writer.files_without_chunks() == [("new.py", b"h" * 16)]
    assert [path for path, _ in writer.files_without_chunks(everything=True)] == ["done.py", "new.py"]


def test_open_files_are_embedded_first_and_tests_last_and_equal_texts_once(writer: IndexWriter) -> None:
    put(writer, "test_a.py", 1, 2, is_test=True)
    put(writer, "b.py", 3, 1, 3)
    put(writer, "c.py", 4)
    put(writer, "open.py", 5, 4)
    pending = writer.pending_texts("print", 10, ["open.py", "unknown.py"])
    assert [(item.text_hash, item.path) for item in pending] == [
        (text(5), "open.py"),
        (text(4), "open.py"),
        (text(3), "b.py"),
        (text(1), "b.py"),
        (text(2), "test_a.py"),
    ]
    assert writer.pending_texts("print", 3, ["open.py"]) == pending[:3]
    assert writer.pending_texts("print", 0) == []
    assert pending[2].content_hash == b"h" * 16


def test_texts_with_a_vector_under_the_fingerprint_are_not_pending(
    writer: IndexWriter, reader: IndexReader
) -> None:
    put(writer, "a.py", 1, 2, 2)
    assert reader.embedded("print") == (0, 2)
    writer.put_vectors("print", [(text(1), vectors(1)[0]), (text(9), vectors(1)[0])])
    assert [item.text_hash for item in writer.pending_texts("print", 10)] == [text(2)]
    assert [item.text_hash for item in writer.pending_texts("other", 10)] == [text(1), text(2)]
    assert (reader.embedded("print"), reader.embedded("other")) == ((1, 2), (0, 2))


def test_vectors_come_back_in_arrays_that_give_the_vectors(writer: IndexWriter, reader: IndexReader) -> None:
    wanted = np.random.default_rng(2).normal(size=(50, DIMENSIONS)).astype(np.float32)
    rows = [(text(number), vector) for number, vector in enumerate(quantize(wanted, DIMENSIONS))]
    writer.put_vectors("print", reversed(rows))
    table = reader.vectors("print")
    assert table.text_hashes == tuple(text(number) for number in range(50))
    assert (table.bits.shape, table.rescoring.shape) == ((50, 2), (50, DIMENSIONS))
    unit = wanted / np.linalg.norm(wanted, axis=1, keepdims=True)
    assert np.allclose(table.rescoring * table.scales[:, None], unit, atol=0.005)
    assert (np.unpackbits(table.bits, axis=1)[:, :DIMENSIONS] == (wanted > 0)).all()
    assert len(reader.vectors("other").text_hashes) == 0


def test_equal_texts_in_two_files_share_a_vector_that_goes_with_the_last(
    writer: IndexWriter, reader: IndexReader
) -> None:
    put(writer, "a.py", 1)
    put(writer, "b.py", 1)
    writer.put_vectors("print", [(text(1), vectors(1)[0])])
    writer.remove_files(["a.py"])
    assert writer.drop_unused_vectors() == 0
    writer.remove_files(["b.py"])
    assert writer.drop_unused_vectors() == 1
    assert reader.counts().vectors == 0


def test_vectors_of_another_fingerprint_go_when_told_so(writer: IndexWriter, reader: IndexReader) -> None:
    put(writer, "a.py", 1)
    writer.put_vectors("old", [(text(1), vectors(1)[0])])
    writer.put_vectors("new", [(text(1), vectors(1, 64)[0])])
    assert writer.drop_unused_vectors("new") == 1
    assert len(reader.vectors("old").text_hashes) == 0
    assert reader.vectors("new").rescoring.shape == (1, 64)


GOOD = vectors(1)[0]
BAD = {
    "zero": QuantizedVector(GOOD.bits, bytes(DIMENSIONS), GOOD.scale),
    "a scale of zero": QuantizedVector(GOOD.bits, GOOD.rescoring, 0.0),
    "no number": QuantizedVector(GOOD.bits, GOOD.rescoring, float("nan")),
    "infinite": QuantizedVector(GOOD.bits, GOOD.rescoring, float("inf")),
    "of another size": vectors(1, DIMENSIONS + 8)[0],
    "without a bit for each dimension": QuantizedVector(GOOD.bits[:-1], GOOD.rescoring, GOOD.scale),
    "empty": QuantizedVector(b"", b"", 1.0),
}


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_bad_vector_is_refused_with_all_that_came_with_it(
    bad: QuantizedVector, writer: IndexWriter, reader: IndexReader
) -> None:
    with pytest.raises(BadVector):
        writer.put_vectors("print", [(text(1), GOOD), (text(2), bad)])
    assert reader.counts().vectors == 0
    writer.put_vectors("print", [(text(1), GOOD)])
    with pytest.raises(BadVector):
        writer.put_vectors("print", [(text(2), bad)])
    writer.put_vectors("print", [])
    assert reader.counts().vectors == 1


def test_vectors_are_counted_whether_they_are_used_or_not(writer: IndexWriter) -> None:
    assert writer.vector_count() == 0
    writer.put_vectors("f", [(text(1), quantize(np.ones(8, dtype=np.float32), 8)[0])])
    assert writer.vector_count() == 1
    assert writer.drop_unused_vectors() == 1
    assert writer.vector_count() == 0


def test_what_is_remembered_of_pending_texts_does_not_outlive_a_change(
    writer: IndexWriter, reader: IndexReader
) -> None:
    """After each step both answers are those of a writer and a reader that remember nothing."""
    generator = np.random.default_rng(3)
    for step in range(60):
        numbers = generator.integers(0, 60, 6).tolist()
        match int(generator.integers(0, 6)):
            case 0 | 1:
                put(writer, f"{step % 5}.py", *numbers, is_test=step % 2 == 0)
            case 2:
                writer.remove_files([f"{step % 5}.py"])
            case 3:
                writer.drop_unused_vectors(*(("print",) if step % 3 else ("other",)))
            case _:
                fingerprint = "print" if step % 4 else "other"
                pending = writer.pending_texts(fingerprint, 4, ["1.py"])
                rows = zip((item.text_hash for item in pending[step % 2 :]), vectors(4), strict=False)
                writer.put_vectors(fingerprint, rows)
        for fingerprint in ("print", "other"):
            known = writer.pending_texts(fingerprint, 100)
            with open_reader(reader.path) as fresh:
                assert reader.embedded(fingerprint) == fresh.embedded(fingerprint)
                stored = set(fresh.vectors(fingerprint).text_hashes)
                chunks = {chunk.text_hash for chunk in fresh.chunk_terms()}
            assert {item.text_hash for item in known} == chunks - stored
            assert reader.embedded(fingerprint) == (len(chunks & stored), len(chunks))
            assert known[:2] == writer.pending_texts(fingerprint, 2)
