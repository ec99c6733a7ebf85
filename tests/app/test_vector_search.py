"""Search by vectors: exact rescoring, filters, and a state in memory that follows the index without reloading."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from glossator.app import vector_state
from glossator.app.index_search import IndexSearch, QueryVector
from glossator.app.vector_search import NearChunk, VectorSearch
from glossator.core.quantize import BadVector, quantize
from glossator.core.row_ids import row_id
from glossator.core.search.query import understand
from glossator.core.text import Span
from glossator.store import vector_blocks
from glossator.store.reader import IndexReader, open_reader
from glossator.store.rows import ChunkRow, FileRow
from glossator.store.writer import IndexWriter, open_writer

DIMENSIONS = 48
Vectors = npt.NDArray[np.float32]


def text(number: int) -> bytes:
    return number.to_bytes(16, "big")


@cache
def vector(number: int) -> Vectors:
    return np.random.default_rng(number).normal(size=DIMENSIONS).astype(np.float32)


def put_file(writer: IndexWriter, name: str, *texts: int) -> int:
    """A file with a chunk for each text; its id."""
    with writer.transaction():
        file_id = writer.put_file(FileRow(name, 1, 1, b"h", "python", "indexed"), None)
        chunks = [
            ChunkRow(None, Span(place, place + 1), text(number), b"") for place, number in enumerate(texts)
        ]
        writer.put_chunks(name, chunks)
    return file_id


def put_vectors(writer: IndexWriter, *texts: int, fingerprint: str = "print") -> None:
    rows = quantize(np.stack([vector(number) for number in texts]), DIMENSIONS)
    writer.put_vectors(fingerprint, zip(map(text, texts), rows, strict=True))


@pytest.fixture
def index_path(tmp_path: Path) -> Path:
    return tmp_path / "index.sqlite"


@pytest.fixture
def writer(index_path: Path) -> Iterator[IndexWriter]:
    with open_writer(index_path, on_notice=pytest.fail) as opened:
        yield opened


@pytest.fixture
def reader(index_path: Path) -> Iterator[IndexReader]:
    with open_reader(index_path) as opened:
        yield opened


@pytest.fixture
def search(reader: IndexReader) -> VectorSearch:
    return VectorSearch(reader)


def cosine(first: Vectors, second: Vectors) -> float:
    return float(first @ second / np.linalg.norm(first) / np.linalg.norm(second))


def by_brute_force(query: Vectors, chunks: dict[int, int], k: int) -> list[int]:
    """The chunks (id to number of its text) nearest to a query by their float vectors."""
    return sorted(chunks, key=lambda chunk: (-cosine(query, vector(chunks[chunk])), chunk))[:k]


def test_the_nearest_chunks_come_by_falling_cosine(writer: IndexWriter, search: VectorSearch) -> None:
    file_id = put_file(writer, "a.py", *range(150))
    put_vectors(writer, *range(150))
    query = vector(3) + vector(4) / 2
    found = search.nearest(query, "print", 12)
    chunks = {row_id(file_id, number): number for number in range(150)}
    assert [each.cosine for each in found] == sorted((each.cosine for each in found), reverse=True)
    for near in found:
        assert abs(near.cosine - cosine(query, vector(chunks[near.chunk_id]))) < 0.01
    assert [each.chunk_id for each in found][:2] == by_brute_force(query, chunks, 2)
    longer = search.nearest(query * 1000, "print", 12)
    assert [each.chunk_id for each in longer] == [each.chunk_id for each in found]


def test_chunks_with_one_text_share_its_vector(writer: IndexWriter, search: VectorSearch) -> None:
    first, second = put_file(writer, "a.py", 1, 2), put_file(writer, "b.py", 1)
    put_vectors(writer, 1, 2)
    found = search.nearest(vector(1), "print", 2)
    assert [each.chunk_id for each in found] == [row_id(first, 0), row_id(second, 0)]
    assert found[0].cosine == found[1].cosine > 0.99
    only = search.nearest(vector(1), "print", 5, [row_id(second, 0)])
    assert [each.chunk_id for each in only] == [row_id(second, 0)]


def test_vectors_of_texts_that_no_chunk_has_take_no_place(writer: IndexWriter, search: VectorSearch) -> None:
    put_vectors(writer, *range(1000))
    file_id = put_file(writer, "a.py", 999)
    assert [each.chunk_id for each in search.nearest(vector(5), "print", 1)] == [row_id(file_id, 0)]


@pytest.mark.parametrize("step", [2, 30])
def test_a_filter_is_exact(step: int, writer: IndexWriter, search: VectorSearch) -> None:
    file_id = put_file(writer, "a.py", *range(900))
    put_vectors(writer, *range(900))
    allowed = [row_id(file_id, number) for number in range(0, 900, step)]
    found = search.nearest(vector(7), "print", 900, [*allowed, row_id(99, 1)])
    assert sorted(each.chunk_id for each in found) == allowed
    best = search.nearest(vector(2 * step), "print", 1, np.array(allowed))
    assert best[0].chunk_id == row_id(file_id, 2 * step)
    assert search.nearest(vector(7), "print", 5, []) == []


def test_without_vectors_nothing_is_found(
    index_path: Path, reader: IndexReader, search: VectorSearch
) -> None:
    assert (search.nearest(vector(1), "print", 5), search.coverage("print")) == ([], 0.0)
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        assert (search.nearest(vector(1), "print", 5), search.coverage("print")) == ([], 0.0)
        put_file(writer, "a.py", 1, 2)
        assert (search.nearest(vector(1), "print", 5), search.coverage("print")) == ([], 0.0)
        put_vectors(writer, 2)
        assert len(search.nearest(vector(1), "print", 5)) == 1
        assert search.nearest(vector(1), "print", 0) == []
        assert search.coverage("print") == 0.5
        assert search.nearest(vector(1), "other", 5) == []


@pytest.mark.parametrize(
    "query", [np.zeros(DIMENSIONS), np.ones(DIMENSIONS + 1), np.full(DIMENSIONS, np.nan)]
)
def test_a_query_that_says_nothing_is_refused(
    query: npt.NDArray[np.float64], writer: IndexWriter, search: VectorSearch
) -> None:
    put_file(writer, "a.py", 1)
    put_vectors(writer, 1)
    with pytest.raises(BadVector):
        search.nearest(query, "print", 1)
    assert len(search.nearest(vector(1), "print", 1)) == 1


def test_vectors_of_chunks_come_back_with_unit_length(writer: IndexWriter, search: VectorSearch) -> None:
    file_id = put_file(writer, "a.py", 1, 2, 3)
    put_vectors(writer, 1, 3)
    asked = [row_id(file_id, 2), row_id(file_id, 1), row_id(file_id, 0), row_id(file_id, 9)]
    found, vectors = search.vectors_of(asked, "print")
    assert found.tolist() == [row_id(file_id, 0), row_id(file_id, 2)]
    for row, number in zip(vectors, (1, 3), strict=True):
        assert cosine(row, vector(number)) > 0.999
        assert abs(np.linalg.norm(row) - 1) < 0.01
    assert [len(each) for each in search.vectors_of([], "print")] == [0, 0]
    assert [len(each) for each in search.vectors_of(asked, "other")] == [0, 0]


@pytest.mark.parametrize("most_files", [1, 2000])
@pytest.mark.parametrize("seed", range(4))
def test_a_state_that_followed_random_changes_is_that_of_a_fresh_one(
    seed: int,
    most_files: int,
    writer: IndexWriter,
    reader: IndexReader,
    search: VectorSearch,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in (("FULL", 60), ("MEDIUM", 10), ("MOST_SMALL", 3)):
        monkeypatch.setattr(vector_blocks, name, value)
    monkeypatch.setattr(vector_state, "_MOST_FILES", most_files)
    generator = np.random.default_rng(seed)
    put_file(writer, "0.py", *range(30))
    put_vectors(writer, *range(30))
    search.nearest(vector(0), "print", 1)
    for _ in range(30):
        numbers = generator.integers(0, 300, 12).tolist()
        match int(generator.integers(0, 5)):
            case 0 | 1:
                put_vectors(writer, *dict.fromkeys(numbers))
            case 2:
                put_file(writer, f"{generator.integers(0, 6)}.py", *numbers)
            case 3:
                writer.remove_files([f"{generator.integers(0, 6)}.py"])
            case 4:
                writer.drop_unused_vectors()
        if generator.random() < 0.7:
            same_as_fresh(search, reader)
    same_as_fresh(search, reader)


def same_as_fresh(search: VectorSearch, reader: IndexReader) -> None:
    fresh = VectorSearch(reader)
    assert search.nearest(vector(1), "print", 500) == fresh.nearest(vector(1), "print", 500)
    assert search.coverage("print") == fresh.coverage("print")
    followed, anew = search._state, fresh._state
    assert followed is not None
    assert anew is not None
    assert followed.blocks == anew.blocks
    assert followed.matrix.ids.tolist() == anew.matrix.ids.tolist()
    assert followed.matrix.bits.tolist() == anew.matrix.bits.tolist()
    assert followed.chunks.chunk_ids.tolist() == anew.chunks.chunk_ids.tolist()
    assert followed.chunks.rows.tolist() == anew.chunks.rows.tolist()


def test_what_is_known_is_not_read_again(
    writer: IndexWriter, search: VectorSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_file(writer, "a.py", *range(100))
    put_vectors(writer, *range(90))
    search.nearest(vector(1), "print", 1)
    monkeypatch.setattr(vector_state, "_loaded", lambda *given: pytest.fail("loaded again"))
    put_vectors(writer, *range(90, 100))
    assert search.nearest(vector(95), "print", 1)[0].cosine > 0.99
    put_file(writer, "b.py", 5)
    writer.remove_files(["a.py"])
    writer.drop_unused_vectors()
    assert len(search.nearest(vector(95), "print", 50)) == 1


def test_another_fingerprint_and_a_replaced_index_are_loaded_anew(
    index_path: Path, writer: IndexWriter, search: VectorSearch
) -> None:
    put_file(writer, "a.py", 1, 2)
    put_vectors(writer, 1)
    put_vectors(writer, 1, 2, fingerprint="other")
    assert len(search.nearest(vector(1), "print", 5)) == 1
    assert len(search.nearest(vector(1), "other", 5)) == 2
    writer.close()
    index_path.unlink()
    assert search.nearest(vector(1), "other", 5) == []
    with open_writer(index_path, on_notice=pytest.fail) as again:
        file_id = put_file(again, "z.py", 9)
        put_vectors(again, 8, 9, fingerprint="other")
        assert [each.chunk_id for each in search.nearest(vector(1), "other", 5)] == [row_id(file_id, 0)]


def test_a_fingerprint_with_other_dimensions_under_the_same_name_is_loaded_anew(
    writer: IndexWriter, search: VectorSearch
) -> None:
    put_vectors(writer, 1)
    assert search.nearest(vector(1), "print", 5) == []
    writer.drop_unused_vectors()
    put_file(writer, "a.py", 1)
    writer.put_vectors("print", [(text(1), quantize(np.ones(8), 8)[0])])
    assert [each.cosine for each in search.nearest(np.ones(8), "print", 5)] == [pytest.approx(1, abs=0.01)]


WRITING = """
import sys
from pathlib import Path
from tests.app.test_vector_search import put_file, put_vectors
from glossator.store.writer import open_writer
with open_writer(Path(sys.argv[1]), on_notice=sys.exit) as writer:
    for line in sys.stdin:
        number = int(line)
        put_vectors(writer, number)
        put_file(writer, f"{number}.py", number)
        print(number, flush=True)
        if number == 2:
            with writer.transaction():
                put_vectors(writer, 3)
                print("inside", flush=True)
                sys.stdin.readline()
