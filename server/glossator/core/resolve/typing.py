"""What expressions mean: which types their values have, as far as the facts of all files tell.

Flow-insensitive propagation: a name means all that it is bound to anywhere in its scope. An expression is followed
step by step from its beginning: names by scope and imports, members along the bases of their types, calls by what the
called function is declared to give or returns. What leads out of the workspace is external, which is known as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from glossator.core.languages import Language
from glossator.core.resolve.bindings import ImportBindings
from glossator.core.resolve.members import Members
from glossator.core.resolve.scopes import Scopes
from glossator.core.resolve.workspace import SymbolEntry, Workspace
from glossator.core.symbols import ALIAS, CALLABLE_KINDS, RESULT, TYPE_KINDS, SymbolKind
from glossator.core.written_expressions import LITERALS
from glossator.core.written_types import SEQUENCE, TUPLE, split_at, split_type

class Sort(IntEnum):
    """What an expression can mean: an object of a type, a type, a function, a module, or something external."""

    INSTANCE = 0
    TYPE = 1
    FUNCTION = 2
    MODULE = 3
    EXTERNAL = 4


class Meaning(NamedTuple):
    """One thing that an expression may mean.

    `symbol` is the type of an instance, the type, or the function. `arguments` are the meanings of the arguments of a
    generic type. `owner` is the object that a method was taken from. `files` are those of a module. `why` is a short
    phrase for people.
    """

    sort: Sort
    symbol: SymbolEntry | None = None
    arguments: tuple[tuple[Meaning, ...], ...] = ()
    owner: Meaning | None = None
    files: tuple[str, ...] = ()
    why: str = ""
    name: str = ""
    type_name: str = ""
    """The name of the type of an external object, or the literal that it is."""
    is_certain: bool = True
    """Whether that is what is meant, and not only what something of that name may be."""


Meanings = tuple[Meaning, ...]
EXTERNAL = Meaning(Sort.EXTERNAL)
UNKNOWN: Meanings = ()

_STEP = re.compile(r"\.?(\(\)|\[\d?\]|[^.(\[<]+)(<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)?")
_NOTHING = frozenset({"None", "null", "undefined", "void", "nil", "never", "unit", "Unit", "NoReturn", "Never"})
_MOST_DEPTH = 24
_MOST_STEPS = 2000
"""So many expressions are followed for one at most; where types are defined by each other, they are many."""
_UNCUT = 1 << 30
_MOST_TYPES = 16
"""So deep types stand in each other, and aliases for each other."""
_MOST_MEANINGS = 6
_VALUE_KINDS = frozenset({SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.PROPERTY})

_ELEMENT_NAMES = frozenset(
    "get getOrDefault first last pop popleft pop_front pop_back peek next unwrap unwrap_or unwrap_or_default "
    "unwrap_or_else expect value Value result Result orElse orElseThrow orElseGet element poll take remove removeFirst "
    "removeLast shift at find front back head borrow borrow_mut lock read write current item load setdefault "
    "getFirst getLast findFirst findAny getValue second find_first nth min max join copy clone to_owned as_ref as_mut "
    "getOrPut firstOrNull lastOrNull First Last FirstOrDefault LastOrDefault Single SingleOrDefault ElementAt Peek Pop "
    "Dequeue single find_map ok_or ok get_mut get_or_insert_with or_insert or_insert_with or_default entry".split()
)
"""Names under which generic types of any library give what they hold."""
_SAME_NAMES = frozenset(
    "filter sorted reversed iter iter_mut into_iter stream values slice concat reverse toList to_vec asSequence list "
    "copy clone skip limit distinct drain collect rev chain cloned copied peekable iterator listIterator subList Where "
    "OrderBy ToList ToArray AsEnumerable Skip Take Reverse Distinct Concat sort drop dropWhile takeWhile as_deref "
    "as_slice toArray descendingIterator as_ref as_mut then catch finally ok_or_else map_err or_else or".split()
)
"""Names under which generic types of any library give another that holds the same."""


class Typing:
    """Follows expressions in a workspace that does not change; remembers what it has found."""

    def __init__(self, workspace: Workspace, bindings: ImportBindings, scopes: Scopes, members: Members) -> None:
        self.workspace = workspace
        self.bindings = bindings
        self.scopes = scopes
        self.members = members
        self._known: dict[tuple[str, str, int | None], Meanings] = {}
        self._in_hand: dict[tuple[str, str, int | None], int] = {}
        self._cut = _UNCUT
        """The outermost expression in hand that was asked for again, by its depth."""
        self._steps = 0
        self._declaring = 0

    def meanings(self, expression: str, path: str, holder: int | None) -> Meanings:
        """What an expression at a place may mean; empty where that is not known."""
        if not expression:
            return UNKNOWN
        key = expression, path, holder
        found = self._known.get(key)
        if found is not None:
            return found
        cut = self._in_hand.get(key, -1 if len(self._in_hand) > _MOST_DEPTH or self._steps > _MOST_STEPS else None)
        language = self.workspace.language(path)
        if cut is not None or language is None:
            if language is not None:
                self._cut = min(self._cut, cut if cut is not None else _UNCUT)
            return UNKNOWN
        return self._followed(key, language)

    def _followed(self, key: tuple[str, str, int | None], language: Language) -> Meanings:
        """Follow an expression, and remember what is found unless that depends on others that are in hand: what an
        expression means must not depend on the one for which it was asked."""
        depth = len(self._in_hand)
        self._steps = self._steps + 1 if depth else 0
        cut_outside, self._cut = self._cut if depth else _UNCUT, _UNCUT
        self._in_hand[key] = depth
        try:
            found = self._follow(*key, language)
        finally:
            del self._in_hand[key]
        if self._cut >= depth:
            self._known[key] = found
            self._cut = _UNCUT
        self._cut = min(self._cut, cut_outside)
        return found

    def declared(
        self, source: str, path: str, holder: int | None, given: Mapping[str, Meanings] | None = None
    ) -> Meanings:
        """What a value of a type in the common form may mean. `given` are the arguments of generic types by the name
        of their parameter."""
        language = self.workspace.language(path)
        if language is None:
            return UNKNOWN
        if self._declaring >= _MOST_TYPES:
            # Types that stand for each other.
            self._cut = -1
            return UNKNOWN
        self._declaring += 1
        try:
            parts = (part for part in split_at(source, "|") if part not in _NOTHING)
            return _few(each for part in parts for each in self._of_type(part, path, holder, language, given or {}))
        finally:
            self._declaring -= 1

    def valued(
        self, source: str, path: str, holder: int | None, given: Mapping[str, Meanings] | None = None
    ) -> Meanings:
        """What a value with this source (see `core.symbols.Value`) may mean."""
        if source.startswith(":"):
            return self.declared(source[1:], path, holder, given)
        if source.startswith("<"):
            bound = source[1:]
            return self.declared(bound, path, holder, given) if bound else UNKNOWN
        return self.meanings(source, path, holder)

    def _follow(self, expression: str, path: str, holder: int | None, language: Language) -> Meanings:
        steps = list(_STEP.finditer(expression))
        if not steps or steps[0].start() or steps[-1].end() != len(expression):
            return UNKNOWN
        head = self._head(steps, path, holder, language)
        current, taken = head
        for step in steps[taken:]:
            if not current:
                return UNKNOWN
            current = _few(self._step(current, step[1], step[2] or "", path, holder, language))
        return current

    # The beginning

    def _head(
        self, steps: Sequence[re.Match[str]], path: str, holder: int | None, language: Language
    ) -> tuple[Meanings, int]:
        """What the beginning means, and of how many steps it is."""
        name, written = steps[0][1], steps[0][2] or ""
        if name in LITERALS:
            return (Meaning(Sort.EXTERNAL, type_name=name),), 1
        if name in (SEQUENCE, TUPLE) or (len(steps) > 1 and steps[1][1] == "()" and written):
            made = self.declared(f"{name}{written}", path, holder)
            if any(each.sort is Sort.INSTANCE for each in made) or name in (SEQUENCE, TUPLE, "map"):
                return made, 2
        if name in language.self_names:
            own = self.members.own_type(holder)
            if own is not None:
                return (Meaning(Sort.INSTANCE, own, why="own class", arguments=self._own_arguments(own)),), 1
        if name in language.super_names or f"{name}()" in language.super_names:
            own = self.members.own_type(holder)
            bases = self.members.bases(own) if own is not None else ()
            taken = 2 if f"{name}()" in language.super_names and len(steps) > 1 else 1
            found = tuple(Meaning(Sort.INSTANCE, base, why="base class") for base in bases)
            return found or (EXTERNAL,), taken
        if (bound := self._local(name, path, holder)) is not None:
            return bound, 1
        if language.implicit_self and (own := self.members.own_type(holder)) is not None:
            if member := self.member(Meaning(Sort.INSTANCE, own), name):
                return member, 1
        return self._named(steps, path, holder, language)

    def _own_arguments(self, own: SymbolEntry) -> tuple[Meanings, ...]:
        return tuple(UNKNOWN for _ in self.workspace.type_parameters(own.id))

    def _local(self, name: str, path: str, holder: int | None) -> Meanings | None:
        """What a name that a function around binds may mean; None if none does."""
        workspace = self.workspace
        for entry in workspace.chain(holder):
            if entry.kind in TYPE_KINDS:
                continue
            sources = workspace.values.get((entry.id, name))
            if sources is not None and not any(each[:1] == "<" for each in sources):
                return self._of_sources(sources, path, entry.id)
        sources = workspace.values.get((path, name))
        if sources is not None and not workspace.top_level.get((path, name)):
            return self._of_sources(sources, path, None)
        return None

    def _of_sources(
        self, sources: Iterable[str], path: str, holder: int | None, given: Mapping[str, Meanings] | None = None
    ) -> Meanings:
        found: list[Meaning] = []
        unknown = False
        declared = [source for source in sources if source.startswith(":")]
        for source in declared or sources:
            meant = self.valued(source, path, holder, given)
            found += meant
            unknown = unknown or not meant
        if unknown and found and all(each.sort is Sort.EXTERNAL for each in found):
            return UNKNOWN
        return _few(found)

    def _named(
        self, steps: Sequence[re.Match[str]], path: str, holder: int | None, language: Language
    ) -> tuple[Meanings, int]:
        """What a name means by scope, file, imports, package, or as the path of a module."""
        scopes, name = self.scopes, steps[0][1]
        binding = scopes.binding(name, path, holder, language)
        if binding is None and language.package_scope:
            found = scopes.in_package(path, name)
            if found:
                return self._of_symbols(found, "same package"), 1
        if binding is not None:
            if binding.files or binding.symbols:
                binding = binding.with_types(self.workspace)
                meant = list(self._of_symbols(binding.symbols, binding.why))
                if binding.files:
                    meant.append(Meaning(Sort.MODULE, files=binding.files, why=binding.why, name=name))
                return tuple(meant), 1
            if (written := self._module(steps, path, holder, language)) is not None:
                return written
            return (EXTERNAL,), 1
        if (written := self._module(steps, path, holder, language)) is not None:
            return written
        if name in language.foreign:
            return (EXTERNAL,), 1
        anywhere = self._anywhere(name, language)
        if anywhere:
            return anywhere, 1
        return (EXTERNAL,) if not self.workspace.by_name.get(name) else UNKNOWN, 1

    def _module(
        self, steps: Sequence[re.Match[str]], path: str, holder: int | None, language: Language
    ) -> tuple[Meanings, int] | None:
        """The path of a module or type without an import of its head (`a.b.C`, `crate::a`)."""
        names: list[str] = []
        for step in steps:
            if step[1][0] in "([":
                break
            names.append(step[1])
        found = self.scopes.module_path(names, path, language)
        if found is None:
            return None
        binding, taken = found
        return (Meaning(Sort.MODULE, files=binding.files, why=binding.why, name=names[taken - 1]),), taken

    def _anywhere(self, name: str, language: Language) -> Meanings:
        """Types of a name that nothing in sight binds, where a name may mean what is in any file."""
        entries = [
            entry
            for entry in self.workspace.by_name.get(name, ())
            if self.workspace.family(entry.path) == language.family
            and (entry.kind in TYPE_KINDS or (language.global_scope and entry.container is None))
        ]
        if not entries or not (language.global_scope or name[:1].isupper()):
            return UNKNOWN
        found = self._of_symbols(entries, "type of the name")
        return tuple(each._replace(is_certain=False) for each in found)

    def _of_symbols(self, symbols: Iterable[SymbolEntry], why: str) -> Meanings:
        found: list[Meaning] = []
        for entry in symbols:
            if entry.kind in TYPE_KINDS:
                found.append(Meaning(Sort.TYPE, entry, why=why))
            elif entry.kind in _VALUE_KINDS:
                found += self._value_of(entry, {})
            elif entry.kind in CALLABLE_KINDS:
                found.append(Meaning(Sort.FUNCTION, entry, why=why))
            elif entry.kind is SymbolKind.ENUM_MEMBER and entry.container is not None:
                found.append(Meaning(Sort.INSTANCE, self.workspace.symbols[entry.container], why=why))
            elif entry.kind in (SymbolKind.MODULE, SymbolKind.NAMESPACE):
                found.append(Meaning(Sort.TYPE, entry, why=why))
        return _few(found)

    def _value_of(self, entry: SymbolEntry, given: Mapping[str, Meanings]) -> Meanings:
        """What a variable, field or property may mean."""
        workspace = self.workspace
        sources = workspace.values.get((entry.id, RESULT))
        if sources is not None:
            return self._of_sources(sources, entry.path, entry.id, given)
        around = entry.path if entry.container is None else entry.container
        sources = workspace.values.get((around, entry.name))
        if sources is None:
            return UNKNOWN
        return self._of_sources(sources, entry.path, entry.container, given)

    # Types

    def _of_type(
        self, written: str, path: str, holder: int | None, language: Language, given: Mapping[str, Meanings]
    ) -> Meanings:
        name, parts = split_type(written)
        if not parts and name in given:
            return given[name]
        arguments = tuple(self.declared(part, path, holder, given) for part in parts)
        last = name.rpartition(".")[2]
        if last in language.transparent_types and arguments:
            return tuple(each for argument in arguments for each in argument)
        if name in language.self_names or name == "Self":
            own = self.members.own_type(holder)
            return () if own is None else (Meaning(Sort.INSTANCE, own, why="own class"),)
        if name in (SEQUENCE, TUPLE):
            return (Meaning(Sort.EXTERNAL, arguments=arguments, name=name, type_name=name),)
        if not parts and (bound := self._type_parameter(name, path, holder)) is not None:
            return bound
        head, *rest = name.split(".")
        entries = self.scopes.types_named(head, rest, path, holder, language)
        if not entries:
            return (Meaning(Sort.EXTERNAL, arguments=arguments, name=last, type_name=last),)
        found: list[Meaning] = []
        for entry in entries:
            alias = self.workspace.values.get((entry.id, ALIAS))
            if alias is not None:
                inner = dict(zip(self.workspace.type_parameters(entry.id), arguments, strict=False))
                found += self._of_sources(alias, entry.path, entry.container, inner)
            else:
                found.append(Meaning(Sort.INSTANCE, entry, arguments, why=f"type {name}"))
        return tuple(found)

    def _type_parameter(self, name: str, path: str, holder: int | None) -> Meanings | None:
        """The bound of a type parameter that the code around declares; None if it declares none of the name."""
        for entry in self.workspace.chain(holder):
            for source in self.workspace.values.get((entry.id, name), ()):
                if source.startswith("<"):
                    # The arguments of a bound often name the parameter itself.
                    bounds = "|".join(split_type(part)[0] for part in split_at(source[1:], "|"))
                    return self.declared(bounds, path, entry.container) if bounds else UNKNOWN
        return None

    # The steps

    def _step(
        self,
        meanings: Meanings,
        name: str,
        written: str,
        path: str,
        holder: int | None,
        language: Language,
    ) -> Iterator[Meaning]:
        for meaning in meanings:
            if name == "()":
                yield from self._called(meaning, path)
            elif name[0] == "[":
                yield from self._element(meaning, name[1:-1], language)
            elif name == "await":
                yield from self._awaited(meaning)
            else:
                found = self.member(meaning, name)
                if written and any(each.sort is Sort.EXTERNAL for each in found):
                    arguments = (self.declared(part, path, holder) for part in split_type(f"T{written}")[1])
                    yield Meaning(Sort.EXTERNAL, arguments=tuple(arguments), name=name)
                else:
                    yield from found

    def member(self, meaning: Meaning, name: str) -> Meanings:
        """What a member of what is meant may mean."""
        if meaning.sort is Sort.EXTERNAL:
            return (Meaning(Sort.EXTERNAL, arguments=meaning.arguments, name=name),)
        if meaning.sort is Sort.MODULE:
            exported = self.bindings.exported(meaning.files, name)
            if exported:
                return self._of_symbols(exported, meaning.why)
            files = self.scopes.submodule(meaning.files, name)
            return (Meaning(Sort.MODULE, files=files, why=meaning.why, name=name),) if files else UNKNOWN
        if meaning.symbol is None or meaning.sort is Sort.FUNCTION:
            return UNKNOWN
        given = self._given(meaning)
        found: list[Meaning] = []
        for entry in self.members.members(meaning.symbol, name):
            if entry.kind in TYPE_KINDS:
                found.append(Meaning(Sort.TYPE, entry, why=meaning.why))
            elif entry.kind in _VALUE_KINDS:
                found += self._value_of(entry, given)
            elif entry.kind is SymbolKind.ENUM_MEMBER:
                found.append(Meaning(Sort.INSTANCE, meaning.symbol, why=meaning.why))
            elif entry.kind is SymbolKind.CONSTRUCTOR and entry.name == meaning.symbol.name:
                found.append(Meaning(Sort.TYPE, meaning.symbol, why=meaning.why))
            else:
                found.append(Meaning(Sort.FUNCTION, entry, owner=meaning, why=meaning.why))
        if found:
            return _few(found)
        for entry in self.members.lineage(meaning.symbol):
            sources = self.workspace.values.get((entry.id, name))
            if sources is not None:
                return self._of_sources(sources, entry.path, entry.id, given if entry is meaning.symbol else None)
        return (EXTERNAL,) if self.members.has_external_base(meaning.symbol) else UNKNOWN

    def _given(self, meaning: Meaning) -> dict[str, Meanings]:
        """The arguments of a generic type by the names of its parameters."""
        if meaning.symbol is None or not meaning.arguments:
            return {}
        names = self.workspace.type_parameters(meaning.symbol.id)
        return dict(zip(names, meaning.arguments, strict=False))

    def _called(self, meaning: Meaning, path: str) -> Meanings:
        if meaning.sort is Sort.TYPE:
            return (Meaning(Sort.INSTANCE, meaning.symbol, meaning.arguments, why=meaning.why),)
        if meaning.sort is Sort.EXTERNAL:
            return self._given_by_external(meaning)
        symbol = meaning.symbol
        if meaning.sort is not Sort.FUNCTION or symbol is None:
            return UNKNOWN
        if symbol.kind is SymbolKind.CONSTRUCTOR:
            own = meaning.owner.symbol if meaning.owner is not None else None
            own = own or self.workspace.enclosing_type(symbol.id)
            return () if own is None else (Meaning(Sort.INSTANCE, own, why=meaning.why),)
        sources = self.workspace.values.get((symbol.id, RESULT))
        if sources is None:
            return UNKNOWN
        given = {} if meaning.owner is None else self._given(meaning.owner)
        if meaning.owner is not None and meaning.owner.symbol is not None:
            # `Self` and a chain of calls on a base class mean the type of the object.
            own = Meaning(Sort.INSTANCE, meaning.owner.symbol, meaning.owner.arguments, why=meaning.why)
            given = {**given, "Self": (own,), "this": (own,), "static": (own,), "$this": (own,)}
        return self._of_sources(sources, symbol.path, symbol.id, given)

    @staticmethod
    def _given_by_external(meaning: Meaning) -> Meanings:
        """What an external function gives, by its name and by what the object holds."""
        if meaning.arguments:
            if meaning.name in _ELEMENT_NAMES:
                return meaning.arguments[-1]
            if meaning.name in _SAME_NAMES:
                return (meaning,)
            if meaning.name and all(argument for argument in meaning.arguments) and meaning.why == "made":
                return meaning.arguments[0]
        return (Meaning(Sort.EXTERNAL, arguments=meaning.arguments, name=""),)

    def _element(self, meaning: Meaning, place: str, language: Language) -> Meanings:
        """What stands in an object, or at a place among several values."""
        if meaning.sort is Sort.EXTERNAL:
            return _held(meaning, int(place)) if place else meaning.arguments[-1] if meaning.arguments else (EXTERNAL,)
        if meaning.sort in (Sort.FUNCTION, Sort.TYPE):
            # The arguments of a generic function or type.
            return (meaning,)
        if meaning.symbol is None or meaning.sort is not Sort.INSTANCE:
            return UNKNOWN
        if (found := self._content(meaning, f"[{place}]")) is not None:
            return found
        if place:
            return UNKNOWN
        for name in language.subscript_methods:
            for entry in self.members.members(meaning.symbol, name):
                return self._called(Meaning(Sort.FUNCTION, entry, owner=meaning), entry.path)
        return UNKNOWN

    def _content(self, meaning: Meaning, name: str) -> Meanings | None:
        """What an object of a type that is made of others holds; None where the type does not say."""
        for entry in self.members.lineage(meaning.symbol) if meaning.symbol is not None else ():
            sources = self.workspace.values.get((entry.id, name))
            if sources is not None:
                return self._of_sources(sources, entry.path, entry.id, self._given(meaning))
        return None

    @staticmethod
    def _awaited(meaning: Meaning) -> Meanings:
        if meaning.sort is Sort.EXTERNAL and meaning.arguments:
            return meaning.arguments[0] or UNKNOWN
        return (meaning,)


def _held(meaning: Meaning, place: int) -> Meanings:
    """What an external object gives at a place where it gives several: a tuple its parts, a map keys and values, a
    sequence indices and elements."""
    if meaning.type_name == SEQUENCE:
        return meaning.arguments[0] if place else (EXTERNAL,)
    if meaning.arguments:
        return meaning.arguments[place] if place < len(meaning.arguments) else UNKNOWN
    return (EXTERNAL,)


def _few(meanings: Iterable[Meaning]) -> Meanings:
    found: dict[tuple[object, ...], Meaning] = {}
    for each in meanings:
        key = (each.sort, each.symbol.id if each.symbol is not None else None, each.files, each.arguments)
        found.setdefault(key, each)
    return tuple(found.values())[:_MOST_MEANINGS]
