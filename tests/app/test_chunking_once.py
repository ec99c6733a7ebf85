"""A file is cut into chunks once for each content, also one in which there is nothing to cut."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from tests.app.sessions import settings_without_models, write

from glossator.app.indexer_process import settings_for_wire
from glossator.app.workspace_index import start_indexer
from glossator.host.folders import Folders, create_private

BLANK = {"pkg/__init__.py": "", "pkg/spaces.py": "  \n\t\n\n", "notes.txt": "\n", "feed.py": "\x0c\n"}


class Indexer:
    """The indexer of a folder, asked directly; a new process for each round."""

    def __init__(self, root: Path, home: Path) -> None:
        self.root = root
        self.folders = Folders.below(home)

    async def cut(self, rounds: int) -> list[int]:
        """How many files are cut in each of so many updates by one process."""
        create_private(self.folders.index_path(self.root).parent)
        create_private(self.folders.log)
        child = await start_indexer(self.root, self.folders, lambda _: None)
        results: list[dict[str, Any]] = []
        try:
            await child.call("open", {"settings": settings_for_wire(settings_without_models().index)})
            for _ in range(rounds):
                async for _ in child.stream("update", {}, on_result=results.append):
                    pass
            await child.call("close")
        finally:
            await child.close()
        return [result["chunked"] for result in results]


@pytest.fixture
def indexer(tmp_path: Path) -> Indexer:
    write(tmp_path / "root", {**BLANK, "good.py": "def f():\n    return 1\n"})
    return Indexer(tmp_path / "root", tmp_path / "home")


async def test_a_blank_file_is_looked_at_once_for_each_content(indexer: Indexer) -> None:
    first, *later = await indexer.cut(3)
    assert 1 <= first <= len(BLANK) + 1
    assert later == [0, 0]
    assert await indexer.cut(1) == [0]
    for path in BLANK:
        os.utime(indexer.root / path, (1, 1))
    assert await indexer.cut(2) == [0, 0]
    write(indexer.root, {"pkg/spaces.py": "def g():\n    return 2\n", "good.py": "\n\n\n\n"})
    assert await indexer.cut(2) == [2, 0]
    write(indexer.root, {"pkg/spaces.py": "  \n\t\n\n", "good.py": "def f():\n    return 1\n"})
    assert await indexer.cut(2) == [2, 0]
