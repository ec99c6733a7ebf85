"""Who waits for the resolver, and who calls whom."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.store.samples import edge, resolve_by_name, sample

from glossator.core.resolve.changes import Stale
from glossator.core.symbols import Certainty, ReferenceKind
from glossator.store.reader import IndexReader
from glossator.store.rows import GraphRow
from glossator.store.writer import IndexWriter


def test_files_are_found_by_the_names_that_they_refer_to(writer: IndexWriter) -> None:
    first = writer.put_file(*sample("a.py", "f", "f g f"))
    second = writer.put_file(*sample("b.py", "", "g x\ud800"))
    writer.put_file(*sample("c.py", "f g"))
    assert writer.files_naming(["f"]) == [first]
    assert writer.files_naming(["g", "f", "unknown"]) == [first, second]
    assert writer.files_naming(["x\ud800"]) == [second]


def test_what_changed_since_edges_were_complete_is_remembered_across_runs(
    open_again: Callable[[], IndexWriter], index_path: Path
) -> None:
    writer: IndexWriter = open_again()
    first = writer.put_file(*sample("a.py", "f old"))
    second = writer.put_file(*sample("b.py", "g", "f"))
    assert writer.pending_resolution() == (set(), set(), {first, second}, True)
    resolve_by_name(writer)
    assert writer.pending_resolution() == (set(), set(), set(), False)
    writer.put_file(*sample("a.py", "f new"), Stale(names=frozenset({"f", "old", "new\ud800"})))
    writer = open_again()
    assert writer.pending_resolution() == ({"f", "old", "new\ufffd"}, set(), {first}, False)
    writer.remove_files(["unknown"])
    assert not writer.pending_resolution().everything
    writer.remove_files(["b.py"])
    assert writer.pending_resolution().everything


def test_a_file_whose_symbols_are_the_same_keeps_the_edges_into_it(
    writer: IndexWriter, reader: IndexReader
) -> None:
    writer.put_file(*sample("a.py", "f", "f"))
    writer.put_file(*sample("b.py", "", "f"))
    resolve_by_name(writer)
    writer.put_file(*sample("a.py", "f", "other"), Stale(keeps_incoming=True))
    (f,) = reader.symbols_named("f")
    assert [edge.reference.file.path for edge in reader.callers(f.id)] == ["b.py"]
    writer.put_file(*sample("a.py", "f", "other"))
    assert reader.callers(f.id) == []


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
    row = reader.callers(f.id)[0].reference
    facts = writer.facts(f.file.id)
    assert facts is not None
    writer.replace_edges([row.id], [edge(row.id, g.id, facts.references[0], sure=True, why="import")])
    assert [(each.target.symbol.name, each.certainty) for each in reader.edges_of_file("a.py")] == [
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
