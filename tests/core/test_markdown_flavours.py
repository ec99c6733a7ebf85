"""Nothing active survives in Markdown of ours, as real parsers of several flavours see it."""

from __future__ import annotations

from dataclasses import replace

import cmarkgfm
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.markdown_flavours import ATTACKS, FLAVOURS, FRAGMENTS, assert_inert
from tests.core.test_facts import TARGET, place, usage

from glossator.app.uris import path_from_uri, uri_from_path
from glossator.core import markdown
from glossator.core.explanation import Completeness, Omitted
from glossator.core.facts import facts_block
from glossator.core.symbols import Certainty

prose = st.lists(st.sampled_from(FRAGMENTS), max_size=14).map("".join) | st.text(max_size=80)


def test_each_flavour_sees_what_is_active() -> None:
    """The parsers here would notice: each attack is active for at least one of them as it stands."""
    unnoticed = []
    for attack in ATTACKS:
        try:
            assert_inert(attack)
        except AssertionError:
            continue
        unnoticed.append(attack)
    assert len(unnoticed) < len(ATTACKS) / 3, unnoticed


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_attack_is_active_in_a_model_s_prose(attack: str) -> None:
    assert_inert(markdown.neutralise(attack))
    assert_inert(f"{markdown.neutralise(attack)}\n\n**Facts**\n")


@settings(max_examples=400)
@given(prose)
def test_prose_of_any_pieces_has_nothing_active(text: str) -> None:
    assert_inert(markdown.neutralise(text))


@settings(max_examples=100)
@given(prose)
def test_prose_made_inert_twice_is_still_inert(text: str) -> None:
    assert_inert(markdown.neutralise(markdown.neutralise(text)))


@settings(max_examples=150)
@given(before=prose, after=prose)
def test_what_stands_below_the_prose_is_never_inside_of_it(before: str, after: str) -> None:
    """A link of ours below the prose is a link, whatever block the prose leaves open."""
    ours = markdown.link("place", "file:///w/a.py#L1")
    text = f"{markdown.neutralise(before)}\n\n**Facts**\n\n- {markdown.escape(after)}\n- {ours}\n"
    for links in FLAVOURS:
        assert links(text) == ["file:///w/a.py#L1"], links.__name__


@settings(max_examples=150)
@given(prose)
def test_names_and_notes_have_nothing_active(text: str) -> None:
    for line in ("{}", "- {}", "word {} word", "*{}*", "# {}"):
        assert_inert(line.format(markdown.escape(text)))
        assert_inert(line.format(markdown.code_span(text)))
    assert_inert(markdown.code_block(text, text))


@settings(max_examples=150)
@given(label=prose, name=st.text(min_size=1, max_size=40))
def test_a_link_of_ours_is_the_only_one_and_leads_where_it_says(label: str, name: str) -> None:
    name = name.replace("/", "").replace("\0", "").replace("\ud800", "") or "x"
    name = name.encode("utf-8", "ignore").decode() or "x"
    path = f"/w/{'x' if name in ('.', '..') else name}"
    text = f"- {markdown.link(label or 'x', uri_from_path(path))} and more"
    for links in FLAVOURS:
        (address,) = links(text)
        assert str(path_from_uri(address)) == path, links.__name__


@pytest.mark.parametrize(
    "uri", ["command:x", "https://x.invalid", "javascript:alert(1)", "untitled:Untitled-1", ""]
)
def test_only_files_are_linked(uri: str) -> None:
    assert_inert(markdown.link("words", uri))


hostile = st.sampled_from(FRAGMENTS) | st.text(max_size=20)


@settings(max_examples=100)
@given(name=hostile, path=hostile, why=hostile, signature=hostile, note=hostile, model=hostile)
def test_the_facts_link_to_places_and_to_nothing_else(
    name: str, path: str, why: str, signature: str, note: str, model: str
) -> None:
    at = replace(place("a.py", 2), path=path)
    target = replace(TARGET, name=name, place=at, name_place=at, signature=signature)
    caller = usage(name, 2, certainty=Certainty.POSSIBLE, place=at, name_place=at, uses=(at,), why=why)
    block = facts_block(
        target, (caller,), Omitted(0, 0, 0, note), Completeness(1, 1, True, note=note), model, 1.0
    )
    for links in FLAVOURS:
        assert links(block) == ["file:///w/a.py#L3"] * 2, links.__name__


def test_code_in_lists_is_kept_as_code() -> None:
    text = markdown.neutralise("1. First:\n\n   ```python\n   x = a[0]\n     y\n   ```\n2. Then.")
    assert "```python\nx = a[0]\n  y\n```" in text


def test_a_table_keeps_its_cells() -> None:
    text = markdown.neutralise("| a | b |\n|---|---|\n| `x` | y |")
    assert "<td><code>x</code></td>" in cmarkgfm.github_flavored_markdown_to_html(text)


def test_long_lines_take_no_long_time() -> None:
    for line in (
        "`" * 20_000,
        "` `` " * 5_000,
        "-" * 20_000 + "x",
        "[" * 20_000,
        "a." * 10_000,
        "&" * 20_000,
        "~" * 9_999,
    ):
        markdown.neutralise(line)
        markdown.escape(line)
