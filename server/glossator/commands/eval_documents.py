"""The JSON that `glossator eval` prints. `docs/schemas/` holds the JSON Schemas made from these classes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChunkFigures:
    """How files were cut. Sizes are in bytes: of the tenth, the half and nine tenths of all chunks, and the largest.

    `definitions` counts functions, methods and types, `kept_whole` is the share of those that lie in one chunk (1 if
    there are none). `cut_tokens` counts beginnings and ends of chunks inside of a token of the language.
    """

    chunks: int
    small: int
    median: int
    large: int
    largest: int
    definitions: int
    kept_whole: float
    cut_tokens: int


@dataclass(frozen=True, slots=True)
class LanguageChunks:
    """The files of one language, cut by Glossator and by the reference splitter."""

    language: str
    files: int
    bytes: int
    chunks: ChunkFigures
    reference: ChunkFigures


@dataclass(frozen=True, slots=True)
class EvalChunksDocument:
    """Answer of `glossator eval chunks --json`. `reference` says what ours is compared with."""

    root: str
    reference: str
    languages: tuple[LanguageChunks, ...]


@dataclass(frozen=True, slots=True)
class RetrievalFigures:
    """How well questions were answered, each figure the mean over them, from 0 to 1.

    `ndcg10` is the normalized discounted cumulative gain of the first ten hits, `recall10` the share of what was to be
    found that is among them, `mrr` the mean of one divided by the rank of the first hit that was to be found.
    """

    questions: int
    ndcg10: float
    recall10: float
    mrr: float


@dataclass(frozen=True, slots=True)
class CategoryRetrieval:
    """The questions of one category."""

    category: str
    figures: RetrievalFigures


@dataclass(frozen=True, slots=True)
class ReasonShare:
    """How many points a reason gave to the file of a hit."""

    reason: str
    points: float


@dataclass(frozen=True, slots=True)
class MissedQuestion:
    """A question that was answered badly: what was to be found (`path` or `path:first-last`), and what stood first
    instead, null and "" where nothing was found."""

    query: str
    category: str
    ndcg10: float
    targets: tuple[str, ...]
    first: str | None
    first_name: str
    first_shares: tuple[ReasonShare, ...]


@dataclass(frozen=True, slots=True)
class EvalRetrievalDocument:
    """Answer of `glossator eval retrieval --json`.

    `questions_from` is the file of questions, or "documentation". `without` are the reasons that were left out of the
    ranking. Times are in milliseconds for one question. `by_meaning` is the share of questions for which vectors were
    compared, which names of definitions and searches without a model are not; `embedded_chunks` of `chunks` had one.
    `unknown_targets` are in files that are not indexed, so no search finds them. `misses` are the questions with a
    `ndcg10` below one half, the worst first, if they were asked for.
    """

    root: str
    questions_from: str
    without: tuple[str, ...]
    all: RetrievalFigures
    categories: tuple[CategoryRetrieval, ...]
    p50_milliseconds: float
    p99_milliseconds: float
    by_meaning: float
    embedded_chunks: int
    chunks: int
    unknown_targets: tuple[str, ...]
    misses: tuple[MissedQuestion, ...] | None
    note: str
