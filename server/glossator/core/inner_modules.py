"""Modules inside of files, and what a path means there that goes up from them (`super::name` in Rust)."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.fact_tables import SYMBOL_KIND_NUMBERS, SymbolTable
from glossator.core.languages import Language
from glossator.core.symbols import SymbolKind

_UP = "super"
_HERE = "self"
_MODULE = SYMBOL_KIND_NUMBERS[SymbolKind.MODULE]

Place = tuple[int, int]


class InnerModules:
    """The modules inside of one file."""

    def __init__(self, places: Sequence[tuple[int, Place]], language: Language) -> None:
        """`places` are the positions of the modules among the symbols, and where they stand, outer ones first."""
        self._places = places if language.inner_modules else ()

    @classmethod
    def of(cls, symbols: SymbolTable, language: Language) -> InnerModules:
        """Those among the symbols of a file."""
        if not language.inner_modules:
            return cls((), language)
        kinds, _, _, _, _, starts, ends, *_ = symbols.views()
        places = enumerate(zip(kinds, starts, ends, strict=True))
        return cls(
            [(position, (start, end)) for position, (kind, start, end) in places if kind == _MODULE], language
        )

    def around(self, offset: int) -> int | None:
        """The position of the innermost module around an offset, None where there is none."""
        around = (position for position, (start, end) in reversed(self._places) if start <= offset < end)
        return next(around, None)

    def seen_from_file(self, path: str, offset: int, separator: str, here: str = _HERE) -> str:
        """A path at an offset as it would be written outside of the modules inside of the file, which is `here`."""
        if not self._places or not path.startswith(_UP):
            return path
        names = path.split(separator)
        if names[0] != _UP:
            return path
        around = sum(start <= offset < end for _, (start, end) in self._places)
        ups = sum(1 for name in names if name == _UP)
        left = names[min(around, ups) :]
        return separator.join(left if left[:1] == [_UP] else [here, *left])
