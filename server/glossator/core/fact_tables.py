"""Symbols and references of a file as columns of integers.

A large workspace has millions of references. As columns they are made, sent and stored at a fraction of what as many
objects cost; an object is made when one is looked at. Integers are 32 bits in the order of bytes of the machine.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import overload

from glossator.core.symbols import NONE, Parameters, Reference, ReferenceKind, Symbol, SymbolKind
from glossator.core.text import Span

SYMBOL_KINDS = tuple(SymbolKind)
"""Kinds of symbols by the number that stands for them in a `SymbolTable`. New ones go to the end."""

REFERENCE_KINDS = tuple(ReferenceKind)
"""Kinds of references by the number that stands for them in a `ReferenceTable`. New ones go to the end."""

_REFERENCE_COLUMNS = 7
_SYMBOL_COLUMNS = 16
_INTEGER_BYTES = array("i").itemsize

SYMBOL_KIND_NUMBERS = {kind: number for number, kind in enumerate(SYMBOL_KINDS)}
REFERENCE_KIND_NUMBERS = {kind: number for number, kind in enumerate(REFERENCE_KINDS)}


def _views(columns: bytes, count: int) -> list[memoryview]:
    numbers = memoryview(columns).cast("i")
    size = len(numbers) // count
    return [numbers[place * size : (place + 1) * size] for place in range(count)]


def _packed(columns: Iterable[Iterable[int]]) -> bytes:
    numbers = array("i")
    for column in columns:
        numbers.extend(column)
    return numbers.tobytes()


@dataclass(frozen=True, slots=True)
class ReferenceTable(Sequence[Reference]):
    """References as columns: kinds (places in `REFERENCE_KINDS`), names and receivers (places in `names` and
    `receivers`), start, end, the position of the enclosing symbol, and the arguments
    (places in `arguments`)."""

    names: tuple[str, ...] = ()
    receivers: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    columns: bytes = b""

    @classmethod
    def of(cls, references: Iterable[Reference]) -> ReferenceTable:
        """The table of some references, in their order."""
        if isinstance(references, ReferenceTable):
            return references
        builder = ReferenceTableBuilder()
        for item in references:
            kind = REFERENCE_KIND_NUMBERS[item.kind]
            builder.add(
                kind, item.name, item.receiver, item.span.start, item.span.end, item.enclosing, item.arguments
            )
        return builder.table()

    def views(self) -> list[memoryview]:
        """The seven columns in the order told above, as views of integers."""
        return _views(self.columns, _REFERENCE_COLUMNS)

    def __len__(self) -> int:
        return len(self.columns) // (_REFERENCE_COLUMNS * _INTEGER_BYTES)

    @overload
    def __getitem__(self, position: int) -> Reference: ...
    @overload
    def __getitem__(self, position: slice) -> tuple[Reference, ...]: ...
    def __getitem__(self, position: int | slice) -> Reference | tuple[Reference, ...]:
        if isinstance(position, slice):
            return tuple(self[place] for place in range(*position.indices(len(self))))
        return self._made(*(column[position] for column in self.views()))

    def __iter__(self) -> Iterator[Reference]:
        return map(self._made, *self.views())

    def _made(
        self, kind: int, name: int, receiver: int, start: int, end: int, enclosing: int, arguments: int
    ) -> Reference:
        return Reference(
            kind=REFERENCE_KINDS[kind],
            name=self.names[name],
            span=Span(start, end),
            enclosing=None if enclosing == NONE else enclosing,
            receiver=None if receiver == NONE else self.receivers[receiver],
            arguments=None if arguments == NONE else self.arguments[arguments],
        )


class ReferenceTableBuilder:
    """Gathers references one by one. Equal references in equal order give equal tables."""

    __slots__ = ("_arguments", "_names", "_numbers", "_receivers")

    def __init__(self) -> None:
        self._names: dict[str, int] = {}
        self._receivers: dict[str | None, int] = {None: NONE}
        self._arguments: dict[str | None, int] = {None: NONE}
        self._numbers: list[int] = []

    def add(
        self,
        kind: int,
        name: str,
        receiver: str | None,
        start: int,
        end: int,
        enclosing: int | None,
        arguments: str | None = None,
    ) -> None:
        """Add one; `kind` is a place in `REFERENCE_KINDS`."""
        names, receivers, known = self._names, self._receivers, self._arguments
        self._numbers += (
            kind,
            names.setdefault(name, len(names)),
            receivers.setdefault(receiver, len(receivers) - 1),
            start,
            end,
            NONE if enclosing is None else enclosing,
            known.setdefault(arguments, len(known) - 1),
        )

    def table(self) -> ReferenceTable:
        """All that was added."""
        numbers = self._numbers
        columns = (numbers[place::_REFERENCE_COLUMNS] for place in range(_REFERENCE_COLUMNS))
        receivers = tuple(receiver for receiver in self._receivers if receiver is not None)
        arguments = tuple(form for form in self._arguments if form is not None)
        return ReferenceTable(tuple(self._names), receivers, arguments, _packed(columns))


@dataclass(frozen=True, slots=True, eq=False)
class SymbolTable(Sequence[Symbol]):
    """Symbols as columns: kind (a place in `SYMBOL_KINDS`), container, ordinal, then start and end of name, whole
    definition, signature, body and documentation, 1 for a mere declaration, and the least and most arguments.

    `decorators` holds position, start and end of each decorator.
    """

    names: tuple[str, ...] = ()
    qualified_names: tuple[str, ...] = ()
    owners: tuple[str | None, ...] = ()
    columns: bytes = b""
    decorators: bytes = b""
    _made: dict[int, Symbol] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, symbols: Iterable[Symbol]) -> SymbolTable:
        """The table of some symbols, in their order."""
        if isinstance(symbols, SymbolTable):
            return symbols
        builder = SymbolTableBuilder()
        for item in symbols:
            builder.add(
                SYMBOL_KIND_NUMBERS[item.kind],
                item.name,
                item.qualified_name,
                item.owner,
                NONE if item.container is None else item.container,
                (
                    item.ordinal,
                    *_ends(item.name_span),
                    *_ends(item.span),
                    *_ends(item.signature_span),
                    *_ends(item.body_span),
                    *_ends(item.doc_span),
                    item.is_declaration,
                    *item.parameters,
                ),
                [_ends(span) for span in item.decorator_spans],
            )
        return builder.table()

    def named_within(self, start: int, end: int) -> list[int]:
        """The positions of the symbols whose names begin in a range of bytes; no symbol is made for that."""
        return [place for place, begin in enumerate(self.views()[3]) if start <= begin < end]

    def views(self) -> list[memoryview]:
        """The sixteen columns in the order told above, as views of integers."""
        return _views(self.columns, _SYMBOL_COLUMNS)

    def __len__(self) -> int:
        return len(self.names)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SymbolTable):
            mine = (self.columns, self.decorators, self.names, self.qualified_names, self.owners)
            return mine == (other.columns, other.decorators, other.names, other.qualified_names, other.owners)
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    @overload
    def __getitem__(self, position: int) -> Symbol: ...
    @overload
    def __getitem__(self, position: slice) -> tuple[Symbol, ...]: ...
    def __getitem__(self, position: int | slice) -> Symbol | tuple[Symbol, ...]:
        if isinstance(position, slice):
            return tuple(self[place] for place in range(*position.indices(len(self))))
        place = position if position >= 0 else position + len(self)
        symbol = self._made.get(place)
        if symbol is None:
            symbol = self._made[place] = self._make(place)
        return symbol

    def _make(self, place: int) -> Symbol:
        numbers = [column[place] for column in self.views()]
        kind, container, ordinal = numbers[:3]
        return Symbol(
            kind=SYMBOL_KINDS[kind],
            name=self.names[place],
            qualified_name=self.qualified_names[place],
            container=None if container == NONE else container,
            ordinal=ordinal,
            name_span=Span(numbers[3], numbers[4]),
            span=Span(numbers[5], numbers[6]),
            signature_span=Span(numbers[7], numbers[8]),
            body_span=None if numbers[9] == NONE else Span(numbers[9], numbers[10]),
            doc_span=None if numbers[11] == NONE else Span(numbers[11], numbers[12]),
            decorator_spans=self._decorators_of(place) if self.decorators else (),
            is_declaration=bool(numbers[13]),
            owner=self.owners[place],
            parameters=Parameters(numbers[14], numbers[15]),
        )

    def _decorators_of(self, place: int) -> tuple[Span, ...]:
        numbers = memoryview(self.decorators).cast("i")
        return tuple(
            Span(numbers[at + 1], numbers[at + 2]) for at in range(0, len(numbers), 3) if numbers[at] == place
        )


class SymbolTableBuilder:
    """Gathers symbols one by one, containers before what they contain."""

    __slots__ = ("_decorators", "_owners", "_rows", "names", "qualified_names")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.qualified_names: list[str] = []
        self._owners: list[str | None] = []
        self._rows: list[tuple[int, ...]] = []
        self._decorators: list[int] = []

    def add(
        self,
        kind: int,
        name: str,
        qualified_name: str,
        owner: str | None,
        container: int,
        numbers: tuple[int, ...],
        decorators: Iterable[tuple[int, int]],
    ) -> None:
        """Add one. `numbers` are the columns from the third on."""
        for start, end in decorators:
            self._decorators += (len(self.names), start, end)
        self.names.append(name)
        self.qualified_names.append(qualified_name)
        self._owners.append(owner)
        self._rows.append((kind, container, *numbers))

    def table(self) -> SymbolTable:
        """All that was added."""
        columns = zip(*self._rows, strict=True)
        return SymbolTable(
            tuple(self.names),
            tuple(self.qualified_names),
            tuple(self._owners),
            _packed(columns),
            array("i", self._decorators).tobytes(),
        )


def _ends(span: Span | None) -> tuple[int, int]:
    return (NONE, NONE) if span is None else (span.start, span.end)
