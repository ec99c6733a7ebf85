"""Nothing active survives in Markdown of ours, as real parsers of several flavours see it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from html.parser import HTMLParser

import cmarkgfm
import mistune
import pytest
from cmarkgfm.cmark import Options
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.amsmath import amsmath_plugin
from mdit_py_plugins.attrs import attrs_plugin
from mdit_py_plugins.container import container_plugin
from mdit_py_plugins.dollarmath import dollarmath_plugin
from mdit_py_plugins.footnote import footnote_plugin
from mdit_py_plugins.front_matter import front_matter_plugin
from mdit_py_plugins.myst_role import myst_role_plugin
from mdit_py_plugins.texmath import texmath_plugin
from tests.core.test_facts import TARGET, place, usage

from glossator.core import markdown
from glossator.core.explanation import Completeness, Omitted
from glossator.core.facts import facts_block
from glossator.core.symbols import Certainty

HARMLESS_TAGS = frozenset(
    (
        *(
            "p",
            "em",
            "strong",
            "code",
            "pre",
            "ul",
            "ol",
            "li",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
            "blockquote",
        ),
        *("hr", "br", "table", "thead", "tbody", "tr", "th", "td", "del"),
    )
)
HARMLESS_ATTRIBUTES = frozenset({"start", "align", "style", "class", "lang"})
HARMLESS_STYLES = ("text-align:left", "text-align:right", "text-align:center")
INERT_TOKENS = re.compile(
    r"(?:paragraph|heading|bullet_list|ordered_list|list_item|blockquote|table|thead|tbody|tr|th|td|em|strong|s)"
    r"_(?:open|close)|inline|text|text_special|softbreak|hardbreak|hr|code_inline|code_block|fence"
)
DRAWN = (
    "mermaid",
    "math",
    "latex",
    "katex",
    "plantuml",
    "dot",
    "graphviz",
    "geojson",
    "topojson",
    "stl",
    "vega",
    "abc",
)
INFO = re.compile(rf"(?!(?:{'|'.join(DRAWN)})$)[a-z0-9+#_-]*")


class _Links(HTMLParser):
    """Collects addresses of links and fails for whatever else is not plain formatting."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "a" and set(attributes) == {"href"}:
            self.addresses.append(attributes["href"] or "")
            return
        assert tag in HARMLESS_TAGS, f"<{tag}>"
        assert HARMLESS_ATTRIBUTES.issuperset(attributes), attributes
        assert attributes.get("style", HARMLESS_STYLES[0]) in HARMLESS_STYLES
        for name in ("class", "lang"):
            assert INFO.fullmatch((attributes.get(name) or "").removeprefix("language-")), attributes

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"<!--{data}-->")

    def handle_decl(self, decl: str) -> None:
        raise AssertionError(f"<!{decl}>")

    def handle_pi(self, data: str) -> None:
        raise AssertionError(f"<?{data}>")


def _html_links(html: str) -> list[str]:
    parser = _Links()
    parser.feed(html)
    parser.close()
    return parser.addresses


def links_on_github(text: str) -> list[str]:
    """Links that GitHub's own parser makes, with footnotes, autolinks, and without its filter of tags."""
    options = Options.CMARK_OPT_UNSAFE | Options.CMARK_OPT_FOOTNOTES
    return _html_links(
        cmarkgfm.markdown_to_html_with_extensions(text, options, ["table", "autolink", "strikethrough"])
    )


_mistune = mistune.create_markdown(
    renderer=mistune.HTMLRenderer(escape=False, allow_harmful_protocols=True),
    plugins=[
        "strikethrough",
        "footnotes",
        "table",
        "url",
        "math",
        "def_list",
        "abbr",
        "ruby",
        "spoiler",
        "task_lists",
    ],
)


def links_of_mistune(text: str) -> list[str]:
    """Links of a parser that is made of regular expressions, as those of several editors are."""
    html = _mistune(text)
    assert isinstance(html, str)
    return _html_links(html)


def _markdown_it() -> MarkdownIt:
    parser = MarkdownIt("gfm-like", {"html": True, "linkify": True, "typographer": True})
    for plugin in (
        footnote_plugin,
        front_matter_plugin,
        amsmath_plugin,
        texmath_plugin,
        attrs_plugin,
        myst_role_plugin,
    ):
        parser.use(plugin)
    parser.use(dollarmath_plugin, double_inline=True).use(container_plugin, "warning")
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    parser.linkify.set({"fuzzy_ip": True, "fuzzy_link": True, "fuzzy_email": True})
    return parser


_editors = _markdown_it()


