"""What values mean whose type is written down: from types in the common form (see `core.values.types`) to meanings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from glossator.core.resolve.members import Members
from glossator.core.resolve.scopes import Scopes
from glossator.core.resolve.typing.bound_values import BoundValues, GenericArguments
from glossator.core.resolve.typing.meanings import NOTHING, UNKNOWN, Meaning, Meanings, Place, Sort, few
from glossator.core.resolve.typing.member_meanings import MemberMeanings
from glossator.core.resolve.typing.memo import ExpressionMemo
from glossator.core.resolve.typing.narrowing import Narrowing
from glossator.core.resolve.workspace import Workspace
from glossator.core.values.type_forms import FUNCTION, SEQUENCE, TUPLE, split_at, split_type

_MOST_TYPES = 16
"""So deep types stand in each other, and aliases for each other."""
_MOST_ARGUMENTS = 256
"""So many types stand in a generic one at most; one that gets its own arguments again and again has twice as many with
each step."""


class DeclaredTypes:
    """Finds what types mean in a workspace that does not change."""

    def __init__(
        self,
        workspace: Workspace,
        scopes: Scopes,
        members: Members,
        values: BoundValues,
        objects: MemberMeanings,
        narrowing: Narrowing,
        memo: ExpressionMemo,
    ) -> None:
        self._workspace = workspace
        self._scopes = scopes
        self._members = members
        self._values = values
        self._objects = objects
        self._narrowing = narrowing
        self._memo = memo
        self._depth = 0

    def declared(
        self, source: str, path: str, holder: int | None, given: GenericArguments | None = None
    ) -> Meanings:
        """What a value of a type in the common form may mean. `given` are the arguments of generic types by the name
        of their parameter."""
        language = self._workspace.language(path)
        if language is None:
            return UNKNOWN
        if self._depth >= _MOST_TYPES:
            # Types that stand for each other.
            self._memo.cut_all()
            return UNKNOWN
        self._depth += 1
        try:
            place = Place(path, holder, language)
            found: list[Meaning] = []
            for part in split_at(source, "|"):
                # Of types between `&` a value has all.
                several = split_at(part, "&") if "&" in part else (part,)
                for each in several:
                    if each not in NOTHING:
                        meant = self._of_type(each, place, given or {})
                        found += [one._replace(is_part=True) for one in meant] if len(several) > 1 else meant
            return few(found)
        finally:
            self._depth -= 1

    def _of_type(self, written: str, place: Place, given: GenericArguments) -> Meanings:
        """An object of a single type."""
        path, holder, language = place
        name, parts = split_type(written)
        if not parts and name in given:
            return given[name]
        arguments = tuple(self.declared(part, path, holder, given) for part in parts)
        last = name.rpartition(".")[2]
        if last in language.transparent_types and arguments:
            return tuple(each for argument in arguments for each in argument)
        if _is_vast(arguments):
            arguments = ()
        if name == "_":
            # What the compiler is to find out.
            return UNKNOWN
        if name in language.self_names or name == "Self":
            own = self._members.own_type(holder)
            return () if own is None else (Meaning(Sort.INSTANCE, own, why="own class"),)
        if name in (SEQUENCE, TUPLE, FUNCTION):
            return (Meaning(Sort.EXTERNAL, arguments=arguments, name=name, type_name=name),)
        if not parts and (bound := self.type_parameter(name, path, holder)) is not None:
            return bound
        return self._of_named(name, arguments, place, given)

    def _of_named(
        self, name: str, arguments: tuple[Meanings, ...], place: Place, given: GenericArguments
    ) -> Meanings:
        """An object of a type by its name or path; an external one where the workspace has no such type."""
        head, *rest = name.split(".")
        last = rest[-1] if rest else head
        if rest and (outer := self._outer_types(head, place, given)):
            return self._associated(outer, rest) or (Meaning(Sort.EXTERNAL, name=last, type_name=last),)
        entries = self._scopes.types_named(head, rest, *place)
        if not entries:
            return (Meaning(Sort.EXTERNAL, arguments=arguments, name=last, type_name=last),)
        found: list[Meaning] = []
        for entry in entries:
            found += self._values.of_type(entry, arguments, f"type {name}")
        return tuple(found)

    def _outer_types(self, head: str, place: Place, given: GenericArguments) -> Meanings:
        """The own type or a type parameter, of which a type that belongs to it is named."""
        path, holder, language = place
        if head in given:
            return given[head]
        if head == "Self" and head in language.self_names:
            own = self._members.own_type(holder)
            return () if own is None else (Meaning(Sort.TYPE, own),)
        return self.type_parameter(head, path, holder) or UNKNOWN

    def _associated(self, outer: Meanings, names: Sequence[str]) -> Meanings:
        """Objects of a type that belongs to another one (`Self::Item`)."""
        for name in names:
            nearer = self._narrowing.nearer(outer, name)
            outer = few(found for each in nearer for found in self._objects.member(each, name))
        return tuple(each._replace(sort=Sort.INSTANCE) if each.sort is Sort.TYPE else each for each in outer)

    def type_parameter(self, name: str, path: str, holder: int | None) -> Meanings | None:
        """The bound of a type parameter that the code around declares; None if it declares none of the name."""
        values = self._workspace.values
        for entry in self._workspace.chain(holder):
            sources = [each for each in values.get((entry.id, name), ()) if each.startswith("<")]
            if sources:
                # The arguments of a bound often name the parameter itself.
                bounds = (_without_arguments(source[1:]) for source in sources)
                parts = [part for bound in bounds for part in re.split("[|&]", bound) if part]
                return self.declared("&".join(parts), path, entry.container) if parts else UNKNOWN
        return None


def _without_arguments(written: str) -> str:
    """A type in the common form without arguments of generic types."""
    while "<" in written:
        shorter = re.sub(r"<[^<>]*>", "", written)
        if shorter == written:
            return ""
        written = shorter
    return written


def _is_vast(arguments: Sequence[Meanings]) -> bool:
    """Whether more types stand in those of arguments than could be compared in a short time."""
    waiting = [each for argument in arguments for each in argument]
    for _ in range(_MOST_ARGUMENTS):
        if not waiting:
            return False
        waiting += (each for argument in waiting.pop().arguments for each in argument)
    return True
