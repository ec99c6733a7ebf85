"""What is known of the names of one file before its values are."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from glossator.core.fact_tables import SymbolTable
from glossator.core.languages import Language
from glossator.core.nesting import EnclosingSymbols

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class FileNames:
    """The symbols of a file, who encloses an offset, the starts of all names of definitions, and the names (with their
    holders) that are symbols or imports."""

    data: bytes
    language: Language
    symbols: SymbolTable
    enclosing: EnclosingSymbols
    defined: Collection[int]
    known: Collection[tuple[int | None, str | None]]

    def text(self, place: Place) -> str:
        return self.data[place[0] : place[1]].decode("utf-8", "replace")
