"""How well a definition answers a query that names it."""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.search.chunk_terms import file_stem
from glossator.core.symbols import CALLABLE_KINDS, TYPE_KINDS, Symbol, SymbolKind
from glossator.core.terms import whole_term

_OTHER_CONTAINER = 0.3
_OTHER_KIND = 0.3
_OTHER_CASE = 0.6
_MEMBER = 0.5
_DECLARATION = 0.5
_OTHER_FILE = 0.6
"""What is left of the weight of a definition that is in another container, is no type or function, is written otherwise
than the query, is a member, has no body, or stands in a file of another name."""


def definition_weight(symbol: Symbol, path: str, name: str, container: Sequence[str] = ()) -> float:
    """From 0 to 1: 1 for a type of that very name in a file of that name, and for a symbol in the container that the
    query names."""
    if whole_term(symbol.name) != whole_term(name):
        return 0.0
    if container:
        around = symbol.container_name.casefold()
        return 1.0 if all(part.casefold() in around for part in container) else _OTHER_CONTAINER
    weight = _kind_weight(symbol.kind)
    if symbol.name != name:
        weight *= _OTHER_CASE
    if symbol.container is not None or symbol.owner is not None:
        weight *= _MEMBER
    if symbol.is_declaration:
        weight *= _DECLARATION
    stem = file_stem(path.rpartition("/")[2])
    return weight if whole_term(stem) == whole_term(name) else weight * _OTHER_FILE


def _kind_weight(kind: SymbolKind) -> float:
    if kind in TYPE_KINDS:
        return 1.0
    if kind in CALLABLE_KINDS or kind is SymbolKind.MODULE:
        return 0.6
    return _OTHER_KIND
