"""What an embedding model sees for a chunk; never shown to the user and never stored.

Path, kind, container, name, signature and documentation come before the code, so that cutting a text at its end, as a
model does with one that is too long for it, costs the least. There are two forms: code for models that were made for
code, and words for models that were made for sentences, to which brackets and keywords are noise. Words have between
a third and a half of the characters, and find as well.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from glossator.core.chunks import Chunk
from glossator.core.head_comments import prose_of, without_licence
from glossator.core.symbols import Symbol
from glossator.core.terms import split_identifier, words_of

EMBEDDING_TEXT_VERSION = 5
"""Bump when the same chunk gives another text; part of the fingerprint of every vector."""


class TextForm(StrEnum):
    """The form of the texts of a model."""

    CODE = "code"
    WORDS = "words"


MAX_CODE_CHARACTERS = 1600
MAX_WORDS_CHARACTERS = 500
"""Longer texts are cut at the end; the model's own tokenizer cuts exactly."""

MAX_DOC_CHARACTERS = 400
MAX_SIGNATURE_CHARACTERS = 200
MAX_PATH_CHARACTERS = 80
_SHOWN = re.compile(rb"\S")
_PATH_ENDS = 2
"""How many segments stay at each end of a path that is cut."""

_CLOSING_LINE = re.compile(
    r"[\s)}\]>;,]+|\s*(?:end|fi|done|esac|endif|end-proc|endsr)\s*;?\s*", re.IGNORECASE
)
_NOISE_LINE = re.compile(
    r"\s*(?:@(?:Override|NotNull|NonNull|Nonnull|Nullable|SuppressWarnings|Deprecated|FunctionalInterface|SafeVarargs"
    r"|Serial|inlinable|discardableResult|inline|implicitNotFound|JvmStatic|JvmOverloads|JvmField|Suppress)\b[^\n]*"
    r"|#!?\[(?:inline|must_use|allow|cfg_attr|doc\(hidden\)|warn|deny|track_caller)[^\n]*\]"
    r"|\[(?:MethodImpl|DebuggerStepThrough|EditorBrowsable|Obsolete|NotNull|CanBeNull)[^\n]*\])\s*"
)
_SYNTAX = """
def return self this end fn let mut pub const var function func public private static void int string new if else elif
for while in import from class struct impl use package final protected override val fun nil null none true false do
then local begin case switch break default not and or is as try catch finally throw throws async await export extern
inline virtual template typename auto unsigned char bool float double long short size t std
"""
_SYNTAX_WORDS = frozenset(_SYNTAX.split())
"""Words that programs of any subject are full of."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file that texts are made of. `data` has its secrets hidden, `path` is relative to the root."""

    path: str
    data: bytes
    symbols: Sequence[Symbol]
    is_test: bool = False

    def text(self, start: int, end: int) -> str:
        """The text between two places."""
        return self.data[start:end].decode("utf-8", "replace")

    def begins_at_or_after(self, place: int) -> bool:
        """Whether nothing but white space stands before a place."""
        first = _SHOWN.search(self.data)
        return first is None or place <= first.start()


def embedding_text(source: Source, chunk: Chunk, form: TextForm) -> str:
    """The text of a chunk in the form that a model wants."""
    if form is TextForm.WORDS:
        return "\n".join(_heading_in_words(source, chunk))[:MAX_WORDS_CHARACTERS]
    return _code_text(source, chunk)[:MAX_CODE_CHARACTERS]


def text_key(source: Source, chunk: Chunk) -> bytes:
    """The key under which the vector of a chunk is kept, 16 bytes. Chunks of one key have one text in each form, for
    all of a text in words comes from what the text in code says."""
    return digest_of(_code_text(source, chunk))


def digest_of(text: str) -> bytes:
    """A text as a key of 16 bytes."""
    return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).digest()


