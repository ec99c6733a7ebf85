"""From the bytes of a file to UTF-8, whatever encoding they have, and telling files that are no text.

Raise `EXTRACTOR_VERSION` when a file may come out otherwise than before: the index holds offsets into the result.
"""

from __future__ import annotations

import codecs
import re
import unicodedata

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ESCAPING_CODECS = frozenset(
    {"unicode-escape", "raw-unicode-escape", "utf-7", "punycode", "idna", "undefined"}
)
"""Codecs of the standard library that read escapes in the text, which no editor does."""
_ASCII_ONLY_CODECS = re.compile(r"iso2022|hz")
"""Codecs whose texts are ASCII to look at: only the coding line can tell them from UTF-8."""
_CODING_LINE = re.compile(rb"^[ \t\f]*(?:#|//|--|/\*|<!--|;|\").*?coding[:=][ \t]*([-\w.]+)")
_LINE_END_OF_EMACS = re.compile(r"-(?:unix|dos|mac)$")
_HEAD_BYTES = 4096
"""Where a coding line is looked for: in the first two lines of so many bytes."""


def decode_file(raw: bytes) -> tuple[bytes, str]:
    """The UTF-8 form of a file's bytes, as an editor would show them, and the encoding they had.

    In this order: byte order mark (dropped), strict UTF-8, a coding line in the first two lines (PEP 263), UTF-8
    with some broken characters (each becomes U+FFFD), and Latin-1, which accepts every byte. A coding line counts
    before UTF-8 where its encoding has ASCII bytes alone. Binary files are told apart before, by `looks_binary`.
    """
    for mark, name in _BYTE_ORDER_MARKS:
        if raw.startswith(mark):
            body = raw[len(mark) :]
            return body.decode(name, "replace").encode("utf-8", "replace"), name
    declared = _declared_encoding(raw)
    is_utf8 = _is_utf8(raw)
    if declared is not None and (not is_utf8 or _ASCII_ONLY_CODECS.match(declared)):
        try:
            return raw.decode(declared).encode("utf-8"), declared
        except (UnicodeError, ValueError):
            pass
    if is_utf8:
        return raw, "utf-8"
    return _without_hints(raw)


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _without_hints(raw: bytes) -> tuple[bytes, str]:
    """Broken UTF-8 where most of what is not ASCII is whole characters of it, which other encodings seldom have
    by chance, else Latin-1."""
    replaced = raw.decode("utf-8", "replace")
    broken = replaced.count("\ufffd")
    beyond_ascii = len(replaced) - len(replaced.encode("ascii", "ignore"))
    if beyond_ascii - broken > broken:
        return replaced.encode("utf-8"), "utf-8"
    return raw.decode("latin-1").encode("utf-8"), "latin-1"


def _declared_encoding(raw: bytes) -> str | None:
    for line in raw[:_HEAD_BYTES].splitlines()[:2]:
        if match := _CODING_LINE.match(line):
            return _usable_codec(match[1].decode("ascii"), match[0])
    return None


def _usable_codec(name: str, coding_line: bytes) -> str | None:
    """The codec's own name, None if it cannot be what the file is written in."""
    try:
        info = codecs.lookup(_LINE_END_OF_EMACS.sub("", name))
        # Codecs that are no encodings of characters (rot13, zip) would raise or change the text.
        is_encoding = getattr(info, "_is_text_encoding", True) and info.name not in _ESCAPING_CODECS
        # The line that was read as ASCII must say the same in the encoding that it names.
        fits = is_encoding and coding_line.decode(info.name, "replace") == coding_line.decode(
            "ascii", "replace"
        )
    except (LookupError, ValueError):
        return None
    return info.name if fits else None


BINARY_PROBE_BYTES = 8192
_CONTROLS_OF_TEXT = "\t\n\v\f\r\x0e\x0f\x1b"
"""What stands in texts: white space, and what switches alphabets (ISO 2022) or colours."""
_CONTROL_BYTES = bytes(byte for byte in range(32) if chr(byte) not in _CONTROLS_OF_TEXT)


def looks_binary(raw: bytes) -> bool:
    """Whether the first block of a file is no text, whatever its name says.

    NUL bytes are in no text without a byte order mark. A tenth of control bytes is more than any text has; where
    the block is no UTF-8 either, so are two in a hundred. Behind a mark of UTF-16 or UTF-32, characters count
    that are controls, private or not assigned.
    """
    block = raw[:BINARY_PROBE_BYTES]
    for mark, name in _BYTE_ORDER_MARKS:
        if raw.startswith(mark) and name != "utf-8":
            return _has_odd_characters(block[len(mark) :].decode(name, "replace"))
    if b"\0" in block:
        return True
    control = len(block) - len(block.translate(None, _CONTROL_BYTES))
    return control * (10 if _begins_as_utf8(block) else 50) > len(block)


def _begins_as_utf8(block: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(block)
    except UnicodeDecodeError:
        return False
    return True


def _has_odd_characters(text: str) -> bool:
    odd = sum(
        character == "\ufffd"
        or (
            unicodedata.category(character) in ("Cc", "Cn", "Co", "Cs") and character not in _CONTROLS_OF_TEXT
        )
        for character in text
    )
    # One is allowed: the block may end inside a character.
    return (odd - 1) * 20 > len(text)
