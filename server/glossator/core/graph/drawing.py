"""A part of a graph as text that other programs draw: Mermaid and DOT.

Names come from a repository and are not trusted. In both languages they stand between quotation marks only, and nothing
in them is left that either language, Markdown or HTML acts on. Links that are only possible are dashed.

References: https://mermaid.js.org/syntax/flowchart.html (entity codes), https://graphviz.org/doc/info/lang.html and
https://graphviz.org/docs/attr-types/escString/.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from glossator.core.invisible import one_line

_PLAIN = frozenset(" ,/")
"""What has no meaning in a label of Mermaid, beside letters and digits. A label is Markdown, in which underscores and
points have one."""
_DOLLARS = re.compile(r"\$(?=\$)|(?<=\$)\$")
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A box: its lines of text, and whether it is what was asked for."""

    lines: tuple[str, ...]
    is_target: bool = False


@dataclass(frozen=True, slots=True)
class DrawnLink:
    """An arrow between two boxes, told by their places; `label` is "" for a plain call."""

    source: int
    target: int
    label: str
    is_sure: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is drawn; `notes` are sentences about what is not."""

    nodes: tuple[DrawnNode, ...]
    links: tuple[DrawnLink, ...]
    notes: tuple[str, ...] = ()


def mermaid(drawing: Drawing) -> Iterator[str]:
    """The lines of a flowchart."""
    yield "flowchart LR"
    for place, node in enumerate(drawing.nodes):
        yield f'    n{place}["{_mermaid_label(node.lines)}"]'
    for place, note in enumerate(drawing.notes):
        yield f'    note{place}(["{_mermaid_label((note,))}"])'
    for link in drawing.links:
        arrow = "-->" if link.is_sure else "-.->"
        label = f'|"{_mermaid_text(link.label)}"|' if link.label else ""
        yield f"    n{link.source} {arrow}{label} n{link.target}"
    for place, node in enumerate(drawing.nodes):
        if node.is_target:
            yield f"    style n{place} stroke-width:3px"


def dot(drawing: Drawing) -> Iterator[str]:
    """The lines of a directed graph."""
    yield "digraph glossator {"
    yield "    rankdir=LR;"
    yield '    node [shape=box, fontname="sans-serif"];'
    for place, node in enumerate(drawing.nodes):
        bold = ", penwidth=3" if node.is_target else ""
        yield f'    n{place} [label="{_dot_label(node.lines)}"{bold}];'
    for place, note in enumerate(drawing.notes):
        yield f'    note{place} [shape=note, label="{_dot_label((note,))}"];'
    for link in drawing.links:
        style = [] if link.is_sure else ["style=dashed"]
        style += [f'label="{_dot_text(link.label)}"'] if link.label else []
        written = f" [{', '.join(style)}]" if style else ""
        yield f"    n{link.source} -> n{link.target}{written};"
    yield "}"


def _mermaid_label(lines: Iterable[str]) -> str:
    return "<br/>".join(map(_mermaid_text, lines))


def _mermaid_text(text: str) -> str:
    """Text as Mermaid shows it. Each sign that might begin something (an entity, a tag, a directive, a comment, a link,
    an icon, Markdown) becomes an entity code. Entity codes become signs again before formulas are looked for, so that
    dollar signs side by side are others that look alike."""
    return "".join(
        sign if sign in _PLAIN or (sign.isalnum() and sign.isprintable()) else f"#{ord(sign)};"
        for sign in _DOLLARS.sub("\N{FULLWIDTH DOLLAR SIGN}", _shortened(text))
    )


def _dot_label(lines: Iterable[str]) -> str:
    return "\\n".join(map(_dot_text, lines))


def _dot_text(text: str) -> str:
    """Text inside of a quoted string, in which Graphviz reads escapes and entities of HTML."""
    text = _shortened(text).replace("&", "&amp;").replace("\\", "\\\\")
    return text.replace('"', '\\"').replace("<", "&lt;").replace(">", "&gt;")


def _shortened(text: str) -> str:
    shown = one_line(text)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
