"""What members of objects, types and modules mean."""

from __future__ import annotations

from glossator.core.resolve.bindings import Binding, ImportBindings
from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.scopes import Scopes
from glossator.core.resolve.typing.bound_values import BoundValues
from glossator.core.resolve.typing.calls import Calls
from glossator.core.resolve.typing.external_objects import external_member
from glossator.core.resolve.typing.meanings import (
    EXTERNAL,
    NOTHING,
    UNKNOWN,
    VALUE_KINDS,
    Meaning,
    Meanings,
    Sort,
    few,
    identity,
    uncertain,
)
from glossator.core.resolve.typing.module_objects import ModuleObjects
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import TYPE_KINDS, SymbolKind
from glossator.core.values.literals import FUNCTION
from glossator.core.values.object_literals import SPREAD

_FUNCTION_METHODS = frozenset({"bind", "call", "apply"})
"""Members of functions that are about the function itself (JavaScript)."""
_MOST_ORIGINS = 100
"""So many objects are asked for a member at most that another one may have from them."""


class MemberMeanings:
    """Finds what members mean in a workspace that does not change."""

    def __init__(
        self,
        workspace: Workspace,
        bindings: ImportBindings,
        scopes: Scopes,
        members: Members,
        values: BoundValues,
        modules: ModuleObjects,
        calls: Calls,
    ) -> None:
        self._workspace = workspace
        self._bindings = bindings
        self._scopes = scopes
        self._members = members
        self._values = values
        self._modules = modules
        self._calls = calls

    def member(self, meaning: Meaning, name: str) -> Meanings:
        """What a member of what is meant may mean."""
        found, origins = self._look_up(meaning, name)
        return self._from_origins(meaning, origins, name) if origins else found

    def _from_origins(self, meaning: Meaning, origins: Meanings, name: str) -> Meanings:
        """What a member may mean that something has from others, which may have it from others in turn, even from
        where the search began. Each is asked once."""
        found: list[Meaning] = []
        waiting, seen = list(reversed(origins)), {identity(meaning)}
        while waiting and len(seen) <= _MOST_ORIGINS:
            current = waiting.pop()
            if (key := identity(current)) in seen:
                continue
            seen.add(key)
            own, further = self._look_up(current, name)
            found += own
            waiting += reversed(further)
        return few(found)

    def _look_up(self, meaning: Meaning, name: str) -> tuple[Meanings, Meanings]:
        """What a member may mean that something has itself, or else what it may have the member from."""
        if meaning.sort is Sort.OBJECT:
            return self._of_written_out(meaning, name)
        if meaning.sort is Sort.EXTERNAL:
            return external_member(meaning, name), ()
        if meaning.sort is Sort.MODULE:
            return self._of_module(meaning, name)
        if meaning.sort is Sort.FUNCTION and name in _FUNCTION_METHODS:
            return (meaning._replace(owner=None, name=name),), ()
        return self._of_symbol(meaning, meaning.symbol, name) if meaning.symbol is not None else (UNKNOWN, ())

    def _of_written_out(self, meaning: Meaning, name: str) -> tuple[Meanings, Meanings]:
        """Of an object that is written out: what the file gives the member, or else the objects spread in it."""
        path = meaning.files[0]
        holder = None if meaning.symbol is None else meaning.symbol.id
        sources = self._workspace.values.get((path, f"{meaning.name}.{name}"))
        if sources is not None:
            found = self._values.of_sources(sources, path, holder)
            # What is nothing at first may be more than what the file gives it.
            is_certain = not any(source in NOTHING for source in sources)
            return found if is_certain else uncertain(found), ()
        spread = self._workspace.values.get((path, f"{meaning.name}.{SPREAD}"), ())
        return UNKNOWN, self._values.of_sources(spread, path, holder) if spread else ()

    def _of_module(self, meaning: Meaning, name: str) -> tuple[Meanings, Meanings]:
        """Of a module: what it offers, exports or contains, or else what it is as a whole."""
        if (offered := self._modules.offered(meaning, name)) is not None:
            return offered, ()
        if exported := self._bindings.exported(meaning.files, name):
            return self._values.of_symbols(exported, meaning.why), ()
        if files := self._scopes.submodule(meaning.files, name):
            return (Meaning(Sort.MODULE, files=files, why=meaning.why, name=name),), ()
        return UNKNOWN, self._modules.whole(meaning)

    def _of_symbol(self, meaning: Meaning, symbol: SymbolEntry, name: str) -> tuple[Meanings, Meanings]:
        """Of an object, type or function: its own member, or else the objects that it leads to like a pointer."""
        if (found := self.known(meaning, name)) is not None:
            return found, ()
        language = self._workspace.language(symbol.path)
        if language is None:
            return self._inherited_from_outside(meaning, name), ()
        if language.pointer_methods and (reached := self._calls.reached((meaning,), language)):
            return UNKNOWN, reached
        if name in language.makers:
            return (Meaning(Sort.FUNCTION, owner=meaning._replace(sort=Sort.INSTANCE), why=meaning.why),), ()
        if name in language.same_methods:
            return (Meaning(Sort.FUNCTION, owner=meaning, why=meaning.why),), ()
        return self._inherited_from_outside(meaning, name), ()

    def _inherited_from_outside(self, meaning: Meaning, name: str) -> Meanings:
        """What a member may mean that the workspace does not have."""
        if meaning.symbol is None or not self._members.has_external_base(meaning.symbol):
            return UNKNOWN
        outside = self._values.external_supertype(meaning)
        return (EXTERNAL,) if outside is None else external_member(outside, name)

    def known(self, meaning: Meaning, name: str) -> Meanings | None:
        """What a member of an object or type may mean, None where the workspace has no such member."""
        if meaning.symbol is None:
            return None
        members = self._members.members(meaning.symbol, name)
        found: list[Meaning] = []
        for entry in members:
            found += self._of_entry(entry, meaning, name)
        if found:
            return few(found)
        for entry in self._members.lineage(meaning.symbol):
            sources = self._workspace.values.get((entry.id, name))
            if sources is not None:
                given = self._values.arguments_of(meaning, entry)
                return self._values.of_sources(sources, entry.path, entry.id, given)
        return UNKNOWN if members else None

    def _of_entry(self, entry: SymbolEntry, meaning: Meaning, name: str) -> Meanings:
        """What a symbol means that is a member of an object or type."""
        if entry.kind in TYPE_KINDS:
            return self._values.of_named_type(entry, meaning.why)
        if entry.kind in VALUE_KINDS:
            around = self._workspace.enclosing_type(entry.container)
            return self._values.of_variable(entry, self._values.arguments_of(meaning, around))
        if entry.kind is SymbolKind.ENUM_MEMBER:
            return self._values.of_enumerated(entry, meaning.symbol, meaning.why)
        if entry.kind is SymbolKind.CONSTRUCTOR and (named := self._type_of_its_name(entry)) is not None:
            return (Meaning(Sort.TYPE, named, why=meaning.why),)
        # A field can be given another function.
        is_field = FUNCTION in self._workspace.values.get((entry.container or 0, name), ())
        return (Meaning(Sort.FUNCTION, entry, owner=meaning, why=meaning.why, is_certain=not is_field),)

    def _type_of_its_name(self, constructor: SymbolEntry) -> SymbolEntry | None:
        """The type that a constructor has its name from."""
        own = self._members.own_type(constructor.id)
        return own if own is not None and own.name == constructor.name else None

    def offered(self, binding: Binding) -> Meanings:
        """What an import takes from the object that a module is."""
        if binding.offered is None:
            return UNKNOWN
        files, name = binding.offered
        return self.member(Meaning(Sort.MODULE, files=files, why=binding.why), name)


def member_of_enumeration(meaning: Meaning, name: str) -> Meaning | None:
    """What every enumeration has without saying so (Java, Kotlin, PHP): its values, and one by its name."""
    if meaning.sort is not Sort.TYPE or meaning.symbol is None or meaning.symbol.kind is not SymbolKind.ENUM:
        return None
    if name == "valueOf":
        return meaning
    if name in ("values", "entries"):
        return Meaning(Sort.EXTERNAL, arguments=((meaning._replace(sort=Sort.INSTANCE),),), name="values")
    return None
