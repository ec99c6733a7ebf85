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
from glossator.core.object_literals import SPREAD
from glossator.core.resolve.bindings import WHOLE_MODULE, Binding, ImportBindings
from glossator.core.resolve.members import Members
from glossator.core.resolve.scopes import Scopes
from glossator.core.resolve.workspace import SymbolEntry, Workspace
from glossator.core.symbols import ALIAS, CALLABLE_KINDS, RESULT, TYPE_KINDS, SymbolKind
from glossator.core.written_expressions import FUNCTION as A_FUNCTION
from glossator.core.written_expressions import LITERAL, LITERALS
from glossator.core.written_types import FILE, FUNCTION, NAMED, ROOT, SEQUENCE, TUPLE, split_at, split_type

class Sort(IntEnum):
    """What an expression can mean: an object of a type, a type, a function, a module, something external, or an object
    that is written out (see `core.object_literals`)."""

    INSTANCE = 0
    TYPE = 1
    FUNCTION = 2
    MODULE = 3
    EXTERNAL = 4
    OBJECT = 5


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
    is_narrowed: bool = False
    """Whether only a test somewhere says so: it counts for members that nothing else has."""
    is_part: bool = False
    """Whether this is one of several types that the same object has, of which one has the member."""


Meanings = tuple[Meaning, ...]
EXTERNAL = Meaning(Sort.EXTERNAL)
UNKNOWN: Meanings = ()

_STEP = re.compile(r"\.?(\((?:\d+,(?:\w+,)?\d+)?\)|\[[\d*]?\]|\"[^\"]*\"|[^.(\[<]+)(<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)?")
_SAME_FUNCTIONS = frozenset({"bind", "call", "apply"})
"""Members of functions that are about the function itself (JavaScript)."""
_RESULT_NAMES = frozenset({"catch", "finally"})
_FOLDS = frozenset({"reduce", "reduceRight"})
_COMPARING = frozenset({"sort", "toSorted"})
"""Functions of collections by what they call their argument with: a result and an element, or two elements."""
_NOTHING = frozenset({"any", "unknown", "None", "null", "undefined", "void", "nil", "never", "unit", "Unit", "NoReturn", "Never"})
_BUILT_IN = frozenset(
    "int long short byte char float double bool boolean decimal string object sbyte uint ulong ushort str unsigned "
    "size_t int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t".split()
)
"""Names of types under which values are cast."""
_MAKING = frozenset({"valueOf", "Parse", "parse"})
"""Functions of types that make one of their values."""
_MOST_DEPTH = 24
_MOST_STEPS = 2000
"""So many expressions are followed for one at most; where types are defined by each other, they are many."""
_UNCUT = 1 << 30
_MOST_TYPES = 16
"""So deep types stand in each other, and aliases for each other."""
_MOST_MEANINGS = 6
_ENUMERATIONS = frozenset({SymbolKind.ENUM, SymbolKind.TYPE})
_NAME_SPACES = frozenset({SymbolKind.NAMESPACE, SymbolKind.MODULE})
_VALUE_KINDS = frozenset({SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.PROPERTY})

_ELEMENT_NAMES = frozenset(
    "get getOrDefault first last pop popleft pop_front pop_back peek next unwrap unwrap_or unwrap_or_default "
    "unwrap_or_else expect value Value result Result orElse orElseThrow orElseGet element poll take remove removeFirst "
    "removeLast shift at find front back head borrow borrow_mut lock read write current item load setdefault "
    "getFirst getLast findFirst findAny getValue second find_first nth min max join copy clone to_owned as_ref as_mut "
    "make_shared make_unique static_pointer_cast dynamic_pointer_cast const_pointer_cast any_cast get_if release "
    "getOrPut firstOrNull lastOrNull First Last FirstOrDefault LastOrDefault Single SingleOrDefault ElementAt Peek Pop "
    "Dequeue single find_map ok_or ok get_mut get_or_insert_with or_insert or_insert_with or_default entry".split()
)
"""Names under which generic types of any library give what they hold."""
_PAIR = 2
_ITERATORS = frozenset(
    "begin end cbegin cend rbegin rend crbegin crend lower_bound upper_bound insert emplace insert_or_assign".split()
)
"""Names under which containers give iterators, which are used like pointers to what they hold."""
_CHANGING_NAMES = frozenset(
    "map flatMap mapToObj mapMulti mapNotNull mapIndexed collect reduce fold foldLeft foldRight zip zipWith groupBy "
    "groupingBy associate associateBy associateWith keySet keys entrySet entries thenApply thenCompose thenCombine "
    "Select SelectMany GroupBy Zip Aggregate Join ToDictionary ToLookup Cast OfType Keys ContinueWith".split()
)
"""Names under which generic types of any library give what holds something else."""
_SAME_NAMES = frozenset(
    "filter sorted reversed iter iter_mut into_iter stream values slice concat reverse toList to_vec asSequence list "
    "copy clone skip limit distinct drain collect rev chain cloned copied peekable iterator listIterator subList Where "
    "OrderBy ToList ToArray AsEnumerable Skip Take Reverse Distinct Concat sort drop dropWhile takeWhile as_deref "
    "as_slice toArray descendingIterator as_ref as_mut then catch finally ok_or_else map_err or_else or".split()
)
"""Names under which generic types of any library give another that holds the same."""

