"""Types and expressions of any depth and length are read at once, and so are all of them that stand in each other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from glossator.core.languages import languages
from glossator.core.syntax import extract
from glossator.core.values.alternatives import alternatives
from glossator.core.values.argument_lists import ArgumentLists
from glossator.core.values.arguments import Arguments
from glossator.core.values.documented_types import documented_types
from glossator.core.values.expressions import LONGEST, expression_path
from glossator.core.values.local_variables import LocalVariables
from glossator.core.values.receiver_text import ReceiverText
from glossator.core.values.types import named_results, type_path

DEEP = 100_000
LEVELS = 200
"""As deep as a whole text is here: the library that runs the queries takes the square of the depth."""
SECONDS = 5
"""More than enough on any machine for what is read once, and far too little for what is read once for each level."""
OPENING = (
    *(
        "(",
        "[",
        "{",
        "<",
        "A<",
        "A[",
        "f(",
        "f((",
        "a.f(",
        "f(1,",
        "new A(",
        "new Box::new(",
        "Box::new(",
        "[]",
        "*",
    ),
    *(
        "&",
        "await ",
        "c ? ",
        "a || ",
        "(x => ",
        "{a: ",
        'f("',
        "f('",
        "f(`",
        "chan ",
        "func(",
        "map[",
        "\\",
        "::",
        "fn(",
    ),
    *(
        "f /*(",
        "f(/*",
        "x!",
        "x?.",
        "x as ",
        "<A>",
        "a[",
        "A | ",
        "(A)",
        "-",
        "'(",
        '"(',
        "@A ",
        "@param {",
        "...",
        "=>",
    ),
)
LANGUAGES = [name for name, language in languages().items() if language.grammar and not language.manifest]


@contextmanager
def at_once() -> Iterator[None]:
    begun = time.process_time()
    yield
    assert time.process_time() - begun < SECONDS


def nested(opening: str, levels: int) -> Iterator[str]:
    """What is opened so many times, and the same closed again."""
    closing = "".join({"(": ")", "[": "]", "{": "}", "<": ">"}.get(each, "") for each in reversed(opening))
    yield opening * levels
    yield f"{opening * levels}x{closing * levels}"


@pytest.mark.parametrize("opening", OPENING)
def test_a_type_of_any_depth_is_read_at_once(opening: str) -> None:
    with at_once():
        for levels in (*range(1, LONGEST // len(opening), 7), DEEP):
            for text in nested(opening, levels):
                type_path(text)
                named_results(f"({text})")
        list(documented_types(f"@param {{{opening * DEEP}", "{type} name"))


def test_what_is_deeper_than_people_write_has_no_form() -> None:
    assert type_path("A<" * 5 + "x" + ">" * 5) == "A<" * 5 + "x" + ">" * 5
    assert type_path("[]" * 5 + "A") == "[]<" * 5 + "A" + ">" * 5
    assert type_path("[]" * 20 + "A") == type_path("chan " * 20 + "A") == ""
    language = languages()["typescript"]
    assert expression_path("(" * 5 + "x.y()" + ")" * 5, language) == "x.y()"
    assert expression_path("(" * 10 + "x.y()" + ")" * 10, language) == ""
    assert alternatives("(" * 200 + "a || b" + ")" * 200, ("||",)) == ["a", "b"]


@pytest.mark.parametrize("name", LANGUAGES)
def test_an_expression_of_any_depth_is_read_at_once(name: str) -> None:
    language = languages()[name]
    with at_once():
        for opening in OPENING:
            for levels in (1, 5, 20, LONGEST // 2 // len(opening), LONGEST // len(opening), DEEP):
                for text in nested(opening, levels):
                    expression_path(text, language)
                    alternatives(text, ("||", "??", "&&", "?:"))
                    Arguments(f"({text})".encode(), language).form(0, 0)


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_text_of_brackets_in_each_other_has_facts(name: str) -> None:
    language = languages()[name]
    with at_once():
        for opening in ("(", "[", "{", "A<", "f("):
            for text in nested(opening, LEVELS):
                # Nothing but that it comes to an end.
                facts = extract(f"x = {text}\n".encode(), language)
                assert facts.language == name


@pytest.mark.parametrize(
    "text", [*nested("f(", DEEP), *nested("f(1, ", DEEP), *nested("f(g(/* ) */", DEEP // 2)]
)
def test_calls_that_stand_in_each_other_are_read_once_for_all(text: str) -> None:
    lists = ArgumentLists(text.encode())
    with at_once():
        counts = [lists.count(place + 1) for place, letter in enumerate(text) if letter in "fg"]
    assert set(counts) <= {None, 1, 2}


def test_arguments_are_told_from_all_that_looks_like_their_signs() -> None:
    text = b"f(a, [b, c], 'x, y', g(d, e,), h<A, B>(i), \"(\", /* ), */ j) k() l( // none\n)"
    lists = ArgumentLists(text)
    assert lists.count(1) == 7
    assert [each.strip() for each in lists.texts(1) or ()][3:5] == [b"g(d, e,)", b"h<A, B>(i)"]
    assert [lists.count(text.index(name) + 1) for name in (b"g(", b"k(", b"l(")] == [2, 0, 0]
    assert lists.count(text.index(b"h<") + 1) == 1
    assert lists.count(0) is None


def test_a_long_line_of_calls_is_read_backwards_once() -> None:
    text = b"x" + b".g()" * DEEP
    receivers = ReceiverText(text)
    with at_once():
        found = [receivers.before(place) for place in range(2, len(text), 4)]
    assert found == [(0, place - 1) for place in range(2, len(text), 4)]


def test_a_variable_is_found_behind_any_number_of_scopes() -> None:
    regions = [(place, 3 * DEEP - place) for place in range(DEEP)]
    inside = range(DEEP, 2 * DEEP, 3)
    variables = LocalVariables(regions)
    variables.declare("x", 0, 0, regions[0], None)
    for region in regions[1:]:
        variables.declare("y", region[0], region[1], region, None)
    variables.number()
    with at_once():
        assert {variables.seen("x", place) for place in inside} == {"x"}
        assert {variables.seen("y", place) for place in inside} == {None}
        assert {variables.seen("z", place) for place in inside} == {None}
