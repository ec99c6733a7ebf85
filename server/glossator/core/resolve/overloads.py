"""Which of several definitions of one name a call means, by the number and the types of its arguments."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.resolve.arity import of_arity
from glossator.core.resolve.candidates import OPEN, RELATED, Candidate, beats, without_arguments
from glossator.core.resolve.constness import Constness
from glossator.core.resolve.entries import ReferenceEntry, SymbolEntry
from glossator.core.resolve.typing import Meaning, Sort, Typing
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import INSIDE, NONE, PARAMETERS, TYPE_KINDS, SymbolKind
from glossator.core.values.arguments import number_of
from glossator.core.values.literals import (
    CHARACTER,
    FRACTION,
    FUNCTION,
    INTEGER,
    LITERALS,
    NOTHING,
    STRING,
    TRUTH,
)
from glossator.core.values.type_forms import SEQUENCE, split_type

_NAMES = {
    STRING: "string str wstring string_view stringview charsequence char u8string cstring qstring object any id",
    CHARACTER: "char character wchar_t rune byte uchar char8_t char16_t char32_t int object any",
    INTEGER: "int integer long short byte sbyte uint ulong ushort size_t ssize_t int8_t int16_t int32_t int64_t "
    "uint8_t uint16_t uint32_t uint64_t int32 int64 uint32 uint64 ptrdiff_t intptr_t number nint float double decimal "
    "object any",
    FRACTION: "float double decimal number object any single",
    TRUTH: "bool boolean object any",
}
_ACCEPTED = {literal: frozenset(names.split()) for literal, names in _NAMES.items()}
_CHARACTERS = frozenset({"char", "character"})
"""Types that a string fits only where it is a pointer to them."""
_PRIMITIVE = frozenset(name for names in _ACCEPTED.values() for name in names) - {"object", "any", "id"}
_TEXTS = _PRIMITIVE & _ACCEPTED[STRING] - {"char"}
"""Types of texts, which no number becomes; a pointer to characters is a `char` here."""
_OBJECTS = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.ENUM})
_ANYTHING = frozenset({"object", "any", "dynamic", "var", "auto", "t", "id"})
_LITERAL_TYPES = {STRING: "String", CHARACTER: "char", INTEGER: "int", FRACTION: "double", TRUTH: "bool"}
_NO = -1
_UNKNOWN, _NAMED_SO, _WEAK, _GOOD, _SAME, _EXACT = 0, 5, 10, 30, 40, 41
"""How well an argument fits: scores between two of them tell how near its type is to that of the parameter."""
_STEPS_COUNTED = 8
_WIDENING = ("byte", "short", "char", "int", "uint", "long", "ulong", "float", "double", "decimal")


class Overloads:
    """Chooses among definitions of one name."""

    def __init__(self, workspace: Workspace, typing: Typing) -> None:
        self._workspace = workspace
        self._typing = typing
        self._constness = Constness(workspace, typing)

    def chosen(
        self, reference: ReferenceEntry, symbols: Sequence[SymbolEntry]
    ) -> tuple[list[SymbolEntry], bool]:
        """Those that a call may mean, the best first, and whether its arguments prove that it is the first."""
        seen = self._constness.fitting(self._seen(symbols, reference), reference)
        seen = of_arity(self._workspace, seen, reference)
        fit = fitting(seen, number_of(reference.arguments))
        if len(fit) < 2 or reference.arguments is None or ":" not in reference.arguments:
            return fit, len(fit) == 1
        written = reference.arguments.partition(":")[2].split(";")
        if written == [""]:
            return without_arguments(fit)
        arguments = [
            self._typing.meanings(each.removeprefix("&"), reference.path, reference.enclosing)
            for each in written
        ]
        ranked = [each for entry in fit if (each := self._candidate(entry, arguments, written)) is not None]
        if not ranked:
            return fit, False
        # Of those that fit as well the first one is that of the nearest type.
        ranked.sort(key=lambda each: (-sum(each.scores), each.entry.most_arguments > OPEN))
        best = next((each for each in ranked if all(beats(each, other) for other in ranked)), None)
        if best is not None:
            return [best.entry, *(each.entry for each in ranked if each is not best)], True
        return [
            each.entry
            for each in ranked
            if not any(beats(other, each) for other in ranked if other is not each)
        ], False

    def _seen(self, symbols: Sequence[SymbolEntry], reference: ReferenceEntry) -> Sequence[SymbolEntry]:
        """Those that are not private to another type than the outermost one around the reference; all if none is."""
        values = self._workspace.values
        if not any((entry.id, INSIDE) in values for entry in symbols):
            return symbols
        around = self._outermost(reference.enclosing)
        return [
            entry
            for entry in symbols
            if (entry.id, INSIDE) not in values or self._outermost(entry.id) == around
        ] or symbols

    def _outermost(self, symbol_id: int | None) -> str | None:
        types = [entry for entry in self._workspace.chain(symbol_id) if entry.kind in TYPE_KINDS]
        return types[-1].qualified_name if types else None

    def _candidate(
        self, entry: SymbolEntry, arguments: Sequence[tuple[Meaning, ...]], written: Sequence[str]
    ) -> Candidate | None:
        """A definition with how well the arguments fit it, None where they do not."""
        parameters = self._parameters(entry, len(arguments))
        if parameters is None:
            return Candidate(entry, (), ())
        scores = tuple(
            self._fits(argument, each, parameter, entry)
            for argument, each, parameter in zip(arguments, written, parameters, strict=False)
        )
        ambiguous = frozenset(index for index, argument in enumerate(arguments) if len(argument) > 1)
        return None if _NO in scores else Candidate(entry, tuple(parameters), scores, ambiguous)

    def _parameters(self, entry: SymbolEntry, number: int) -> list[str] | None:
        """The types of the parameters that so many arguments go to, None where they are not known."""
        forms = self._workspace.values.get((entry.id, PARAMETERS))
        if not forms:
            return None
        parameters = forms[0].split(";")
        if entry.owner is not None and len(parameters) == number + 1:
            # An extension is called on its first parameter.
            parameters = parameters[1:]
        while len(parameters) < number and parameters:
            parameters.append(parameters[-1])
        return parameters

    def _fits(self, argument: tuple[Meaning, ...], written: str, parameter: str, entry: SymbolEntry) -> int:
        if (parameter[:1] == "&") != (written[:1] == "&"):
            return _NO
        parameter, written = parameter.removeprefix("&"), written.removeprefix("&")
        if not parameter or not (argument or written):
            return _UNKNOWN
        name, parts = split_type(parameter)
        plain = name.rpartition(".")[2]
        last = plain.lower()
        if name == SEQUENCE and parts and entry.most_arguments > OPEN:
            return max(self._fits(argument, written, parts[0], entry), _UNKNOWN)
        if written == NOTHING:
            # What is boxed may be null.
            return _NO if plain in _PRIMITIVE and plain not in ("string", "str") else _UNKNOWN
        if written == FUNCTION:
            is_other = last in _PRIMITIVE or last == "object" or name == SEQUENCE
            return _NO if is_other or self._holds_no_function(name, entry) else _WEAK
        if last in _ANYTHING or self._is_type_parameter(name, entry):
            return _WEAK
        if _is_value(written, argument) and self._is_delegate(name, last, entry):
            return _NO
        best = _NO
        for meaning in argument:
            best = max(best, self._fit(meaning, parameter, entry))
        return best if argument else _UNKNOWN

    def _fit(self, meaning: Meaning, parameter: str, entry: SymbolEntry) -> int:
        name, parts = split_type(parameter)
        last = name.rpartition(".")[2].lower()
        if meaning.sort is Sort.EXTERNAL:
            if meaning.type_name == SEQUENCE == name and parts and meaning.arguments:
                return self._elements_fit(meaning.arguments[-1], parts[-1], entry)
            language = self._workspace.language(entry.path)
            if meaning.type_name == SEQUENCE and language is not None and language.arrays_decay:
                held = meaning.arguments[-1] if meaning.arguments else ()
                return max((self._fit(each, parameter, entry) for each in held), default=_UNKNOWN)
            found = self._external_fit(meaning.type_name, name, entry)
            # A generic type is another one than that of the same name without arguments.
            return min(found, _GOOD) if bool(parts) != bool(meaning.arguments) else found
        if meaning.symbol is None:
            return _UNKNOWN
        if meaning.sort is Sort.FUNCTION:
            return _NO if last in _PRIMITIVE else _WEAK
        if last in _PRIMITIVE or name == SEQUENCE:
            language = self._workspace.language(entry.path)
            converts = language is not None and language.arrays_decay
            return (
                RELATED if converts and meaning.symbol.kind is SymbolKind.ENUM and name != SEQUENCE else _NO
            )
        wanted = self._typing.declared(name, entry.path, entry.id)
        types = {
            part.id
            for each in wanted
            if each.sort is Sort.INSTANCE and each.symbol is not None
            for part in self._workspace.parts_of(each.symbol)
        }
        if not types:
            return _WEAK
        if meaning.symbol.id in types:
            return _EXACT
        lineage = self._typing.members.lineage(meaning.symbol) if meaning.symbol.kind in TYPE_KINDS else ()
        steps = next((place for place, base in enumerate(lineage) if base.id in types), None)
        return _NO if steps is None else _GOOD + _STEPS_COUNTED - min(steps, _STEPS_COUNTED)

    def _elements_fit(self, elements: tuple[Meaning, ...], parameter: str, entry: SymbolEntry) -> int:
        """How well a sequence fits a parameter that is one of elements of that type."""
        found = self._fits(elements, "", parameter, entry)
        if found in (_NO, _UNKNOWN):
            return found
        is_plain = any(each.type_name in _PRIMITIVE - {"string"} for each in elements)
        return _NO if is_plain and found < _SAME else _EXACT if found == _EXACT else _GOOD

    def _external_fit(self, known: str, name: str, entry: SymbolEntry) -> int:
        if not known:
            return _UNKNOWN
        plain = name.rpartition(".")[2]
        last = plain.lower()
        if last not in _PRIMITIVE:
            plain = self._renamed(name, entry)
            last = plain.lower()
        accepted = _ACCEPTED.get(known)
        language = self._workspace.language(entry.path)
        if known == STRING and last in _CHARACTERS and (language is None or not language.arrays_decay):
            return _NO
        if known in LITERALS and accepted is None:
            return _UNKNOWN
        own = self._own_type(known, entry)
        lower = own.lower()
        if own == plain or {own, plain} == {"bool", "boolean"}:
            return _EXACT
        if lower == last or {lower, last} == {"bool", "boolean"}:
            return _SAME
        if own == SEQUENCE or name == SEQUENCE:
            if lower in _PRIMITIVE or last in _PRIMITIVE:
                return _NO
            return _UNKNOWN if name == SEQUENCE else self._foreign(known, name, entry)
        if lower in _PRIMITIVE and last in _PRIMITIVE:
            converts = language is not None and language.converts_numbers
            if converts and (lower in _TEXTS or last in _TEXTS) and not {lower, last} <= _TEXTS | {"char"}:
                return _NO
            return RELATED if converts else _widened(lower, last, is_literal=own != known)
        if accepted is not None and last in accepted:
            return RELATED
        if last in _PRIMITIVE or (lower in _PRIMITIVE and accepted is None):
            return _NO
        return self._foreign(known, name, entry)

    def _is_type_parameter(self, name: str, entry: SymbolEntry) -> bool:
        """Whether a name is that of a parameter of a generic method or type around it, of which nothing is known."""
        parameters = self._workspace.type_parameters
        is_parameter = any(name in parameters(around.id) for around in self._workspace.chain(entry.id))
        return is_parameter and not self._typing.declared(name, entry.path, entry.id)

    def _holds_no_function(self, name: str, entry: SymbolEntry) -> bool:
        """Whether a type of the workspace is none that a function could be one of."""
        wanted = self._typing.declared(name, entry.path, entry.id)
        return bool(wanted) and all(
            each.sort is Sort.INSTANCE and each.symbol is not None and each.symbol.kind in _OBJECTS
            for each in wanted
        )

    def _own_type(self, known: str, entry: SymbolEntry) -> str:
        """The name of a type from outside, or of that of a literal; a text is an array, and so a pointer, in C++."""
        language = self._workspace.language(entry.path)
        if known == STRING and language is not None and language.arrays_decay:
            return "char"
        return _LITERAL_TYPES.get(known, known)

    def _is_delegate(self, name: str, last: str, entry: SymbolEntry) -> bool:
        """Whether a type is that of functions, for which calls hardly ever stand."""
        if last in ("func", "action"):
            return True
        wanted = self._typing.declared(name, entry.path, entry.id)
        return bool(wanted) and all(
            each.symbol is not None and each.symbol.kind is SymbolKind.TYPE for each in wanted
        )

    def _foreign(self, known: str, name: str, entry: SymbolEntry) -> int:
        """How something external fits a parameter of that type: hardly where the type is of the workspace."""
        wanted = self._typing.declared(name, entry.path, entry.id)
        if any(each.sort is Sort.INSTANCE for each in wanted):
            return _NO
        # A class is often called by the name of what it is one of (`FileReader`, `ArrayList`).
        plain = name.rpartition(".")[2]
        return _NAMED_SO if plain and known != plain and known.endswith(plain) else _UNKNOWN

    def _renamed(self, name: str, entry: SymbolEntry) -> str:
        """The built-in type that another name for it means (`typedef long Size`), else the name."""
        wanted = self._typing.declared(name, entry.path, entry.id)
        only = wanted[0].type_name if len(wanted) == 1 and wanted[0].sort is Sort.EXTERNAL else ""
        return only if only.lower() in _PRIMITIVE else name


def _is_value(written: str, argument: Sequence[Meaning]) -> bool:
    """Whether an argument of unknown type is hardly a function: what a call gives, or a field of an object."""
    if any(each.sort is not Sort.EXTERNAL or each.type_name for each in argument):
        return False
    return written.endswith(")") or (bool(argument) and "." in written and not written[:1].isupper())


def _widened(known: str, wanted: str, *, is_literal: bool) -> int:
    """How well a value of a built-in type fits a parameter of another one: the less it is widened, the better."""
    if not any({known, wanted} <= accepted for accepted in _ACCEPTED.values()):
        return _NO
    if known not in _WIDENING or wanted not in _WIDENING:
        return RELATED
    steps = _WIDENING.index(wanted) - _WIDENING.index(known)
    if steps < 0 and not (is_literal and known == "int"):
        return _NO
    if wanted == "decimal" and known in ("float", "double"):
        return _NO
    return RELATED if steps < 0 else _GOOD - 1 - min(steps, _STEPS_COUNTED)


def fitting(symbols: Sequence[SymbolEntry], arguments: int) -> list[SymbolEntry]:
    """Those that can be called with so many arguments, all where none can.

    A definition whose declaration has default values takes fewer arguments than it says itself.
    """
    if arguments == NONE or len(symbols) < 2:
        return list(symbols)
    fit = [entry for entry in symbols if entry.takes(arguments)]
    lenient = {entry.most_arguments for entry in fit if entry.is_declaration}
    return (
        [entry for entry in symbols if entry in fit or entry.most_arguments in lenient]
        if fit
        else list(symbols)
    )
