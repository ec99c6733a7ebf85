"""Kill a server that indexes a project very often: `python -m tests.app.kill_many --kills 200 --root PROJECT`.

Takes as long as so many starts of a server, which is minutes, so that the suite does it a few times only.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from tests.app.counting_endpoint import counting_endpoint
from tests.app.killing import Killer
from tests.app.served import lay_out, with_endpoint, without_models


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--root", type=Path, default=Path(asyncio.__file__).parent)
    parser.add_argument(
        "--embed", action="store_true", help="make vectors too, by an endpoint of this process"
    )
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="glossator-kills-") as folder:
        asyncio.run(_kill(arguments, Path(folder)))


async def _kill(arguments: argparse.Namespace, folder: Path) -> None:
    root = folder / "project"
    lay_out(arguments.root, root)
    with counting_endpoint() as endpoint:
        if arguments.embed:
            killer = Killer(root, folder / "home", with_endpoint(endpoint), arguments.seed, endpoint)
        else:
            killer = Killer(root, folder / "home", without_models(), arguments.seed)
        await _report(killer, arguments)


async def _report(killer: Killer, arguments: argparse.Namespace) -> None:
    begun = time.monotonic()
    await killer.undisturbed()
    print(f"seed {arguments.seed}: {killer.to_parse} files, undisturbed {killer.seconds:.1f} s", flush=True)
    report = await killer.kill(arguments.kills)
    print(f"{report.kills} kills in {report.lives} lives, {time.monotonic() - begun:.0f} s")
    print("killed during:", ", ".join(f"{name} {count}" for name, count in report.phases.most_common()))
    print("victims:", dict(report.victims))
    print(f"{report.restarts_counted} restarts counted: no file that was done was parsed again")
    if arguments.embed:
        print(f"{report.texts} texts embedded, none that had a vector")
    print("every index ended like the undisturbed one")


if __name__ == "__main__":
    main()
