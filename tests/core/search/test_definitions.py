"""A definition is worth the more the better it fits the name that is asked for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from glossator.core.search.definitions import definition_weight
from glossator.core.symbols import Symbol, SymbolKind
from glossator.core.text import Span

SESSION = Symbol(SymbolKind.CLASS, "Session", "Session", None, 0, Span(6, 13), Span(0, 50), Span(0, 13))


def weight(path: str = "src/session.py", name: str = "Session", **changes: object) -> float:
    return definition_weight(replace(SESSION, **changes), path, name)  # type: ignore[arg-type]


def test_a_type_of_the_name_in_a_file_of_the_name_is_worth_1() -> None:
    assert weight() == 1
    assert weight(path="Session.java") == 1


@pytest.mark.parametrize(
    ("less", "more"),
    [
        (weight(path="src/http.py"), weight()),
        (weight(name="session"), weight()),
        (weight(kind=SymbolKind.FUNCTION), weight()),
        (weight(kind=SymbolKind.VARIABLE), weight(kind=SymbolKind.FUNCTION)),
        (weight(is_declaration=True), weight()),
        (weight(container=0), weight()),
        (weight(owner="Base"), weight()),
    ],
)
def test_what_fits_less_is_worth_less(less: float, more: float) -> None:
    assert 0 < less < more <= 1


def test_another_name_is_worth_nothing_and_another_way_of_writing_is_the_same_name() -> None:
    assert weight(name="Sessions") == 0
    assert weight(name="sess") == 0
    assert definition_weight(replace(SESSION, name="parseQuery"), "a.py", "parse_query") > 0


def test_in_the_container_that_is_named_a_member_is_worth_1() -> None:
    send = replace(
        SESSION, kind=SymbolKind.METHOD, name="send", qualified_name="http.Session.send", container=0
    )
    assert definition_weight(send, "a.py", "send", ("Session",)) == 1
    assert definition_weight(send, "a.py", "send", ("http", "session")) == 1
    assert definition_weight(send, "a.py", "send", ("Adapter",)) < 0.5
