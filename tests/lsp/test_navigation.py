"""Definitions, references and calls of a small project: as they are on disk, and as the editor has them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import Session
from tests.lsp.navigation import LINKS, Navigator, write

SHOP = {
    "prices.py": '''"""Prices."""


def total(amounts, rate=0.2):
    return sum(amounts) * (1 + rate)


class Order:
    def __init__(self, amounts):
        self.amounts = amounts

    def price(self):
        return total(self.amounts)
''',
    "main.py": """from prices import Order, total as sum_up
import prices


def report(order):
    kanji = "日本🚀"; print(sum_up([1]), order.price())


Order([1])
prices.total([2])
callbacks = [sum_up]
""",
    "other.py": """class Basket:
    def price(self):
        return 0
""",
}


@pytest.fixture
async def shop(fresh: Session, tmp_path: Path) -> Navigator:
    return await Navigator.begin(fresh, write(tmp_path / "shop", SHOP))


async def test_a_name_leads_to_its_definitions(shop: Navigator) -> None:
    assert await shop.definition("main.py", "sum_up([1])") == ["prices.py:4:total"]
    assert await shop.definition("main.py", "prices.total", "total") == ["prices.py:4:total"]
    assert await shop.definition("prices.py", "return total", "total") == ["prices.py:4:total"]
    # All that a call may mean is told.
    assert sorted(await shop.definition("main.py", "order.price", "price")) == [
        "other.py:2:price",
        "prices.py:12:price",
    ]
    # An import leads to what it names, or to the file.
    assert await shop.definition("main.py", "from prices import Order", "Order") == ["prices.py:8:Order"]
    assert await shop.definition("main.py", "total as sum_up") == ["prices.py:4:total"]
    assert await shop.definition("main.py", "total as sum_up", "sum_up") == ["prices.py:4:total"]
    for within in ("from prices", "import prices", "prices.total"):
        assert await shop.definition("main.py", within, "prices") == ["prices.py:1:"]
    # A definition is its own.
    assert await shop.definition("prices.py", "def total", "total") == ["prices.py:4:total"]
    assert await shop.definition("prices.py", "sum(amounts)", "sum") == []


async def test_references_are_calls_other_uses_and_imports(shop: Navigator) -> None:
    uses = [
        "main.py:10:total",
        "main.py:11:sum_up",
        "main.py:1:total",
        "main.py:6:sum_up",
        "prices.py:13:total",
    ]
    assert await shop.references("prices.py", "def total", "total") == uses
    with_declaration = await shop.references("main.py", "sum_up([1])", declaration=True)
    assert with_declaration == sorted([*uses, "prices.py:4:total"])


async def test_a_constructor_is_called_through_its_class(shop: Navigator) -> None:
    assert await shop.references("prices.py", "def __init__", "__init__") == ["main.py:9:Order"]
    (item,) = await shop.prepare("prices.py", "def __init__", "__init__")
    (call,) = await shop.incoming(item)
    assert (call["from"]["name"], shop.slice("main.py", call["fromRanges"][0])) == ("<module>", "Order")
    # Where there is no name, nothing is found.
    assert await shop.definition("main.py", "日本") == []
    empty = await shop.ask(
        "textDocument/references",
        shop.at("main.py", "日本", context={"includeDeclaration": True}),
    )
    assert empty is None
    assert await shop.prepare("main.py", "日本") == []


async def test_the_call_hierarchy_goes_both_ways_and_tells_how_sure_it_is(shop: Navigator) -> None:
    (item,) = await shop.prepare("main.py", "sum_up([1])")
    assert (item["name"], item["kind"], item["uri"]) == ("total", 12, shop.uri("prices.py"))
    assert item["detail"] == "sure: imported from prices · prices.py"
    calls = await shop.incoming(item)
    kinds = {call["from"]["name"]: call["from"]["kind"] for call in calls}
    assert kinds == {"Order.price": 6, "report": 12, "<module>": 2}
    for call in calls:
        name = call["from"]["uri"].rpartition("/")[2]
        assert call["from"]["detail"].startswith("sure: ")
        assert all(shop.slice(name, each) in ("total", "sum_up") for each in call["fromRanges"])
        assert contains(call["from"]["range"], call["from"]["selectionRange"])
        assert all(contains(call["from"]["range"], each) for each in call["fromRanges"])
    report = next(call["from"] for call in calls if call["from"]["name"] == "report")
    called = await shop.outgoing(report)
    assert [(call["to"]["name"], call["to"]["detail"].partition(":")[0]) for call in called] == [
        ("total", "sure"),
        ("Basket.price", "possible"),
        ("Order.price", "possible"),
    ]
    assert [shop.slice("main.py", call["fromRanges"][0]) for call in called] == ["sum_up", "price", "price"]


async def test_top_level_code_calls_and_is_called_by_nobody(shop: Navigator) -> None:
    (item,) = await shop.prepare("prices.py", "def total", "total")
    top = next(call["from"] for call in await shop.incoming(item) if call["from"]["name"] == "<module>")
    assert await shop.incoming(top) == []
    assert sorted(call["to"]["name"] for call in await shop.outgoing(top)) == ["Order", "total"]
    # In the head of a definition that definition is meant.
    (item,) = await shop.prepare("prices.py", "def total", "def")
    assert (item["name"], item["detail"]) == ("total", "prices.py")


async def test_a_link_tells_the_whole_definition(fresh: Session, tmp_path: Path) -> None:
    shop = await Navigator.begin(fresh, write(tmp_path / "shop", SHOP), capabilities=LINKS)
    params = shop.at("main.py", "sum_up([1])")
    (link,) = await shop.ask("textDocument/definition", params)
    assert shop.slice("main.py", link["originSelectionRange"]) == "sum_up"
    assert shop.slice("prices.py", link["targetSelectionRange"]) == "total"
    assert (link["targetRange"]["start"]["line"], link["targetRange"]["end"]["line"]) == (3, 4)


# Unsaved texts


async def test_places_are_those_of_unsaved_texts(shop: Navigator) -> None:
    """Both files have moved in the editor; new calls count, deleted ones do not."""
    await shop.open("prices.py", "# moved\n\n" + SHOP["prices.py"])
    main = (
        SHOP["main.py"]
        .replace("prices.total([2])\n", "")
        .replace("import prices\n", "import prices\n\n# 🚀\n")
    )
    await shop.open("main.py", main + "sum_up([3])\n")
    assert await shop.definition("main.py", "sum_up([3])") == ["prices.py:6:total"]
    assert await shop.references("prices.py", "def total", "total", declaration=True) == sorted(
        [
            "main.py:1:total",
            "main.py:8:sum_up",
            "main.py:12:sum_up",
            "main.py:13:sum_up",
            "prices.py:15:total",
            "prices.py:6:total",
        ]
    )
    (item,) = await shop.prepare("prices.py", "def total", "total")
    calls = {call["from"]["name"]: call for call in await shop.incoming(item)}
    assert calls.keys() == {"Order.price", "report", "<module>"}
    assert [each["start"]["line"] for each in calls["<module>"]["fromRanges"]] == [12]
    assert calls["Order.price"]["fromRanges"][0]["start"]["line"] == 14


async def test_what_is_only_in_the_editor_has_definitions_and_uses(shop: Navigator) -> None:
    await shop.open("prices.py", SHOP["prices.py"] + "\n\ndef fresh():\n    return total([])\n\n\nfresh()\n")
    await shop.open("new.py", "from prices import fresh, total\n\n\ndef use():\n    fresh()\n    total([])\n")
    assert await shop.definition("new.py", "    fresh()", "fresh") == ["prices.py:16:fresh"]
    assert await shop.references("prices.py", "def fresh", "fresh") == [
        "new.py:1:fresh",
        "new.py:5:fresh",
        "prices.py:20:fresh",
    ]
    (item,) = await shop.prepare("prices.py", "def fresh", "fresh")
    assert {call["from"]["name"] for call in await shop.incoming(item)} == {"use", "<module>"}
    (use,) = await shop.prepare("new.py", "def use", "use")
    assert [call["to"]["name"] for call in await shop.outgoing(use)] == ["fresh", "total"]
    assert "new.py:6:total" in await shop.references("prices.py", "def total", "total")


async def test_another_import_is_not_taken_for_the_old_one(shop: Navigator) -> None:
    """The index still says that the name is that of prices."""
    await shop.open(
        "main.py", SHOP["main.py"].replace("from prices import Order, total as", "from numpy import sum as")
    )
    params = shop.at("main.py", "sum_up([1])")
    for item in await shop.ask("textDocument/prepareCallHierarchy", params) or ():
        assert not item["detail"].startswith("sure")


async def test_an_item_that_is_gone_is_asked_for_again(shop: Navigator) -> None:
    (item,) = await shop.prepare("prices.py", "def total", "total")
    await shop.open("prices.py", "")
    answer = await shop.session.ask("callHierarchy/incomingCalls", {"item": item})
    assert answer["error"]["code"] == -32801


# Documents outside of the folder


async def test_a_virtual_document_is_a_world_of_its_own(shop: Navigator) -> None:
    for uri in ("untitled:Untitled-1", "git:/shop/a.py?ref", "vscode-notebook-cell:/n.ipynb#c1"):
        await _is_complete_in_itself(shop, uri)


async def _is_complete_in_itself(shop: Navigator, uri: str) -> None:
    await shop.open(uri, "def one():\n    return two()\n\n\ndef two():\n    return 2\n\n\none()\n")
    params = shop.at(uri, "return two", "two")
    (found,) = await shop.ask("textDocument/definition", params)
    assert (found["uri"], found["range"]["start"]["line"]) == (uri, 4)
    found = await shop.ask(
        "textDocument/references",
        {**params, "context": {"includeDeclaration": True}},
    )
    assert [each["range"]["start"]["line"] for each in found] == [4, 1]
    (item,) = await shop.prepare(uri, "return two", "two")
    (call,) = await shop.incoming(item)
    assert (call["from"]["name"], call["from"]["uri"]) == ("one", uri)
    assert [each["to"]["name"] for each in await shop.outgoing(call["from"])] == ["two"]


async def test_what_cannot_be_read_is_answered_with_nothing(fresh: Session, tmp_path: Path) -> None:
    shop = await Navigator.begin(fresh, write(tmp_path / "shop", {}))
    params = {
        "textDocument": {"uri": shop.uri("none.py")},
        "position": {"line": 9, "character": 9},
        "context": {"includeDeclaration": True},
    }
    for method in ("definition", "references", "prepareCallHierarchy"):
        assert await shop.ask(f"textDocument/{method}", params) is None


# Prototypes

C_FILES = {
    "include/ftp.h": "int ftp_open(const char *host);\nint ftp_lone(void);\n",
    "src/ftp.c": '#include "ftp.h"\n\nint ftp_open(const char *host)\n{\n    return host != 0;\n}\n',
    "src/main.c": '#include "ftp.h"\n\nint main(void)\n{\n    ftp_lone();\n    return ftp_open("a");\n}\n',
}


async def test_a_prototype_and_its_definition_lead_to_each_other(fresh: Session, tmp_path: Path) -> None:
    ftp = await Navigator.begin(fresh, write(tmp_path / "ftp", C_FILES))
    assert await ftp.definition("include/ftp.h", "ftp_open") == ["src/ftp.c:3:ftp_open"]
    assert await ftp.definition("src/ftp.c", "ftp_open") == ["include/ftp.h:1:ftp_open"]
    assert await ftp.definition("src/main.c", "ftp_open") == ["src/ftp.c:3:ftp_open"]
    assert await ftp.definition("src/main.c", "ftp_lone") == ["include/ftp.h:2:ftp_lone"]
    assert await ftp.definition("src/main.c", "ftp.h") == ["include/ftp.h:1:"]
    everywhere = ["include/ftp.h:1:ftp_open", "src/ftp.c:3:ftp_open", "src/main.c:6:ftp_open"]
    for name in ("include/ftp.h", "src/ftp.c", "src/main.c"):
        assert await ftp.references(name, "ftp_open", declaration=True) == everywhere
    for name in ("include/ftp.h", "src/main.c"):
        (item,) = await ftp.prepare(name, "ftp_open")
        assert item["uri"] == ftp.uri("src/ftp.c")
        assert [call["from"]["name"] for call in await ftp.incoming(item)] == ["main"]


RPG_FILES = {
    "ftp_h.rpgle": """     D FTP_open        PR            10I 0 extproc('FTP_OPEN')
     D  host                         50A   const
