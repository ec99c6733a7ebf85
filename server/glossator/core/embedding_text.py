"""What an embedding model sees for a chunk; never shown to the user and never stored."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from glossator.core.chunks import Chunk
from glossator.core.symbols import Symbol
from glossator.core.terms import split_identifier

EMBEDDING_TEXT_VERSION = 3
"""Bump when the same chunk gives another text; part of the fingerprint of every vector."""

MAX_CHARACTERS = 1600
"""Longer texts are cut at the end; the model's own tokenizer cuts exactly."""


def embedding_text(data: bytes, symbols: Sequence[Symbol], chunk: Chunk) -> str:
    """Kind, container, name in words, and the code without blank lines and common indentation.

    The path is not in it, so that a file that was moved or copied is not embedded again. It would not help to find
    the code either: it says little that the words of the code do not.
    """
    head: list[str] = []
    if chunk.symbol is not None:
        symbol = symbols[chunk.symbol]
        words = " ".join(split_identifier(symbol.name))
        head.append(f"{symbol.kind.value.replace('_', ' ')} {symbol.qualified_name} ({words})")
        if chunk.span.start > symbol.signature_span.start:
            signature = data[symbol.signature_span.start : symbol.signature_span.end]
            head.append(" ".join(signature.decode("utf-8", "replace").split())[:200])
    code = data[chunk.span.start : chunk.span.end].decode("utf-8", "replace")
    return "\n".join([*head, _without_indentation(code)])[:MAX_CHARACTERS]


def text_hash(text: str) -> bytes:
    """The key under which the vector of a text is kept, 16 bytes."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


def _without_indentation(code: str) -> str:
    lines = [line.rstrip() for line in code.splitlines() if line.strip()]
    indents = [len(line) - len(line.lstrip()) for line in lines]
    common = min(indents, default=0)
    return "\n".join(line[common:] for line in lines)
