"""What the beginnings of expressions mean: signs of the common form, words of a language, local names, then others."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.resolve.bindings import ImportBindings
from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.typing.bound_values import BoundValues
from glossator.core.resolve.typing.declared_types import DeclaredTypes
from glossator.core.resolve.typing.meanings import EXTERNAL, UNKNOWN, Meaning, Meanings, Place, Sort
from glossator.core.resolve.typing.member_meanings import MemberMeanings
from glossator.core.resolve.typing.names import Head, Names
from glossator.core.resolve.typing.steps import Step, is_called
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import TYPE_KINDS, SymbolKind
from glossator.core.values.literals import LITERALS
from glossator.core.values.type_forms import FILE, NAMED, ROOT, SEQUENCE, TUPLE


class Heads:
    """Finds what the beginnings of expressions mean in a workspace that does not change."""

    def __init__(
        self,
        workspace: Workspace,
        bindings: ImportBindings,
        members: Members,
        values: BoundValues,
        types: DeclaredTypes,
        objects: MemberMeanings,
        names: Names,
    ) -> None:
        self._workspace = workspace
        self._bindings = bindings
        self._members = members
        self._values = values
        self._types = types
        self._objects = objects
        self._names = names

    def head(self, steps: Sequence[Step], place: Place) -> Head:
        """What the beginning means, and of how many steps it is."""
        name, language = steps[0].name, place.language
        head = self._by_sign(steps, place) or self._made(steps, place) or self._by_word(steps, place)
        if head is not None:
            return head
        if (local := self._local(name, place.path, place.holder)) is not None:
            return Head(local)
        if (member := self._own_member(steps, place)) is not None:
            return Head(self._types.given_arguments(member, steps[0].arguments, place))
        if language.inner_modules and (bound := self._types.type_parameter(name, place.path, place.holder)):
            return Head(bound)
        return self._with_arguments(self._names.named(steps, place), steps, place)

    def _with_arguments(self, head: Head, steps: Sequence[Step], place: Place) -> Head:
        """The same, but that an object from outside, made of a generic type, holds what the type's arguments say."""
        name, written = steps[0]
        if written:
            head = head._replace(meanings=self._types.given_arguments(head.meanings, written, place))
        is_made = len(head.meanings) == 1 and head.size > 1 and head.meanings[0].type_name == name
        if not written or not is_made:
            return head
        return Head(self._types.declared(f"{name}{written}", place.path, place.holder), head.size)

    def _by_sign(self, steps: Sequence[Step], place: Place) -> Head | None:
        """What a sign of the common form means; None where the expression begins with a name."""
        path, holder, language = place
        name = steps[0].name
        if name == FILE:
            return Head((Meaning(Sort.MODULE, files=(path,), why="same file", name=name),))
        if name == NAMED and len(steps) > 1:
            if bound := self._types.type_parameter(steps[1].name, path, holder):
                return Head(bound, 2)
            meant, size = self._names.named(steps[1:], place)
            return Head(meant, size + 1)
        if name[0] == "{" or (name[0] == "#" and name[1:].isdigit()):
            return Head(self._written_out(name, path))
        if name[0] == '"':
            module = self._bindings.of_module(name[1:-1], path, language)
            return Head(self._names.bound(module, name) or (EXTERNAL,))
        if name in LITERALS:
            return Head((Meaning(Sort.EXTERNAL, type_name=name),))
        return self._names.rooted(steps, place) if name == ROOT else None

    def _made(self, steps: Sequence[Step], place: Place) -> Head | None:
        """An object of a type that is called with its arguments; None for another expression."""
        name, written = steps[0]
        is_written = name in (SEQUENCE, TUPLE)
        if not is_written and not (written and is_called(steps, 1)):
            return None
        made = self._types.declared(f"{name}{written}", place.path, place.holder)
        if is_written or name == "map" or any(each.sort is Sort.INSTANCE for each in made):
            return Head(made, 2)
        return None

    def _by_word(self, steps: Sequence[Step], place: Place) -> Head | None:
        """What the words of a language for the own object and for its bases mean; None for other names."""
        name, language = steps[0].name, place.language
        if name in language.self_names:
            if (around := self._workspace.enclosing_object(place.holder)) is not None:
                return Head(self._written_out(around[1], around[0]))
            if parameter := self._workspace.own_parameter(place.holder):
                return Head(self._types.type_parameter(parameter, place.path, place.holder) or (EXTERNAL,))
            own = self._members.own_type(place.holder)
            if own is not None:
                # `Self` makes objects when it is called.
                sort = Sort.TYPE if name[:1].isupper() else Sort.INSTANCE
                arguments = self._own_arguments(own, place)
                return Head((Meaning(sort, own, why="own class", arguments=arguments),))
        is_called_word = f"{name}()" in language.super_names
        if name not in language.super_names and not is_called_word:
            return None
        own = self._members.own_type(place.holder)
        bases = self._members.inherited_types(own) if own is not None else ()
        found = tuple(Meaning(Sort.INSTANCE, base, why="base class") for base in bases)
        return Head(found or (EXTERNAL,), 2 if is_called_word and len(steps) > 1 else 1)

    def _own_arguments(self, own: SymbolEntry, place: Place) -> tuple[Meanings, ...]:
        names = self._workspace.type_parameters(own.id)
        return tuple(self._types.type_parameter(name, place.path, place.holder) or UNKNOWN for name in names)

    def _local(self, name: str, path: str, holder: int | None) -> Meanings | None:
        """What a name that a function around binds may mean; None if none does."""
        workspace = self._workspace
        for entry in workspace.chain(holder):
            if entry.kind in TYPE_KINDS:
                continue
            sources = workspace.values.get((entry.id, name))
            if sources is not None and not any(each[:1] == "<" for each in sources):
                return self._values.of_sources(sources, path, entry.id)
            inside = workspace.children.get((entry.id, name), ())
            if any(each.kind is SymbolKind.FUNCTION or each.kind in TYPE_KINDS for each in inside):
                # What a function defines hides what others around it bind.
                return None
        sources = workspace.values.get((path, name))
        if sources is not None and not workspace.top_level.get((path, name)):
            return self._values.of_sources(sources, path, None)
        return None

    def _own_member(self, steps: Sequence[Step], place: Place) -> Meanings | None:
        """What a name means as a member of the own object, where that need not be named; None if it is none."""
        name, language = steps[0].name, place.language
        if name in language.makers and (own := self._members.own_type(place.holder)) is not None:
            return (Meaning(Sort.FUNCTION, owner=Meaning(Sort.INSTANCE, own, why="own class")),)
        if not language.implicit_self or (member := self._member_around(name, place.holder)) is None:
            return None
        is_function = all(each.sort is Sort.FUNCTION for each in member) and bool(member)
        if language.functions_are_called and is_function and not is_called(steps, 1):
            return None
        return member

    def _member_around(self, name: str, holder: int | None) -> Meanings | None:
        """What a name means as a member of one of the types around, the innermost first; None if it is none."""
        own = self._members.own_type(holder)
        around = [entry for entry in self._workspace.chain(holder) if entry.kind in TYPE_KINDS]
        for entry in around if own is None or own in around else [own, *around]:
            found = self._objects.known(Meaning(Sort.INSTANCE, entry), name)
            if found is not None:
                return found
        return None

    def _written_out(self, name: str, path: str) -> Meanings:
        """An object that is written out, or what is defined as a member of one."""
        workspace = self._workspace
        if name[0] == "#":
            return self._values.of_symbols((workspace.symbols[int(name[1:])],), "member")
        around = workspace.values.get((path, name))
        holder = workspace.symbols.get(int(around[0][1:])) if around else None
        return (Meaning(Sort.OBJECT, holder, files=(path,), name=name, why="object"),)
