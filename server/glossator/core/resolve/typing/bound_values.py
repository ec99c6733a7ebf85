"""What names are bound to: the meanings of the sources of values (see `core.symbols.Value`), and of symbols."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.typing.meanings import (
    EXTERNAL,
    NAME_SPACES,
    NOTHING,
    UNKNOWN,
    VALUE_KINDS,
    Meaning,
    Meanings,
    Sort,
    few,
    uncertain,
)
from glossator.core.resolve.typing.memo import ExpressionMemo
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import (
    ALIAS,
    CALLABLE_KINDS,
    RESULT,
    SUPERTYPE,
    TYPE_KINDS,
    WITHIN,
    SymbolKind,
)

_MOST_ALIASES = 100
"""So many other names of types are followed for one at most; where a name may mean several types, and these are other
names in turn, they are many."""
_MOST_TESTS = 8
_ENUMERATIONS = frozenset({SymbolKind.ENUM, SymbolKind.TYPE})

GenericArguments = Mapping[str, Meanings]
"""The arguments of a generic type by the names of its parameters."""


class Follower(Protocol):
    """Follows expressions and types, which values lead to."""

    def meanings(self, expression: str, path: str, holder: int | None) -> Meanings:
        """What an expression may mean."""

    def declared(
        self, source: str, path: str, holder: int | None, given: GenericArguments | None = None
    ) -> Meanings:
        """What a value of a type may mean."""


class BoundValues:
    """Finds what symbols and names are bound to in a workspace that does not change."""

    def __init__(
        self, workspace: Workspace, members: Members, follower: Follower, memo: ExpressionMemo
    ) -> None:
        self._workspace = workspace
        self._members = members
        self._follower = follower
        self._memo = memo
        self._aliases: set[int] = set()
        """The types that are other names of the one in hand, or of what it is made of."""
        self._expanded = 0
        self._tests = 0
        """The tests of types that stand in each other around the value in hand."""

    def of_source(
        self, source: str, path: str, holder: int | None, given: GenericArguments | None = None
    ) -> Meanings:
        """What a value with this source may mean."""
        if source.startswith("?") and " " in source:
            type_, _, tested = source[1:].partition(" ")
            meant = self._follower.declared(type_, path, holder, given)
            return self._as_tested(self._known_of(tested, path, holder), meant)
        if source.startswith((":", "?")):
            return self._follower.declared(source[1:], path, holder, given)
        if source.startswith("<"):
            bound = source[1:]
            return self._follower.declared(bound, path, holder, given) if bound else UNKNOWN
        if source.startswith(WITHIN):
            number, _, source = source[1:].partition(" ")
            holder = int(number)
        return self._follower.meanings(source, path, holder)

    def _known_of(self, variable: str, path: str, holder: int | None) -> Meanings:
        """What a variable may mean that is tested, apart from other tests elsewhere."""
        if self._tests >= _MOST_TESTS:
            self._memo.cut_all()
            return UNKNOWN
        sources = self._workspace.values.get((path if holder is None else holder, variable), ())
        firm = [source for source in sources if source[:1] != "?" or " " in source]
        self._tests += 1
        try:
            return self.of_sources(firm, path, holder)
        finally:
            self._tests -= 1

    def _as_tested(self, known: Meanings, tested: Meanings) -> Meanings:
        """What a value may mean where a test says its type: the more special type, both where neither is."""
        special = tuple(each for each in known if self._is_among_bases(tested, each))
        if special or not known or any(self._is_among_bases(known, each) for each in tested):
            return special or tested
        return few(each._replace(is_part=True) for each in (*tested, *known))

    def _is_among_bases(self, bases: Meanings, meaning: Meaning) -> bool:
        """Whether one of some types is that of an object, or one that it inherits."""
        if meaning.symbol is None:
            return False
        ids = {each.symbol.id for each in bases if each.symbol is not None}
        return any(entry.id in ids for entry in self._members.lineage(meaning.symbol))

    def of_sources(
        self, sources: Iterable[str], path: str, holder: int | None, given: GenericArguments | None = None
    ) -> Meanings:
        """What a value may mean that is bound in several places: its declared type, or else all that it is bound to."""
        found: list[Meaning] = []
        narrowed: list[Meaning] = []
        unknown = False
        declared = [source for source in sources if source[:1] in (":", "?")]
        for source in declared if any(source[:1] == ":" for source in declared) else sources:
            if source in NOTHING:
                continue
            meant = self.of_source(source, path, holder, given)
            if source[:1] == "?":
                narrowed += meant
                continue
            found += meant
            unknown = unknown or not meant
        if narrowed:
            return few([*found, *(each._replace(is_narrowed=bool(found)) for each in narrowed)])
        if unknown and found and all(each.sort is Sort.EXTERNAL for each in found):
            return UNKNOWN
        if unknown and (language := self._workspace.language(path)) is not None and language.called_values:
            return few(uncertain(found))
        return few(found)

    def of_lineage(self, meaning: Meaning, name: str) -> Meanings | None:
        """What the type of an object, or else the first of its bases that says so, has under a name; None where none
        says anything."""
        for entry in self._members.lineage(meaning.symbol) if meaning.symbol is not None else ():
            sources = self._workspace.values.get((entry.id, name))
            if sources is not None:
                return self.of_sources(sources, entry.path, entry.id, self.arguments_of(meaning, entry))
        return None

    def generic_arguments(self, meaning: Meaning) -> dict[str, Meanings]:
        """The arguments of a generic type by the names of its parameters."""
        if meaning.symbol is None or not meaning.arguments:
            return {}
        names = self._workspace.type_parameters(meaning.symbol.id)
        return dict(zip(names, meaning.arguments, strict=False))

    def arguments_of(self, meaning: Meaning, owner: SymbolEntry | None) -> dict[str, Meanings]:
        """The same for the type that a member of an object belongs to, which may be a base of the object's type."""
        return self.generic_arguments(meaning if owner is None else self._seen_as(meaning, owner))

    def _seen_as(self, meaning: Meaning, owner: SymbolEntry) -> Meaning:
        """An object as one of a type among those of its own type and its bases, if their headers tell how."""
        above = self._upwards(meaning)
        same = (each for each in above if each.symbol is not None and each.symbol.id == owner.id)
        return next(same, meaning)

    def _upwards(self, meaning: Meaning) -> Iterator[Meaning]:
        """An object, and the same as one of the generic types that headers name as bases, each type once, nearest
        first."""
        waiting, seen = deque([meaning]), set[int]()
        while waiting:
            current = waiting.popleft()
            if current.symbol is not None and current.symbol.id in seen:
                continue
            yield current
            if current.symbol is not None:
                seen.add(current.symbol.id)
                waiting += self.supertypes(current)

    def supertypes(self, meaning: Meaning) -> Meanings:
        """An object as one of the generic types that the header of its type names as bases."""
        own = meaning.symbol
        sources = () if own is None else self._workspace.values.get((own.id, SUPERTYPE), ())
        if own is None or not sources:
            return UNKNOWN
        given = self.generic_arguments(meaning)
        return tuple(each for source in sources for each in self.of_source(source, own.path, own.id, given))

    def external_supertype(self, meaning: Meaning) -> Meaning | None:
        """An object as one of the first generic type from outside of the workspace that it inherits from."""
        above = self._upwards(meaning)
        return next((each for each in above if each.sort is Sort.EXTERNAL and each.arguments), None)

    def of_symbols(self, symbols: Iterable[SymbolEntry], why: str) -> Meanings:
        """What symbols mean where they stand in an expression."""
        found: list[Meaning] = []
        for entry in symbols:
            if entry.kind in TYPE_KINDS:
                found += self.of_named_type(entry, why)
            elif entry.kind in VALUE_KINDS:
                found += self.of_variable(entry, {})
            elif entry.kind in CALLABLE_KINDS:
                found.append(Meaning(Sort.FUNCTION, entry, why=why))
            elif entry.kind is SymbolKind.ENUM_MEMBER:
                found += self.of_enumerated(entry, self._container(entry), why)
            elif entry.kind in NAME_SPACES:
                found.append(Meaning(Sort.TYPE, entry, why=why))
        return few(found)

    def of_named_type(self, entry: SymbolEntry, why: str) -> Meanings:
        """A type by its name, or that which it is another name of."""
        if (entry.id, ALIAS) in self._workspace.values:
            meant = tuple(each for each in self.of_type(entry, ()) if each.symbol is not None)
            if meant:
                return tuple(each._replace(sort=Sort.TYPE) for each in meant)
        return (Meaning(Sort.TYPE, entry, why=why),)

    def of_type(self, entry: SymbolEntry, arguments: tuple[Meanings, ...], why: str = "") -> Meanings:
        """An object of a type, or of that which it is another name of."""
        alias = self._workspace.values.get((entry.id, ALIAS))
        if alias is None:
            return (Meaning(Sort.INSTANCE, entry, arguments, why=why),)
        self._expanded = self._expanded + 1 if self._aliases else 0
        if entry.id in self._aliases or self._expanded > _MOST_ALIASES:
            # Types that are defined by each other.
            self._memo.cut_all()
            return UNKNOWN
        inner = dict(zip(self._workspace.type_parameters(entry.id), arguments, strict=False))
        # A bound of the same name is another type.
        around = None if f":{entry.name}" in alias else entry.container
        self._aliases.add(entry.id)
        try:
            return self.of_sources(alias, entry.path, around, inner)
        finally:
            self._aliases.remove(entry.id)

    def of_variable(self, entry: SymbolEntry, given: GenericArguments) -> Meanings:
        """What a variable, field or property may mean."""
        values = self._workspace.values
        sources = values.get((entry.id, RESULT)) or values.get((entry.id, entry.name))
        if sources is not None:
            return self.of_sources(sources, entry.path, entry.id, given)
        around = entry.path if entry.container is None else entry.container
        # A reader has the name of the variable of the object without its sign.
        sources = values.get((around, entry.name)) or values.get((around, f"@{entry.name}"))
        if sources is None:
            return UNKNOWN
        return self.of_sources(sources, entry.path, entry.container, given)

    def of_enumerated(self, member: SymbolEntry, enumeration: SymbolEntry | None, why: str) -> Meanings:
        """A member of an enumeration; something external where its type has no name."""
        container = self._container(member)
        if container is None or (container.kind in TYPE_KINDS and container.kind not in _ENUMERATIONS):
            return (EXTERNAL,)
        return (Meaning(Sort.INSTANCE, enumeration, why=why, name=member.name),)

    def _container(self, entry: SymbolEntry) -> SymbolEntry | None:
        return self._workspace.symbols.get(entry.container) if entry.container is not None else None