_NUMBERED = frozenset({"enumerate", "enumerated", "withIndex"})
"""Names under which they give numbers beside what they hold."""


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
        if "|" in expression and len(parts := split_at(expression, "|")) > 1:
            return self._any_of(parts, path, holder)
        cut = self._in_hand.get(key, -1 if len(self._in_hand) > _MOST_DEPTH or self._steps > _MOST_STEPS else None)
        language = self.workspace.language(path)
        if cut is not None or language is None:
            if language is not None:
                self._cut = min(self._cut, cut if cut is not None else _UNCUT)
            return UNKNOWN
        return self._followed(key, language)

    def _any_of(self, expressions: Sequence[str], path: str, holder: int | None) -> Meanings:
        """What one of several expressions may mean."""
        found = [self.meanings(expression, path, holder) for expression in expressions]
        meant = _few(each for meanings in found for each in meanings)
        return meant if all(found) else tuple(each._replace(is_certain=False) for each in meant)

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
            found: list[Meaning] = []
            for part in split_at(source, "|"):
                several = split_at(part, "&") if "&" in part else (part,)
                for each in several:
                    if each not in _NOTHING:
                        meant = self._of_type(each, path, holder, language, given or {})
                        found += [one._replace(is_part=True) for one in meant] if len(several) > 1 else meant
            return _few(found)
        finally:
            self._declaring -= 1

    def valued(
        self, source: str, path: str, holder: int | None, given: Mapping[str, Meanings] | None = None
    ) -> Meanings:
        """What a value with this source (see `core.symbols.Value`) may mean."""
        if source.startswith((":", "?")):
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
        if language.bare_calls:
            current = self._called_bare(current, steps, taken, path)
        for place in range(taken, len(steps)):
            if not current:
                return UNKNOWN
            step = steps[place]
            current = _few(self._step(current, step[1], step[2] or "", path, holder, language))
            if len(current) > 1:
                current = _of_use(current, is_called=place + 1 < len(steps) and steps[place + 1][1] == "()")
            if language.bare_calls:
                current = self._called_bare(current, steps, place + 1, path)
        return current

    def _called_bare(self, meanings: Meanings, steps: Sequence[re.Match[str]], place: int, path: str) -> Meanings:
        """What methods that are named without being called give, where a name alone calls."""
        if place < len(steps) and steps[place][1] == "()":
            return meanings
        found: list[Meaning] = []
        for meaning in meanings:
            is_method = meaning.sort is Sort.FUNCTION or (meaning.sort is Sort.EXTERNAL and meaning.name and meaning.arguments)
            found += self._called(meaning, path) if is_method and not meaning.type_name else (meaning,)
        return _few(found)

    # The beginning

    def _head(
        self, steps: Sequence[re.Match[str]], path: str, holder: int | None, language: Language
    ) -> tuple[Meanings, int]:
        """What the beginning means, and of how many steps it is."""
        name, written = steps[0][1], steps[0][2] or ""
        if name == FILE:
            return (Meaning(Sort.MODULE, files=(path,), why="same file", name=name),), 1
        if name == NAMED and len(steps) > 1:
            if outer := self._type_parameter(steps[1][1], path, holder):
                return outer, 2
            meant, taken = self._named(steps[1:], path, holder, language)
            return meant, taken + 1
        if name[0] in "{#":
            return self._written_out(name, path), 1
        if name[0] == '"':
            return self._bound(self.bindings.of_module(name[1:-1], path, language), name) or (EXTERNAL,), 1
        if name in LITERALS:
            return (Meaning(Sort.EXTERNAL, type_name=name),), 1
        if name == ROOT:
            return self._rooted(steps, path, language)
        if name in (SEQUENCE, TUPLE) or (len(steps) > 1 and steps[1][1] == "()" and written):
            made = self.declared(f"{name}{written}", path, holder)
            if any(each.sort is Sort.INSTANCE for each in made) or name in (SEQUENCE, TUPLE, "map"):
                return made, 2
        if name in language.self_names:
            own = self.members.own_type(holder)
            if own is not None:
                # `Self` makes objects when it is called.
                sort = Sort.TYPE if name[:1].isupper() else Sort.INSTANCE
                return (Meaning(sort, own, why="own class", arguments=self._own_arguments(own, path, holder)),), 1
        if name in language.super_names or f"{name}()" in language.super_names:
            own = self.members.own_type(holder)
            bases = self.members.bases(own) if own is not None else ()
            taken = 2 if f"{name}()" in language.super_names and len(steps) > 1 else 1
            found = tuple(Meaning(Sort.INSTANCE, base, why="base class") for base in bases)
            return found or (EXTERNAL,), taken
        if (bound := self._local(name, path, holder)) is not None:
            return bound, 1
        if name in language.makers and (own := self.members.own_type(holder)) is not None:
            return (Meaning(Sort.FUNCTION, owner=Meaning(Sort.INSTANCE, own, why="own class")),), 1
        if language.implicit_self and (member := self._own_member(name, holder)) is not None:
            is_function = all(each.sort is Sort.FUNCTION for each in member) and bool(member)
            is_called = len(steps) > 1 and steps[1][1] == "()"
            if is_called or not (is_function and language.functions_are_called):
                return member, 1
        if language.inner_modules and (outer := self._type_parameter(name, path, holder)):
            return outer, 1
        return self._named(steps, path, holder, language)

    def _rooted(self, steps: Sequence[re.Match[str]], path: str, language: Language) -> tuple[Meanings, int]:
        """What a path from the root of all names begins with."""
        names = [step[1] for step in steps[1:]]
        if (found := self.scopes.rooted_module(names, path, language)) is not None:
            module, size = found
            return (Meaning(Sort.MODULE, files=module.files, why=module.why, name=names[size - 1]),), size + 1
        if not names:
            return UNKNOWN, 1
        return self._of_symbols(self.scopes.at_root(names[0], path, language), "global name") or (EXTERNAL,), 2

    def _own_member(self, name: str, holder: int | None) -> Meanings | None:
        """What a name means as a member of one of the types around, the innermost first; None if it is none."""
        own = self.members.own_type(holder)
        around = [entry for entry in self.workspace.chain(holder) if entry.kind in TYPE_KINDS]
        for entry in around if own is None or own in around else [own, *around]:
            found = self._known_member(Meaning(Sort.INSTANCE, entry), name)
            if found is not None:
                return found
        return None

    def _own_arguments(self, own: SymbolEntry, path: str, holder: int | None) -> tuple[Meanings, ...]:
        names = self.workspace.type_parameters(own.id)
        return tuple(self._type_parameter(name, path, holder) or UNKNOWN for name in names)

    def _local(self, name: str, path: str, holder: int | None) -> Meanings | None:
        """What a name that a function around binds may mean; None if none does."""
        workspace = self.workspace
        for entry in workspace.chain(holder):
            if entry.kind in TYPE_KINDS:
                continue
            sources = workspace.values.get((entry.id, name))
            if sources is not None and not any(each[:1] == "<" for each in sources):
                return self._of_sources(sources, path, entry.id)
            inside = workspace.children.get((entry.id, name), ())
            if any(each.kind is SymbolKind.FUNCTION or each.kind in TYPE_KINDS for each in inside):
                # What a function defines hides what others around it bind.
                return None
        sources = workspace.values.get((path, name))
        if sources is not None and not workspace.top_level.get((path, name)):
            return self._of_sources(sources, path, None)
        return None

    def _of_sources(
        self, sources: Iterable[str], path: str, holder: int | None, given: Mapping[str, Meanings] | None = None
    ) -> Meanings:
        found: list[Meaning] = []
        narrowed: list[Meaning] = []
        unknown = False
        declared = [source for source in sources if source[:1] in (":", "?")]
        for source in declared if any(source[:1] == ":" for source in declared) else sources:
            if source in _NOTHING:
                continue
            meant = self.valued(source, path, holder, given)
            if source[:1] == "?":
                narrowed += meant
                continue
            found += meant
            unknown = unknown or not meant
        if narrowed:
            return _few([*found, *(each._replace(is_narrowed=bool(found)) for each in narrowed)])
        if unknown and found and all(each.sort is Sort.EXTERNAL for each in found):
            return UNKNOWN
        if unknown and (language := self.workspace.language(path)) is not None and language.called_values:
            return _few(each._replace(is_certain=False) for each in found)
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
                binding = Binding(found, (), "same package")
        if binding is not None and language.explicit_imports and not language.path_roots:
            # A name space may have further parts in other files.
            is_space = bool(binding.symbols) and all(entry.kind in _NAME_SPACES for entry in binding.symbols)
            if is_space and (written := self._module(steps, path, holder, language)) is not None:
                return written
        if binding is not None:
            if binding.offered is not None and (offered := self.offered(binding)):
                return offered, 1
            if binding.files or binding.symbols:
                return self._bound(binding, name), 1
            return self._module(steps, path, holder, language) or _outside(steps)
        if (written := self._module(steps, path, holder, language)) is not None:
            return written
        if self._may_be_inherited(holder, language):
            return (EXTERNAL,), 1
        if name in language.foreign or language.explicit_imports:
            return _outside(steps)
        anywhere = self._anywhere(name, path, language)
        if anywhere:
            return anywhere, 1
        if language.namespaces_apart:
            return UNKNOWN if name.startswith("$") else (EXTERNAL,), 1
        return _outside(steps) if not self.workspace.by_name.get(name) else (UNKNOWN, 1)

    def _may_be_inherited(self, holder: int | None, language: Language) -> bool:
        """Whether a name may be that of a member which a type around has from outside of the workspace."""
        own = self.members.own_type(holder) if language.implicit_self else None
        return own is not None and self.members.has_external_base(own)

    def _bound(self, binding: Binding, name: str) -> Meanings:
        """What an import binds: symbols, or a module, or a module with what it exports as a whole."""
        binding = binding.with_types(self.workspace)
        meant = self._of_symbols(binding.symbols, binding.why)
        if not binding.files:
            return meant
        return (*meant, Meaning(Sort.MODULE, files=binding.files, why=binding.why, name=name))

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

    def _anywhere(self, name: str, path: str, language: Language) -> Meanings:
        """Types of a name that nothing in sight binds, where a name may mean what is in any file."""
        entries = [
            entry
            for entry in self.workspace.by_name.get(name, ())
            if self.workspace.family(entry.path) == language.family
            and (entry.kind in TYPE_KINDS or (language.global_scope and entry.container is None))
            and self.scopes.is_seen(entry, path, language)
        ]
        if not entries or not (language.global_scope or name[:1].isupper()):
            return UNKNOWN
        found = self._of_symbols(entries, "type of the name")
        return tuple(each._replace(is_certain=False) for each in found)

    def of_symbols(self, symbols: Iterable[SymbolEntry]) -> Meanings:
        """What symbols mean where they stand in an expression."""
        return self._of_symbols(symbols, "value")

    def _of_symbols(self, symbols: Iterable[SymbolEntry], why: str) -> Meanings:
        found: list[Meaning] = []
        for entry in symbols:
            if entry.kind in TYPE_KINDS:
                found += self._named_type(entry, why)
            elif entry.kind in _VALUE_KINDS:
                found += self._value_of(entry, {})
            elif entry.kind in CALLABLE_KINDS:
                found.append(Meaning(Sort.FUNCTION, entry, why=why))
            elif entry.kind is SymbolKind.ENUM_MEMBER and not self._is_of_named_type(entry):
                found.append(EXTERNAL)
            elif entry.kind is SymbolKind.ENUM_MEMBER and entry.container is not None:
                found.append(Meaning(Sort.INSTANCE, self.workspace.symbols[entry.container], why=why, name=entry.name))
            elif entry.kind in (SymbolKind.MODULE, SymbolKind.NAMESPACE):
                found.append(Meaning(Sort.TYPE, entry, why=why))
        return _few(found)

    def _named_type(self, entry: SymbolEntry, why: str) -> Meanings:
        """A type by its name, or that which it is another name of."""
        if (entry.id, ALIAS) in self.workspace.values:
            meant = tuple(each for each in self._of_entry(entry, ()) if each.symbol is not None)
            if meant:
                return tuple(each._replace(sort=Sort.TYPE) for each in meant)
        return (Meaning(Sort.TYPE, entry, why=why),)

    def _is_of_named_type(self, member: SymbolEntry) -> bool:
        """Whether a member of an enumeration has a type that can be named."""
        container = self.workspace.symbols.get(member.container) if member.container is not None else None
        return container is not None and (container.kind not in TYPE_KINDS or container.kind in _ENUMERATIONS)

    def _value_of(self, entry: SymbolEntry, given: Mapping[str, Meanings]) -> Meanings:
        """What a variable, field or property may mean."""
        workspace = self.workspace
        sources = workspace.values.get((entry.id, RESULT)) or workspace.values.get((entry.id, entry.name))
        if sources is not None:
            return self._of_sources(sources, entry.path, entry.id, given)
        around = entry.path if entry.container is None else entry.container
        # A reader has the name of the variable of the object without its sign.
        sources = workspace.values.get((around, entry.name)) or workspace.values.get((around, f"@{entry.name}"))
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
        if name == "_":
            # What the compiler is to find out.
            return UNKNOWN
        if name in language.self_names or name == "Self":
            own = self.members.own_type(holder)
            return () if own is None else (Meaning(Sort.INSTANCE, own, why="own class"),)
        if name in (SEQUENCE, TUPLE, FUNCTION):
            return (Meaning(Sort.EXTERNAL, arguments=arguments, name=name, type_name=name),)
        if not parts and (bound := self._type_parameter(name, path, holder)) is not None:
            return bound
        head, *rest = name.split(".")
        if rest and (outer := self._outer_types(head, path, holder, language, given)):
            return self._associated(outer, rest) or (Meaning(Sort.EXTERNAL, name=last, type_name=last),)
        entries = self.scopes.types_named(head, rest, path, holder, language)
        if not entries:
            return (Meaning(Sort.EXTERNAL, arguments=arguments, name=last, type_name=last),)
        return tuple(found for entry in entries for found in self._of_entry(entry, arguments, f"type {name}"))

    def _of_entry(self, entry: SymbolEntry, arguments: tuple[Meanings, ...], why: str = "") -> Meanings:
        """An object of a type, or of that which it is another name of."""
        alias = self.workspace.values.get((entry.id, ALIAS))
        if alias is None:
            return (Meaning(Sort.INSTANCE, entry, arguments, why=why),)
        inner = dict(zip(self.workspace.type_parameters(entry.id), arguments, strict=False))
        # A bound of the same name is another type.
        around = None if f":{entry.name}" in alias else entry.container
        return self._of_sources(alias, entry.path, around, inner)

    def _outer_types(
        self, head: str, path: str, holder: int | None, language: Language, given: Mapping[str, Meanings]
    ) -> Meanings:
        """The own type or a type parameter, of which a type that belongs to it is named."""
        if head in given:
            return given[head]
        if head == "Self" and head in language.self_names:
            own = self.members.own_type(holder)
            return () if own is None else (Meaning(Sort.TYPE, own),)
        return self._type_parameter(head, path, holder) or UNKNOWN

    def _associated(self, outer: Meanings, names: Sequence[str]) -> Meanings:
        """Objects of a type that belongs to another one (`Self::Item`)."""
        for name in names:
            outer = _few(found for each in self.nearer(outer, name) for found in self.member(each, name))
        return tuple(each._replace(sort=Sort.INSTANCE) if each.sort is Sort.TYPE else each for each in outer)

    def _type_parameter(self, name: str, path: str, holder: int | None) -> Meanings | None:
        """The bound of a type parameter that the code around declares; None if it declares none of the name."""
        for entry in self.workspace.chain(holder):
            sources = [each for each in self.workspace.values.get((entry.id, name), ()) if each.startswith("<")]
            if sources:
                # The arguments of a bound often name the parameter itself.
                parts = [part for source in sources for part in re.split("[|&]", _flat(source[1:])) if part]
                return self.declared("&".join(parts), path, entry.container) if parts else UNKNOWN
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
        if name[0] not in "([":
            meanings = self.with_member(meanings, name)
        for meaning in self.nearer(meanings, name):
            if name == "()":
                yield from self._called(meaning, path)
            elif name[0] == "(":
                yield from self._given_to_callback(meaning, name[1:-1].split(","))
            elif name[0] == "[":
                yield from self._element(meaning, name[1:-1], language)
            elif name == "await":
                yield from self._awaited(meaning)
            elif meaning.sort is Sort.TYPE and name in language.self_names:
                # `Outer.this`
                yield meaning._replace(sort=Sort.INSTANCE)
            elif (made := _of_enumeration(meaning, name)) is not None:
                yield made
            else:
                found = self.member(meaning, name)
                if written and any(each.sort is Sort.EXTERNAL for each in found):
                    arguments = (self.declared(part, path, holder) for part in split_type(f"T{written}")[1])
                    yield Meaning(Sort.EXTERNAL, arguments=tuple(arguments), name=name)
                else:
                    yield from found

    def with_member(self, meanings: Meanings, name: str) -> Meanings:
        """The meanings without those that only a test says, unless nothing else has a member of the name."""
        if not any(each.is_narrowed for each in meanings):
            return meanings
        firm = tuple(each for each in meanings if not each.is_narrowed)
        if any(each.symbol is not None and self.members.members(each.symbol, name) for each in firm):
            return firm
        tested = tuple(
            each for each in meanings if each.is_narrowed and each.symbol and self.members.members(each.symbol, name)
        )
        if any(each.sort is Sort.EXTERNAL and not each.type_name.islower() for each in firm):
            # Others may have it as well.
            return (*firm, *tested)
        return tested or firm

    def nearer(self, meanings: Meanings, name: str) -> Meanings:
        """Those among meanings that a member belongs to where an object has several types, and where a name means a
        module and what that exports as a whole."""
        if any(each.is_part for each in meanings):
            return tuple(each for each in meanings if not each.is_part or self._has(each, name)) or meanings
        modules = [each for each in meanings if each.sort is Sort.MODULE]
        if not modules or len(meanings) == 1:
            return meanings
        if name[0] not in "([" and any(self.bindings.exported(each.files, name) for each in modules):
            return tuple(modules)
        others = tuple(each for each in meanings if each.sort is not Sort.MODULE)
        return others if name[0] == "(" or any(self._has(each, name) for each in others) else meanings

    def _given_to_callback(self, meaning: Meaning, places: Sequence[str]) -> Meanings:
        """What a function calls its argument with (see `core.callbacks`)."""
        argument, *keys, parameter = places
        key = keys[0] if keys else ""
        if meaning.sort is Sort.EXTERNAL:
            return _given_by_collection(meaning, int(parameter))
        values = self.workspace.values
        for function in self._functions_of(meaning):
            given = {} if meaning.owner is None else self._given(meaning.owner)
            sources = values.get((function.id, f"({argument},{parameter})"))
            if sources is not None and not key:
                return self._of_sources(sources, function.path, function.id, given)
            of_type = values.get((function.id, f"({argument})"), ())
            for each in self._of_sources(of_type, function.path, function.id, given):
                if (found := self._contract(each, f"{key}({parameter})")) is not None:
                    return found
                if each.sort is Sort.EXTERNAL:
                    return (EXTERNAL,)
        return UNKNOWN

    def _functions_of(self, meaning: Meaning) -> Sequence[SymbolEntry]:
        """The function, or the constructors of a type."""
        if meaning.symbol is None:
            return ()
        if meaning.sort is Sort.FUNCTION:
            return self._declarations(meaning.symbol)
        language = self.workspace.language(meaning.symbol.path)
        names = () if language is None or meaning.sort is not Sort.TYPE else language.constructors
        return [entry for name in names for entry in self.members.members(meaning.symbol, name)]

    def _declarations(self, function: SymbolEntry) -> Sequence[SymbolEntry]:
        """A function with the declarations of its overloads."""
        inside = self.workspace.children.get((function.container, function.name), ()) if function.container else ()
        beside = inside or self.workspace.top_level.get((function.path, function.name), ())
        return [function, *(entry for entry in beside if entry.id != function.id and entry.is_declaration)]

    def _contract(self, meaning: Meaning, name: str) -> Meanings | None:
        """With what a type says that its function, or a member of it, is called; None where it says nothing."""
        for entry in self.members.lineage(meaning.symbol) if meaning.symbol is not None else ():
            if (sources := self.workspace.values.get((entry.id, name))) is not None:
                return self._of_sources(sources, entry.path, entry.id, self._given(meaning))
        return None

    def _has(self, meaning: Meaning, name: str) -> bool:
        return meaning.symbol is not None and bool(self.members.members(meaning.symbol, name))

    def offered(self, binding: Binding) -> Meanings:
        """What an import takes from the object that a module is."""
        if binding.offered is None:
            return UNKNOWN
        files, name = binding.offered
        return self.member(Meaning(Sort.MODULE, files=files, why=binding.why), name)

    def _offered(self, meaning: Meaning, name: str) -> Meanings | None:
        """What the object that a module is offers under a name; None where it offers nothing of the name."""
        for path in meaning.files:
            for whole in self.workspace.values.get((path, WHOLE_MODULE[-1]), ()):
                if whole[:1] == "{" and (path, f"{whole}.{name}") in self.workspace.values:
                    return self.meanings(f"{whole}.{name}", path, None)
            given = self.workspace.values.get((path, f"{WHOLE_MODULE[-1]}.{name}"))
            if given is not None:
                return self._of_sources(given, path, None)
        return None

    def is_replaced(self, meaning: Meaning, name: str) -> bool:
        """Whether a module offers something else under a name than what it defines."""
        if meaning.sort is not Sort.MODULE or (offered := self._offered(meaning, name)) is None:
            return False
        return not offered or any(each.sort is Sort.EXTERNAL for each in offered)

    def _whole(self, meaning: Meaning) -> Meanings:
        """What a module is as a whole, where that is a value."""
        return _few(
            found
            for path in meaning.files
            for name in WHOLE_MODULE
            if (sources := self.workspace.values.get((path, name))) is not None
            for found in self._of_sources(sources, path, None)
        )

    def _written_out(self, name: str, path: str) -> Meanings:
        """An object that is written out, or what is defined as a member of one."""
        workspace = self.workspace
        if name[0] == "#":
            return self._of_symbols((workspace.symbols[int(name[1:])],), "member")
        around = workspace.values.get((path, name))
        holder = workspace.symbols.get(int(around[0][1:])) if around else None
        return (Meaning(Sort.OBJECT, holder, files=(path,), name=name, why="object"),)

    def _member_written_out(self, meaning: Meaning, name: str) -> Meanings:
        path = meaning.files[0]
        holder = None if meaning.symbol is None else meaning.symbol.id
        sources = self.workspace.values.get((path, f"{meaning.name}.{name}"))
        if sources is not None:
            found = self._of_sources(sources, path, holder)
            # What is nothing at first may be more than what the file gives it.
            is_certain = not any(source in _NOTHING for source in sources)
            return found if is_certain else tuple(each._replace(is_certain=False) for each in found)
        others = self.workspace.values.get((path, f"{meaning.name}.{SPREAD}"), ())
        spread = self._of_sources(others, path, holder) if others else UNKNOWN
        return _few(found for each in spread for found in self.member(each, name))

    def member(self, meaning: Meaning, name: str) -> Meanings:
        """What a member of what is meant may mean."""
        if meaning.sort is Sort.OBJECT:
            return self._member_written_out(meaning, name)
        if meaning.sort is Sort.FUNCTION and name in _SAME_FUNCTIONS:
            return (meaning._replace(owner=None, name=name),)
        if meaning.sort is Sort.EXTERNAL:
            if meaning.type_name == "pair" and name in ("first", "second") and len(meaning.arguments) == _PAIR:
                return meaning.arguments[int(name == "second")]
            return (Meaning(Sort.EXTERNAL, arguments=meaning.arguments, name=name),)
        if meaning.sort is Sort.MODULE:
            if (offered := self._offered(meaning, name)) is not None:
                return offered
            exported = self.bindings.exported(meaning.files, name)
            if exported:
                return self._of_symbols(exported, meaning.why)
            files = self.scopes.submodule(meaning.files, name)
            if files:
                return (Meaning(Sort.MODULE, files=files, why=meaning.why, name=name),)
            return _few(found for whole in self._whole(meaning) for found in self.member(whole, name))
        if meaning.symbol is None:
            return UNKNOWN
        found = self._known_member(meaning, name)
        if found is not None:
            return found
        language = self.workspace.language(meaning.symbol.path)
        if language is not None and language.pointer_methods and (reached := self.reached((meaning,), language)):
            return _few(found for each in reached if each != meaning for found in self.member(each, name))
        if language is not None and name in language.makers:
            return (Meaning(Sort.FUNCTION, owner=meaning._replace(sort=Sort.INSTANCE), why=meaning.why),)
        if language is not None and name in language.same_methods:
            return (Meaning(Sort.FUNCTION, owner=meaning, why=meaning.why),)
        return (EXTERNAL,) if self.members.has_external_base(meaning.symbol) else UNKNOWN

    def _known_member(self, meaning: Meaning, name: str) -> Meanings | None:
        """What a member of an object or type may mean, None where the workspace has no such member."""
        if meaning.symbol is None:
            return None
        given = self._given(meaning)
        found: list[Meaning] = []
        members = self.members.members(meaning.symbol, name)
        for entry in members:
            if entry.kind in TYPE_KINDS:
                found += self._named_type(entry, meaning.why)
            elif entry.kind in _VALUE_KINDS:
                found += self._value_of(entry, given)
            elif entry.kind is SymbolKind.ENUM_MEMBER and not self._is_of_named_type(entry):
                found.append(EXTERNAL)
            elif entry.kind is SymbolKind.ENUM_MEMBER:
                found.append(Meaning(Sort.INSTANCE, meaning.symbol, why=meaning.why, name=entry.name))
            elif entry.kind is SymbolKind.CONSTRUCTOR and (named := self._type_of_its_name(entry)) is not None:
                found.append(Meaning(Sort.TYPE, named, why=meaning.why))
            else:
                # A field can be given another function.
                is_field = A_FUNCTION in self.workspace.values.get((entry.container or 0, name), ())
                found.append(Meaning(Sort.FUNCTION, entry, owner=meaning, why=meaning.why, is_certain=not is_field))
        if found:
            return _few(found)
        for entry in self.members.lineage(meaning.symbol):
            sources = self.workspace.values.get((entry.id, name))
            if sources is not None:
                return self._of_sources(sources, entry.path, entry.id, given if entry is meaning.symbol else None)
        return UNKNOWN if members else None

    def _type_of_its_name(self, constructor: SymbolEntry) -> SymbolEntry | None:
        """The type that a constructor has its name from."""
        own = self.members.own_type(constructor.id)
        return own if own is not None and own.name == constructor.name else None

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
            if meaning.type_name == FUNCTION:
                return meaning.arguments[0]
            caller = self.workspace.language(path)
            if caller is not None and caller.held_methods:
                return _given_out(meaning, caller)
            return self._given_by_external(meaning)
        if meaning.sort is Sort.MODULE:
            return _few(found for whole in self._whole(meaning) for found in self._called(whole, path))
        symbol = meaning.symbol
        if meaning.sort is Sort.FUNCTION and symbol is None and meaning.owner is not None:
            return (meaning.owner._replace(sort=Sort.INSTANCE) if meaning.owner.symbol else meaning.owner,)
        if meaning.sort is Sort.INSTANCE and symbol is not None:
            return self._object_called(meaning, symbol)
        if meaning.sort is not Sort.FUNCTION or symbol is None:
            return UNKNOWN
        if meaning.name == "bind":
            return (meaning._replace(name="", is_certain=False),)
        if symbol.kind is SymbolKind.CONSTRUCTOR:
            own = meaning.owner.symbol if meaning.owner is not None else None
            own = own or self.workspace.enclosing_type(symbol.id) or self._owning_table(symbol)
            return () if own is None else (Meaning(Sort.INSTANCE, own, why=meaning.why),)
        sources = self.workspace.values.get((symbol.id, RESULT))
        language = self.workspace.language(symbol.path)
        if language is not None and language.object_literals and symbol.name[:1].isupper():
            # `new Shop()`, where `Shop` is a function that gives `this` its members.
            return (Meaning(Sort.INSTANCE, symbol, why="own function"),)
        if sources is None:
            return UNKNOWN
        given = {} if meaning.owner is None else self._given(meaning.owner)
        if language is not None and meaning.owner is not None and set(sources) <= {*language.self_names}:
            # A chain of calls on one object.
            return (meaning.owner,)
        if meaning.owner is not None and meaning.owner.symbol is not None:
            # `Self` and a chain of calls on a base class mean the type of the object.
            own = Meaning(Sort.INSTANCE, meaning.owner.symbol, meaning.owner.arguments, why=meaning.why)
            given = {**given, "Self": (own,), "this": (own,), "static": (own,), "$this": (own,)}
        return self._of_sources(sources, symbol.path, symbol.id, given)

    def _owning_table(self, symbol: SymbolEntry) -> SymbolEntry | None:
        """The table of the same file that a function names as its owner."""
        tables = self.workspace.top_level.get((symbol.path, symbol.owner or ""), ())
        return next((entry for entry in tables if entry.kind in _NAME_SPACES), None)

    def _object_called(self, meaning: Meaning, symbol: SymbolEntry) -> Meanings:
        """What an object gives when it is called: a case of an enumeration is made so, another is a function."""
        language = self.workspace.language(symbol.path)
        if meaning.name or (language is not None and language.variables_apart):
            # The method that has the name of a part of a record gives that part.
            return (meaning,)
        sources = self.workspace.values.get((symbol.id, RESULT))
        return UNKNOWN if sources is None else self._of_sources(sources, symbol.path, symbol.id, self._given(meaning))

    @staticmethod
    def _given_by_external(meaning: Meaning) -> Meanings:
        """What an external function gives, by its name and by what the object holds."""
        if meaning.arguments:
            if meaning.name in _ITERATORS:
                return _pointed(meaning)
            if meaning.name in _ELEMENT_NAMES:
                return meaning.arguments[-1]
            if meaning.name in _SAME_NAMES:
                return (meaning,)
            if meaning.name in _NUMBERED:
                return (Meaning(Sort.EXTERNAL, arguments=((EXTERNAL,), meaning.arguments[-1])),)
            if meaning.name and all(argument for argument in meaning.arguments) and meaning.why == "made":
                return meaning.arguments[0]
            if meaning.name in ("entrySet", "entries"):
                return (Meaning(Sort.EXTERNAL, arguments=((meaning._replace(name="Entry"),),)),)
            if meaning.name in ("keySet", "getKey"):
                keys = meaning.arguments[0]
                return (Meaning(Sort.EXTERNAL, arguments=(keys,)),) if meaning.name == "keySet" else keys
            if meaning.name in _CHANGING_NAMES:
                return (Meaning(Sort.EXTERNAL, arguments=(UNKNOWN,)),)
        return (Meaning(Sort.EXTERNAL, arguments=meaning.arguments, name=""),)

    def _element(self, meaning: Meaning, place: str, language: Language) -> Meanings:
        """What stands in an object, or at a place among several values."""
        if place == "*":
            return self._iterated(meaning, language)
        if meaning.type_name == LITERAL:
            # What a list holds that is written out is not followed.
            return UNKNOWN
        if meaning.sort is Sort.EXTERNAL:
            if place:
                return _held(meaning, int(place))
            arguments = meaning.arguments
            return arguments[0 if meaning.type_name == "Result" else -1] if arguments else (EXTERNAL,)
        if meaning.sort in (Sort.FUNCTION, Sort.TYPE):
            # The arguments of a generic function or type.
            return (meaning,)
        if meaning.symbol is None or meaning.sort is not Sort.INSTANCE:
            return UNKNOWN
        if (found := self._content(meaning, f"{meaning.name}[{place}]")) is not None:
            return found
        if place:
            return UNKNOWN
        for name in language.subscript_methods:
            for entry in self.members.members(meaning.symbol, name):
                return self._called(Meaning(Sort.FUNCTION, entry, owner=meaning), entry.path)
        return UNKNOWN

    def _iterated(self, meaning: Meaning, language: Language) -> Meanings:
        """What a loop over an object gives: what its iterators lead to, pairs for a map."""
        if meaning.sort is Sort.EXTERNAL:
            return _pointed(meaning)
        for name in language.iterating_methods if meaning.sort is Sort.INSTANCE and meaning.symbol is not None else ():
            if found := self.member(meaning, name):
                given = _few(inner for each in found for inner in self._called(each, each.symbol.path if each.symbol else ""))
                return self.reached(given, language) or given
        return UNKNOWN

    def reached(self, meanings: Meanings, language: Language) -> Meanings:
        """What objects lead to that are used like pointers."""
        found: list[Meaning] = []
        for each in meanings:
            for name in language.pointer_methods if each.sort is Sort.INSTANCE and each.symbol is not None else ():
                for entry in self.members.members(each.symbol, name)[:1] if each.symbol is not None else ():
                    found += self._called(Meaning(Sort.FUNCTION, entry, owner=each), entry.path)
                if found:
                    break
        return _few(found)

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


