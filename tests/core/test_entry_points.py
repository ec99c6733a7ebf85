"""The signs of languages, and which of several counts."""

from __future__ import annotations

import re

import pytest

from glossator.core.graph.entry_points import (
    EntryKind,
    EntryPoint,
    Seen,
    base_with_member,
    entry_point,
    is_listed,
    known_signs,
)
from glossator.core.languages import languages
from glossator.core.symbols import SymbolKind

PYTHON = languages()["python"]


def test_signs_are_those_of_known_languages_and_their_patterns_are_valid() -> None:
    assert set(known_signs()) <= set(languages())
    for signs in known_signs().values():
        for pattern in (signs.annotation, signs.listing):
            assert not pattern or re.compile(pattern).groups == 1


def kind_of(name: str, kind: SymbolKind = SymbolKind.FUNCTION, **seen: object) -> EntryKind | None:
    found = entry_point(PYTHON, Seen(name, kind, **seen))  # type: ignore[arg-type]
    return None if found is None else found.kind


def test_the_strongest_sign_counts() -> None:
    assert kind_of("main", decorators=["app.route"]) is EntryKind.START
    assert kind_of("test_it", in_test=True, decorators=["mark.slow"]) is EntryKind.TEST
    assert kind_of("test_it") is None
    assert kind_of("work", decorators=["staticmethod", "app.route"], base="Shape") is EntryKind.DECORATED
    assert kind_of("work", decorators=["staticmethod"]) is None
    assert kind_of("work", decorators=["typing.override"]) is EntryKind.BASE
    assert kind_of("work", base="Shape", outside_base="Handler") is EntryKind.BASE
    assert kind_of("work", outside_base="Handler", is_offered=True) is EntryKind.FRAMEWORK
    assert kind_of("work", outside_base="ABC") is None
    assert kind_of("__len__", outside_base="Handler") is EntryKind.RUNTIME
    assert kind_of("work", is_offered=True, importer="a.py") is EntryKind.EXPORTED
    assert kind_of("work", importer="a.py") is EntryKind.IMPORTED
    assert kind_of("work", is_program=True) is EntryKind.START
    assert kind_of("main", SymbolKind.CONSTANT) is None
    assert entry_point(None, Seen("work", SymbolKind.FUNCTION)) is None


def test_every_kind_has_a_sentence_on_one_line() -> None:
    for kind in EntryKind:
        sentence = EntryPoint(kind, "a\n`b` {} \x1b").sentence
        assert sentence.endswith(".")
        assert not set("\n`\x1b") & set(sentence)
    assert len(EntryPoint(EntryKind.DECORATED, "x" * 9999).sentence) < 250


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("__all__ = ['a', \"b\"]\n", "ab"),
        ("__all__: list[str] = [\n    'a',  # one\n    'b',\n]\n", "ab"),
        ("__all__ = ('a',)\n__all__ += ['b']\n", "ab"),
        ("__all__ = []\n__all__.append('a')\n__all__.extend(['b'])\n", "ab"),
        ("names = ['a', 'b']\n", ""),
    ],
)
def test_lists_of_what_a_file_offers_are_read(text: str, names: str) -> None:
    assert "".join(name for name in "abc" if is_listed(PYTHON, text, name)) == names


def test_a_hostile_list_costs_no_time() -> None:
    assert not is_listed(PYTHON, "__all__ = [" * 100_000 + "a", "a")


def test_bases_are_followed_to_their_end_and_never_in_a_circle() -> None:
    bases: dict[str, list[tuple[str, str | None]]] = {
        "Square": [("Shape", "Shape"), ("Mixin", None)],
        "Shape": [("Thing", "Thing")],
        "Thing": [("Square", "Square")],
    }
    members = {"Thing": {"area"}}

    def found(name: str) -> tuple[str, str]:
        return base_with_member(
            name, ["Square"], lambda each: bases.get(each, []), lambda each: members.get(each, set())
        )

    assert found("area") == ("Thing", "")
    assert found("side") == ("", "Mixin")
    endless = base_with_member("x", [0], lambda each: [(str(each + 1), each + 1)], lambda _: set())
    assert endless == ("", "")
