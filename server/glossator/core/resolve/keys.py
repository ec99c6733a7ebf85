"""Names as they are compared: without case where a language does not tell names apart by it.

Facts keep names as they are written. The tables of the resolver hold them in the form made here, and references are
looked up in the same form, so that nothing else has to know about case.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from glossator.core.languages import Language
from glossator.core.symbols import Value

if TYPE_CHECKING:
    from glossator.core.resolve.entries import FileEntry, SymbolEntry


def keyed_names(names: Sequence[str], language: Language | None) -> Sequence[str]:
    """Names as they are compared."""
    if language is None or language.case_sensitive:
        return names
    return [language.key(name) for name in names]


def keyed_symbols(entries: Iterable[SymbolEntry], language: Language | None) -> Iterable[SymbolEntry]:
    """Symbols of one file under the names by which they are compared."""
    if language is None or language.case_sensitive:
        return entries
    key = language.key
    return [
        replace(
            entry,
            name=key(entry.name),
            qualified_name=key(entry.qualified_name),
            owner=None if entry.owner is None else key(entry.owner),
        )
        for entry in entries
    ]


def keyed_file(entry: FileEntry) -> FileEntry:
    """A file whose imports bind names as they are compared; paths of modules stay as they are written."""
    language = entry.language
    if language is None or language.case_sensitive:
        return entry
    imports = (
        (
            holder,
            replace(
                item,
                name=None if item.name is None else language.key(item.name),
                alias=None if item.alias is None else language.key(item.alias),
            ),
        )
        for holder, item in entry.imports
    )
    return replace(entry, imports=tuple(imports))


def keyed_values(values: Iterable[Value], language: Language | None) -> Iterable[Value]:
    """Values under the names by which they are compared."""
    if language is None or language.case_sensitive:
        return values
    return [Value(holder, language.key(name), language.key(source)) for holder, name, source in values]
