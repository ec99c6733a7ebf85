"""The child process that parses: native code on untrusted text, where it can hang or crash alone.

It reads files, extracts facts and cuts chunks. It writes nothing.
"""

from __future__ import annotations

import gc
import os
from dataclasses import astuple
from pathlib import Path
from typing import Any, NamedTuple

from glossator.app import grammars
from glossator.app.reading import FileContent, Skipped, read_file
from glossator.core.chunks import Chunk, cut
from glossator.core.embedding_text import Source, TextForm, digest_of, embedding_text, text_key
from glossator.core.fact_bytes import encode_facts
from glossator.core.languages import Language, detect
from glossator.core.outline import Outline
from glossator.core.redaction import redact
from glossator.core.search.chunk_terms import chunk_terms
from glossator.core.symbols import FileFacts, ParseState
from glossator.core.synopsis import synopsis
from glossator.core.terms import pack
from glossator.core.test_paths import is_test_path
from glossator.core.text import LineIndex
from glossator.host.memory_bound import bound_memory
from glossator.host.serving import serve

ENTRY = "glossator.app.parse_worker:main"

TEXT_LANGUAGE = "text"
"""The language of files that no entry of the registry claims."""

_LARGEST_PARSED_BYTES = 4 * 1024 * 1024

MOST_MEMORY_BYTES = 2 * 1024 * 1024 * 1024
"""More than the densest text of that size needs, several times over."""


def main(*_: str) -> None:
    """Serve calls until the pipe closes."""
    bound_memory(MOST_MEMORY_BYTES)
    # Facts are many small objects without cycles; looking for cycles among them takes a tenth of the time.
    gc.set_threshold(200_000, 20, 100)
    serve(
        {
            "load": _load,
            "index_file": _index_file,
            "facts": _facts,
            "chunks": _chunks,
            "texts": _texts,
            "measure": _measure,
        }
    )


def file_payload(root: Path, path: str, limit_bytes: int, **more: Any) -> dict[str, Any]:
    """What a call about a file is given. Paths go as bytes, since not all of them are valid Unicode."""
    return {"root": os.fsencode(root), "path": os.fsencode(path), "limit_bytes": limit_bytes, **more}


def facts_of(data: bytes, language: Language | None, outline: Outline | None = None) -> FileFacts:
    """The facts of a text, which are none in no known language; the units of its syntax go to `outline`."""
    if language is None or len(data) > _LARGEST_PARSED_BYTES:
        return FileFacts(language=TEXT_LANGUAGE if language is None else language.id, state=ParseState.TEXT)
    return grammars.facts_of_text(data, language, outline)


def _load(payload: dict[str, Any], _context: object) -> None:
    """Get ready for a file: load the grammar that its name asks for."""
    language = detect(os.fsdecode(payload["path"]), payload.get("data", b""), payload.get("language_id", ""))
    if language is not None:
        grammars.is_usable(language)


def _index_file(payload: dict[str, Any], _context: object) -> dict[str, Any]:
    """Read and parse one file: its state, hash, line starts and facts."""
    path, content = _read(payload)
    if not isinstance(content, FileContent):
        return {"state": "skipped", "reason": content.reason, "hash": content.hash}
    if content.hash == payload.get("unless_hash"):
        return {"state": payload["state"], "reason": payload["reason"], "hash": content.hash}
    facts = facts_of(content.data, detect(path, content.data))
    return {
        "state": "indexed",
        "hash": content.hash,
        "line_starts": LineIndex(content.data).starts,
        "facts": encode_facts(facts),
    }


def _facts(payload: dict[str, Any], _context: object) -> bytes:
    """The facts of a text that was sent."""
    language = detect(os.fsdecode(payload["path"]), payload["data"], payload.get("language_id", ""))
    return encode_facts(facts_of(payload["data"], language))


def _read(payload: dict[str, Any]) -> tuple[str, FileContent | Skipped]:
    path = os.fsdecode(payload["path"])
    return path, read_file(Path(os.fsdecode(payload["root"])), path, payload["limit_bytes"])


class _Cut(NamedTuple):
    """A file as it was indexed, with its secrets hidden, and its chunks."""

    source: Source
    chunks: list[Chunk]


