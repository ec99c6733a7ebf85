"""Untrusted text in Markdown: what stays, and how code is held. That nothing else is active is told by real parsers
in `test_markdown_flavours.py`."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from glossator.core import markdown


def test_headings_lists_emphasis_and_code_stay() -> None:
    prose = "# Title\n\n- *item* with `a < b`\n\n```python\nx = a[0] < 3\n```"
    assert markdown.neutralise(prose) == prose


def test_an_open_fence_is_closed_so_that_the_facts_below_stay_outside() -> None:
    assert markdown.neutralise("```python\nx = 1").endswith("\n```")


@given(st.text(max_size=60))
def test_a_code_span_holds_any_text_on_one_line(text: str) -> None:
    span = markdown.code_span(text)
    assert "\n" not in span
    fence = re.match(r"`+", span)
    assert fence is not None
    inner = span[len(fence[0]) : -len(fence[0])]
    assert fence[0] not in re.findall(r"`+", inner)


@given(st.text(max_size=120))
def test_a_code_block_cannot_be_closed_from_inside(text: str) -> None:
    block = markdown.code_block(text, "python")
    first, *inner, last = block.split("\n")
    fence = last
    assert first == f"{fence}python"
    assert not any(line.strip().startswith(fence) for line in inner)


def test_a_link_keeps_its_address_in_one_piece() -> None:
    assert markdown.link("a](b", "file:///x (1)/y") == "[a\\](b](file:///x%20%281%29/y)"
