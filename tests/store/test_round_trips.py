"""What is written comes back equal."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.store.samples import resolve_by_name, sample

from glossator.core.errors import UserError
from glossator.core.row_ids import MOST_POSITIONS
from glossator.core.symbols import (
    FileFacts,
    Import,
    ParseState,
    Reference,
    ReferenceKind,
    Symbol,
    SymbolKind,
)
from glossator.core.terms import pack
from glossator.core.text import Span
from glossator.store import packing
from glossator.store.reader import IndexReader, open_reader
from glossator.store.rows import FileRow, KnownFile
from glossator.store.writer import IndexWriter, open_writer

SPANS = st.tuples(st.integers(0, 2**31 - 1), st.integers(0, 2**31 - 1)).map(lambda ends: Span(*sorted(ends)))
NAMES = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=20)
PATHS = st.binary(min_size=1, max_size=30).filter(lambda raw: b"\0" not in raw).map(os.fsdecode)
ENCLOSING = st.none() | st.integers(0, MOST_POSITIONS - 1)
SYMBOLS = st.builds(
    Symbol,
    kind=st.sampled_from(SymbolKind),
    name=NAMES,
    qualified_name=NAMES,
    container=ENCLOSING,
    ordinal=st.integers(0, 1000),
    name_span=SPANS,
    span=SPANS,
    signature_span=SPANS,
    body_span=st.none() | SPANS,
    doc_span=st.none() | SPANS,
    decorator_spans=st.lists(SPANS, max_size=3).map(tuple),
    is_declaration=st.booleans(),
    owner=st.none() | NAMES,
)
REFERENCES = st.builds(
    Reference, st.sampled_from(ReferenceKind), NAMES, SPANS, st.none(), st.none() | st.just("") | NAMES
)
IMPORTS = st.builds(Import, NAMES, st.none() | NAMES, st.none() | NAMES, SPANS, ENCLOSING)
FACTS = st.builds(
    FileFacts,
    language=NAMES,
    state=st.sampled_from(ParseState),
    symbols=st.lists(SYMBOLS, max_size=4).map(tuple),
    references=st.lists(REFERENCES, max_size=4).map(tuple),
    imports=st.lists(IMPORTS, max_size=3).map(tuple),
)
FILES = st.builds(
    FileRow,
    path=PATHS,
    size=st.integers(0, 2**40),
    changed_ns=st.integers(-(2**62), 2**62),
    content_hash=st.none() | st.binary(min_size=16, max_size=16),
    language=NAMES,
    state=NAMES,
    reason=st.text(st.characters(exclude_categories=("Cs",)), max_size=20),
    parse_state=st.sampled_from(ParseState).map(str) | st.just(""),
    is_test=st.booleans(),
    is_generated=st.booleans(),
)
LINE_STARTS = st.lists(st.integers(0, 2**32 - 1), max_size=5)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.tuples(FILES, st.none() | FACTS, LINE_STARTS), max_size=4, unique_by=lambda file: file[0].path
    )
)
def test_files_and_facts_come_back_as_they_were_put(
    files: list[tuple[FileRow, FileFacts | None, list[int]]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "index.sqlite"
        with open_writer(path, on_notice=pytest.fail) as writer:
            for row, facts, line_starts in files:
                writer.put_file(row, facts, line_starts)
            assert list(writer.known_files()) == [row.path for row, _, _ in files]
            stored = list(writer.all_facts())
        with open_reader(path) as reader:
            for row, facts, line_starts in files:
                indexed = reader.file(row.path)
                assert indexed is not None
                assert (indexed.row, list(indexed.line_starts)) == (row, line_starts)
                found = reader.symbols_of(row.path)
                assert tuple(item.symbol for item in found) == (facts.symbols if facts else ())
                assert [item.position for item in found] == list(range(len(found)))
        every = [facts for _, facts, _ in files if facts]
        assert [(tuple(item.references), item.imports) for item in stored] == [
            (facts.references, facts.imports) for facts in every
        ]


@given(PATHS)
def test_any_path_of_the_file_system_survives(path: str) -> None:
    assert packing.decode_path(packing.encode_path(path)) == path


def test_distinct_odd_paths_stay_distinct_files(writer: IndexWriter, reader: IndexReader) -> None:
    paths = [os.fsdecode(raw) for raw in (b"a\xff", b"a\xfe", "aÿ".encode(), b"a b#%?\n", b"a")]
    for path in paths:
        writer.put_file(*sample(path))
    assert set(writer.known_files()) == set(paths)
    assert reader.paths() == sorted(paths)


@given(st.dictionaries(st.integers(0, 2**32 - 1), st.integers(1, 2**20), max_size=30))
def test_terms_come_back_ordered_by_hash_with_frequencies_cut_to_16_bits(frequencies: dict[int, int]) -> None:
    terms = packing.unpack_terms(pack(frequencies))
    assert [tuple(term) for term in terms.tolist()] == [
        (term, min(frequency, 65535)) for term, frequency in sorted(frequencies.items())
    ]


def test_names_that_are_no_valid_unicode_are_stored_with_replacement(
    writer: IndexWriter, reader: IndexReader
) -> None:
    writer.put_file(*sample("a.py", "good b\ud800d good", "x\udfff fine"))
    names = [row.symbol.name for row in reader.symbols_of("a.py")]
    assert names == ["good", "b\ufffdd", "good"]
    assert [row.symbol.name for row in reader.symbols_named("b\ud800d")] == ["b\ufffdd"]


def test_a_file_that_is_put_again_keeps_its_id_and_none_of_its_old_rows(
    writer: IndexWriter, reader: IndexReader
) -> None:
    first = writer.put_file(*sample("a.py", "old_one old_two", "old_two", (("m", "n", None),)))
    writer.put_file(*sample("b.py", "other", "old_one"))
    resolve_by_name(writer)
    assert reader.counts().edges == 2
    assert writer.put_file(*sample("a.py", "new")) == first
    assert [row.symbol.name for row in reader.symbols_of("a.py")] == ["new"]
    assert reader.symbols_named("old_one") == []
    counts = reader.counts()
    assert (counts.files, counts.symbols, counts.references, counts.edges) == (2, 2, 1, 0)
    assert next((tuple(item.references), item.imports) for item in writer.all_facts()) == ((), ())


def test_removed_files_leave_nothing_and_their_ids_are_not_given_again(
    writer: IndexWriter, reader: IndexReader
) -> None:
    gone = writer.put_file(*sample("a.py", "f g", "g f", (("m", "n", None),)))
    resolve_by_name(writer)
    writer.remove_files(["a.py", "never seen"])
    counts = reader.counts()
    assert (counts.files, counts.symbols, counts.references, counts.edges) == (0, 0, 0, 0)
    assert writer.put_file(*sample("b.py")) > gone


def test_touching_a_file_changes_its_stamp_alone(writer: IndexWriter) -> None:
    identifier = writer.put_file(*sample("a.py", "f"))
    writer.touch_file("a.py", 7, 8)
    writer.touch_file("unknown", 7, 8)
    assert writer.known_files() == {"a.py": KnownFile(identifier, 7, 8, b"h" * 16, "indexed", "", "python")}
    assert [item.symbols.names for item in writer.all_facts()] == [("f",)]


def test_the_resolver_gets_the_facts_of_each_file(writer: IndexWriter) -> None:
    row, facts, line_starts = sample("a.py", "f", "f", (("m", "n", "f"),))
    file_id = writer.put_file(row, facts, line_starts)
    stored = writer.facts(file_id)
    assert stored is not None
    assert (tuple(stored.symbols), tuple(stored.references)) == (facts.symbols, facts.references)
    assert (stored.file_id, stored.imports) == (file_id, facts.imports)
    assert writer.facts(file_id + 1) is None


@pytest.mark.parametrize("value", ["text", 7, 1.5, b"\0\xff", None])
def test_meta_values_keep_their_type(
    writer: IndexWriter, reader: IndexReader, value: str | int | None
) -> None:
    writer.put_meta("key", value)
    assert (writer.get_meta("key"), reader.meta("key")) == (value, value)
    assert (writer.get_meta("other"), reader.meta("other")) == (None, None)


def test_a_file_with_more_references_than_ids_is_refused_and_leaves_no_trace(
    writer: IndexWriter, reader: IndexReader
) -> None:
    row, facts, line_starts = sample("a.py", "f", "f")
    huge = FileFacts(
        facts.language, facts.state, facts.symbols, tuple(facts.references) * (MOST_POSITIONS + 1)
    )
    with pytest.raises(UserError, match="too large for the index"):
        writer.put_file(row, huge, line_starts)
    assert reader.paths() == []


def test_counts_tell_states_and_languages_apart(writer: IndexWriter, reader: IndexReader) -> None:
    for name in ("b.py", "a.py"):
        writer.put_file(*sample(name))
    writer.put_file(FileRow("z.go", 1, 1, b"x", "go", "indexed", parse_state="partly parsed"), None)
    for name, reason in (("z.bin", "binary"), ("y.pem", "secret"), ("x.bin", "binary")):
        writer.put_file(FileRow(name, 1, 1, None, "", "skipped", reason), None)
    counts = reader.counts()
    assert (counts.states, counts.languages) == ({"indexed": 3, "skipped": 3}, {"python": 2, "go": 1})
    rows, total = reader.left_out(2)
    assert ([(row.path, row.reason) for row in rows], total) == (
        [("x.bin", "binary"), ("y.pem", "secret")],
        3,
    )