def _cut_again(payload: dict[str, Any]) -> _Cut | None:
    """The file and its chunks, if it still has the content that was indexed."""
    path, content = _read(payload)
    if not isinstance(content, FileContent) or content.hash != payload["hash"]:
        return None
    return _cut_content(path, content)


def _cut_content(path: str, content: FileContent) -> _Cut:
    outline = Outline()
    language = detect(path, content.data)
    facts = facts_of(content.data, language, outline)
    # Neither a vector nor the words of a chunk may be made of secrets; all spans hold for the redacted text.
    source = Source(path, redact(content.data, path), facts.symbols, is_test_path(path, language))
    return _Cut(source, cut(source.data, facts.symbols, outline.units))


def _chunks(payload: dict[str, Any], _context: object) -> list[list[Any]] | None:
    """(symbol, start, end, text hash, terms, whether it is the synopsis) of each chunk, the synopsis of the file last;
    None if the file has changed meanwhile."""
    found = _cut_again(payload)
    if found is None:
        return None
    source = found.source
    rows: list[list[Any]] = [
        [
            chunk.symbol,
            chunk.span.start,
            chunk.span.end,
            text_key(source, chunk),
            pack(chunk_terms(source, chunk)),
            False,
        ]
        for chunk in found.chunks
    ]
    if rows:
        rows.append([None, 0, len(source.data), digest_of(synopsis(source)), b"", True])
    return rows


def _texts(payload: dict[str, Any], _context: object) -> list[list[Any]] | None:
    """(text hash, embedding text in the form asked for) of the wanted chunks; None if the file has changed."""
    path, content = _read(payload)
    if not isinstance(content, FileContent) or content.hash != payload["hash"]:
        return None
    cut_file = _recently_cut(path, content)
    source, form, wanted = cut_file.source, TextForm(payload["form"]), set(payload["wanted"])
    texts = [[cut_file.synopsis_key, synopsis(source)]] if cut_file.synopsis_key in wanted else []
    for key, chunk in cut_file.keyed:
        if key in wanted:
            texts.append([key, embedding_text(source, chunk, form)])
    return texts


class _KeyedCut(NamedTuple):
    """A file with the keys of its texts."""

    source: Source
    synopsis_key: bytes
    keyed: list[tuple[bytes, Chunk]]


_MOST_RECENT = 4
_recent: dict[tuple[str, bytes], _KeyedCut] = {}
"""The files whose texts were asked for last: those of a large one are asked for a few at a time."""


def _recently_cut(path: str, content: FileContent) -> _KeyedCut:
    key = path, content.hash
    found = _recent.pop(key, None)
    if found is None:
        source, chunks = _cut_content(path, content)
        keyed = [(text_key(source, chunk), chunk) for chunk in chunks]
        found = _KeyedCut(source, digest_of(synopsis(source)), keyed)
    _recent[key] = found
    while len(_recent) > _MOST_RECENT:
        del _recent[next(iter(_recent))]
    return found


def _measure(payload: dict[str, Any], _context: object) -> dict[str, Any] | None:
    """The language of a file, its size, and measures of its chunks and of the reference's (`ChunkMeasures`); None for
    a file that is not indexed."""
    # Only an evaluation asks for this.
    from glossator.core.evaluation.chunk_measures import ChunkMeasures
    from glossator.core.evaluation.recursive_splitter import split

    path, content = _read(payload)
    if not isinstance(content, FileContent):
        return None
    data, language = content.data, detect(path, content.data)
    outline, leaves = Outline(), Outline(opened_bytes=0)
    facts = facts_of(data, language, outline)
    facts_of(data, language, leaves)
    chunks, reference, tokens = ChunkMeasures(), ChunkMeasures(), leaves.tokens()
    ours = [chunk.span for chunk in cut(data, facts.symbols, outline.units)]
    chunks.add(data, ours, facts.symbols, tokens)
    reference.add(data, split(data), facts.symbols, tokens)
    return {
        "language": TEXT_LANGUAGE if language is None else language.name,
        "bytes": len(data),
        "chunks": astuple(chunks),
        "reference": astuple(reference),
    }
