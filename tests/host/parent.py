"""A parent that starts a busy child, says its process id, and waits to be killed. Arguments: log file,
method.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from glossator.host.process import Child


async def main() -> None:
    child = await Child.start("entries:everything", log_path=Path(sys.argv[1]))
    print(await child.call("pid"), flush=True)
    await child.call(sys.argv[2], 60)


asyncio.run(main())
