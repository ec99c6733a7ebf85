"""The imports of files by the names that they bind."""

from __future__ import annotations

from dataclasses import dataclass, field

from glossator.core.languages import Language
from glossator.core.resolve.module_paths import without_version
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import Import, SymbolKind


@dataclass(slots=True)
class ImportTable:
    """The imports of one file by the scope that they stand in and the name that they bind there."""

    named: dict[tuple[int | None, str], Import] = field(default_factory=dict)
    wildcards: dict[int | None, list[Import]] = field(default_factory=dict)
    others: dict[tuple[int | None, str], list[Import]] = field(default_factory=dict)
    """Further imports of a name, which may bring overloads of it."""


class ImportTables:
    """Makes the tables of imports of a workspace that does not change, each once."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._tables: dict[str, ImportTable] = {}

    def table(self, path: str) -> ImportTable:
        """The imports of a file."""
        table = self._tables.get(path)
        if table is None:
            table = self._tables[path] = ImportTable()
            file = self._workspace.files.get(path)
            language = file.language if file is not None else None
            if file is not None and language is not None:
                inside = [each for each in file.imports if self._is_module(each[0])]
                # What stands in a module inside of the file is seen in the rest of it only where nothing else is.
                for scope, entry in (*file.imports, *((None, entry) for _, entry in inside)):
                    if entry.name == "*" and entry.alias is None:
                        table.wildcards.setdefault(scope, []).append(entry)
                    elif (local := self._local_name(entry, path, language)) is not None:
                        known = table.named.setdefault((scope, local), entry)
                        if known is not entry and language.overloads and language.private_imports:
                            table.others.setdefault((scope, local), []).append(entry)
        return table

    def _is_module(self, scope: int | None) -> bool:
        symbol = None if scope is None else self._workspace.symbols.get(scope)
        return symbol is not None and symbol.kind is SymbolKind.MODULE

    def _local_name(self, entry: Import, path: str, language: Language) -> str | None:
        if entry.alias is not None or entry.name is not None:
            return entry.local_name
        if language.import_binds == "path":
            return entry.module
        if language.import_binds == "package":
            modules = self._workspace.modules
            called = (modules.package(file) for file in modules.find(entry.module, path, language))
            return next(filter(None, called), "".join(without_version(entry.module)[-1:]))
        return split_last(entry.module)[1]


def split_last(module: str) -> tuple[str, str]:
    """The path of a module without its last part, and that part."""
    for separator in ("::", "\\", "/", "."):
        if separator in module:
            outer, _, last = module.rpartition(separator)
            return outer, last
    return "", module
