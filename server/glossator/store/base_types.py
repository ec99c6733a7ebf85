"""What a type of the index names as its bases, which members a type has, and which files import a name."""

from __future__ import annotations

from typing import NamedTuple

from glossator.core.fact_bytes import decode_imports, storable_text
from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS
from glossator.core.row_ids import file_of, position_of, row_id
from glossator.core.symbols import Import, ReferenceKind
from glossator.store.packing import decode_path
from glossator.store.reader import IndexReader
from glossator.store.records import Records

_INHERIT = REFERENCE_KIND_NUMBERS[ReferenceKind.INHERIT]


class NamedBase(NamedTuple):
    """A base as it is written, with the id of the type that it is; None for one from outside of the workspace."""

    name: str
    type_id: int | None


def bases_of(reader: IndexReader, type_id: int) -> list[NamedBase]:
    """What a type names as its bases, in order. Raises as the reader does, and so do the others here."""
    with reader.snapshot() as connection:
        if connection is None:
            return []
        references = Records(connection).references_of(file_of(type_id))
        found: list[NamedBase] = []
        if not len(references):
            return found
        kinds, _, _, _, _, holders, _ = references.views()
        for position, (kind, holder) in enumerate(zip(kinds, holders, strict=True)):
            if kind == _INHERIT and holder == position_of(type_id):
                identifier = row_id(file_of(type_id), position)
                targets = connection.execute(
                    "SELECT symbol_id FROM edges WHERE ref_id = ?", (identifier,)
                ).fetchall()
                name = references[position].name
                found += [NamedBase(name, target) for (target,) in targets] or [NamedBase(name, None)]
        return found


def members_of(reader: IndexReader, type_id: int) -> frozenset[str]:
    """The names of what is defined directly in a type."""
    with reader.snapshot() as connection:
        if connection is None:
            return frozenset()
        symbols = Records(connection).symbols_of(file_of(type_id))
        if not len(symbols):
            return frozenset()
        _, containers, *_ = symbols.views()
        own = position_of(type_id)
        return frozenset(
            name for name, container in zip(symbols.names, containers, strict=True) if container == own
        )


def imports_of_name(reader: IndexReader, name: str) -> list[tuple[str, Import]]:
    """The imports that take something of that name from a module, each with the path of its file, by path."""
    name = storable_text(name)
    statement = """SELECT files.path, facts.imports FROM facts JOIN files ON files.id = facts.file_id
        WHERE instr(facts.imports, ?)"""
    with reader.snapshot() as connection:
        if connection is None:
            return []
        rows = connection.execute(statement, (name.encode("utf-8"),)).fetchall()
    found = [
        (decode_path(path), entry)
        for path, imports in rows
        for entry in decode_imports(imports)
        if entry.name == name
    ]
    return sorted(found, key=lambda each: (each[0], each[1].span))
