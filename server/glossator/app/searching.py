"""Search over all folders: a query is understood, given a vector, looked up in each index, and checked with disks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from glossator.app.index_search import Found, LookedUp, QueryVector
from glossator.app.present_symbols import PresentSymbols
from glossator.app.subjects import stale_note
from glossator.app.usages import place
from glossator.app.vector_maker import VECTOR_VERSIONS
from glossator.app.workspace_folders import NO_FOLDER
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.cancel import CancelToken
from glossator.core.embedding_text import query_text
from glossator.core.errors import ModelUnavailable, UserError
from glossator.core.explanation import Completeness, Hit, SearchAnswer
from glossator.core.search.query import Query, Shape, understand
from glossator.core.search.ranking import WEIGHTS, Reason, Weights
from glossator.core.symbols import SymbolKind
from glossator.models.ports import Embedder, Priority
from glossator.store.rows import SymbolRow

if TYPE_CHECKING:
    from glossator.app.application import Application

MODEL_SECONDS = 5.0
"""So long a search waits for the embedding model, which may have to be loaded; after that it goes by words alone."""

LACKING = "names and words were compared, and nothing by meaning."
REST = "the rest was compared by names and words alone."

_log = logging.getLogger(__name__)


class Searcher:
    """Searches for the application."""

    def __init__(self, app: Application, weights: Weights = WEIGHTS) -> None:
        """`weights` are others than usual where it is measured what each is good for."""
        self.app = app
        self.weights = weights

    async def search(
        self,
        query: str,
        limit: int,
        token: CancelToken,
        scope: Path | None = None,
        *,
        notes_meaning: bool = True,
    ) -> SearchAnswer:
        """Symbols and other code by name, words and meaning, of all folders or of the one folder `scope`.
        `notes_meaning` has the answer say in words what was not compared by meaning.

        Raises `UserError` for a scope that lies in no folder.
        """
        hits: list[Hit] = []
        left_out: set[str] = set()
        compared: list[float] = []
        indexes, folder = self._searched(scope)
        understood = understand(query, folder)
        # Words are looked up while the model works out the vector.
        lookups = asyncio.gather(
            *(asyncio.to_thread(index.search.look_up, understood, self.weights) for index in indexes)
        )
        try:
            vector = await self._vector(understood, token) if indexes else None
        except BaseException:
            lookups.cancel()
            raise
        for index, lookup in zip(indexes, await lookups, strict=True):
            found, share = await asyncio.to_thread(_ranked, index, lookup, limit, vector)
            token.check()
            if understood.has_meaning:
                compared.append(share)
            hits += await self._hits(index, found, left_out)
        hits.sort(key=lambda hit: -hit.score)
        completeness = await self.completeness(left_out, compared, notes_meaning=notes_meaning)
        return SearchAnswer(tuple(hits[:limit]), completeness)

    async def symbols(self, query: str, limit: int, token: CancelToken) -> SearchAnswer:
        """Symbols of all folders for a list that is filled while the user types: by a name at once, of which the
        characters stand in order, by several words as `search` does. Every symbol for an empty query."""
        if understand(query).shape in (Shape.WORDS, Shape.SENTENCE, Shape.MESSAGE) and len(query.split()) > 1:
            answer = await self.search(query, limit, token)
            hits = tuple(hit for hit in answer.hits if hit.kind is not SymbolKind.MODULE)
            if hits:
                return SearchAnswer(hits, answer.completeness)
        return await self._symbols_like(query, limit)

    async def _symbols_like(self, query: str, limit: int) -> SearchAnswer:
        hits: list[Hit] = []
        left_out: set[str] = set()
        for index in self.app.workspaces:
            rows = await asyncio.to_thread(index.reader.symbols_like, query, limit)
            found = [Found(1 / (rank + 1), row, None, {}) for rank, row in enumerate(rows)]
            hits += await self._hits(index, found, left_out)
        hits.sort(key=lambda hit: -hit.score)
        return SearchAnswer(tuple(hits[:limit]), await self.completeness(left_out))

    def _searched(self, scope: Path | None) -> tuple[list[WorkspaceIndex], str]:
        """The indexes to search, and the folder in the one of them that holds the scope."""
        if scope is None:
            return self.app.workspaces, ""
        found = self.app.workspace_of(scope)
        if found is None:
            raise UserError(f"The folder {scope} is in no folder that is open.")
        index, folder = found
        return [index], "" if folder == "." else folder

    async def _vector(self, query: Query, token: CancelToken) -> QueryVector | None:
        """The query's vector; None where meaning says nothing about it, or no model can work now."""
        embedder = self.app.models.embedder()
        if embedder is None or not query.has_meaning or not self.weights[Reason.MEANING]:
            return None
        try:
            async with asyncio.timeout(MODEL_SECONDS):
                return await _embedded(embedder, query, token)
        except (ModelUnavailable, TimeoutError) as error:
            _log.info("A search goes by words alone: %s", type(error).__name__)
            return None

    async def _hits(self, index: WorkspaceIndex, found: list[Found], left_out: set[str]) -> list[Hit]:
        """Results with places that hold now; the paths of files whose results do not are added to `left_out`."""
        present = PresentSymbols(self.app, index)
        await present.load(entry.file for entry in found)
        hits = [hit for entry in found if (hit := await _hit(present, entry)) is not None]
        left_out |= present.left_out
        present.report()
        return hits

    async def completeness(
        self, left_out: set[str], compared: list[float] | None = None, *, notes_meaning: bool = True
    ) -> Completeness:
        """How complete an answer from all folders is. `compared` tell of a search which share of each index was
        compared by meaning, and nothing of one whose meaning says nothing."""
        if not self.app.workspaces:
            return Completeness(0, 0, False, note=self.app.refusal or NO_FOLDER)
        found = [
            await asyncio.to_thread(self.app.completeness, index, (), "results")
            for index in self.app.workspaces
        ]
        stale = tuple(sorted(left_out))
        notes = dict.fromkeys(each.note for each in found if each.note)
        if stale:
            notes[stale_note(stale)] = None
        ready = all(each.structure_ready for each in found)
        if compared is not None and ready:
            if not all(index.words_complete for index in self.app.workspaces):
                notes["Words are still being indexed: only names are complete."] = None
            elif compared and notes_meaning:
                notes[meaning_note(compared, LACKING, REST)] = None
        return Completeness(
            indexed_files=sum(each.indexed_files for each in found),
            known_files=sum(each.known_files for each in found),
            structure_ready=ready,
            embedded_chunks=sum(each.embedded_chunks for each in found),
            known_chunks=sum(each.known_chunks for each in found),
            stale_files=stale,
            lexical_only=bool(compared) and not any(compared or ()),
            note=" ".join(note for note in notes if note),
        )


