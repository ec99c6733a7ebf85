"""Who waits for the resolver, and who calls whom."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.store.samples import Imported, resolve_by_name, sample

from glossator.core.symbols import Certainty, ReferenceKind
from glossator.store.reader import IndexReader
from glossator.store.rows import GraphRow
from glossator.store.writer import IndexWriter, open_writer

WORDS = st.lists(st.sampled_from("abcdef"), max_size=6).map(" ".join)
BINDINGS = st.lists(
    st.tuples(st.just("m"), st.sampled_from([None, "*", *"abcdef"]), st.sampled_from([None, *"abcdefg"])),
    max_size=3,
).map(tuple)
CONTENTS = st.lists(st.tuples(WORDS, WORDS, BINDINGS), min_size=1, max_size=4)


def with_other_names(names: set[str], imports: list[Imported]) -> set[str]:
    """The names and those under which they are imported, and these again."""
    for _ in imports:
        names = names | {alias for _, name, alias in imports if alias and name in names}
    return names


@settings(max_examples=60, deadline=None)
@given(CONTENTS, st.none() | st.sets(st.sampled_from("abcdef")), st.none() | st.sets(st.integers(1, 5)))
def test_references_that_can_lead_somewhere_wait_for_the_resolver(
    contents: list[tuple[str, str, tuple[Imported, ...]]], names: set[str] | None, file_ids: set[int] | None
) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        open_writer(Path(folder) / "index.sqlite", on_notice=pytest.fail) as writer,
    ):
        for place, (defines, calls, imports) in enumerate(contents):
            writer.put_file(*sample(f"{place}.py", defines, calls, imports))
        found = [(row.file_id, row.name) for row in writer.unresolved_refs(names, file_ids)]
    defined = {name for defines, _, _ in contents for name in defines.split()}
    wanted = with_other_names(set(names or ()), [item for _, _, imports in contents for item in imports])
    expected = []
    for file_id, (_, calls, imports) in enumerate(contents, 1):
        bound = {alias or (None if name == "*" else name) for _, name, alias in imports}
        everything = (names is None and file_ids is None) or file_id in (file_ids or ())
        expected += [
            (file_id, name)
            for name in calls.split()
            if (everything or name in wanted) and (name in defined or name in bound)
        ]
    assert found == expected


def test_a_name_that_is_exported_under_another_one_reaches_those_who_import_that(writer: IndexWriter) -> None:
    writer.put_file(*sample("a.py", "f"))
    writer.put_file(*sample("b.py", "", "", (("a", "f", "h"),)))
    third = writer.put_file(*sample("c.py", "", "h other", (("b", "h", None),)))
    assert [(row.file_id, row.name) for row in writer.unresolved_refs({"f"})] == [(third, "h")]


def test_references_are_listed_by_kind(writer: IndexWriter) -> None:
    writer.put_file(*sample("a.py", "f", "f g"))
    assert [row.name for row in writer.references_of_kind(ReferenceKind.CALL)] == ["f", "g"]
    assert list(writer.references_of_kind(ReferenceKind.INHERIT)) == []


def test_what_changed_since_edges_were_complete_is_remembered_across_runs(
    open_again: Callable[[], IndexWriter], index_path: Path
) -> None:
    writer: IndexWriter = open_again()
    first = writer.put_file(*sample("a.py", "f old"))
    second = writer.put_file(*sample("b.py", "g", "f"))
    assert writer.pending_resolution() == ({"f", "old", "g"}, {first, second})
    resolve_by_name(writer)
    assert writer.pending_resolution() == (set(), set())
    writer.put_file(*sample("a.py", "f new"))
    writer.remove_files(["b.py"])
    writer = open_again()
    assert writer.pending_resolution() == ({"f", "old", "new", "g"}, {first})


def test_callers_and_callees_name_both_ends(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("z.py", "helper"))
    writer.put_file(*sample("b.py", "main", "helper helper"))
    writer.put_file(*sample("a.py", "", "helper"))
    resolve_by_name(writer)
    (helper,) = reader.symbols_named("helper")
    callers = reader.callers(helper.id)
    assert [
        (
            edge.reference.file.path,
            edge.reference.enclosing and edge.reference.enclosing.symbol.name,
            edge.target,
        )
        for edge in callers
    ] == [("a.py", None, helper), ("b.py", "main", helper), ("b.py", "main", helper)]
    assert [edge.reference.span.start for edge in callers] == [0, 0, 10]
    assert {(edge.certainty, edge.why) for edge in callers} == {(Certainty.POSSIBLE, "same name")}
    assert list(callers[0].reference.file.line_starts) == [0, 50, 100]
    assert callers[0].reference.file.row.content_hash == b"h" * 16
    (main,) = reader.symbols_named("main")
    assert [edge.target.symbol.name for edge in reader.callees(main.id)] == ["helper", "helper"]
    assert reader.callees(helper.id) == []
    assert reader.edges_of_name("helper") == callers
    assert reader.edges_of_file("a.py") == callers[:1]
    assert reader.edges_of_file("nowhere") == []


def test_edges_can_be_asked_for_by_kind_of_reference(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "f", "f"))
    resolve_by_name(writer)
    (symbol,) = reader.symbols_named("f")
    assert len(reader.callers(symbol.id, [ReferenceKind.CALL, ReferenceKind.READ])) == 1
    assert reader.callers(symbol.id, {ReferenceKind.IMPORT}) == []
    assert reader.callers(symbol.id, ()) == []


def test_replacing_edges_leaves_those_of_other_references(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "f g", "f g"))
    resolve_by_name(writer)
    (f,), (g,) = reader.symbols_named("f"), reader.symbols_named("g")
    reference = reader.callers(f.id)[0].reference.id
    writer.replace_edges([reference], [(reference, g.id, "sure", "import")])
    assert [(edge.target.symbol.name, edge.certainty) for edge in reader.edges_of_file("a.py")] == [
        ("g", Certainty.SURE),
        ("g", Certainty.POSSIBLE),
    ]


def test_references_without_an_edge_are_found_by_name(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "f", "outside f outside"))
    resolve_by_name(writer)
    assert [(row.name, row.span.start) for row in reader.unresolved_named("outside")] == [
        ("outside", 0),
        ("outside", 20),
    ]
    assert reader.unresolved_named("f") == []


def test_the_graph_is_every_edge_by_names(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("b.py", "f"))
    writer.put_file(*sample("a.py", "g", "f"))
    writer.put_file(*sample("0.py", "", "g"))
    resolve_by_name(writer)
    assert list(reader.graph_rows()) == [
        GraphRow("0.py", "<module>", 0, "a.py", "Outer.g", 0, "call", "possible", "same name", 0),
        GraphRow("a.py", "Outer.g", 0, "b.py", "Outer.f", 0, "call", "possible", "same name", 0),
    ]


def test_symbols_are_found_by_identity(writer: IndexWriter, reader: IndexReader) -> None:
    writer.put_file(*sample("a.py", "f f g"))
    second = reader.symbol("a.py", "Outer.f", 1)
    assert second is not None
    assert (second.position, second.symbol.ordinal) == (1, 1)
    assert reader.symbol_by_id(second.id) == second
    assert reader.symbol("a.py", "Outer.f", 2) is None
    assert reader.symbol("b.py", "Outer.f") is None
    assert reader.symbol_by_id(second.id + 100) is None
    assert reader.symbols_by_id([second.id, 5, second.id]) == [second, second]


def test_an_error_inside_a_transaction_undoes_all_of_it(writer: IndexWriter, reader: IndexReader) -> None:
    with pytest.raises(KeyError), writer.transaction():
        writer.put_file(*sample("a.py", "f"))
        raise KeyError
    assert reader.paths() == []


def test_an_error_that_is_caught_inside_a_transaction_undoes_the_inner_part(
    writer: IndexWriter, reader: IndexReader
) -> None:
    before = reader.data_version()
    with writer.transaction():
        writer.put_file(*sample("a.py", "f"))
        with pytest.raises(KeyError):
            writer.put_chunks("unknown", [])
        writer.put_file(*sample("b.py", "g"))
        assert reader.paths() == []
        assert reader.data_version() == before
    assert reader.paths() == ["a.py", "b.py"]
