"""What a file is about in a few words, for an embedding model: its path, its purpose, and what it defines.

The vector of a synopsis costs about a tenth of those of the file's chunks and finds the file nearly as well, so that
synopses are embedded before anything else.
"""

from __future__ import annotations

from glossator.core.embedding_text import COMMENT_LINE, Source, prose_of, short_path, without_licence
from glossator.core.symbols import CALLABLE_KINDS, TYPE_KINDS, SymbolKind
from glossator.core.terms import split_identifier

SYNOPSIS_VERSION = 2
"""Bump when the same file gives another synopsis."""

MAX_SYNOPSIS_CHARACTERS = 900
MAX_PURPOSE_CHARACTERS = 250
_HEAD_BYTES = 4096
_LEAST_WORDS = 4
"""Lines of comments with fewer words are rulers and tags."""

_NAMED_KINDS = CALLABLE_KINDS | TYPE_KINDS | {SymbolKind.MODULE, SymbolKind.NAMESPACE, SymbolKind.CONSTANT}


def synopsis(source: Source) -> str:
    """The synopsis of a file."""
    names = dict.fromkeys(
        " ".join(split_identifier(symbol.name)) for symbol in source.symbols if symbol.kind in _NAMED_KINDS
    )
    parts = (short_path(source.path), _purpose(source), ", ".join(name for name in names if name))
    return "\n".join(part for part in parts if part)[:MAX_SYNOPSIS_CHARACTERS]


def _purpose(source: Source) -> str:
    """What the comments at the head of a file say; the first paragraph of prose."""
    head = without_licence(source.data[:_HEAD_BYTES].decode("utf-8", "replace"))
    lines = head.splitlines()
    comments = [line for line in lines[:40] if COMMENT_LINE.match(line)] if source.symbols else lines[:10]
    sentences = [prose for line in comments if len((prose := prose_of(line)).split()) >= _LEAST_WORDS]
    return " ".join(sentences)[:MAX_PURPOSE_CHARACTERS]