def meaning_note(shares: Sequence[float], lacking: str, rest: str) -> str:
    """What to say of an answer for which these shares of the indexes were compared by meaning, "" for all of all.
    `lacking` says what is missing without vectors, `rest` what is missing beside them."""
    if not any(shares):
        return f"lexical only: {lacking}"
    share = min(shares)
    return "" if share >= 1 else f"partial ({int(share * 100)} %): {rest}"


async def _embedded(embedder: Embedder, query: Query, token: CancelToken) -> QueryVector:
    text = query_text(query.text, await embedder.text_form(), query.filters.scope)
    (vector,), fingerprint = await asyncio.gather(
        embedder.embed([text], query=True, priority=Priority.INTERACTIVE, token=token),
        embedder.fingerprint(*VECTOR_VERSIONS),
    )
    return QueryVector(vector, fingerprint)


def _ranked(
    index: WorkspaceIndex, lookup: LookedUp, limit: int, vector: QueryVector | None
) -> tuple[list[Found], float]:
    """What was found in an index, and which share of it was compared by meaning."""
    found = index.search.ranked(lookup, limit, vector)
    return found, 0.0 if vector is None else index.search.vectors.coverage(vector.fingerprint)


async def symbol_hit(
    present: PresentSymbols, row: SymbolRow, score: float, shares: Mapping[str, float]
) -> Hit | None:
    """A symbol that was found, where it stands now; None if that cannot be told."""
    now = await present.symbol(row)
    if now is None:
        return None
    text, symbol = now
    return Hit(
        symbol.name,
        symbol.qualified_name,
        symbol.container_name,
        symbol.kind,
        place(text, symbol.span),
        place(text, symbol.name_span),
        score,
        tuple(shares),
        shares,
    )


async def _hit(present: PresentSymbols, found: Found) -> Hit | None:
    """A result with places that hold now; None if there are none."""
    shares = {reason.value: share for reason, share in found.shares.items()}
    if found.symbol is not None:
        return await symbol_hit(present, found.symbol, found.score, shares)
    assert found.chunk is not None
    fresh = await present.as_indexed(found.chunk.file)
    if fresh is None:
        return None
    where = place(fresh, found.chunk.span)
    name = fresh.path.rsplit("/", 1)[-1]
    return Hit(name, fresh.path, "", SymbolKind.MODULE, where, where, found.score, tuple(shares), shares)
