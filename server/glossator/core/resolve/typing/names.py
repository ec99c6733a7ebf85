"""What names mean that no function around binds: by scope, file, imports, package, or as the path of a module."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from glossator.core.languages import Language
from glossator.core.resolve.bindings import Binding, ImportBindings
from glossator.core.resolve.members import Members
from glossator.core.resolve.scopes import Scopes
from glossator.core.resolve.typing.bound_values import BoundValues
from glossator.core.resolve.typing.external_objects import CASTING_NAMES, MAKING_METHODS
from glossator.core.resolve.typing.meanings import (
    EXTERNAL,
    NAME_SPACES,
    UNKNOWN,
    Meaning,
    Meanings,
    Place,
    Sort,
    uncertain,
)
from glossator.core.resolve.typing.member_meanings import MemberMeanings
from glossator.core.resolve.typing.steps import Step, is_called
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import TYPE_KINDS, SymbolKind
from glossator.core.values.type_forms import ROOT


class Head(NamedTuple):
    """What the beginning of an expression means, and of how many steps it is."""

    meanings: Meanings
    size: int = 1


class Names:
    """Finds what names mean in a workspace that does not change."""

    def __init__(
        self,
        workspace: Workspace,
        bindings: ImportBindings,
        scopes: Scopes,
        members: Members,
        values: BoundValues,
        objects: MemberMeanings,
    ) -> None:
        self._workspace = workspace
        self._bindings = bindings
        self._scopes = scopes
        self._members = members
        self._values = values
        self._objects = objects

    def named(self, steps: Sequence[Step], place: Place) -> Head:
        """What the name means that an expression begins with, or a longer path that is one of a module."""
        name, language = steps[0].name, place.language
        if language.namespaces_apart and (space := self._name_space(steps, place)) is not None:
            return space
        binding = self._binding(name, place)
        if binding is not None:
            return self._bound_head(binding, steps, place)
        if (module := self._module(steps, place)) is not None:
            return module
        if name in self._workspace.opened_by_macros and len(steps) > 1 and not is_called(steps, 1):
            return self.rooted(steps, place)
        is_made = name[:1].isupper() and is_called(steps, 1)
        if self._may_be_inherited(place) and not is_made:
            return Head((EXTERNAL,))
        if name in language.foreign or language.explicit_imports:
            return _outside(steps)
        if anywhere := self._anywhere(name, place.path, language):
            return Head(anywhere)
        if language.namespaces_apart:
            return Head(UNKNOWN if name.startswith("$") else (EXTERNAL,))
        is_known = self._workspace.by_name.get(name) or self._may_be_of_macro(name, place)
        return Head(UNKNOWN) if is_known else _outside(steps)

    def _may_be_of_macro(self, name: str, place: Place) -> bool:
        """Whether a name may be one that a macro binds: the code stands outside of functions, so that it is the body of
        one whose head is a macro."""
        return (
            place.language.preprocessed
            and name not in CASTING_NAMES
            and not name[:1].isupper()
            and all(entry.kind is SymbolKind.NAMESPACE for entry in self._workspace.chain(place.holder))
        )

    def _binding(self, name: str, place: Place) -> Binding | None:
        """What binds a name: scope, file and imports, or else the package."""
        binding = self._scopes.binding(name, *place)
        if binding is not None or not place.language.package_scope:
            return binding
        found = self._scopes.in_package(place.path, name)
        return Binding(found, (), "same package") if found else None

    def _bound_head(self, binding: Binding, steps: Sequence[Step], place: Place) -> Head:
        """What a name means that is bound, where it may be the first one of a path as well."""
        if place.language.explicit_imports and not place.language.path_roots:
            # A name space may have further parts in other files.
            is_space = bool(binding.symbols) and all(entry.kind in NAME_SPACES for entry in binding.symbols)
            if is_space and (module := self._module(steps, place)) is not None:
                return module
        if binding.offered is not None and (offered := self._objects.offered(binding)):
            return Head(offered)
        if binding.files or binding.symbols:
            return Head(self.bound(binding, steps[0].name))
        return self._module(steps, place) or _outside(steps)

    def bound(self, binding: Binding, name: str) -> Meanings:
        """What an import binds: symbols, or a module, or a module with what it exports as a whole."""
        binding = binding.with_types(self._workspace)
        meant = self._values.of_symbols(binding.symbols, binding.why)
        if not binding.files:
            return meant
        return (*meant, Meaning(Sort.MODULE, files=binding.files, why=binding.why, name=name))

    def rooted(self, steps: Sequence[Step], place: Place) -> Head:
        """What a path means that begins at the root of all names, which is its first step."""
        path, _, language = place
        if language.namespaces_apart and (space := self._name_space(steps, place)) is not None:
            return space
        if len(steps) == 1:
            return Head(UNKNOWN)
        symbols = self._scopes.at_root(steps[1].name, path, language)
        return Head(self._values.of_symbols(symbols, "global name") or (EXTERNAL,), 2)

    def _name_space(self, steps: Sequence[Step], place: Place) -> Head | None:
        """The longest name space that an expression begins with and that has what follows; as a whole an expression
        may be a type as well."""
        names = _leading_names(steps)
        for size in range(len(names), 0, -1):
            files = self._scopes.spaces.files(names[:size], *place)
            if not files:
                continue
            written = place.language.module_separator.join(name for name in names[:size] if name != ROOT)
            module = Meaning(
                Sort.MODULE, files=tuple(files), why=f"name space {written}", name=names[size - 1]
            )
            if size == len(steps):
                types = self._scopes.types_named(names[0], names[1:], *place)
                return Head((*self._values.of_symbols(types, f"type {written}"), module), size)
            if self._bindings.exported(files, steps[size].name):
                return Head((module,), size)
        return None

    def _module(self, steps: Sequence[Step], place: Place) -> Head | None:
        """The path of a module or type without an import of its head (`a.b.C`, `crate::a`)."""
        names = _leading_names(steps)
        found = self._scopes.module_path(names, place.path, place.language)
        if found is None:
            return None
        binding, size = found
        return Head((Meaning(Sort.MODULE, files=binding.files, why=binding.why, name=names[size - 1]),), size)

    def _may_be_inherited(self, place: Place) -> bool:
        """Whether a name may be that of a member which a type around has from outside of the workspace."""
        own = self._members.own_type(place.holder) if place.language.implicit_self else None
        return own is not None and self._members.has_external_base(own)

    def _anywhere(self, name: str, path: str, language: Language) -> Meanings:
        """Types of a name that nothing in sight binds, where a name may mean what is in any file."""
        entries = [
            entry
            for entry in self._workspace.by_name.get(name, ())
            if self._workspace.family(entry.path) == language.family
            and (entry.kind in TYPE_KINDS or (language.global_scope and entry.container is None))
            and self._scopes.is_seen(entry, path, language)
        ]
        if not entries or not (language.global_scope or name[:1].isupper()):
            return UNKNOWN
        return uncertain(self._values.of_symbols(entries, "type of the name"))


def _leading_names(steps: Sequence[Step]) -> list[str]:
    """The names that an expression begins with."""
    return [step.name for step in takewhile(lambda step: step.name[0] not in "([", steps)]


def _outside(steps: Sequence[Step]) -> Head:
    """A name from outside of the workspace; one that is called and looks like a type makes an object of it."""
    name = steps[0].name
    if name[:1].isupper() or name in CASTING_NAMES:
        made = (Meaning(Sort.EXTERNAL, name=name, type_name=name),)
        if is_called(steps, 1):
            return Head(made, 2)
        if is_called(steps, 2) and steps[1].name in MAKING_METHODS:
            return Head(made, 3)
    # Built-in types may have members that the workspace gives them.
    return Head((Meaning(Sort.EXTERNAL, name=name),))
