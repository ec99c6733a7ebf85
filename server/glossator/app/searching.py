"""Search by name and by words: symbols whose name fits, chunks that hold the words, fused by rank.

Words are scored by BM25 (Robertson and Zaragoza 2009) over the bags of terms of the index, which are loaded once
and again only when chunks change. Ranks are fused as in Cormack et al. 2009 (reciprocal rank fusion).
"""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np

from glossator.app.postings import Postings
from glossator.core.terms import query_terms
from glossator.host.freed_memory import give_back
from glossator.store.reader import IndexReader
from glossator.store.rows import StoredChunk, SymbolRow
from glossator.store.schema import Part

_RANK_OFFSET = 60
_CANDIDATES = 100
_NAME_WEIGHT = 1.5


@dataclass(frozen=True, slots=True)
class Found:
    """One result before it is checked against the disk: a symbol, or a chunk that belongs to none."""

    score: float
    symbol: SymbolRow | None
    chunk: StoredChunk | None
    reasons: tuple[str, ...] = field(default=())


class LexicalSearch:
    """Searches one index. Thread-safe."""

    def __init__(self, reader: IndexReader) -> None:
        self.reader = reader
        self._lock = threading.Lock()
        self._loaded: tuple[object, Postings] | None = None

    def search(self, query: str, limit: int) -> list[Found]:
        """At most `limit` results, best first; any query string is safe."""
        if not query.strip():
            return []
        scores: dict[tuple[str, int], float] = defaultdict(float)
        reasons: dict[tuple[str, int], list[str]] = defaultdict(list)
        symbols: dict[int, SymbolRow] = {}
        chunks: dict[int, StoredChunk] = {}
        for rank, row in enumerate(self._by_name(query)):
            key = ("symbol", row.id)
            symbols[row.id] = row
            scores[key] += _NAME_WEIGHT / (_RANK_OFFSET + rank)
            reasons[key].append("name")
        for rank, (chunk, owner) in enumerate(self._by_words(query)):
            if owner is not None:
                key = ("symbol", owner.id)
                symbols[owner.id] = owner
            else:
                key = ("chunk", chunk.id)
                chunks[chunk.id] = chunk
            if "words" in reasons[key]:
                continue
            scores[key] += 1 / (_RANK_OFFSET + rank)
            reasons[key].append("words")
        ordered = sorted(scores, key=lambda key: (-scores[key], key))[:limit]
        return [
            Found(scores[key], symbols.get(key[1]), chunks.get(key[1]), tuple(reasons[key]))
            if key[0] == "symbol"
            else Found(scores[key], None, chunks[key[1]], tuple(reasons[key]))
            for key in ordered
        ]

    def _by_name(self, query: str) -> list[SymbolRow]:
        words = query.split()
        if len(words) == 1:
            return self.reader.symbols_like(words[0], _CANDIDATES)
        # A sentence seldom is a name; its words written together may be one.
        return self.reader.symbols_like("".join(words), _CANDIDATES // 4) if len(words) <= 4 else []

    def _by_words(self, query: str) -> list[tuple[StoredChunk, SymbolRow | None]]:
        postings = self._postings()
        scores = postings.scores(query_terms(query))
        best = np.argsort(-scores, kind="stable")[:_CANDIDATES]
        ids = [int(postings.chunk_ids[row]) for row in best if scores[row] > 0]
        found: list[tuple[StoredChunk, SymbolRow | None]] = []
        symbols_of: dict[str, list[SymbolRow]] = {}
        for chunk in self.reader.chunks_by_id(ids):
            symbol = None
            if chunk.symbol is not None:
                path = chunk.file.path
                rows = symbols_of.setdefault(path, []) or self.reader.symbols_of(path)
                symbols_of[path] = rows
                symbol = next((row for row in rows if row.position == chunk.symbol), None)
            found.append((chunk, symbol))
        return found

    def _postings(self) -> Postings:
        with self._lock:
            version = self.reader.data_version(Part.CHUNKS)
            if self._loaded is None or self._loaded[0] != version:
                self._loaded = (version, self._load())
            return self._loaded[1]

    def _load(self) -> Postings:
        postings = Postings.of((row.id, row.terms) for row in self.reader.chunk_terms())
        give_back()
        return postings