def _outside(steps: Sequence[re.Match[str]]) -> tuple[Meanings, int]:
    """A name from outside of the workspace; one that is called and looks like a type makes an object of it."""
    name = steps[0][1]
    if name[:1].isupper() or name in _BUILT_IN:
        further = [each[1] for each in steps[1:3]]
        if further[:1] == ["()"]:
            return (Meaning(Sort.EXTERNAL, name=name, type_name=name),), 2
        if len(further) > 1 and further[0] in _MAKING and further[1] == "()":
            return (Meaning(Sort.EXTERNAL, name=name, type_name=name),), 3
    return (EXTERNAL,), 1


def _of_enumeration(meaning: Meaning, name: str) -> Meaning | None:
    """What every enumeration has without saying so (Java, Kotlin, PHP): its values, and one by its name."""
    if meaning.sort is not Sort.TYPE or meaning.symbol is None or meaning.symbol.kind is not SymbolKind.ENUM:
        return None
    if name == "valueOf":
        return meaning
    if name in ("values", "entries"):
        return Meaning(Sort.EXTERNAL, arguments=((meaning._replace(sort=Sort.INSTANCE),),), name="values")
    return None


def _of_use(meanings: Meanings, *, is_called: bool) -> Meanings:
    """Those among meanings that are functions where one is called, the others elsewhere; a type may have a field and
    a method of one name."""
    other = (Sort.INSTANCE, Sort.EXTERNAL) if is_called else (Sort.FUNCTION,)
    fitting = tuple(each for each in meanings if each.sort not in other)
    is_mixed = any(each.sort is Sort.FUNCTION for each in meanings)
    return fitting if fitting and is_mixed else meanings


