"""Any text may be searched for: it is never read as the syntax of a query, and never an error."""

from __future__ import annotations

import asyncio
import random
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.app.sessions import session, write
from tests.lsp.raw_client import raw_client

from glossator.app.application import Application
from glossator.core.errors import UserError

LIMIT = 20

FILES = {
    "web/routes.py": """from web.frame import app


@app.route("/users/<id>")
def show_user(id):
    return app.render("user", id=id)


class ColumnValue:
    def __init__(self, column, value):
        self.column = column


def it_s_and_not_or(near):
    return near
""",
    "web/frame.py": """class Frame:
    def route(self, rule):
        return lambda view: view

    def render(self, name, **values):
        return name


app = Frame()
""",
    "web/vector.cpp": """#include <vector>
namespace std2 { class vector { public: int size() { return 0; } }; }
int operator_plus(int a) { std::vector<int> v; return a; }
""",
}

QUERIES = (
    "",
    " ",
    "\t\n",
    "std::vector",
    "std2::vector::size",
    "a.b",
    "it's",
    "@app.route",
    "-x",
    "--limit",
    "foo(",
    "foo)",
    "(((",
    "AND",
    "OR NOT NEAR",
    "a AND",
    '"',
    '"unclosed',
    '""',
    "'",
    "''; DROP TABLE files; --",
    "column:value",
    "{column}: x",
    "C++",
    "operator+",
    "%",
    "_",
    "%_%",
    "*",
    "prefix*",
    "^",
    "?",
    "[a-",
    "[^]",
    "\\",
    "(?P<x>",
    "a{1000000}",
    "$x",
    "#",
    "/",
    "://",
    "::",
    "..",
    "....",
    "\0",
    "a\0b",
    "\x1b[31m",
    "\u2028",
    "\ufeff",
    "e\u0301",
    "\u202eabc",
    "\U0001f9d1\u200d\U0001f4bb",
    "\ud800",
    "\udcff.py",
    "web/routes.py:4",
    "web/routes.py:0",
    "web/routes.py:99999999999999999999",
    "web/routes.py:-1:2",
    "web/routes.py::show_user",
    "web/nowhere.py:1",
    "../../etc/passwd:1",
    ":",
    ":1",
    "x" * 10_000,
    "a " * 5_000,
    "a." * 5_000,
    "(" * 10_000,
    "a\n" * 5_000,
    "\U0001f600" * 10_000,
)


SIGNS = "ab.:/\\\"'()[]{}*+?^$|%_-@#&<>~`;,! \n\t\0\x7f\u00e4\u0301\u2028\ud800\udcff\U0001f600" + "appuser"

MEANT = {
    "@app.route": "show_user",
    "std2::vector": "vector",
    "column:value": "ColumnValue",
    "show_user(": "show_user",
    '"show_user"': "show_user",
    "it's and not or": "it_s_and_not_or",
    "-show_user": "show_user",
    "show_user*": "show_user",
}


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Application]:
    write(tmp_path / "project", FILES)
    async with session(tmp_path / "project", tmp_path / "home") as opened:
        yield opened


async def ask_everything(app: Application, query: str) -> None:
    """All questions with a text in them; an error other than one for the user fails the test."""
    for answer in (await app.search(query, LIMIT), await app.find_symbols(query, LIMIT)):
        assert len(answer.hits) <= LIMIT
        assert answer.completeness.structure_ready
    with suppress(UserError):
        await app.locate(query)


async def test_no_query_is_an_error_whatever_signs_it_has(app: Application) -> None:
    chance = random.Random(1)
    drawn = ["".join(chance.choices(SIGNS, k=chance.randint(1, 40))) for _ in range(300)]
    for query in (*QUERIES, *drawn):
        await ask_everything(app, query)


async def test_signs_do_not_hide_what_is_meant_and_no_query_has_a_bounded_list(app: Application) -> None:
    for query, expected in MEANT.items():
        answer = await app.search(query, LIMIT)
        assert expected in [hit.name for hit in answer.hits], (query, answer.completeness)
    assert len((await app.find_symbols("", 3)).hits) == 3
    nothing = await app.search("", 3)
    assert nothing.hits == ()
    assert (nothing.completeness.note, nothing.completeness.lexical_only) == ("", False)


async def test_the_protocol_takes_every_query(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, FILES)
    async with raw_client() as client:
        await client.initialize(rootUri=root.as_uri())
        for query in QUERIES:
            sent = query.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
            for method, params in (
                ("workspace/symbol", {"query": sent}),
                ("glossator/search", {"query": sent, "limit": LIMIT, "waitForIndex": True}),
                ("glossator/locate", {"target": sent, "waitForIndex": True}),
            ):
                answer = await client.request(method, params)
                if "error" in answer:
                    assert method == "glossator/locate"
                    assert "internal" not in answer["error"]["message"]
        assert await client.leave() == 0


async def test_the_command_line_takes_queries_that_look_like_options(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, FILES)
    for query, expected in (("--limit", b""), ("@app.route", b"show_user")):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "glossator", "search", "--quiet", "--root", str(root), "--", query),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        out, err = await process.communicate()
        assert process.returncode == 0, err
        assert b"Traceback" not in err
        assert expected in out
