"""FC-109, semantic-results: every list that was found by meaning says how much stands behind it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.app.counting_endpoint import CountingEndpoint, counting_endpoint
from tests.lsp.in_process import Session
from tests.lsp.navigation import Navigator, write

from glossator.app.application import Application
from glossator.core.settings import Settings
from glossator.host.folders import Folders
from glossator.lsp.server import create_server

pytestmark = pytest.mark.loopback

FILES = {
    "early.py": '''"""What is read first."""


def early(value):
    """Double a value."""
    return 2 * value
''',
    "late.py": '''"""What comes afterwards."""
from early import early


def late(value):
    """Four times a value."""
    return early(early(value))
''',
    "later.py": "from early import early\n\n\ndef later(value):\n    return early(value) + 1\n",
}
QUESTIONS: dict[str, dict[str, Any]] = {
    "glossator/search": {"query": "where is a value doubled"},
    "glossator/usages": {"query": "where do we double a value"},
}
HalfEmbedded = tuple[Navigator, Application, CountingEndpoint]
PARTIAL = re.compile(r"partial \((\d+) %\)")


@pytest.fixture
async def half_embedded(tmp_path: Path) -> AsyncIterator[HalfEmbedded]:
    """A session in which some texts wait for their vectors; what questions need is answered."""
    root = write(tmp_path.resolve() / "workspace", FILES)
    with counting_endpoint() as endpoint:
        endpoint.holds = lambda text: len(endpoint.asked) > 2 and not re.search("where|double", text, re.I)
        endpoint.answers.clear()
        app = Application(Settings(), Folders.below(tmp_path / "home"))
        session = Session(create_server(app))
        models = endpoint.settings("one-64")
        navigator = await Navigator.begin(session, root, options={"models": models})
        await until(lambda: len(endpoint.asked) > 2)
        # What was made of a batch is kept when something else is to be done.
        app.files_changed([root / "early.py"])
        await until(lambda: app.workspaces[0].reader.counts().vectors >= 1)
        yield navigator, app, endpoint
        endpoint.answers.set()
        await session.server.close()


async def until(holds: Any) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


async def note(navigator: Navigator, method: str, **more: Any) -> tuple[str, bool]:
    """What an answer says of itself, and whether nothing was compared by meaning."""
    answer = await navigator.ask(method, {**QUESTIONS[method], **more})
    assert answer["hits" if "hits" in answer else "definitions"]
    return answer["completeness"]["note"], answer["completeness"]["lexicalOnly"]


@pytest.mark.parametrize("method", QUESTIONS)
async def test_a_part_of_the_vectors_then_all_of_them_then_one_dirty_file(
    method: str, half_embedded: HalfEmbedded
) -> None:
    navigator, app, endpoint = half_embedded
    said, lexical_only = await note(navigator, method)
    (share,) = PARTIAL.findall(said)
    assert 0 < int(share) < 100
    assert not lexical_only

    endpoint.answers.set()
    index = app.workspaces[0]
    await until(lambda: index.state.phase == "ready" and index.settled.is_set())
    assert await note(navigator, method) == ("", False)

    # Nobody tells the server of the change, and it has not looked at the disk again yet.
    early = navigator.root / "early.py"
    early.write_text("# new\n" + early.read_text(encoding="utf-8"), encoding="utf-8")
    said, _ = await note(navigator, "glossator/search")
    assert said.startswith("1 file has changed since it was indexed")


@pytest.mark.parametrize("method", QUESTIONS)
async def test_without_a_model_words_alone_are_compared(method: str, fresh: Session, tmp_path: Path) -> None:
    navigator = await Navigator.begin(fresh, write(tmp_path.resolve() / "workspace", FILES))
    said, lexical_only = await note(navigator, method)
    assert said.startswith("lexical only")
    assert lexical_only


async def test_before_the_index_is_complete_no_list_looks_complete(fresh: Session, tmp_path: Path) -> None:
    root = write(
        tmp_path.resolve() / "workspace",
        FILES | {f"more/file{number}.py": f"def function_{number}(): ...\n" for number in range(60)},
    )
    await fresh.initialize(rootUri=root.as_uri())
    await fresh.notify("initialized", {})
    complete = False

    async def is_complete() -> bool:
        answer = await fresh.ask("glossator/search", QUESTIONS["glossator/search"])
        completeness = answer["result"]["completeness"]
        assert completeness["structureReady"] or re.search(
            "may be missing|No folder is open", completeness["note"]
        )
        return completeness["structureReady"] and completeness["indexedFiles"] == 63

    async with asyncio.timeout(60):
        while not complete:
            complete = await is_complete()
            await asyncio.sleep(0.02)