def _flat(written: str) -> str:
    """A type in the common form without arguments of generic types."""
    while "<" in written:
        shorter = re.sub(r"<[^<>]*>", "", written)
        if shorter == written:
            return ""
        written = shorter
    return written


def _given_out(meaning: Meaning, language: Language) -> Meanings:
    """What an external method gives out of what its object holds, by the methods that the language names."""
    arguments, name = meaning.arguments, meaning.name
    if not arguments:
        return (EXTERNAL,)
    if name in language.held_methods:
        # Of a result the good one.
        return arguments[0] if name[:6] in ("unwrap", "expect") else arguments[-1]
    if name in language.optional_methods:
        return (Meaning(Sort.EXTERNAL, arguments=(arguments[0] if name == "ok" else arguments[-1],)),)
    if name in language.same_methods:
        return (meaning,)
    if name in _NUMBERED:
        return (Meaning(Sort.EXTERNAL, arguments=((EXTERNAL,), arguments[-1])),)
    return (Meaning(Sort.EXTERNAL, arguments=(UNKNOWN,)),)


def _pointed(meaning: Meaning) -> Meanings:
    """What an iterator of an external container leads to: pairs where it holds keys and values."""
    arguments = meaning.arguments
    if len(arguments) == _PAIR:
        return (Meaning(Sort.EXTERNAL, arguments=arguments, name="pair", type_name="pair"),)
    return arguments[-1] if arguments else (EXTERNAL,)


