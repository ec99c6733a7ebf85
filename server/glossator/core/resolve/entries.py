"""What the resolver works on: symbols, files, references, and the edges that it makes of them."""

from __future__ import annotations

from dataclasses import dataclass

from glossator.core.languages import Language
from glossator.core.symbols import NONE, Certainty, Import, ReferenceKind, SymbolKind


@dataclass(frozen=True, slots=True)
class SymbolEntry:
    """A symbol as the resolver sees it; `container` is the id of the enclosing symbol."""

    id: int
    path: str
    kind: SymbolKind
    name: str
    qualified_name: str
    container: int | None
    owner: str | None
    is_declaration: bool
    least_arguments: int = NONE
    most_arguments: int = NONE

    def takes(self, arguments: int, *, further: bool = False) -> bool:
        """Whether a call with so many arguments may mean it, `further` ones than it names included."""
        if arguments == NONE or self.most_arguments == NONE:
            return True
        return self.least_arguments <= arguments and (further or arguments <= self.most_arguments)


@dataclass(frozen=True, slots=True)
class FileEntry:
    """A file with its imports; each import with the id of the symbol that encloses it, None at top level."""

    path: str
    language: Language | None
    imports: tuple[tuple[int | None, Import], ...] = ()


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """A reference as the resolver sees it; `enclosing` is the id of the enclosing symbol."""

    id: int
    path: str
    kind: ReferenceKind
    name: str
    receiver: str | None
    enclosing: int | None
    arguments: str | None = None
    """The arguments of a call in the form of `core.values.arguments`."""


UNLISTED = 0
"""Stands for the symbol of an edge that may lead to so many that they are not listed."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A reference resolved to a symbol; `why` is a short phrase for people."""

    reference: int
    symbol: int
    certainty: Certainty
    why: str
