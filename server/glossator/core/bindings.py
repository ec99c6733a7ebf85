"""The names that functions bind to values, such as parameters and variables, and the types they declare.

A bare name that is bound hides a symbol of the same name. A receiver whose beginning is a value of a declared
type (a parameter, a variable, a field of the own object) is written as an instance of that type.
"""

from __future__ import annotations

from collections.abc import Iterator

from glossator.core.fact_tables import NONE, SYMBOL_KIND_NUMBERS, SymbolTable
from glossator.core.languages import Language
from glossator.core.symbols import TYPE_KINDS

_MAX_TYPE_STEPS = 3
_TYPES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in TYPE_KINDS)


class Bindings:
    """The bound names and declared types of one file. Places are positions of symbols, None is the top level."""

    def __init__(self, symbols: SymbolTable, language: Language) -> None:
        kinds, self._containers, *_ = symbols.views()
        self._names = symbols.names
        self._owners = symbols.owners
        self._language = language
        self._bound: dict[int | None, dict[str, str | None]] = {}
        self._visible: dict[int | None, dict[str, dict[str, str | None]]] = {}
        self._members: dict[int | None, dict[str, str]] = {}
        self._types: dict[str, list[int]] = {}
        self._is_type = [kind in _TYPES for kind in kinds]
        for position, is_type in enumerate(self._is_type):
            if is_type:
                self._types.setdefault(self._names[position], []).append(position)

    def add(self, holder: int | None, name: str, type_name: str | None = None) -> None:
        """Say that `holder` binds `name`; bound twice with different types, it has none."""
        self._visible.clear()
        names = self._bound.setdefault(holder, {})
        names[name] = type_name if names.get(name, type_name) == type_name else None

    def add_member(self, position: int, type_name: str) -> None:
        """Say that a field, or a variable of the file, declares a type. A parameter of a constructor that is a field
        as well is one of the type around."""
        container = self._container(position)
        holder = next((place for place in self._around(container) if self._is_type[place]), container)
        self._members.setdefault(holder, {}).setdefault(self._names[position], type_name)

    def hides(self, name: str, holder: int | None) -> bool:
        """Whether a bare name is bound by the functions around `holder`, or at top level when there is none."""
        return name in self.visible(holder)

    def receiver(self, written: str, holder: int | None) -> str:
        """The receiver as the resolver takes it: an instance where its type is declared, "" where it begins with a
        value of unknown type, which hides whatever else has the name."""
        found = self.instance(written, holder)
        head = written.split(".", 1)[0]
        language = self._language
        own = head in language.self_names or written in language.super_names
        return "" if found == written and not own and self.hides(head, holder) else found

    def instance(self, receiver: str, holder: int | None) -> str:
        """The receiver with its beginning written as an instance (`Type()`) if its type is declared."""
        head, *rest = receiver.split(".")
        if head in self._language.self_names and rest:
            found = self._own_member(rest[0], holder)
            rest = rest[1:]
        else:
            found = self._type_of(head, holder)
        if found is None:
            return receiver
        while rest and (member := self._member_of(found, rest[0])) is not None:
            found, rest = member, rest[1:]
        return ".".join([f"{found}()", *rest])

    def _type_of(self, name: str, holder: int | None) -> str | None:
        names = self._binder(name, holder)
        if names is None:
            return self._visible_member(name, holder)
        found = names[name]
        # The type of a type parameter is its bound (`T: Shape`).
        for _ in range(_MAX_TYPE_STEPS):
            names = self._binder(found, holder) if found is not None else None
            if names is None or found is None or names[found] is None:
                break
            found = names[found]
        return found

    def _binder(self, name: str, holder: int | None) -> dict[str, str | None] | None:
        return self.visible(holder).get(name)

    def visible(self, holder: int | None) -> dict[str, dict[str, str | None]]:
        """The names that the functions around `holder` bind (those of the top level when there is none), each with
        all names and types of the function that binds it. Valid until something is added."""
        visible = self._visible.get(holder)
        if visible is None:
            visible = self._visible[holder] = {}
            for place in self._around(holder) if holder is not None else (None,):
                names = self._bound.get(place, {})
                for bound in names:
                    visible.setdefault(bound, names)
        return visible

    def _around(self, holder: int | None) -> Iterator[int]:
        while holder is not None:
            yield holder
            holder = self._container(holder)

    def _container(self, position: int) -> int | None:
        container = self._containers[position]
        return None if container == NONE else container

    def _visible_member(self, name: str, holder: int | None) -> str | None:
        """A variable of the file, and where `self` is left out a field of the own object."""
        if self._language.implicit_self and (found := self._own_member(name, holder)) is not None:
            return found
        return self._members.get(None, {}).get(name)

    def _own_member(self, name: str, holder: int | None) -> str | None:
        for place in self._around(holder):
            owner = self._owners[place]
            if owner is not None:
                return self._member_of(owner.split(self._language.separator)[-1], name)
            if self._is_type[place]:
                found = self._members.get(place, {}).get(name)
                if found is not None:
                    return found
        return None

    def _member_of(self, type_name: str, name: str) -> str | None:
        positions = self._types.get(type_name.rpartition(".")[2], ())
        return self._members.get(positions[0], {}).get(name) if len(positions) == 1 else None
