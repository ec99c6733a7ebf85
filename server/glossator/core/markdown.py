"""Markdown from what is not trusted: names, paths, and a model's prose.

Text of the repository or the model must not become a link, an image, HTML, a formula, a diagram, a footnote or a
command in the reader's editor. What is written here reads the same in every flavour of Markdown: each code span
ends on its line and each block of code stands at the margin between fences longer than any inside, so that no
flavour sees the end of code elsewhere than this module does; outside of code whatever could begin something
active is escaped, and what looks like an address becomes code, which nothing makes a link of.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from glossator.core.invisible import one_line, visible
from glossator.core.languages import languages

_FENCE = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?P<marks>`{3,}(?=[^`]*$)|~{3,})(?P<info>.*)$")
_INFO = re.compile(r"[A-Za-z][\w+#-]*")
_BACKTICKS = re.compile(r"`+")
_TABLE_RULE = re.compile(r"[\s>*+:|\d.)-]*")
_FRONT_MATTER = re.compile(r"---|\+\+\+")

_CHUNK = re.compile(r"[^\s`()<>\[\]{}|\"'*\\$]+")
_ADDRESS = re.compile(
    r"://|^//\w|(?<![a-z0-9])www\.|[\w.+-]@[\w-]|^(?:mailto|xmpp|command|javascript|vbscript|data|file|tel|sms|"
    r"vscode[\w-]*|ms-[\w-]+):",
    re.IGNORECASE,
)
_DOTTED = re.compile(r"[^\W_]\.[^\W\d_]{2,}|[^\W_]\.xn--", re.IGNORECASE)
"""What some programs take for a host: `main.py` ends like one of Paraguay."""
_MARKUP = re.compile(r"[\\`\[\]{}$]|~(?=~)|(?<=~)~|<|&(?=[#\w])|:(?=::)|(?<=::):")
_PLAIN_MARKUP = re.compile(r"[\\`*_\[\]{}<>|~&$^]|^(?:[#+=!-]|\d+(?=[.)]))|:(?=::)|(?<=::):")
_NO_ADDRESS = re.compile(rb"[^A-Za-z0-9/:@#%?=;,+~._!-]")
"""Bytes that are written in hexadecimal in the address of a link."""
_ENTITIES = {"<": "&lt;", "&": "&amp;"}

_OTHER_CODE = frozenset(
    (
        *(
            "console",
            "css",
            "dart",
            "diff",
            "dockerfile",
            "fortran",
            "graphql",
            "html",
            "ini",
            "json",
            "json5",
        ),
        *(
            "jsonc",
            "julia",
            "lisp",
            "make",
            "makefile",
            "matlab",
            "nix",
            "ocaml",
            "pascal",
            "perl",
            "plaintext",
        ),
        *(
            "powershell",
            "proto",
            "protobuf",
            "r",
            "scss",
            "shell",
            "sql",
            "text",
            "toml",
            "txt",
            "xml",
            "yaml",
            "yml",
        ),
    )
)
"""Names of languages beside those of the registry that a block of code may have. A block of another name might be
drawn (Mermaid, formulas, graphs) or run."""


def code_span(text: str) -> str:
    """`text` as a code span on one line, whatever backticks and line ends it holds."""
    text = one_line(text)
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def code_block(text: str, language: str = "") -> str:
    """`text` as a fenced block that nothing inside can close."""
    text = visible(text).rstrip()
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{_info(language)}\n{text}\n{fence}"


def escape(text: str, *, in_link: bool = False) -> str:
    """`text` as plain words on one line: nothing in it is markup. What looks like an address becomes code; inside of
    a link, where no further one is seen in `main.py`, only what certainly is one."""
    text = one_line(text)
    return _words(text, _PLAIN_MARKUP, dotted=not in_link)


def link(text: str, uri: str) -> str:
    """A link of ours to a place in a file; the words alone where `uri` is none of a file."""
    if not uri.lower().startswith("file:"):
        return escape(text)
    address = _NO_ADDRESS.sub(lambda match: b"%%%02X" % match[0][0], uri.encode("utf-8", "replace")).decode(
        "ascii"
    )
    return f"[{escape(text, in_link=True)}]({address})"


def neutralise(prose: str) -> str:
    """A model's Markdown without anything active: emphasis, lists, headings, tables and code stay."""
    lines = visible(prose).split("\n")
    has_table = any("-" in line and _TABLE_RULE.fullmatch(line) for line in lines)
    written: list[str] = []
    place = 0
    while place < len(lines):
        fence = _FENCE.match(lines[place])
        if fence is not None:
            block, place = _fenced(lines, place, fence)
            written.append(block)
            continue
        line = _inline(lines[place], has_table)
        written.append(f"\\{line}" if place == 0 and _FRONT_MATTER.match(line) else line)
        place += 1
    return "\n".join(written)


