"""The facts block: complete, linked, and honest about what is not known."""

from __future__ import annotations

from dataclasses import replace

from glossator.core.explanation import Completeness, Omitted, Place, Target, Usage
from glossator.core.facts import MAX_LISTED, facts_block
from glossator.core.symbols import Certainty, ReferenceKind, SymbolKind
from glossator.core.text import Span

COMPLETE = Completeness(10, 10, True)


def place(path: str, line: int) -> Place:
    return Place(path, f"file:///w/{path}", Span(0, 1), line, 0)


TARGET = Target(
    "total", SymbolKind.FUNCTION, place("a.py", 2), place("a.py", 3), "def total(a: int) -> int:", "Python"
)


def usage(name: str, *lines: int, **changes: object) -> Usage:
    values = {
        "name": name,
        "kind": SymbolKind.FUNCTION,
        "place": place("b.py", lines[0]),
        "name_place": place("b.py", lines[0]),
        "uses": tuple(place("b.py", line) for line in lines),
        "reference": ReferenceKind.CALL,
        "certainty": Certainty.SURE,
        "why": "same file",
    }
    return Usage(**(values | changes))  # type: ignore[arg-type]


def block(*usages: Usage, completeness: Completeness = COMPLETE, omitted: Omitted | None = None) -> str:
    return facts_block(TARGET, usages, omitted or Omitted(), completeness, None, None)


def test_signature_kind_and_place_are_given() -> None:
    text = block()
    assert "`def total(a: int) -> int:`" in text
    assert "function defined in [a.py:4](file:///w/a.py#L4)" in text


def test_callers_are_linked_with_certainty_and_every_line() -> None:
    text = block(usage("one", 4), usage("two", 6, 9, certainty=Certainty.POSSIBLE, why="method of the name"))
    assert "Called by 2 (1 sure, 1 possible):" in text
    assert "[b.py:5](file:///w/b.py#L5) `one` — sure" in text
    assert "[b.py:7](file:///w/b.py#L7) `two` — possible, lines 7, 10, method of the name" in text


def test_other_uses_stand_apart_from_calls() -> None:
    text = block(usage("one", 4), usage("two", 6, reference=ReferenceKind.ARGUMENT))
    assert "Called by 1:" in text
    assert "Used otherwise by 1:" in text
    assert "as argument" in text


def test_none_found_is_said_only_after_the_whole_index_was_searched() -> None:
    assert "searched the whole index, none found" in block()
    partial = block(completeness=replace(COMPLETE, structure_ready=False, note="Indexing 45 %."))
    assert "none found so far" in partial
    assert "Indexing 45 %." in partial


def test_a_long_list_is_cut_and_says_so() -> None:
    text = block(*(usage(f"caller{number}", number) for number in range(MAX_LISTED + 7)))
    assert f"Called by {MAX_LISTED + 7}:" in text
    assert "… and 7 more" in text


def test_what_the_model_saw_and_which_model_it_was_is_said() -> None:
    omitted = Omitted(6, 41, 0, "6 of 41 callers shown.")
    text = facts_block(TARGET, (), omitted, COMPLETE, "small_model", 3.21)
    assert "6 of 41 callers shown." in text
    assert "small\\_model, 3.2 s; it may be wrong" in text


def test_names_from_the_repository_cannot_become_markup() -> None:
    name = "[x](http://a) `b` <img>"
    # The name stands in a code span whose fence is longer than any run of backticks in it.
    assert f"``{name}``" in block(usage(name, 4))
