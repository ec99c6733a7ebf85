"""Questions that a project answers itself: the first sentence of a documentation asks for what it documents.

The documentation must not be there when they are asked, so it is blanked: each of its characters becomes as many blanks
as it has bytes, and what does not show (line feeds) stays, so that every place is where it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from glossator.core.embedding_text import digest_of
from glossator.core.evaluation.retrieval_measures import Lines, Question
from glossator.core.head_comments import prose_of
from glossator.core.symbols import CALLABLE_KINDS, TYPE_KINDS, Symbol
from glossator.core.terms import part_stems, words_of
from glossator.core.text import LineIndex, Span

LEAST_WORDS = 5
"""Shorter sentences ask for nothing in particular."""

_END_OF_SENTENCE = re.compile(r"(?<=[.!?])\s|(?<=。)")
_SECTION = re.compile(r"[@\\:]\w+|\w+:$|[-=~]{3,}")
"""How a line begins, or what it is, with which another section of a documentation begins."""
_MARKUP = re.compile(r"</?\w[^>]*>|\{@\w+ ([^}]*)\}|[`*]+")
_SHOWN = re.compile(rb"[^\s]")
_WORD_BYTES = re.compile(rb"[0-9A-Za-z_\x80-\xff]")


@dataclass(frozen=True, slots=True)
class Documented:
    """A definition with documentation that asks for it."""

    path: str
    name: str
    ordinal: int
    sentence: str
    kind: str
    lines: tuple[int, int]
    """The first and the last of the definition without its documentation, from 1."""

    @property
    def question(self) -> Question:
        """The question and its answer."""
        return Question(self.sentence, (Lines(self.path, *self.lines),), self.kind)


def documented(path: str, data: bytes, symbols: Sequence[Symbol]) -> list[Documented]:
    """The definitions of a file whose documentation asks for them."""
    lines = LineIndex(data)
    found = []
    for symbol in symbols:
        sentence = "" if symbol.doc_span is None else question_of(symbol.name, _text(data, symbol.doc_span))
        if sentence and is_asked_for(symbol):
            span = symbol.signature_span.start, max(symbol.signature_span.end, symbol.span.end) - 1
            first, last = map(lines.line_at, span)
            found.append(
                Documented(
                    path,
                    symbol.qualified_name,
                    symbol.ordinal,
                    sentence,
                    symbol.kind.value,
                    (first + 1, last + 1),
                )
            )
    return found


def is_asked_for(symbol: Symbol) -> bool:
    """Whether a question may ask for a symbol: a function, a method or a type."""
    return symbol.kind in CALLABLE_KINDS or symbol.kind in TYPE_KINDS


def question_of(name: str, comment: str) -> str:
    """The first sentence of a documentation; empty if it is short, or says only what the name says."""
    prose = _MARKUP.sub(lambda match: match[1] or "", _first_paragraph(comment))
    sentence = _END_OF_SENTENCE.split(prose, maxsplit=1)[0].strip()
    words = words_of(sentence)
    said = {stem for word in words for stem in part_stems(word)}
    if len(sentence.split()) < LEAST_WORDS or len(words) < LEAST_WORDS - 1:
        return ""
    return sentence if said - set(part_stems(name)) else ""


def _first_paragraph(comment: str) -> str:
    lines: list[str] = []
    for line in map(prose_of, comment.splitlines()):
        if lines and (not line or _SECTION.match(line)):
            break
        if line and not _SECTION.match(line):
            lines.append(line)
    return " ".join(lines)


def blanked(data: bytes, symbols: Sequence[Symbol]) -> bytes:
    """A text without any documentation of its definitions."""
    return _without(data, symbols, _SHOWN)


def with_words_blanked(data: bytes, symbols: Sequence[Symbol]) -> bytes:
    """A text without the words of documentation; its marks stay, which in some languages are a part of the syntax."""
    return _without(data, symbols, _WORD_BYTES)


def sample(found: Sequence[Documented], count: int) -> list[Question]:
    """At most so many questions, the same ones each time, of those that ask for one definition alone; by path."""
    askers = Counter(each.sentence for each in found)
    unique = [each for each in found if askers[each.sentence] == 1]
    chosen = sorted(unique, key=lambda each: digest_of(f"{each.path}\0{each.name}\0{each.ordinal}"))[:count]
    return [each.question for each in sorted(chosen, key=lambda each: (each.path, each.lines))]


def _without(data: bytes, symbols: Sequence[Symbol], blank: re.Pattern[bytes]) -> bytes:
    text = bytearray(data)
    for symbol in symbols:
        if symbol.doc_span is not None:
            place = slice(symbol.doc_span.start, symbol.doc_span.end)
            text[place] = blank.sub(b" ", bytes(text[place]))
    return bytes(text)


def _text(data: bytes, span: Span) -> str:
    return data[span.start : span.end].decode("utf-8", "replace")
