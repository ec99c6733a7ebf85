"""The same workspace gives the same index, in whatever order its files were written."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.store.samples import Sample, resolve_by_name, sample

from glossator.core.quantize import quantize
from glossator.core.text import Span
from glossator.store.dump import dump
from glossator.store.reader import IndexReader, open_reader
from glossator.store.rows import ChunkRow
from glossator.store.writer import IndexWriter, open_writer

FILES: list[Sample] = [
    sample("a.py", "f g", "h f"),
    sample("b/c.py", "h h", "f g h", (("a", "f", "ff"),)),
    sample("b\udcff.py", "k", "h k"),
    sample("test_z.py", "", "f k", is_test=True),
]


def content(files: Sequence[Sample], again: Sequence[Sample] = ()) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.sqlite"
        with open_writer(path, on_notice=pytest.fail) as writer:
            for file in (*again, *files):
                put(writer, file)
            resolve_by_name(writer)
        with open_reader(path) as reader:
            return list(dump(reader))


def put(writer: IndexWriter, file: Sample) -> None:
    text_hash = file[0].path.encode("utf-8", "surrogateescape").ljust(16, b"_")[:16]
    writer.put_file(*file)
    writer.put_chunks(file[0].path, [ChunkRow(None, Span(0, 9), text_hash, b"")])
    writer.put_vectors("print", [(text_hash, quantize([[1.0, -2.0]], 2)[0])])


@settings(max_examples=20, deadline=None)
@given(st.permutations(FILES), st.lists(st.sampled_from(FILES), max_size=3))
def test_the_order_of_writing_does_not_show(order: list[Sample], again: list[Sample]) -> None:
    assert content(order, again) == content(FILES)


def test_every_kind_of_row_shows(writer: IndexWriter, reader: IndexReader) -> None:
    for file in FILES:
        put(writer, file)
    resolve_by_name(writer)
    kinds = {line.split('"')[1] for line in dump(reader)}
    assert kinds == {"file", "symbol", "decorators", "reference", "import", "edge", "chunk", "vector"}


def test_a_changed_fact_shows() -> None:
    assert content(FILES) != content([*FILES[1:], sample("a.py", "f gg", "h f")])
