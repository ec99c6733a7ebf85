"""Parsers of several flavours of Markdown, and texts that each of them would make something active of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import cmarkgfm
import mistune
from cmarkgfm.cmark import Options
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

HARMLESS_TAGS = frozenset(
    (
        *(
            "p",
            # A block that is shown when it is clicked (`>!`).
            "div",
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
