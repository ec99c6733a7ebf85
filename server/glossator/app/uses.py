"""Who uses a symbol, piece by piece and the best first, within a time that whoever asks may wait.

A name that everybody uses has thousands of uses, in as many files. Each file is read once, its places are checked
against the present text, and what is not told in time is counted. Documents that the editor has not saved come first:
what they say now holds, not what the index says of them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field

from glossator.app.asked_document import AskedDocument
from glossator.app.current_texts import CurrentText
from glossator.app.fresh_edges import Definition, resolve_afresh, unsaved_texts
from glossator.app.import_places import Bound, import_uses
from glossator.app.relocation import relocate
from glossator.app.use import Use
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.cancel import CancelToken
from glossator.core.symbols import Certainty, FileFacts, Import, ReferenceKind, SymbolKind
from glossator.store import uses as stored
from glossator.store.uses import FileUses, Sought, UseKey

SECONDS = 3.0
"""So long an answer may take; nobody waits longer for a list."""

MOST_USES = 10_000
_FILES_AT_ONCE = 32


@dataclass(slots=True)
class Uses:
    """The uses of some definitions, which are the same symbol or may be it. Read `pieces` to its end, then what is
    told of the others."""

    asked: AskedDocument
    definitions: Sequence[Definition]
    token: CancelToken
    calls: bool = False
    """Whether only calls are wanted."""
    seconds: float = SECONDS
    most: int = MOST_USES
    total: int = 0
    """How many uses the index knows."""
    told: int = 0
    """How many of these were looked at."""
    stale: list[str] = field(default_factory=list)
    """Files in which a use is not there any more."""
    out_of_time: bool = False
    _outdated: list[str] = field(default_factory=list)

    async def pieces(self) -> AsyncIterator[list[Use]]:
        """The uses of some files at a time; the first piece comes however long it takes."""
        index = self.asked.index
        until = time.monotonic() + self.seconds
        keys = [] if index is None else await self._keys(index)
        by_file: dict[str, list[UseKey]] = {}
        for key in keys:
            by_file.setdefault(key.path, []).append(key)
        for text in await self._unsaved(index):
            found = await self._of_changed(text, by_file.pop(text.path, ()))
            if found:
                yield found
        if index is None:
            return
        files = list(by_file.values())
        for start in range(0, len(files), _FILES_AT_ONCE):
            self.token.check()
            if start and time.monotonic() > until:
                self.out_of_time = True
                break
            found = await self._of_files(index, files[start : start + _FILES_AT_ONCE])
            if found:
                yield found

    async def note(self) -> str:
        """What an answer lacks that was made of the pieces read so far, in sentences for the user; "" if nothing."""
        index = self.asked.index
        if index is not None and self._outdated:
            self.asked.app.files_changed([index.root / path for path in self._outdated])
        stale = tuple(dict.fromkeys(self.stale))
        completeness = await asyncio.to_thread(self.asked.app.completeness, index, stale, "uses")
        notes = [completeness.note] if completeness.note else []
        if self.told < self.total:
            why = " in the time that an answer may take" if self.out_of_time else ""
            uses = "calls" if self.calls else "uses"
            notes.append(
                f"Only {self.told:,} of {self.total:,} {uses} were looked at{why}, the surest first."
            )
        return " ".join(notes)

    async def _keys(self, index: WorkspaceIndex) -> list[UseKey]:
        sought = await asyncio.to_thread(_sought, index, self.definitions, self.calls)
        keys, self.total = await asyncio.to_thread(
            stored.uses_of, index.reader, sought, self.asked.text.path, self.most
        )
        return keys

    async def _unsaved(self, index: WorkspaceIndex | None) -> list[CurrentText]:
        """The texts about which the index does not know what they use now."""
        names = {each.symbol.name for each in self.definitions}
        texts = [] if index is None else await unsaved_texts(self.asked.app, index, names)
        if not self.asked.is_indexed:
            texts = [self.asked.text, *(text for text in texts if text.path != self.asked.text.path)]
        return texts

    async def _of_files(self, index: WorkspaceIndex, files: Sequence[Sequence[UseKey]]) -> list[Use]:
        read = await asyncio.to_thread(self._read, index, files)
        found: list[Use] = []
        for keys, text, content in read:
            if text is None or content is None:
                self.stale.append(keys[0].path)
                self.told += len(keys)
                self._outdated.append(keys[0].path)
            elif text.is_fresh(keys[0].content_hash):
                found += self._as_indexed(text, content)
                self.told += len(keys)
            else:
                if text.is_outdated(keys[0].content_hash):
                    self._outdated.append(text.path)
                found += await self._of_changed(text, keys)
        return found

    def _read(
        self, index: WorkspaceIndex, files: Sequence[Sequence[UseKey]]
    ) -> list[tuple[Sequence[UseKey], CurrentText | None, FileUses | None]]:
        found = []
        for keys in files:
            self.token.check()
            text = self.asked.app.texts.get(index.root, keys[0].path)
            found.append((keys, text, stored.read_file_uses(index.reader, keys)))
        return found

    def _as_indexed(self, text: CurrentText, content: FileUses) -> list[Use]:
        found = []
        bound: list[Bound] = []
        for key, row in content.uses:
            holder = None if row.enclosing is None else row.enclosing.symbol
            certainty = Certainty.SURE if key.is_sure else Certainty.POSSIBLE
            found.append(Use(text, row.span, row.kind, certainty, key.why, holder))
            if row.receiver is None:
                bound.append(Bound(row.name, certainty, key.why))
        return found + self._imports(text, content.imports, bound)

    async def _of_changed(self, text: CurrentText, keys: Sequence[UseKey]) -> list[Use]:
        """The uses in a text that is not as it was indexed: what is proved in it now, and what the index says of what
        is still there."""
        asked = self.asked
        self.told += len(keys)
        facts = asked.facts if text.path == asked.text.path else await asked.app.facts_of_text(text)
        found: dict[int, Use] = {}
        elsewhere: set[int] = set()
        wanted = {each.identity for each in self.definitions}
        for reference, definition in await self._afresh(text, facts):
            if definition.identity in wanted:
                found[reference] = _use(text, facts, reference, definition.certainty, definition.why)
            elif definition.certainty is Certainty.SURE:
                elsewhere.add(reference)
        content = None
        if keys and asked.index is not None:
            content = await asyncio.to_thread(stored.read_file_uses, asked.index.reader, keys)
        rows = [] if content is None else content.uses
        places = {each.span: number for number, each in enumerate(facts.references)}
        for (key, _), now in zip(rows, relocate(facts, [row for _, row in rows]), strict=True):
            if now is not None and (number := places[now.span]) not in elsewhere:
                certainty = Certainty.SURE if key.is_sure else Certainty.POSSIBLE
                found.setdefault(number, _use(text, facts, number, certainty, key.why))
        references = facts.references
        chosen = [
            (references[number], use)
            for number, use in sorted(found.items())
            if not self.calls or use.kind is ReferenceKind.CALL
        ]
        bound = [Bound(each.name, use.certainty, use.why) for each, use in chosen if each.receiver is None]
        return [use for _, use in chosen] + self._imports(text, facts.imports, bound)

    async def _afresh(self, text: CurrentText, facts: FileFacts) -> list[tuple[int, Definition]]:
        others = {}
        for each in self.definitions:
            if each.text.path != text.path and each.text.path not in others:
                own = each.text.path == self.asked.text.path
                there = self.asked.facts if own else await self.asked.app.facts_of_text(each.text)
                others[each.text.path] = (each.text, there)
        meant = await resolve_afresh(text, facts, range(len(facts.references)), others)
        return [(each.reference, each.definition) for each in meant]

    def _imports(self, text: CurrentText, imports: Iterable[Import], bound: Iterable[Bound]) -> list[Use]:
        names = {each.symbol.name for each in self.definitions}
        return [] if self.calls else import_uses(text, imports, bound, names)


def _use(text: CurrentText, facts: FileFacts, position: int, certainty: Certainty | None, why: str) -> Use:
    reference = facts.references[position]
    holder = None if reference.enclosing is None else facts.symbols[reference.enclosing]
    return Use(text, reference.span, reference.kind, certainty or Certainty.POSSIBLE, why, holder)


def _sought(index: WorkspaceIndex, definitions: Iterable[Definition], calls: bool) -> Sought:
    """The symbols of the index that are asked for. A constructor is called through the name of its class."""
    wanted: list[int] = []
    called: list[int] = []
    for path, qualified_name, ordinal in dict.fromkeys(each.identity for each in definitions):
        found = stored.symbol_id(index.reader, path, qualified_name, ordinal)
        row = None if found is None else index.reader.symbol_by_id(found)
        if row is None:
            continue
        wanted.append(row.id)
        if row.symbol.kind is SymbolKind.CONSTRUCTOR and row.symbol.container is not None:
            called.append(row.id - row.position + row.symbol.container)
    return Sought(tuple(wanted), tuple(called), calls)