"""


def test_a_writer_in_another_process_is_followed_and_its_death_loses_nothing(
    index_path: Path, search: VectorSearch
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITING, str(index_path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        try:
            for number in range(3):
                running.stdin.write(f"{number}\n")
                running.stdin.flush()
                assert running.stdout.readline() == f"{number}\n"
                assert len(search.nearest(vector(0), "print", 9)) == number + 1
            assert running.stdout.readline() == "inside\n"
        finally:
            running.kill()
    assert len(search.nearest(vector(0), "print", 9)) == 3
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        assert writer.vector_count() == 3
        put_vectors(writer, 3)
        put_file(writer, "3.py", 3)
    assert len(search.nearest(vector(0), "print", 9)) == 4


def test_searches_beside_updates_see_whole_states(
    writer: IndexWriter, search: VectorSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(vector_blocks, "FULL", 60)
    put_file(writer, "0.py", 0)
    put_vectors(writer, 0)
    wrong: list[list[NearChunk]] = []
    ended = threading.Event()

    def look() -> None:
        known = 0
        while not ended.is_set():
            found = search.nearest(vector(0), "print", 1000)
            # Each file comes with its vectors in one transaction, ten chunks at a time, after the first one.
            if len(found) % 10 != 1 or len(found) < known or found[0].cosine < 0.99:
                wrong.append(found)
            known = len(found)

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for number in range(1, 40):
        texts = range(number * 10, number * 10 + 10)
        with writer.transaction():
            put_file(writer, f"{number}.py", *texts)
            put_vectors(writer, *texts)
    ended.set()
    for thread in threads:
        thread.join()
    assert wrong == []
    assert len(search.nearest(vector(0), "print", 1000)) == 391


def test_what_nobody_uses_is_given_back_and_loaded_again(writer: IndexWriter, reader: IndexReader) -> None:
    put_file(writer, "a.py", 1)
    put_vectors(writer, 1)
    whole = IndexSearch(reader)
    query = understand("where is one")
    found = whole.search(query, 5, QueryVector(vector(1), "print"))
    assert found
    whole.release_after(60)
    assert whole.vectors.used_at is not None
    whole.release_after(-1)
    assert whole.vectors.used_at is None
    assert whole.search(query, 5, QueryVector(vector(1), "print")) == found


def test_memory_that_was_released_is_loaded_again(writer: IndexWriter, search: VectorSearch) -> None:
    put_file(writer, "a.py", 1)
    put_vectors(writer, 1)
    found = search.nearest(vector(1), "print", 5)
    search.release()
    assert search._state is None
    assert search.nearest(vector(1), "print", 5) == found
