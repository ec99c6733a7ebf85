"""Drawings are right, and nothing that a name says is active in them."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from glossator.core.graph.drawing import Drawing, DrawnLink, DrawnNode, dot, mermaid

HOSTILE = (
    '"];click n0 "https://x.invalid"',
    "%%{init: {'securityLevel':'loose'}}%%",
    "<img src=x onerror=alert(1)>",
    "`**bold** [link](javascript:alert(1))`",
    "a\nclick n0 call f()",
    "fa:fa-car $$x^2$$ #quot; &lt;b&gt;",
    "style n0 fill:#f00;",
    "\\N \\G \\l \\",
    'x" URL="javascript:alert(1)',
    "__init__ 1. one",
    "end subgraph ```",
    "\u202eabc\u200b\x1b]0;x\x07",
)

TEXTS = st.one_of(st.text(max_size=40), st.sampled_from(HOSTILE))
DRAWINGS = st.lists(st.tuples(TEXTS, st.booleans()), min_size=1, max_size=4).flatmap(
    lambda nodes: st.builds(
        Drawing,
        st.just(tuple(DrawnNode((text, text), is_target) for text, is_target in nodes)),
        st.lists(
            st.builds(
                DrawnLink,
                st.integers(0, len(nodes) - 1),
                st.integers(0, len(nodes) - 1),
                TEXTS,
                st.booleans(),
            ),
            max_size=4,
        ).map(tuple),
        st.lists(TEXTS, max_size=2).map(tuple),
    )
)

LABEL = r"(?:[^\W_]|[ ,/]|#\d+;|<br/>)*"
MERMAID = re.compile(
    "|".join(
        (
            "flowchart LR",
            rf' {{4}}n\d+\["{LABEL}"\]',
            rf' {{4}}note\d+\(\["{LABEL}"\]\)',
            rf' {{4}}n\d+ (?:-->|-\.->)(?:\|"{LABEL}"\|)? n\d+',
            r" {4}style n\d+ stroke-width:3px",
        )
    )
)
QUOTED = r'"(?:[^"\\<>\n]|\\["\\n])*"'
DOT = re.compile(
    "|".join(
        (
            r"digraph glossator \{",
            " {4}rankdir=LR;",
            r' {4}node \[shape=box, fontname="sans-serif"\];',
            rf" {{4}}n\d+ \[label={QUOTED}(?:, penwidth=3)?\];",
            rf" {{4}}note\d+ \[shape=note, label={QUOTED}\];",
            rf" {{4}}n\d+ -> n\d+(?: \[(?:style=dashed)?(?:, )?(?:label={QUOTED})?\])?;",
            r"\}",
        )
    )
)


@given(DRAWINGS)
@example(Drawing(tuple(DrawnNode((text,), True) for text in HOSTILE), (), HOSTILE))
def test_no_name_is_anything_but_text_in_mermaid(drawing: Drawing) -> None:
    for line in mermaid(drawing):
        assert MERMAID.fullmatch(line), line


@given(DRAWINGS)
@example(Drawing(tuple(DrawnNode((text,), True) for text in HOSTILE), (), HOSTILE))
def test_no_name_is_anything_but_text_in_dot(drawing: Drawing) -> None:
    for line in dot(drawing):
        assert DOT.fullmatch(line), line


@pytest.mark.parametrize(
    "name", ["Order.__init__", "operator<", "std::vector<T>", "größe", "a\\b", 'say "x" & y']
)
def test_a_name_can_be_read_back(name: str) -> None:
    drawing = Drawing((DrawnNode((name,)),), ())
    (label,) = re.findall(r'n0\["(.*)"\]', "\n".join(mermaid(drawing)))
    assert re.sub(r"#(\d+);", lambda match: chr(int(match[1])), label) == name
    (label,) = re.findall(r'n0 \[label="(.*)"\]', "\n".join(dot(drawing)))
    shown = re.sub(r"\\(.)", r"\1", label)
    assert shown.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&") == name


def test_what_is_only_possible_is_dashed_and_what_was_asked_for_is_thick() -> None:
    nodes = (DrawnNode(("total", "a.py:1"), True), DrawnNode(("price", "b.py:2")))
    links = (DrawnLink(1, 0, "", True), DrawnLink(0, 1, "read", False))
    drawing = Drawing(nodes, links, ("3 more definitions are left out.",))
    assert list(mermaid(drawing)) == [
        "flowchart LR",
        '    n0["total<br/>a#46;py#58;1"]',
        '    n1["price<br/>b#46;py#58;2"]',
        '    note0(["3 more definitions are left out#46;"])',
        "    n1 --> n0",
        '    n0 -.->|"read"| n1',
        "    style n0 stroke-width:3px",
    ]
    assert list(dot(drawing)) == [
        "digraph glossator {",
        "    rankdir=LR;",
        '    node [shape=box, fontname="sans-serif"];',
        '    n0 [label="total\\na.py:1", penwidth=3];',
        '    n1 [label="price\\nb.py:2"];',
        '    note0 [shape=note, label="3 more definitions are left out."];',
        "    n1 -> n0;",
        '    n0 -> n1 [style=dashed, label="read"];',
        "}",
    ]


@pytest.mark.parametrize("name", ["$$x^2$$", "$$$", "a$$"])
def test_no_name_is_a_formula(name: str) -> None:
    (line,) = [line for line in mermaid(Drawing((DrawnNode((name,)),), ())) if "n0[" in line]
    assert "$$" not in re.sub(r"#(\d+);", lambda match: chr(int(match[1])), line)


def test_a_name_without_end_is_cut() -> None:
    (line,) = [line for line in mermaid(Drawing((DrawnNode(("x" * 10_000,)),), ())) if "n0" in line]
    assert len(line) < 200
