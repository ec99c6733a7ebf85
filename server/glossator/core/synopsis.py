"""What a file is about in a few words, for an embedding model: its path, its purpose, and what it defines.

The vector of a synopsis costs about a tenth of those of the file's chunks and finds the file nearly as well, so that
synopses are embedded before anything else.
"""

from __future__ import annotations

from glossator.core.embedding_text import Source, short_path
from glossator.core.head_comments import lines_of_comments, prose_of, without_licence
from glossator.core.symbols import CALLABLE_KINDS, TYPE_KINDS, SymbolKind
from glossator.core.terms import split_identifier

SYNOPSIS_VERSION = 3
"""Bump when the same file gives another synopsis."""

MAX_SYNOPSIS_CHARACTERS = 900
MAX_PURPOSE_CHARACTERS = 250
_HEAD_BYTES = 4096
_LINES_OF_PROSE = 10
"""So many lines tell what a file is about that defines nothing."""
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
    lines = lines_of_comments(head) if source.symbols else head.splitlines()[:_LINES_OF_PROSE]
    sentences = [prose for line in lines if len((prose := prose_of(line)).split()) >= _LEAST_WORDS]
    return " ".join(sentences)[:MAX_PURPOSE_CHARACTERS]
