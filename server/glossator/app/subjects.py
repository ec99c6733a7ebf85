"""From a place in a document to a subject: the target with its usages, prototypes and how complete they are."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.app.current_texts import CurrentText
from glossator.app.disk_threads import ask_disk
from glossator.app.documents import Snapshot
from glossator.app.entry_signs import entry_point_of
from glossator.app.usages import Found, UsageFinder, place
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.errors import UserError
from glossator.core.explanation import Completeness, Target
from glossator.core.languages import detect, languages
from glossator.core.redaction import redact_text
from glossator.core.symbols import MODULE, FileFacts, ReferenceKind, Symbol, SymbolKind
from glossator.core.target import TargetChoice, choose_target
from glossator.core.text import Span
from glossator.host.freed_memory import FreedMemory
from glossator.store.reader import IndexReader, open_reader

if TYPE_CHECKING:
    from glossator.app.application import Application

_MAX_PROTOTYPES = 3
_MAX_SIGNATURE = 400


@dataclass(frozen=True, slots=True)
class Subject:
    """A target with everything that the index and the files say about it; `reader` is the index of its folder."""

    target: Target
    text: CurrentText
    found: Found
    completeness: Completeness
    reader: IndexReader
    prototypes: tuple[tuple[str, str], ...] = ()
    entry: str = ""
    """One sentence about what may call the target although no call is found, "" if nothing is known of that."""


@dataclass(frozen=True, slots=True)
class ExplanationCache:
    """Where answers of one workspace are kept."""

    reader: IndexReader

    def cached(self, recipe: bytes) -> str | None:
        stored = self.reader.explanation(recipe)
        return None if stored is None else stored.text

    def keep(self, recipe: bytes, text: str, model: str) -> None:
        self.reader.put_explanation(recipe, text, model)


class Subjects:
    """Makes targets and subjects for the application."""

    def __init__(self, app: Application) -> None:
        self.app = app
        self._freed = FreedMemory()

    async def target(self, snapshot: Snapshot, span: Span) -> Target | None:
        """The target at `span` of a document, None where there is nothing to explain."""
        facts = await self.app.facts(snapshot)
        choice = choose_target(facts.symbols, snapshot.data, span)
        if choice is None:
            return None
        text, _ = await ask_disk(self.present_text, snapshot)
        return make_target(text, facts, choice)

    async def has_target(self, snapshot: Snapshot, span: Span) -> bool:
        """Whether there is something to explain; reads no file."""
        facts = await self.app.facts(snapshot)
        return choose_target(facts.symbols, snapshot.data, span) is not None

    async def subject(self, snapshot: Snapshot, span: Span) -> Subject:
        """The target with everything that the index says about it. Raises `UserError` if there is none."""
        facts = await self.app.facts(snapshot)
        choice = choose_target(facts.symbols, snapshot.data, span)
        if choice is None:
            raise UserError(
                "There is nothing to explain here; put the cursor inside a function or class, or select code."
            )
        text, index = await ask_disk(self.present_text, snapshot)
        target = make_target(text, facts, choice)
        reader = index.reader if index is not None else self._no_index()
        root = index.root if index is not None else Path(snapshot.path or "/").parent
        found = Found((), (), {text.path: text}, ())
        prototypes: tuple[tuple[str, str], ...] = ()
        if choice.position is not None:
            await self._verify(index, text.path, facts.symbols[choice.position])
            finder = UsageFinder(root, reader, self.app.texts, self.app.facts_of_text)
            found = await finder.find(text.path, facts, choice.position, text)
            self.app.files_changed([root / path for path in found.outdated])
            prototypes = await ask_disk(
                self._prototypes, root, reader, text.path, facts.symbols[choice.position]
            )
        completeness = await asyncio.to_thread(self.completeness, index, found.stale)
        if found.unlisted:
            name = facts.symbols[choice.position].name if choice.position is not None else target.name
            sentence = f"{found.unlisted} more calls named '{name}' go through objects of unknown type"
            note = f"{completeness.note} {sentence} and are not listed.".strip()
            completeness = replace(completeness, unlisted_calls=found.unlisted, note=note)
        entry = ""
        if choice.position is not None and not any(
            each.reference is ReferenceKind.CALL for each in found.usages
        ):
            sign = await asyncio.to_thread(
                entry_point_of, reader, root, text.path, text.data, facts, choice.position
            )
            entry = sign.sentence if sign is not None else ""
            completeness = replace(completeness, note=f"{completeness.note} {entry}".strip())
        # A name that thousands of calls share needs tens of megabytes for a moment.
        self._freed.give_back_later()
        return Subject(target, text, found, completeness, reader, prototypes, entry)

    @staticmethod
    async def _verify(index: WorkspaceIndex | None, path: str, symbol: Symbol) -> None:
        """Have the callers of a symbol verified that are only possible, where a library can tell."""
        language = detect(path)
        if index is None or language is None or not language.verifier:
            return
        row = await asyncio.to_thread(index.reader.symbol, path, symbol.qualified_name, symbol.ordinal)
        if row is not None:
            await index.verify_callers(row.id)

    def completeness(
        self, index: WorkspaceIndex | None, stale: tuple[str, ...] = (), missing: str = "callers"
    ) -> Completeness:
        """How much of the workspace stands behind an answer from this index; `missing` is what it may lack."""
        if index is None:
            note = self.app.refusal or "The file is in no open folder: callers in other files are not known."
            return Completeness(0, 0, False, note=note)
        counts = index.reader.short_counts()
        ready = index.structure_ready.is_set() and index.state.phase != "failed"
        notes = []
        if not ready:
            notes.append(f"{index.state.unfinished}: {missing} may be missing.")
        if stale:
            notes.append(stale_note(stale))
        return Completeness(
            indexed_files=counts.indexed,
            known_files=max(counts.known, index.state.total),
            structure_ready=ready,
            embedded_chunks=index.state.embedded,
            known_chunks=counts.chunks,
            stale_files=stale,
            note=" ".join(notes),
        )

    def present_text(self, snapshot: Snapshot) -> tuple[CurrentText, WorkspaceIndex | None]:
        """The document as a present text, with its path in the index that holds it. Asks the disk, so it is for
        threads."""
        if snapshot.path is None:
            return CurrentText(snapshot.uri, snapshot.uri, snapshot.lines, None), None
        inside = self.app.workspace_of(Path(snapshot.path))
        if inside is None:
            return CurrentText(Path(snapshot.path).name, snapshot.uri, snapshot.lines, None), None
        index, path = inside
        current = self.app.texts.get(index.root, path)
        same = current is not None and current.data == snapshot.data
        indexed_hash = current.indexed_hash if same and current is not None else None
        return CurrentText(path, snapshot.uri, snapshot.lines, indexed_hash), index

    def _prototypes(
        self, root: Path, reader: IndexReader, path: str, symbol: Symbol
    ) -> tuple[tuple[str, str], ...]:
        """Declarations of the same symbol elsewhere, as (path:line, text)."""
        if symbol.is_declaration:
            return ()
        found: list[tuple[str, str]] = []
        language = detect(path)
        for row in reader.symbols_named(symbol.name):
            other = languages().get(row.file.row.language)
            same_family = language is not None and other is not None and other.family == language.family
            if not row.symbol.is_declaration or not same_family or len(found) >= _MAX_PROTOTYPES:
                continue
            text = self.app.texts.get(root, row.file.path)
            if text is None or not text.is_fresh(row.file.row.content_hash):
                continue
            span = row.symbol.span
            code = redact_text(text.data[span.start : span.end].decode("utf-8", "replace"))
            found.append((f"{text.path}:{text.lines.line_at(row.symbol.name_span.start) + 1}", code))
        return tuple(found)

    def _no_index(self) -> IndexReader:
        return open_reader(self.app.folders.index_path(None))


def make_target(text: CurrentText, facts: FileFacts, choice: TargetChoice) -> Target:
    """A chosen target with places."""
    language = languages().get(facts.language)
    name_of_language = language.name if language else "text"
    if choice.position is None:
        assert choice.selection is not None
        selected = place(text, choice.selection)
        return Target(
            MODULE, SymbolKind.MODULE, selected, selected, "", name_of_language, None, choice.selection
        )
    symbol = facts.symbols[choice.position]
    return symbol_target(text, symbol, name_of_language, choice.selection)


def symbol_target(
    text: CurrentText, symbol: Symbol, language_name: str, selection: Span | None = None
) -> Target:
    """A symbol of a present text as a target."""
    return Target(
        name=symbol.qualified_name,
        kind=symbol.kind,
        place=place(text, symbol.span),
        name_place=place(text, symbol.name_span),
        signature=signature_of(text.data, symbol),
        language=language_name,
        symbol=symbol,
        selection=selection,
    )


def signature_of(data: bytes, symbol: Symbol) -> str:
    """The signature as one line, with what looks like a secret hidden."""
    signature = data[symbol.signature_span.start : symbol.signature_span.end].decode("utf-8", "replace")
    return " ".join(redact_text(signature).split())[:_MAX_SIGNATURE]


def stale_note(stale: tuple[str, ...]) -> str:
    """That files are left out of an answer, in one sentence."""
    if len(stale) == 1:
        return "1 file has changed since it was indexed and is left out."
    return f"{len(stale)} files have changed since they were indexed and are left out."
