"""Children that are gone after the test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.host.children import Start, environment

from glossator.host.process import Child


@pytest.fixture
async def start(tmp_path: Path) -> AsyncIterator[Start]:
    children: list[Child] = []

    async def start(entry: str = "everything", **options: Any) -> Child:
        log_path = tmp_path / "logs" / "child.log"
        options = {"log_path": log_path, "environment": environment(), "name": "test child", **options}
        child = await Child.start(f"entries:{entry}", **options)
        children.append(child)
        return child

    yield start
    for child in children:
        await child.close()
