"""Which of several definitions of one name a call means, by the number and the types of its arguments."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.resolve.typing import Meaning, Sort, Typing
from glossator.core.resolve.workspace import ReferenceEntry, SymbolEntry, Workspace
from glossator.core.symbols import NONE, PARAMETERS, TYPE_KINDS
from glossator.core.written_arguments import number_of
from glossator.core.written_expressions import (
    CHARACTER,
    FRACTION,
    FUNCTION,
    INTEGER,
    LITERALS,
    NOTHING,
    STRING,
    TRUTH,
)
from glossator.core.written_types import SEQUENCE, split_type

_NAMES = {
    STRING: "string str wstring string_view stringview charsequence char u8string cstring qstring object any id",
    CHARACTER: "char character wchar_t rune byte uchar char8_t char16_t char32_t int object any",
    INTEGER: "int integer long short byte sbyte uint ulong ushort size_t ssize_t int8_t int16_t int32_t int64_t uint8_t "
    "uint16_t uint32_t uint64_t int32 int64 uint32 uint64 ptrdiff_t intptr_t number nint float double decimal object any",
    FRACTION: "float double decimal number object any single",
    TRUTH: "bool boolean object any",
}
_ACCEPTED = {literal: frozenset(names.split()) for literal, names in _NAMES.items()}
_PRIMITIVE = frozenset(name for names in _ACCEPTED.values() for name in names) - {"object", "any", "id"}
_ANYTHING = frozenset({"object", "any", "dynamic", "var", "auto", "t", "id"})
_EXACT = {
    STRING: frozenset({"string", "str"}),
    CHARACTER: frozenset({"char", "character"}),
    INTEGER: frozenset({"int", "integer", "int32"}),
    FRACTION: frozenset({"double"}),
    TRUTH: frozenset({"bool", "boolean"}),
}
_NO = -1
_UNKNOWN, _WEAK, _RELATED, _GOOD, _SAME = 0, 1, 2, 3, 4


class Overloads:
    """Chooses among definitions of one name."""

    def __init__(self, workspace: Workspace, typing: Typing) -> None:
        self._workspace = workspace
        self._typing = typing

    def chosen(self, reference: ReferenceEntry, symbols: Sequence[SymbolEntry]) -> tuple[list[SymbolEntry], bool]:
        """Those that a call may mean, the best first, and whether its arguments prove that it is the first."""
        fit = fitting(symbols, number_of(reference.arguments))
        if len(fit) < 2 or reference.arguments is None or ":" not in reference.arguments:
            return fit, len(fit) == 1
        written = reference.arguments.partition(":")[2].split(";")
        arguments = [self._typing.meanings(each, reference.path, reference.enclosing) for each in written]
        if written == [""]:
            return fit, False
        ranked = []
        for entry in fit:
            scores = self._scores(entry, arguments, written)
            if scores is None:
                ranked.append((_UNKNOWN, False, entry))
            elif _NO not in scores:
                ranked.append((sum(scores), min(scores, default=0) >= _RELATED, entry))
        if not ranked:
            return fit, False
        ranked.sort(key=lambda item: (-item[0], item[2].id))
        best = ranked[0]
        others = {item[2].qualified_name for item in ranked if item[0] == best[0] and not item[2].is_declaration}
        same = [item for item in ranked[1:] if item[0] == best[0] and item[2].is_declaration == best[2].is_declaration]
        proved = best[1] and not same and len(others) <= 1
        return [item[2] for item in ranked], proved or len(ranked) == 1

    def _scores(
        self, entry: SymbolEntry, arguments: Sequence[tuple[Meaning, ...]], written: Sequence[str]
    ) -> list[int] | None:
        """How well each argument fits its parameter, None where the parameters are not known."""
        forms = self._workspace.values.get((entry.id, PARAMETERS))
        if not forms:
            return None
        parameters = forms[0].split(";")
        if entry.owner is not None and len(parameters) == len(arguments) + 1:
            # An extension is called on its first parameter.
            parameters = parameters[1:]
        while len(parameters) < len(arguments) and parameters:
            parameters.append(parameters[-1])
        return [
            self._fits(argument, each, parameter, entry)
            for argument, each, parameter in zip(arguments, written, parameters, strict=False)
        ]

    def _fits(self, argument: tuple[Meaning, ...], written: str, parameter: str, entry: SymbolEntry) -> int:
        if not parameter or not (argument or written):
            return _UNKNOWN
        name, parts = split_type(parameter)
        last = name.rpartition(".")[2].lower()
        if name == SEQUENCE and parts and entry.most_arguments > 100:
            return max(self._fits(argument, written, parts[0], entry), _UNKNOWN)
        if written == NOTHING:
            return _NO if last in _PRIMITIVE - {"string"} else _UNKNOWN
        if last in _ANYTHING:
            return _WEAK
        if written == FUNCTION:
            return _NO if last in _PRIMITIVE or name == SEQUENCE else _WEAK
        best = _NO
        for meaning in argument:
            best = max(best, self._fit(meaning, name, last, entry))
        return best if argument else _UNKNOWN

    def _fit(self, meaning: Meaning, name: str, last: str, entry: SymbolEntry) -> int:
        if meaning.sort is Sort.EXTERNAL:
            return self._external_fit(meaning.type_name, name, last, entry)
        if meaning.symbol is None:
            return _UNKNOWN
        if meaning.sort is Sort.FUNCTION:
            return _NO if last in _PRIMITIVE else _WEAK
        if last in _PRIMITIVE or name == SEQUENCE:
            return _NO
        wanted = self._typing.declared(name, entry.path, entry.id)
        types = {each.symbol.id for each in wanted if each.sort is Sort.INSTANCE and each.symbol is not None}
        if not types:
            return _WEAK
        if meaning.symbol.id in types:
            return _SAME
        if meaning.symbol.kind in TYPE_KINDS and any(
            base.id in types for base in self._typing.members.lineage(meaning.symbol)
        ):
            return _GOOD
        return _NO

    def _external_fit(self, known: str, name: str, last: str, entry: SymbolEntry) -> int:
        if not known:
            return _UNKNOWN
        if known in LITERALS:
            accepted = _ACCEPTED.get(known)
            if accepted is None:
                return _UNKNOWN
            if last in _EXACT[known]:
                return _SAME
            return _RELATED if last in accepted else _NO if last in _PRIMITIVE or name == SEQUENCE else self._foreign(name, entry)
        lower = known.lower()
        if lower == last or (known == SEQUENCE and name == SEQUENCE):
            return _SAME
        if known == SEQUENCE or name == SEQUENCE:
            return _NO if lower in _PRIMITIVE or last in _PRIMITIVE else _UNKNOWN
        if lower in _PRIMITIVE and last in _PRIMITIVE:
            return _RELATED if any({lower, last} <= accepted for accepted in _ACCEPTED.values()) else _NO
        if lower in _PRIMITIVE or last in _PRIMITIVE:
            return _NO
        return self._foreign(name, entry)

    def _foreign(self, name: str, entry: SymbolEntry) -> int:
        """How something external fits a parameter of that type: hardly where the type is of the workspace."""
        wanted = self._typing.declared(name, entry.path, entry.id)
        return _NO if any(each.sort is Sort.INSTANCE for each in wanted) else _UNKNOWN


def fitting(symbols: Sequence[SymbolEntry], arguments: int) -> list[SymbolEntry]:
    """Those that can be called with so many arguments, all where none can.

    A definition whose declaration has default values takes fewer arguments than it says itself.
    """
    if arguments == NONE or len(symbols) < 2:
        return list(symbols)
    fit = [entry for entry in symbols if entry.takes(arguments)]
    lenient = {entry.most_arguments for entry in fit if entry.is_declaration}
    return [entry for entry in symbols if entry in fit or entry.most_arguments in lenient] if fit else list(symbols)
