"""What stands in objects: by brackets, at a place among several values, and in loops."""

from __future__ import annotations

from glossator.core.languages import Language
from glossator.core.resolve.members import Members
from glossator.core.resolve.typing.bound_values import BoundValues
from glossator.core.resolve.typing.calls import Calls
from glossator.core.resolve.typing.external_objects import external_element, pointed
from glossator.core.resolve.typing.meanings import UNKNOWN, Meaning, Meanings, Sort, few
from glossator.core.resolve.typing.member_meanings import MemberMeanings
from glossator.core.values.literals import LITERAL


class Elements:
    """Finds what stands in objects in a workspace that does not change."""

    def __init__(self, members: Members, values: BoundValues, objects: MemberMeanings, calls: Calls) -> None:
        self._members = members
        self._values = values
        self._objects = objects
        self._calls = calls

    def element(self, meaning: Meaning, place: str, language: Language) -> Meanings:
        """What stands in an object at any place (""), at a certain one ("1"), or what a loop over it gives ("*")."""
        if place == "*":
            return self._iterated(meaning, language)
        if meaning.type_name == LITERAL:
            # What a list holds that is written out is not followed.
            return UNKNOWN
        if meaning.sort is Sort.EXTERNAL:
            return external_element(meaning, place)
        if meaning.sort in (Sort.FUNCTION, Sort.TYPE):
            # The arguments of a generic function or type.
            return (meaning,)
        if meaning.symbol is None or meaning.sort is not Sort.INSTANCE:
            return UNKNOWN
        if (found := self._values.of_lineage(meaning, f"{meaning.name}[{place}]")) is not None:
            return found
        if place:
            return UNKNOWN
        for name in language.subscript_methods:
            for entry in self._members.members(meaning.symbol, name):
                return self._calls.called(Meaning(Sort.FUNCTION, entry, owner=meaning), entry.path)
        outside = self._values.external_supertype(meaning)
        return UNKNOWN if outside is None else external_element(outside, place)

    def _iterated(self, meaning: Meaning, language: Language) -> Meanings:
        """What a loop over an object gives: what its iterators lead to, pairs for a map."""
        if meaning.sort is Sort.EXTERNAL:
            return pointed(meaning)
        if meaning.sort is not Sort.INSTANCE or meaning.symbol is None:
            return UNKNOWN
        for name in language.iterating_methods:
            if methods := self._objects.member(meaning, name):
                given = few(
                    inner
                    for each in methods
                    for inner in self._calls.called(each, each.symbol.path if each.symbol else "")
                )
                return self._calls.reached(given, language) or given
        outside = self._values.external_supertype(meaning)
        if outside is not None:
            return pointed(outside)
        return UNKNOWN if language.iterating_methods else self.element(meaning, "", language)
