"""Nothing outlives whoever has started it: a child its parent, a program the child."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest
from tests.host.children import PATIENCE, Start, assert_gone_with_its_parent, is_running


@pytest.mark.parametrize("how", ["close", "kill"])
async def test_what_a_child_has_started_ends_with_it(start: Start, how: str) -> None:
    child = await start()
    pid = await child.call("start program")
    assert is_running(pid)
    if how == "kill":
        child.kill()
    await child.close()
    async with asyncio.timeout(PATIENCE):
        while is_running(pid):
            await asyncio.sleep(0.01)


STARTS_AND_WAITS = """
import asyncio, os, sys
from pathlib import Path
from glossator.host.process import Child

async def main():
    path = os.pathsep.join([sys.argv[2], os.environ["PYTHONPATH"]])
    child = await Child.start(
        "entries:everything", log_path=Path(sys.argv[1]), environment={**os.environ, "PYTHONPATH": path}
    )
    print(child.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


def test_a_child_whose_interpreter_still_starts_is_gone_when_its_parent_is_killed(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import time; time.sleep(600)")
    command = [sys.executable, "-c", STARTS_AND_WAITS, str(tmp_path / "child.log"), str(tmp_path)]
    assert_gone_with_its_parent(command)
