"""Workspaces of all kinds from the listing to the answers: copies, submodules, links, odd and locked entries."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.app.sessions import callers_of, session, settings_without_models, write
from tests.app.trees import commit, git, new_repository, repository

from glossator.app.application import Application
from glossator.app.uris import uri_from_path
from glossator.store.reader import open_reader

pytestmark = pytest.mark.usefixtures("home")

PATIENCE_SECONDS = 60.0
"""A hang guard: nothing that is waited for takes nearly as long."""


def left_out(app: Application) -> dict[str, str]:
    with open_reader(app.workspaces[0].index_path) as reader:
        return {row.path: row.reason for row in reader.left_out(100)[0]}


async def places(app: Application, name: str) -> list[str]:
    found = await app.find_symbols(name, 50)
    return [hit.place.path for hit in found.hits if hit.name == name]


async def until(is_so: Callable[[], bool]) -> None:
    deadline = asyncio.get_running_loop().time() + PATIENCE_SECONDS
    while not is_so() and asyncio.get_running_loop().time() < deadline:
        await asyncio.sleep(0.05)
    assert is_so()


async def test_copies_of_a_repository_in_it_do_not_show(tmp_path: Path) -> None:
    root = repository(tmp_path / "root")
    write(root, {"pay.py": "def pay():\n    return 1\n", ".gitignore": "/wt/\n"})
    commit(root)
    for number in range(3):
        git(root, "worktree", "add", "--quiet", "--detach", f"wt/old{number}")
    git(root, "worktree", "add", "--quiet", "--detach", "beside")
    git(tmp_path, "clone", "--quiet", str(root), str(root / "vendor" / "clone"))
    async with session(root, tmp_path / "home") as app:
        assert await places(app, "pay") == ["pay.py"]
        expected = {"beside/": "linked worktree", "vendor/clone/": "nested repository"}
        assert left_out(app) == expected
    async with session(root / "wt" / "old1", tmp_path / "home") as app:
        assert await places(app, "pay") == ["pay.py"]


async def test_code_calls_into_a_submodule_and_an_empty_one_is_no_matter(tmp_path: Path) -> None:
    library = repository(tmp_path / "library")
    write(library, {"a.py": "def f():\n    return 1\n", ".gitignore": "out/\n"})
    commit(library)
    root = repository(tmp_path / "root")
    for name in ("lib", "lib2"):
        git(root, "submodule", "--quiet", "add", str(library), name)
    write(root, {"app.py": "from lib.a import f\n\n\ndef main():\n    return f()\n"})
    commit(root)
    git(root, "submodule", "--quiet", "deinit", "--force", "lib2")
    write(root, {"lib/out/g.py": "def g():\n    return 1\n"})
    async with session(root, tmp_path / "home") as app:
        assert ("app.py", "main", "sure", [5]) in await callers_of(app, root, "lib/a.py", "f():")
        assert await places(app, "f") == ["lib/a.py"]
        assert await places(app, "g") == []
        assert left_out(app) == {}


async def test_links_in_circles_end_and_a_linked_file_is_the_one_it_leads_to(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(root, {"real.py": "def f():\n    return f()\n", "a/x.py": "", "b/y.py": "", "c/z.py": ""})
    write(tmp_path, {"outside/secret.py": "def outside():\n    return 1\n"})
    targets = {"a/loop": "..", "b/x": "../c", "c/y": "../b", "up": "/", "out": "../outside"}
    for path, target in {**targets, "alias.py": "real.py"}.items():
        (root / path).symlink_to(target)
    async with session(root, tmp_path / "home") as app:
        assert await places(app, "f") == ["real.py"]
        assert await places(app, "outside") == []
        app.documents.open(uri_from_path(root / "alias.py"), "python", 1, (root / "real.py").read_text())
        assert await callers_of(app, root, "alias.py", "f():") == [("real.py", "f", "sure", [2])]


def run(command: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    script = str(Path(__file__).with_name("without_rights.py"))
    return subprocess.run(
        [sys.executable, script, *command],
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.enable_socket
def test_what_cannot_be_read_is_told_with_its_reason_and_harms_nothing_else(tmp_path: Path) -> None:
    root = tmp_path / "root"
    names = ("locked/in.py", "f.py", "ok.py", "sub/ok.py")
    write(root, dict.fromkeys(names, "def ok():\n    return 1\n"))
    os.mkfifo(root / "p.py")
    here = Path.cwd()
    os.chdir(root)
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind("s.py")
    finally:
        os.chdir(here)
    (root / "f.py").chmod(0)
    (root / "locked").chmod(0)
    environment = {"GLOSSATOR_HOME": str(tmp_path / "home")}
    python = [sys.executable, "-P", "-m", "glossator"]
    try:
        indexed = run([*python, "index", str(root), "--structure-only"], environment)
    finally:
        (root / "locked").chmod(0o755)
    assert indexed.returncode == 0, indexed.stderr
    status = run([*python, "status", str(root), "--json"], environment)
    told = {each["path"]: each["reason"] for each in json.loads(status.stdout)["left_out"]}
    assert told == {
        "f.py": "unreadable: permission denied",
        "locked/": "unreadable: permission denied",
        "p.py": "not a regular file",
        "s.py": "not a regular file",
    }


async def test_what_can_be_read_again_or_is_allowed_again_is_indexed_without_having_changed(
    tmp_path: Path,
) -> None:
    root = tmp_path / "root"
    write(root, {"large.py": "def large():\n    return 1\n" + "# more\n" * 400, "small.py": ""})
    settings = settings_without_models(max_file_size_kib=2)
    async with session(root, tmp_path / "home", settings) as app:
        assert left_out(app) == {"large.py": "larger than 2 KiB"}
        app.update_settings(replace(settings, index=replace(settings.index, max_file_size_kib=20)))
        await app.wait_settled()
        assert left_out(app) == {}
        assert await places(app, "large") == ["large.py"]


async def test_too_many_files_are_told_to_the_user_once_and_the_rest_is_indexed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(root, {f"m{number}.py": f"def f{number}():\n    return 1\n" for number in range(8)})
    notices: list[str] = []
    async with session(root, tmp_path / "home", settings_without_models(max_files=5), settled=False) as app:
        app.on_notice(notices.append)
        await app.wait_settled()
        app.files_changed([root])
        await app.wait_settled()
        assert left_out(app) == {"./": "more than 5 files"}
        assert await places(app, "f4") == ["m4.py"]
        await until(lambda: bool(notices))
    (notice,) = notices
    assert notice.startswith(f"{root} holds more than 5 files")
    assert "index.maxFiles" in notice


async def test_no_folder_is_watched_however_many_there_are(tmp_path: Path) -> None:
    # Watches of the system are few, and those that one program takes all others lack.
    root = new_repository(tmp_path / "root")
    write(root, {f"d{number}/a.py": "" for number in range(40)} | {".gitignore": "node_modules/\n"})
    async with session(root, tmp_path / "home") as app:
        child = app.workspaces[0]._child
        assert child is not None
        for pid in (os.getpid(), child.pid):
            opened = [str(each.readlink()) for each in Path(f"/proc/{pid}/fd").iterdir() if each.is_symlink()]
            assert [each for each in opened if "inotify" in each] == []
