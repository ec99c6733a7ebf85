"""The present text of files that the index speaks of, and whether it still is what was indexed.

An open document counts as the editor has it, any other file as it is on disk. Answers are never made from a text
whose hash differs from the indexed one without looking the place up again.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from glossator.app.documents import Documents
from glossator.app.reading import FileContent, read_file
from glossator.app.stamps import changed_ns, is_settled
from glossator.app.uris import uri_from_path
from glossator.core.errors import GlossatorError
from glossator.core.text import LineIndex

_MAX_CACHED = 256
_MAX_CACHED_BYTES = 16 * 1024 * 1024
"""How many texts, and bytes of them, are kept; the one read last is kept however large it is."""
_LARGEST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class CurrentText:
    """A file's text now. `indexed_hash` is the content hash of the file on disk, None if only the editor has it
    in this form."""

    path: str
    uri: str
    lines: LineIndex
    indexed_hash: bytes | None

    @property
    def data(self) -> bytes:
        return self.lines.data

    def is_fresh(self, content_hash: bytes | None) -> bool:
        """Whether this is the text that was indexed under that hash."""
        return content_hash is not None and self.indexed_hash == content_hash

    def is_outdated(self, content_hash: bytes | None) -> bool:
        """Whether the file on disk is another than the one that was indexed under that hash. What the editor has not
        saved yet outdates nothing."""
        return self.indexed_hash is not None and self.indexed_hash != content_hash


class CurrentTexts:
    """Reads texts once while they stay the same. Thread-safe."""

    def __init__(self, documents: Documents) -> None:
        self.documents = documents
        self._lock = threading.Lock()
        self._cache: OrderedDict[tuple[str, int, int], CurrentText] = OrderedDict()

    def get(self, root: Path, path: str) -> CurrentText | None:
        """The text of the file at `path` below `root`; None if it cannot be read any more."""
        absolute = root / path
        uri = uri_from_path(absolute)
        disk = self._from_disk(root, path, uri)
        if not self.documents.is_open(uri):
            return disk
        try:
            snapshot = self.documents.snapshot(uri)
        except GlossatorError:
            return disk
        same = disk is not None and disk.data == snapshot.data
        indexed_hash = disk.indexed_hash if same and disk is not None else None
        return CurrentText(path, snapshot.uri, snapshot.lines, indexed_hash)

    def _from_disk(self, root: Path, path: str, uri: str) -> CurrentText | None:
        now = time.time_ns()
        try:
            info = (root / path).stat()
        except (OSError, ValueError):
            return None
        changed = changed_ns(info)
        key = (str(root / path), info.st_size, changed)
        with self._lock:
            if key in self._cache:
                self._cache.move_to_end(key)
                return self._cache[key]
        content = read_file(root, path, _LARGEST_BYTES)
        if not isinstance(content, FileContent):
            return None
        text = CurrentText(path, uri, LineIndex(content.data), content.hash)
        if is_settled(changed, now, now):
            with self._lock:
                self._keep(key, text)
        return text

    def _keep(self, key: tuple[str, int, int], text: CurrentText) -> None:
        for old in [each for each in self._cache if each[0] == key[0]]:
            del self._cache[old]
        self._cache[key] = text
        held = sum(len(each.data) for each in self._cache.values())
        while len(self._cache) > _MAX_CACHED or (held > _MAX_CACHED_BYTES and len(self._cache) > 1):
            held -= len(self._cache.popitem(last=False)[1].data)