def _held(meaning: Meaning, place: int) -> Meanings:
    """What an external object gives at a place where it gives several: a tuple its parts, a map keys and values, a
    sequence indices and elements."""
    only = meaning.arguments[0] if len(meaning.arguments) == 1 else ()
    if len(only) == 1 and only[0].type_name == TUPLE:
        return _held(only[0], place)
    if meaning.type_name == SEQUENCE:
        return meaning.arguments[0] if place else (EXTERNAL,)
    if meaning.arguments:
        return meaning.arguments[place] if place < len(meaning.arguments) else UNKNOWN
    return (EXTERNAL,)


def _given_by_collection(meaning: Meaning, parameter: int) -> Meanings:
    """What a function of an external object that holds others calls its argument with."""
    if not meaning.arguments or meaning.name in _RESULT_NAMES:
        return (EXTERNAL,)
    if meaning.name in _FOLDS:
        return meaning.arguments[-1] if parameter else UNKNOWN
    if meaning.name == "then":
        return meaning.arguments[0]
    return meaning.arguments[-1] if not parameter or meaning.name in _COMPARING else (EXTERNAL,)


def _few(meanings: Iterable[Meaning]) -> Meanings:
    found: dict[tuple[object, ...], Meaning] = {}
    for each in meanings:
        name = each.name if each.sort is Sort.OBJECT else ""
        key = (each.sort, name, each.symbol.id if each.symbol is not None else None, each.files, each.arguments)
        found.setdefault(key, each)
    return tuple(found.values())[:_MOST_MEANINGS]