def _fenced(lines: list[str], place: int, fence: re.Match[str]) -> tuple[str, int]:
    """The block that begins at `place`, put at the margin, and the place after it; one that never ends ends with the
    text."""
    marks = fence["marks"]
    indentation = len(lines[place]) - len(lines[place].lstrip())
    end = place + 1
    while end < len(lines) and not _closes(lines[end], marks):
        end += 1
    content = [line[min(indentation, len(line) - len(line.lstrip())) :] for line in lines[place + 1 : end]]
    info = _INFO.search(fence["info"])
    return code_block("\n".join(content), info[0] if info else ""), end + 1


def _closes(line: str, marks: str) -> bool:
    line = line.strip()
    return len(line) >= len(marks) and not line.strip(marks[0])


def _info(language: str) -> str:
    name = language.lower()
    return name if name in _code_names() else ""


@cache
def _code_names() -> frozenset[str]:
    names = {
        name.lower()
        for each in languages().values()
        for name in (each.id, each.name, *each.extensions, *each.language_ids)
    }
    return frozenset(names) | _OTHER_CODE


def _inline(line: str, has_table: bool) -> str:
    """A line outside of blocks: its code spans as ours, the rest without anything active."""
    written = ""
    end = 0
    for start, content, after in _code_spans(line):
        written = _joined(written, _words(line[end:start], _MARKUP))
        # A bar ends a cell of a table even inside of code, so there is no code with one where a table may be.
        is_cut = has_table and "|" in line[content]
        code = _words(line[start:after], _MARKUP) if is_cut else code_span(line[content])
        written = _joined(written, code)
        end = after
    return _joined(written, _words(line[end:], _MARKUP))


def _code_spans(line: str) -> Iterator[tuple[int, slice, int]]:
    """Start, content and end of each code span: what lies between a run of backticks and the next one as long."""
    runs = list(_BACKTICKS.finditer(line))
    following: dict[int, int] = {}
    partners = [0] * len(runs)
    for place in range(len(runs) - 1, -1, -1):
        length = len(runs[place][0])
        partners[place] = following.get(length, 0)
        following[length] = place
    place = 0
    while place < len(runs):
        if partner := partners[place]:
            yield runs[place].start(), slice(runs[place].end(), runs[partner].start()), runs[partner].end()
            place = partner
        place += 1


def _words(text: str, markup: re.Pattern[str], *, dotted: bool = True) -> str:
    written = ""
    for piece, is_code in _pieces(text, dotted=dotted):
        written = _joined(written, _inert(piece, is_code, markup))
    return written


def _pieces(text: str, *, dotted: bool) -> list[tuple[str, bool]]:
    """The text in pieces, with whether each looks like an address."""
    pieces: list[tuple[str, bool]] = []
    end = 0
    for chunk in _CHUNK.finditer(text):
        word = _address_in(chunk[0], dotted)
        if word:
            start = chunk.start() + chunk[0].index(word)
            pieces += [(text[end:start], False), (word, True)]
            end = start + len(word)
    pieces.append((text[end:], False))
    return [piece for piece in pieces if piece[0]]


def _address_in(chunk: str, dotted: bool) -> str:
    """What of the chunk looks like an address, without punctuation around it if it still does so; else ""."""
    for word in (chunk.strip(".,;:!?_~"), chunk):
        if word and (_ADDRESS.search(word) or (dotted and _DOTTED.search(word))):
            return word
    return ""


def _inert(piece: str, is_code: bool, markup: re.Pattern[str]) -> str:
    if is_code:
        return code_span(piece)
    return markup.sub(lambda match: _ENTITIES.get(match[0]) or _escaped(match[0]), piece)


def _escaped(text: str) -> str:
    """Punctuation with a backslash before it; a number keeps its digits, its dot gets one."""
    return f"{text}\\" if text.isdecimal() else "".join(f"\\{character}" for character in text)


def _joined(before: str, after: str) -> str:
    """Two pieces in a row. Two code spans that touch would be one, so a space comes between."""
    return f"{before} {after}" if before.endswith("`") and after.startswith("`") else before + after