""",
    "ftp.rpgle": """     H NOMAIN
      /copy ftp_h
     P FTP_Open        B                   EXPORT
     D FTP_Open        PI            10I 0
     D  host                         50A   const
     C                   return    1
     P                 E
""",
    "prog.rpgle": """**FREE
/copy ftp_h
dcl-s handle int(10);
handle = ftp_open('a');
*inlr = *on;
""",
}


async def test_names_without_regard_to_case_lead_to_each_other(fresh: Session, tmp_path: Path) -> None:
    ftp = await Navigator.begin(fresh, write(tmp_path / "ftp", RPG_FILES), {})
    assert await ftp.definition("prog.rpgle", "ftp_open") == ["ftp.rpgle:3:FTP_Open"]
    assert await ftp.definition("ftp_h.rpgle", "FTP_open") == ["ftp.rpgle:3:FTP_Open"]
    assert await ftp.definition("ftp.rpgle", "FTP_Open") == ["ftp_h.rpgle:1:FTP_open"]
    (item,) = await ftp.prepare("ftp_h.rpgle", "FTP_open")
    (call,) = await ftp.incoming(item)
    assert (call["from"]["name"], call["from"]["uri"]) == ("<module>", ftp.uri("prog.rpgle"))
    everywhere = ["ftp.rpgle:3:FTP_Open", "ftp_h.rpgle:1:FTP_open", "prog.rpgle:4:ftp_open"]
    assert await ftp.references("prog.rpgle", "ftp_open", declaration=True) == everywhere
    await ftp.open("new.rpgle", "**FREE\n/copy ftp_h\nFTP_OPEN('b');\n", "rpgle")
    assert await ftp.definition("new.rpgle", "FTP_OPEN") == ["ftp.rpgle:3:FTP_Open"]
    assert "new.rpgle:3:FTP_OPEN" in await ftp.references("ftp.rpgle", "FTP_Open")


# Pieces


async def test_references_come_in_pieces_where_a_token_is_given(shop: Navigator) -> None:
    params = shop.at(
        "prices.py", "def total", "total", context={"includeDeclaration": True}, partialResultToken="pieces"
    )
    assert await shop.ask("textDocument/references", params) == []
    told = [
        location
        for message in shop.session.sent
        if message.get("method") == "$/progress" and message["params"]["token"] == "pieces"
        for location in message["params"]["value"]
    ]
    assert len(told) == len({shop.shown(each) for each in told}) == 6


def contains(outer: dict[str, Any], inner: dict[str, Any]) -> bool:
    """Whether a range holds another."""

    def key(position: dict[str, int]) -> tuple[int, int]:
        return position["line"], position["character"]

    return key(outer["start"]) <= key(inner["start"]) and key(inner["end"]) <= key(outer["end"])
