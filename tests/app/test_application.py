"""The application over a real project, with real child processes and no model."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.sessions import PROJECT, callers_of, session, settings_without_models, write

from glossator.app.application import ExplainRequest
from glossator.app.uris import uri_from_path
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, UserError
from glossator.core.text import Span


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, PROJECT)
    return folder


async def test_callers_are_found_with_places_certainty_and_tests_last(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        assert await callers_of(app, root, "shop/prices.py", "total") == [
            ("shop/orders.py", "Order.price", "sure", [9]),
            ("shop/orders.py", "<module>", "sure", [12]),
            ("tests/test_prices.py", "test_total", "sure", [5]),
        ]


async def test_an_explanation_without_a_model_is_the_facts_and_says_why(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
        place = snapshot.data.index(b"sum(")
        answer = await app.explain(ExplainRequest(snapshot, Span(place, place)), lambda _: None)
        assert answer.model is None
        assert "models.language is none" in answer.notice
        assert "def total(amounts, rate=0.2):" in answer.markdown
        assert "shop/orders.py:9" in answer.facts
        assert "Called by 3" in answer.facts


async def test_a_function_without_callers_says_that_all_was_searched(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
        place = snapshot.data.index(b"def unused")
        answer = await app.explain(ExplainRequest(snapshot, Span(place, place)), lambda _: None)
        assert "searched the whole index, none found" in answer.facts
        assert answer.callers == ()


async def test_the_prompt_can_be_seen_without_a_model(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
        place = snapshot.data.index(b"sum(")
        request = ExplainRequest(snapshot, Span(place, place), prompt_only=True)
        answer = await app.explain(request, lambda _: None)
        assert answer.prompt is not None
        assert "shop/orders.py:8 `Order.price`" in answer.prompt
        assert answer.prompt_tokens
        assert not answer.prompt_tokens_exact


async def test_there_is_nothing_to_explain_outside_of_definitions(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "shop/orders.py"))
        with pytest.raises(UserError, match="nothing to explain"):
            await app.explain(ExplainRequest(snapshot, Span(0, 0)), lambda _: None)
        assert await app.target_at(snapshot, Span(0, 0)) is None


async def test_unsaved_text_counts(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        uri = uri_from_path(root / "shop/prices.py")
        text = "# a new line\n" + PROJECT["shop/prices.py"] + "\n\ndef fresh():\n    return total([])\n"
        app.documents.open(uri, "python", 1, text)
        app.document_changed(uri)
        found = await callers_of(app, root, "shop/prices.py", "total(")
        assert ("shop/prices.py", "fresh", "sure", [15]) in found
        assert ("shop/orders.py", "Order.price", "sure", [9]) in found


async def test_a_caller_that_moved_since_it_was_indexed_is_found_again(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home", settings_without_models()) as app:
        app.pause_indexing()
        orders = PROJECT["shop/orders.py"]
        (root / "shop/orders.py").write_text(
            "import os\n\n" + orders.replace("print(total([1]))", "print(1)")
        )
        snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
        place = snapshot.data.index(b"total")
        _, usages, completeness = await app.callers(snapshot, Span(place, place))
        lines = {(usage.place.path, usage.name): [use.line + 1 for use in usage.uses] for usage in usages}
        assert lines[("shop/orders.py", "Order.price")] == [11]
        # The call at top level is gone, so it is not shown, and the file is named.
        assert ("shop/orders.py", "<module>") not in lines
        assert completeness.stale_files == ("shop/orders.py",)


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ("total", ["total"]),
        ("shop/prices.py::total", ["total"]),
        ("shop/orders.py:9", ["Order.price"]),
        ("shop/orders.py:9:16", ["Order.price"]),
        ("Order.price", ["Order.price"]),
        ("nothing_of_the_name", []),
    ],
)
async def test_targets_are_located(root: Path, tmp_path: Path, wanted: str, names: list[str]) -> None:
    async with session(root, tmp_path / "home") as app:
        assert [target.name for target in await app.locate(wanted)] == names


async def test_a_place_that_does_not_exist_is_named(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        with pytest.raises(UserError, match="there is no line 900"):
            await app.locate("shop/prices.py:900")
        with pytest.raises(UserError, match="does not exist"):
            await app.locate("shop/nowhere.py:1")


async def test_search_finds_by_name_and_by_words(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        by_words = await app.search("sum with tax", 5)
        assert by_words.hits[0].place.path == "shop/prices.py"
        by_name = await app.find_symbols("Order.pric", 5)
        assert [hit.qualified_name for hit in by_name.hits] == ["Order.price"]
        assert (await app.search("  ", 5)).hits == ()
        hostile = await app.search("\"' OR 1=1 -- * AND ( NEAR", 5)
        assert hostile.completeness.structure_ready


async def test_a_cancelled_request_is_answered_so(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "shop/prices.py"))
        place = snapshot.data.index(b"sum(")
        token = CancelToken()
        token.cancel()
        with pytest.raises(Cancelled):
            await app.explain(ExplainRequest(snapshot, Span(place, place)), lambda _: None, token)


async def test_a_document_that_is_no_file_is_explained_from_its_text(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home") as app:
        app.documents.open("untitled:Untitled-1", "python", 1, "def f():\n    pass\n\nf()\n")
        snapshot = app.documents.snapshot("untitled:Untitled-1")
        _, usages, completeness = await app.callers(snapshot, Span(5, 5))
        assert [usage.name for usage in usages] == ["<module>"]
        assert not completeness.structure_ready


async def test_no_workspace_and_the_home_folder_are_not_walked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    async with session(tmp_path, tmp_path / "state") as app:
        assert (await app.status()).phase == "no workspace"
        assert "home folder" in (await app.status()).advice[0]
        with pytest.raises(UserError, match="home folder"):
            await app.locate("anything")


async def test_status_tells_what_is_indexed_and_what_is_not(root: Path, tmp_path: Path) -> None:
    (root / "data.bin").write_bytes(b"\0\1\2")
    (root / ".env").write_text("SECRET=1")
    async with session(root, tmp_path / "home") as app:
        status = await app.status()
        assert status.phase == "ready"
        assert status.languages == {"python": 3}
        assert {(state.path, state.reason) for state in status.left_out} == {
            ("data.bin", "binary"),
            (".env", "secret"),
        }
        assert status.symbols > 0
        assert status.edges > 0
        assert status.completeness.indexed_files == 3


async def test_targets_are_located_in_every_folder(root: Path, tmp_path: Path) -> None:
    write(
        tmp_path / "second",
        {"lib/more.py": "def total():\n    return 2\n\n\ndef only_here():\n    return total()\n"},
    )
    async with session(root, tmp_path / "home") as app:
        await app.change_folders([tmp_path / "second"], [])
        await app.wait_settled()
        assert [target.place.path for target in await app.locate("total")] == [
            "shop/prices.py",
            "lib/more.py",
        ]
        assert [target.name for target in await app.locate("only_here")] == ["only_here"]
        assert [target.name for target in await app.locate("lib/more.py:6")] == ["only_here"]
        await app.change_folders([], [root])
        assert [target.place.path for target in await app.locate("total")] == ["lib/more.py"]


async def test_a_link_to_a_file_means_that_file(root: Path, tmp_path: Path) -> None:
    (root / "alias.py").symlink_to(root / "shop/prices.py")
    async with session(root, tmp_path / "home") as app:
        assert ("shop/orders.py", "Order.price", "sure", [9]) in await callers_of(
            app, root, "alias.py", "total"
        )


async def test_calls_that_too_many_methods_share_are_counted_not_hidden(root: Path, tmp_path: Path) -> None:
    classes = "".join(f"class C{number}:\n    def run(self):\n        pass\n\n\n" for number in range(20))
    write(root, {"many.py": classes + "def go(thing, other):\n    thing.run()\n    other.run()\n"})
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "many.py"))
        place = snapshot.data.index(b"run")
        _, usages, completeness = await app.callers(snapshot, Span(place, place))
        assert usages == ()
        assert completeness.unlisted_calls == 2
        assert "2 more calls named 'run' go through objects of unknown type" in completeness.note
        answer = await app.explain(
            ExplainRequest(snapshot, Span(place, place), prompt_only=True), lambda _: None
        )
        assert "No code in this project uses it" not in (answer.prompt or "")
        assert "searched the whole index" not in answer.facts


async def test_tests_inside_a_file_of_code_are_marked_as_tests(root: Path, tmp_path: Path) -> None:
    rust = (
        "pub fn add(a: u8) -> u8 {\n    a\n}\n\nfn real() -> u8 {\n    add(1)\n}\n\n"
        "#[cfg(test)]\nmod tests {\n    use super::*;\n\n    #[test]\n    fn adds() {\n        add(1);\n    }\n}\n"
    )
    write(root, {"src/lib.rs": rust})
    async with session(root, tmp_path / "home") as app:
        snapshot = app.documents.snapshot(uri_from_path(root / "src/lib.rs"))
        place = snapshot.data.index(b"add")
        _, usages, _ = await app.callers(snapshot, Span(place, place))
        assert [(usage.name, usage.in_test) for usage in usages] == [("real", False), ("tests::adds", True)]


async def test_a_search_waits_for_the_words_or_says_that_they_are_missing(root: Path, tmp_path: Path) -> None:
    async with session(root, tmp_path / "home", settled=False) as app:
        await app.wait_searchable()
        assert (await app.search("sum with tax", 5)).hits[0].place.path == "shop/prices.py"
        app.pause_indexing()
        app.workspaces[0].words_complete = False
        answer = await app.search("no such words anywhere", 5)
        assert answer.hits == ()
        assert "Words are still being indexed" in answer.completeness.note
