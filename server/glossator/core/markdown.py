"""Markdown from what is not trusted: names, paths, and a model's prose.

Text of the repository or a model must not become an active link, an image, HTML or a command in the reader's
editor. Code spans and fenced blocks are left as they are, for nothing in them is active.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_CODE_SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)")
_ACTIVE = re.compile(r"[<\[\]!&](?![#\w]+;)|://|(?i:\bwww\.|mailto:|command:)")
_REPLACED = {"<": "&lt;", "[": "\\[", "]": "\\]", "!": "\\!", "&": "&amp;", "://": ":&#47;&#47;"}


def code_span(text: str) -> str:
    """`text` as a code span, whatever backticks and line ends it holds."""
    text = " ".join(text.split())
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") or not text else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def code_block(text: str, language: str = "") -> str:
    """`text` as a fenced block that nothing inside can close."""
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}"


def escape(text: str) -> str:
    """`text` as plain words: nothing in it is markup."""
    return re.sub(r"([\\`*_\[\]<>|~&])", r"\\\1", " ".join(text.split()))


def link(text: str, uri: str) -> str:
    """A link of ours; `uri` comes from a place in the workspace and is escaped for the parentheses."""
    safe = (
        uri.replace("(", "%28")
        .replace(")", "%29")
        .replace(" ", "%20")
        .replace("<", "%3C")
        .replace(">", "%3E")
    )
    return f"[{escape(text)}]({safe})"


def neutralise(prose: str) -> str:
    """A model's Markdown without anything active: emphasis, lists, headings and code stay."""
    lines = []
    fence = ""
    for line in prose.split("\n"):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1][0] == fence[0] and len(mark[1]) >= len(fence) and not line.strip(" `~"):
                fence = ""
            lines.append(line)
        elif mark:
            fence = mark[1]
            lines.append(mark[0] + re.sub(r"[^\w+#-]", "", line[mark.end() :]))
        else:
            lines.append(_neutralise_line(line))
    if fence:
        lines.append(fence)
    return "\n".join(lines)


def _neutralise_line(line: str) -> str:
    parts = []
    end = 0
    for span in _CODE_SPAN.finditer(line):
        parts += [_escape_active(line[end : span.start()]), span[0]]
        end = span.end()
    return "".join([*parts, _escape_active(line[end:])])


def _escape_active(text: str) -> str:
    def replaced(match: re.Match[str]) -> str:
        found = match[0]
        return _REPLACED.get(found) or f"{found[:-1]}&#{ord(found[-1])};"

    return _ACTIVE.sub(replaced, text)
