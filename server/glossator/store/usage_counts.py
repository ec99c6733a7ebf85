"""How often a symbol is called, counted in the index without reading what calls it."""

from __future__ import annotations

from typing import NamedTuple

from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS
from glossator.core.row_ids import POSITION_BITS, row_id
from glossator.core.symbols import ReferenceKind
from glossator.store import lookups
from glossator.store.inserting import stored_symbols
from glossator.store.reader import IndexReader


class CallerCounts(NamedTuple):
    """Definitions (or the top-level code of a file) that call something, those of them that surely do, and those that
    name it in any way."""

    calling: int = 0
    surely: int = 0
    naming: int = 0


_CALLING = """SELECT COUNT(*), COALESCE(SUM(sure), 0) FROM (
    SELECT MAX(e.sure) AS sure FROM edges e
    WHERE e.symbol_id IN (?, ?) AND e.kind = ? GROUP BY e.ref_id >> ?, e.enclosing)"""

_NAMING = """SELECT COUNT(*) FROM (
    SELECT 1 FROM edges e WHERE e.symbol_id = ? GROUP BY e.ref_id >> ?, e.enclosing)"""


def count_callers(
    reader: IndexReader, path: str, qualified_name: str, ordinal: int, *, with_container: bool
) -> CallerCounts | None:
    """How many definitions call the symbol of that identity, None if the index does not have it.

    `with_container` counts calls of the symbol that holds it as well, for constructors. Raises as the reader does.
    """
    with reader.snapshot() as connection:
        file_id = None if connection is None else lookups.file_id(connection, path)
        if connection is None or file_id is None:
            return None
        symbols = stored_symbols(connection, file_id)
        identity = (qualified_name, ordinal)
        named = (
            place
            for place, symbol in enumerate(symbols)
            if (symbol.qualified_name, symbol.ordinal) == identity
        )
        position = next(named, None)
        if position is None:
            return None
        symbol = symbols[position]
        own = row_id(file_id, position)
        around = row_id(file_id, symbol.container) if with_container and symbol.container is not None else own
        values = (own, around, REFERENCE_KIND_NUMBERS[ReferenceKind.CALL], POSITION_BITS)
        calling, surely = connection.execute(_CALLING, values).fetchone()
        (naming,) = connection.execute(_NAMING, (own, POSITION_BITS)).fetchone()
        return CallerCounts(calling, surely, naming)
