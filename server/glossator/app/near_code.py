"""Definitions whose code is near in meaning to that of another one, by an absolute threshold on the cosine.

The thresholds were found with the default model (all-MiniLM-L6-v2, texts in words) on finished indexes of rack,
requests, sinatra, chi and model2vec: 905 definitions with the nearest other one that neither calls them, nor is called
by them, nor stands in the same class. Two definitions at random have a cosine of about 0.38; one pair of a hundred has
0.77. Fourteen pairs were read of each step of 0.05. Those that did the same for another case, as `from_key_val_list`
and `to_key_val_list` do, were all from 0.90 on, eleven from 0.85, nine from 0.80, six from 0.75, and hardly one below.
Those about the same subject, as `NewRouter` and `Router` are, were twelve from 0.70 on, half of them from 0.65, and few
below, where definitions have no more in common than the project.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from glossator.app.current_texts import CurrentText
from glossator.app.index_search import QueryVector
from glossator.app.present_symbols import PresentSymbols
from glossator.app.searching import MODEL_SECONDS, symbol_hit
from glossator.app.vector_maker import VECTOR_VERSIONS
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.cancel import CancelToken
from glossator.core.chunks import Chunk
from glossator.core.embedding_text import Source, TextForm, embedding_text
from glossator.core.errors import ModelUnavailable
from glossator.core.explanation import Hit
from glossator.core.languages import detect
from glossator.core.redaction import redact
from glossator.core.row_ids import SYNOPSIS_POSITION, position_of
from glossator.core.symbols import EXPLAINABLE_KINDS, FileFacts
from glossator.core.test_paths import is_test_path
from glossator.core.text import Span
from glossator.models.ports import Embedder, Priority, Vector
from glossator.store.chunk_places import chunk_places
from glossator.store.rows import StoredChunk, SymbolRow
from glossator.store.search_rows import FoundRows, found_rows

if TYPE_CHECKING:
    from glossator.app.application import Application

SAME_PURPOSE = 0.80
"""From this cosine on a definition is said to do the same as another."""

RELATED = 0.70
"""From this cosine on a definition is said to be related to another."""

REASON = "meaning"

_LOOKED_AT = 80
"""So many of the nearest chunks of an index are looked at for definitions that may be shown."""

_log = logging.getLogger(__name__)

Allows = Callable[[SymbolRow], bool]


@dataclass(frozen=True, slots=True)
class Code:
    """A definition of a present text, or a stretch of it outside of all definitions (`position` is None)."""

    text: CurrentText
    facts: FileFacts
    position: int | None
    span: Span


class NearCode:
    """Looks for near code for one application, on the event loop."""

    def __init__(self, app: Application) -> None:
        self._app = app

    async def fingerprint(self) -> str | None:
        """That of the vectors that can be compared now, None without a model; starts no model."""
        embedder = self._app.models.embedder()
        if embedder is None:
            return None
        try:
            async with asyncio.timeout(MODEL_SECONDS):
                return await embedder.fingerprint(*VECTOR_VERSIONS)
        except (ModelUnavailable, TimeoutError):
            return None

    async def vector(
        self,
        index: WorkspaceIndex | None,
        code: Code,
        token: CancelToken,
        seconds: float = MODEL_SECONDS,
    ) -> QueryVector | None:
        """The vector of code as it is now: that of its chunks where the index has them, else one that is made for it.
        None where no model can work now, or has not done so in so many seconds. Raises `Cancelled`."""
        fingerprint, embedder = await self.fingerprint(), self._app.models.embedder()
        if fingerprint is None or embedder is None:
            return None
        if index is not None and code.position is not None:
            stored = await asyncio.to_thread(_stored, index, code, fingerprint)
            if stored is not None:
                return stored
        token.check()
        try:
            async with asyncio.timeout(seconds):
                return QueryVector(await _embedded(embedder, code, token), fingerprint)
        except (ModelUnavailable, TimeoutError) as error:
            _log.info("Near code is not looked for: %s", type(error).__name__)
            return None

    async def nearest(
        self, vector: QueryVector, least: float, limit: int, allows: Allows, token: CancelToken
    ) -> tuple[list[Hit], set[str]]:
        """At most `limit` definitions of all folders with a cosine of `least` or more, the nearest first, where they
        stand now; and the paths of files that were left out because they have changed. Raises `Cancelled`."""
        hits: list[Hit] = []
        left_out: set[str] = set()
        for index in self._app.workspaces:
            rows = await asyncio.to_thread(_rows, index, vector, least, limit, allows)
            token.check()
            present = PresentSymbols(self._app, index)
            found = [await symbol_hit(present, row, cosine, {REASON: cosine}) for row, cosine in rows]
            hits += filter(None, found)
            left_out |= present.left_out
            present.report()
        hits.sort(key=lambda hit: -hit.score)
        return hits[:limit], left_out

    async def coverage(self, fingerprint: str | None) -> list[float]:
        """The share of the chunks of each folder that has vectors, from 0 to 1."""
        if fingerprint is None:
            return []
        return [
            await asyncio.to_thread(index.search.vectors.coverage, fingerprint)
            for index in self._app.workspaces
        ]


def stands_in(name: str, container: str) -> bool:
    """Whether one qualified name is another or that of something in it."""
    return name == container or (name.startswith(container) and name[len(container)] in ".:/#")


def _stored(index: WorkspaceIndex, code: Code, fingerprint: str) -> QueryVector | None:
    """The mean of the vectors of the chunks that a definition is, None if not all of them are there."""
    assert code.position is not None
    file = index.reader.file(code.text.path)
    if file is None or not code.text.is_fresh(file.row.content_hash):
        return None
    own = [
        each.id
        for each in chunk_places(index.reader, [file.id]).get(file.id, ())
        if each.symbol == code.position
    ]
    found, vectors = index.search.vectors.vectors_of(own, fingerprint)
    if not own or len(found) < len(own):
        return None
    return QueryVector(vectors.mean(axis=0, dtype=np.float32), fingerprint)


async def _embedded(embedder: Embedder, code: Code, token: CancelToken) -> Vector:
    text = await asyncio.to_thread(_text_of, code, await embedder.text_form())
    (vector,) = await embedder.embed([text], priority=Priority.INTERACTIVE, token=token)
    return vector


def _text_of(code: Code, form: TextForm) -> str:
    path = code.text.path
    source = Source(path, redact(code.text.data, path), code.facts.symbols, is_test_path(path, detect(path)))
    return embedding_text(source, Chunk(code.position, code.span), form)


def _rows(
    index: WorkspaceIndex, vector: QueryVector, least: float, limit: int, allows: Allows
) -> list[tuple[SymbolRow, float]]:
    near = index.search.vectors.nearest(vector.vector, vector.fingerprint, _LOOKED_AT + limit)
    found: dict[int, tuple[SymbolRow, float]] = {}
    with found_rows(index.reader) as rows:
        for chunk_id, cosine in near:
            if cosine < least or rows is None or len(found) >= limit:
                break
            if position_of(chunk_id) == SYNOPSIS_POSITION or (chunk := rows.chunk(chunk_id)) is None:
                continue
            row = next(
                (each for each in _definitions(rows, chunk) if each.symbol.kind in EXPLAINABLE_KINDS), None
            )
            if row is not None and row.id not in found and allows(row):
                found[row.id] = (row, cosine)
    return list(found.values())


def _definitions(rows: FoundRows, chunk: StoredChunk) -> Iterator[SymbolRow]:
    """The definition that a chunk belongs to, then those that stand in it."""
    own = rows.symbol_of(chunk)
    if own is not None:
        yield own
    yield from rows.symbols_within(chunk)
