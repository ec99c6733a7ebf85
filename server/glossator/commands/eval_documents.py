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
