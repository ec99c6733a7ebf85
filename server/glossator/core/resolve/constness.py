"""Whether what a method is called on may be changed, which decides between methods alike in all else (C++)."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.resolve.entries import ReferenceEntry, SymbolEntry
from glossator.core.resolve.typing import Meaning, Sort, Typing
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import CONSTANT, PARAMETERS, POINTING, RESULT, TYPE_KINDS, UNCHANGING
from glossator.core.values.type_forms import split_type

_MOST_STEPS = 8


class Constness:
    """Follows the receivers of calls as far as their last object."""

    def __init__(self, workspace: Workspace, typing: Typing) -> None:
        self._workspace = workspace
        self._typing = typing

    def fitting(self, symbols: Sequence[SymbolEntry], reference: ReferenceEntry) -> Sequence[SymbolEntry]:
        """The methods without those of which there is another one for such an object."""
        values = self._workspace.values
        unchanging = {entry.id for entry in symbols if (entry.id, UNCHANGING) in values}
        if not unchanging or len(unchanging) == len(symbols):
            return symbols
        forms = {entry.id: self._form(entry) for entry in symbols}
        paired = {forms[each] for each in unchanging} & {
            form for each, form in forms.items() if each not in unchanging
        }
        if not paired:
            return symbols
        is_constant = self._is_constant(reference.receiver, reference.path, reference.enclosing, 0)
        if is_constant is None:
            return symbols
        return [
            entry
            for entry in symbols
            if forms[entry.id] not in paired or (entry.id in unchanging) == is_constant
        ]

    def _form(self, entry: SymbolEntry) -> tuple[str, ...]:
        forms = self._workspace.values.get((entry.id, PARAMETERS), ("",))
        return tuple(split_type(part)[0].rpartition(".")[2] for part in forms[0].split(";"))

    def _is_constant(self, written: str | None, path: str, holder: int | None, depth: int) -> bool | None:
        """Whether an object may not be changed, None where that is not known."""
        language = self._workspace.language(path)
        if language is None or depth > _MOST_STEPS:
            return None
        if written is None or written in language.self_names:
            return self._is_in_unchanging(holder)
        if written.endswith("[]"):
            return self._is_constant(written[:-2], path, holder, depth + 1)
        if written.endswith("()"):
            return self._gives_constant(self._typing.meanings(written[:-2], path, holder))
        outer, _, name = written.rpartition(".")
        if outer:
            return self._is_constant_member(outer, name, path, holder, depth)
        return self._is_constant_name(name, path, holder, depth)

    def _is_in_unchanging(self, holder: int | None) -> bool:
        for entry in self._workspace.chain(holder):
            if (entry.id, UNCHANGING) in self._workspace.values:
                return True
            if entry.kind in TYPE_KINDS:
                return False
        return False

    def _gives_constant(self, called: Sequence[Meaning]) -> bool | None:
        """Whether functions give what may not be changed."""
        found = {
            (each.symbol.id, f"{RESULT}{CONSTANT}") in self._workspace.values
            for each in called
            if each.sort is Sort.FUNCTION and each.symbol is not None
        }
        return found.pop() if len(found) == 1 else None

    def _is_constant_name(self, name: str, path: str, holder: int | None, depth: int) -> bool | None:
        values = self._workspace.values
        for entry in self._workspace.chain(holder):
            if entry.kind in TYPE_KINDS:
                continue
            sources = values.get((entry.id, name))
            if sources is None:
                continue
            if (entry.id, f"{name}{CONSTANT}") in values:
                return True
            if any(source[:1] == ":" for source in sources):
                return False
            return self._is_constant(sources[0], path, entry.id, depth + 1) if len(sources) == 1 else None
        own = self._typing.members.own_type(holder)
        marked = None if own is None else self._marked(own, name)
        return self._is_in_unchanging(holder) if marked is None else marked

    def _is_constant_member(
        self, outer: str, name: str, path: str, holder: int | None, depth: int
    ) -> bool | None:
        for each in self._typing.meanings(outer, path, holder):
            if each.symbol is not None and (marked := self._marked(each.symbol, name)) is not None:
                return marked
        return self._is_constant(outer, path, holder, depth + 1)

    def _marked(self, owner: SymbolEntry, name: str) -> bool | None:
        """Whether a field is declared not to be changed; None where that depends on the object which has it."""
        values = self._workspace.values
        for entry in self._typing.members.lineage(owner):
            if (entry.id, f"{name}{CONSTANT}") in values:
                return True
            if (entry.id, f"{name}{POINTING}") in values:
                return False
        return None
