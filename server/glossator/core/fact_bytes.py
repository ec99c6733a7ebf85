"""Facts of a file as bytes (msgpack), for pipes between processes of one machine and for the index."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from glossator.core.fact_tables import ReferenceTable, SymbolTable
from glossator.core.symbols import FileFacts, Import, ParseState, Reference, Symbol, Value
from glossator.core.text import Span


class _Symbols(msgspec.Struct, array_like=True):
    names: tuple[str, ...]
    qualified_names: tuple[str, ...]
    owners: tuple[str | None, ...]
    columns: bytes
    decorators: bytes


class _References(msgspec.Struct, array_like=True):
    names: tuple[str, ...]
    receivers: tuple[str, ...]
    arguments: tuple[str, ...]
    columns: bytes


class _Facts(msgspec.Struct, array_like=True):
    language: str
    state: ParseState
    symbols: bytes
    references: bytes
    imports: bytes
    error_spans: tuple[Span, ...]
    values: bytes


_encode = msgspec.msgpack.Encoder().encode
_decode_symbols = msgspec.msgpack.Decoder(_Symbols).decode
_decode_references = msgspec.msgpack.Decoder(_References).decode
_decode_imports = msgspec.msgpack.Decoder(
    tuple[tuple[str, str | None, str | None, int, int, int | None], ...]
).decode
_decode_values = msgspec.msgpack.Decoder(tuple[Value, ...]).decode
_decode_facts = msgspec.msgpack.Decoder(_Facts).decode


def encode_facts(facts: FileFacts) -> bytes:
    """All facts of a file."""
    return _encode(
        _Facts(
            facts.language,
            facts.state,
            encode_symbols(facts.symbols),
            encode_references(facts.references),
            encode_imports(facts.imports),
            facts.error_spans,
            encode_values(facts.values),
        )
    )


def decode_facts(data: bytes) -> FileFacts:
    """What `encode_facts` made bytes of. Raises `msgspec.DecodeError` for anything else, as all below do."""
    wire = _decode_facts(data)
    return FileFacts(
        language=wire.language,
        state=wire.state,
        symbols=decode_symbols(wire.symbols),
        references=decode_references(wire.references),
        imports=decode_imports(wire.imports),
        error_spans=wire.error_spans,
        values=decode_values(wire.values),
    )


def encode_symbols(symbols: Sequence[Symbol]) -> bytes:
    table = SymbolTable.of(symbols)
    return _encode_names(
        _Symbols(table.names, table.qualified_names, table.owners, table.columns, table.decorators)
    )


def decode_symbols(data: bytes) -> SymbolTable:
    """The symbols that `encode_symbols` made bytes of."""
    wire = _decode_symbols(data)
    return SymbolTable(wire.names, wire.qualified_names, wire.owners, wire.columns, wire.decorators)


def encode_references(references: Sequence[Reference]) -> bytes:
    table = ReferenceTable.of(references)
    return _encode_names(_References(table.names, table.receivers, table.arguments, table.columns))


def decode_references(data: bytes) -> ReferenceTable:
    """The references that `encode_references` made bytes of."""
    wire = _decode_references(data)
    return ReferenceTable(wire.names, wire.receivers, wire.arguments, wire.columns)


def encode_imports(imports: Iterable[Import]) -> bytes:
    return _encode_names(
        [
            (item.module, item.name, item.alias, item.span.start, item.span.end, item.enclosing)
            for item in imports
        ]
    )


def decode_imports(data: bytes) -> tuple[Import, ...]:
    """The imports that `encode_imports` made bytes of."""
    return tuple(
        Import(module, name, alias, Span(start, end), enclosing)
        for module, name, alias, start, end, enclosing in _decode_imports(data)
    )


def encode_values(values: Iterable[Value]) -> bytes:
    return _encode_names(list(values))


def decode_values(data: bytes) -> tuple[Value, ...]:
    """The values that `encode_values` made bytes of."""
    return _decode_values(data)


def storable_text(text: str) -> str:
    """`text` with each lone surrogate replaced by U+FFFD, so that UTF-8 can hold it."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _encode_names(value: Any) -> bytes:
    try:
        return _encode(value)
    except UnicodeEncodeError:
        return _encode(_storable(msgspec.to_builtins(value, builtin_types=(bytes,))))


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable_text(value)
    return [_storable(item) for item in value] if isinstance(value, list | tuple) else value
