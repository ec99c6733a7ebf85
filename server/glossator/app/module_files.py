"""Which files an import means: the strategies of the resolver over the files of an index."""

from __future__ import annotations

import threading
from weakref import WeakKeyDictionary

from glossator.core.languages import languages
from glossator.core.resolve import FileEntry, Workspace, file_entry
from glossator.core.symbols import Import
from glossator.store import uses
from glossator.store.lookups import DataVersion
from glossator.store.reader import IndexReader
from glossator.store.schema import Part

_MOST_FILES = 20
"""A package may be a folder with very many files."""


class ModuleFiles:
    """Finds files by module. Thread-safe; the table of an index's files is kept while they stay the same."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tables: WeakKeyDictionary[IndexReader, tuple[DataVersion, Workspace]] = WeakKeyDictionary()

    def find(
        self, reader: IndexReader, entry: Import, importer: str, language_id: str, *, as_module: bool
    ) -> list[str]:
        """The paths of the files that an import in the file `importer` names; none if they lie outside. With
        `as_module` the name that it takes is asked for as a module of its own first."""
        language = languages().get(language_id)
        if language is None or not entry.module:
            return []
        separator = "" if entry.module.endswith(".") else language.separator
        written = [entry.module]
        if as_module and entry.name not in (None, "*"):
            written.insert(0, f"{entry.module}{separator}{entry.name}")
        with self._lock:
            workspace = self._workspace(reader)
            found = (workspace.modules.find(each, importer, language) for each in written)
            return list(next((files for files in found if files), ()))[:_MOST_FILES]

    def _workspace(self, reader: IndexReader) -> Workspace:
        version = reader.data_version(Part.FILES)
        known = self._tables.get(reader)
        if known is not None and known[0] == version:
            return known[1]
        workspace = Workspace()
        for path, language_id in uses.files(reader):
            language = languages().get(language_id)
            if language is not None and language.manifest:
                workspace.add_file(file_entry(0, path, language, uses.imports_of(reader, path)))
            else:
                workspace.add_file(FileEntry(path, language))
        self._tables[reader] = version, workspace
        return workspace