def links_in_editors(text: str) -> list[str]:
    """Links that markdown-it makes, which VS Code uses, with plugins for formulas, footnotes, front matter, roles,
    attributes and containers, and with every kind of address recognized."""
    addresses = []
    for token in _flat(_editors.parse(text)):
        if token.type == "link_open":
            addresses.append(str(token.attrs["href"]))
            continue
        if token.type == "link_close":
            continue
        assert INERT_TOKENS.fullmatch(token.type), token.type
        assert set(token.attrs) <= {"start", "style"}, token.attrs
        if token.type == "fence":
            assert INFO.fullmatch(token.info), token.info
    return addresses


def _flat(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _flat(token.children or [])


FLAVOURS = (links_on_github, links_in_editors, links_of_mistune)


def assert_inert(text: str) -> None:
    for links in FLAVOURS:
        assert links(text) == [], links.__name__


ATTACKS = (
    "[click](command:workbench.action.terminal.new)",
    "![x](https://x.invalid/x.png)",
    "[![x](https://x.invalid/x.png)](https://x.invalid)",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "<!-- comment -->",
    "<?php echo 1 ?>",
    "<a href='command:x'>",
    "https://x.invalid and www.x.invalid",
    "<https://x.invalid>",
    "ftp://x.invalid/a_b_c",
    "//x.invalid",
    "x.invalid.com:80/a",
    "main.py and README.md",
    "[a]: https://x.invalid\n\n[a]",
    "[a]:\nhttps://x.invalid\n\n[a][]",
    "[link][ref]\n\n[ref]: x",
    "[^1]\n\n[^1]: note",
    "^[inline note]",
    "*[HTML]: abbreviation",
    "mailto:someone@x.invalid",
    "someone@example.com",
    "xmpp:someone@x.invalid",
    "&lt;b&gt; &#60;img&#62; &#91;x&#93;&#40;y&#41;",
    "http&colon;//x.invalid",
    "$x^2$ and $$y$$",
    "$$\n\\href{https://x.invalid}{x}\n$$",
    "\\(x\\) \\[y\\]",
    "\\begin{equation}x\\end{equation}",
    '```mermaid\ngraph TD; A-->B; click A "https://x.invalid"\n```',
    "~~~math\nx\n~~~",
    "```{figure} x.png\n```",
    "{ref}`target`",
    "`x`{=html}",
    "**bold**{onclick=alert(1)}",
    "::: warning\n[x](y)\n:::",
    "---\ntitle: x\n---\n",
    "> [!NOTE]\n> [x](y)",
    "- [ ] [x](y)",
    "| a | b |\n| - | - |\n| `x | [a](b)` |",
    "a\n:-\n`x|[a](b)`",
    "\\[x](y)",
    "\\\\[x](y)",
    "\\![x](y)",
    "\\`[x](y)`",
    "``[x](y)`",
    "`a`[x](y)`b`",
    "`a` `` [x](y) `",
    "text `code\n[x](y) code`",
    "1. item\n   ```\n   code\n[x](y)\n   ```",
    "- ```\n  code\n[x](y)",
    "> ```\n[x](y)\n> ```",
    "> ~~~\n[x](y)",
    "    ```\n[x](y)\n    ```",
    "````\n```\n[x](y)\n````\n[x](y)",
    "~~~\n```\n[x](y)\n~~~\n[x](y)",
    "```\rcode\r```\r[x](y)",
    "``` a`b\n[x](y)",
    "\u2028```\n[x](y)",
    "a\u2029[x](y)",
    "[x\u202e](y)",
    "javascript:alert(1)",
    "command:x?%5B%5D",
    "[x](<y> 'z')",
    "[[wiki]]",
    "<details><summary>x</summary></details>",
    "H~2~O ~~gone~~",
    "!\\[x](y)",
)
FRAGMENTS = (
    *ATTACKS,
    *(
        "`",
        "``",
        "```",
        "~~~",
        "\n",
        "\n\n",
        "\r",
        " ",
        "    ",
        "\t",
        "\\",
        "* ",
        "- ",
        "1. ",
        "> ",
        "# ",
        "|",
        "---",
    ),
    *(
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "!",
        "&",
        "*",
        "_",
        "**",
        ":",
        "://",
        "www.",
        "@",
        "$",
        "{",
        "}",
        "word",
        "é🚀",
    ),
    *("[x](y)", "http:", "//a.com", "\\\n", ":::", "=", "+", "^", "~", "\x00", "\x1b", "\u200b", "\ufeff"),
)
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
    from glossator.app.uris import path_from_uri, uri_from_path

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