def query_text(query: str, form: TextForm, scope: str = "") -> str:
    """What a model sees of a query: below the folder that is searched, as texts of chunks stand below their path."""
    if form is TextForm.WORDS:
        query = re.sub(r"\w+", lambda word: " ".join(split_identifier(word[0])) or word[0], query)
        scope = in_words(scope)
    return "\n".join(part for part in (scope, query) if part)


def short_path(path: str) -> str:
    """The path; of a long one the first and the last segments, and `…` for those between."""
    segments = path.split("/")
    if len(path) <= MAX_PATH_CHARACTERS or len(segments) <= 2 * _PATH_ENDS:
        return path
    return "/".join((*segments[:_PATH_ENDS], "…", *segments[-_PATH_ENDS:]))


def in_words(text: str) -> str:
    """The identifiers of a text split into words."""
    return " ".join(part for word in words_of(text) for part in split_identifier(word))


def _code_text(source: Source, chunk: Chunk) -> str:
    return "\n".join((*_heading(source, chunk), _clean(_body(source, chunk))))


def _heading(source: Source, chunk: Chunk) -> Iterator[str]:
    yield short_path(source.path)
    if chunk.symbol is None:
        return
    symbol = source.symbols[chunk.symbol]
    words = " ".join(split_identifier(symbol.name))
    yield f"{_traits(source, symbol)} {symbol.qualified_name} ({words})"
    if chunk.span.start > symbol.signature_span.start:
        yield _signature(source, symbol)[:MAX_SIGNATURE_CHARACTERS]
    if symbol.doc_span is not None:
        yield _doc(source, symbol)


def _heading_in_words(source: Source, chunk: Chunk) -> Iterator[str]:
    """Path, kind and name in words, and every other word of the chunk once."""
    yield in_words(short_path(source.path))
    body = _clean(_body(source, chunk))
    if chunk.symbol is not None:
        symbol = source.symbols[chunk.symbol]
        yield f"{_traits(source, symbol)} {in_words(symbol.qualified_name)}"
        body = f"{_doc(source, symbol)}\n{body}"
    yield " ".join(dict.fromkeys(_telling_words(body)))


def _telling_words(text: str) -> Iterator[str]:
    for word in words_of(text):
        parts = split_identifier(word)
        if len(parts) > 1 or (parts and parts[0] not in _SYNTAX_WORDS):
            yield " ".join(parts)


def _body(source: Source, chunk: Chunk) -> str:
    """The code of a chunk without the documentation that stands in its heading, and without a licence."""
    start, end = chunk.span.start, chunk.span.end
    doc = None if chunk.symbol is None else source.symbols[chunk.symbol].doc_span
    if doc is not None and start <= doc.start and doc.end <= end:
        return source.text(start, doc.start) + source.text(doc.end, end)
    text = source.text(start, end)
    return without_licence(text) if source.begins_at_or_after(start) else text


def _doc(source: Source, symbol: Symbol) -> str:
    """The beginning of the documentation; empty without one."""
    if symbol.doc_span is None:
        return ""
    return prose_of(source.text(symbol.doc_span.start, symbol.doc_span.end))[:MAX_DOC_CHARACTERS]


def _traits(source: Source, symbol: Symbol) -> str:
    """What a definition is, in words: `exported async test function`."""
    before_name = source.text(symbol.signature_span.start, symbol.name_span.start).split()
    words = []
    if {"export", "pub", "public", "exported"} & set(before_name):
        words.append("exported")
    if "async" in before_name:
        words.append("async")
    if source.is_test:
        words.append("test")
    return " ".join((*words, symbol.kind.value.replace("_", " ")))


def _signature(source: Source, symbol: Symbol) -> str:
    return " ".join(source.text(symbol.signature_span.start, symbol.signature_span.end).split())


def _clean(code: str) -> str:
    """The code without blank lines, common indentation, and lines that say nothing about it."""
    lines = [
        line.rstrip()
        for line in code.splitlines()
        if line.strip() and not _CLOSING_LINE.fullmatch(line) and not _NOISE_LINE.fullmatch(line)
    ]
    common = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    return "\n".join(line[common:] for line in lines)
