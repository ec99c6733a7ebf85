"""Hiding from a grammar what it does not know, without moving anything."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable

from glossator.core.conditionals import hidden_by_conditions
from glossator.core.conditions import hidden_without_alternative
from glossator.core.languages import Language
from glossator.core.text import Span

_NO_END_OF_LINE = re.compile(rb"[^\r\n]")


def blanked(data: bytes, language: Language) -> bytes:
    """The text with all that the grammar does not know replaced by spaces, so that no offset changes.

    Bytes that are no UTF-8, as halves of surrogate pairs are, become question marks: queries compare text.
    """
    data = _as_utf8(data)
    if language.conditional_directives:
        data = _hide(data, hidden_by_conditions(data))
    for pattern in language.blanked:
        data = re.sub(pattern.encode(), _blank_first_group, data, flags=re.MULTILINE)
    for pattern in language.separated:
        data = re.sub(pattern.encode(), _separate, data, flags=re.MULTILINE)
    return _hide(data, hidden_without_alternative(data)) if language.preprocessed else data


def _hide(data: bytes, spans: Iterable[Span]) -> bytes:
    """The text with what stands in the spans, some of which may lie in others, replaced by spaces."""
    parts: list[bytes] = []
    end = 0
    for span in sorted(spans):
        parts += data[end : span.start], _NO_END_OF_LINE.sub(b" ", data[max(end, span.start) : span.end])
        end = max(end, span.end)
    return b"".join((*parts, data[end:]))


def _separate(match: re.Match[bytes]) -> bytes:
    whole, place = match[0], match.start(1) - match.start()
    return b"".join((whole[:place], b";", whole[place + 1 :]))


def _blank_first_group(match: re.Match[bytes]) -> bytes:
    whole, start = match[0], match.start()
    if match[1] is None:
        return whole
    return (
        whole[: match.start(1) - start] + _NO_END_OF_LINE.sub(b" ", match[1]) + whole[match.end(1) - start :]
    )


def _as_utf8(data: bytes) -> bytes:
    if data.isascii():
        return data
    return data.decode("utf-8", _QUESTION_MARKS).encode("utf-8")


def _question_marks(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "?" * (error.end - error.start), error.end


_QUESTION_MARKS = "glossator.question_marks"
codecs.register_error(_QUESTION_MARKS, _question_marks)
