"""A listing gives what it has while it goes on, in bounded memory, and ends whatever it comes across."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.app.trees import git, listing, new_repository, repository, write, write_text

from glossator.app.files import EVERYTHING_ELSE, list_files
from glossator.core.settings import IndexSettings
from glossator.host import program_output

pytestmark = pytest.mark.usefixtures("home")


def stand_in_for_git(folder: Path, others: str) -> None:
    """A git that does what it does, but runs `others` instead of looking for files that are not tracked."""
    folder.mkdir()
    lines = ["#!/bin/sh", 'case "$*" in *--others*)', others, ";; esac", f'exec "{shutil.which("git")}" "$@"']
    write_text(folder, "git", *lines)
    (folder / "git").chmod(0o755)


def test_tracked_files_come_while_git_still_looks_for_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate, passed = tmp_path / "gate", tmp_path / "passed"
    os.mkfifo(gate)
    wait = f'"{shutil.which("timeout")}" 60 "{shutil.which("cat")}" "{gate}" > /dev/null'
    stand_in_for_git(tmp_path / "programs", f'{wait}; "{shutil.which("touch")}" "{passed}"')
    root = repository(tmp_path / "root")
    write(root, "tracked.py", "also/tracked.py")
    git(root, "add", ".")
    write(root, "new.py")
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    files = list_files(root, IndexSettings())
    assert [next(files).path, next(files).path] == ["also/tracked.py", "tracked.py"]
    assert not passed.exists()
    gate.write_text("", encoding="utf-8")
    assert [file.path for file in files] == ["new.py"]


def test_a_walk_gives_what_it_has_before_it_looks_into_the_next_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a/1.py", "b/2.py", "c/3.py")
    scanned: list[str] = []
    scan = os.scandir

    def noting(path: Path) -> Iterator[os.DirEntry[str]]:
        scanned.append(Path(path).name)
        return scan(path)

    monkeypatch.setattr(os, "scandir", noting)
    files = list_files(tmp_path, IndexSettings())
    assert next(files).path == "a/1.py"
    assert "b" not in scanned
    assert [file.path for file in files] == ["b/2.py", "c/3.py"]


def test_a_git_that_dies_on_the_way_is_made_up_for_by_the_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stand_in_for_git(tmp_path / "programs", "printf 'new.py\\0ne'; kill -9 $$")
    root = repository(tmp_path / "root")
    write_text(root, ".gitignore", "*.log")
    write(root, "tracked.py", "kept.log", "lib/tracked.py")
    git(root, "add", "--force", ".")
    write(root, "new.py", "newer.py", "left.log", "lib/new.py")
    write(new_repository(root / "vendor"), "other.py")
    monkeypatch.setenv("PATH", str(tmp_path / "programs"))
    found = [file.path for file in list_files(root, IndexSettings())]
    own = {".gitignore", "tracked.py", "kept.log", "lib/tracked.py", "new.py", "newer.py", "lib/new.py"}
    assert set(found) == {*own, "vendor/"}
    assert found.count("tracked.py") == 1


@pytest.mark.parametrize(
    "path", [".gitignore", "sub/.gitignore", ".git/info/exclude", ".git/index", ".git/config"]
)
def test_a_pipe_in_place_of_a_file_of_git_s_is_not_waited_for(
    tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # git itself opens it and waits for a writer for ever.
    monkeypatch.setattr(program_output, "STUCK_SECONDS", 1.0)
    write(new_repository(tmp_path), "a.py", "sub/b.py")
    os.mkfifo(tmp_path / path)
    kept, _ = listing(tmp_path)
    assert {each for each in kept if each.endswith(".py")} == {"a.py", "sub/b.py"}


def test_a_slow_program_is_not_a_stuck_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program_output, "STUCK_SECONDS", 1.0)
    script = "import time, sys\nfor _ in range(250): time.sleep(0.01)\nsys.stdout.write('done')"
    output = program_output.ProgramOutput([sys.executable, "-c", script], os.environ)
    assert b"".join(output.pieces()) == b"done"
    assert output.exit_code() == 0


@pytest.mark.parametrize("in_repository", [True, False], ids=["in a repository", "without repository"])
def test_with_too_many_files_the_rest_is_left_out_with_one_reason(
    tmp_path: Path, in_repository: bool
) -> None:
    if in_repository:
        new_repository(tmp_path)
    write(tmp_path, *(f"{folder}/{number}.py" for folder in "abc" for number in range(4)))
    kept, left_out = listing(tmp_path, settings=IndexSettings(max_files=5))
    assert kept == {*(f"a/{number}.py" for number in range(4)), "b/0.py"}
    assert left_out == {EVERYTHING_ELSE: "more than 5 files"}
    assert listing(tmp_path, settings=IndexSettings(max_files=12))[1] == {}


def test_what_git_tracks_is_not_crowded_out_by_what_it_does_not(tmp_path: Path) -> None:
    root = new_repository(tmp_path)
    write(root, "src/z.py")
    git(root, "add", ".")
    write(root, *(f"data/{number}.json" for number in range(9)))
    kept, _ = listing(root, settings=IndexSettings(max_files=3))
    assert "src/z.py" in kept


def test_of_a_folder_with_countless_names_only_the_first_are_kept(tmp_path: Path) -> None:
    write(tmp_path, *(f"{number:03}.py" for number in range(100)))
    kept, left_out = listing(tmp_path, settings=IndexSettings(max_files=7))
    assert kept == {f"{number:03}.py" for number in range(7)}
    assert left_out == {EVERYTHING_ELSE: "more than 7 files"}


@pytest.fixture
def deep_folder() -> Iterator[Path]:
    """A folder whose contents lie deeper than any path can say."""
    folder = Path(tempfile.mkdtemp(prefix="glossator-deep-"))
    yield folder
    subprocess.run(["rm", "-rf", str(folder)], check=True)


@pytest.mark.parametrize("listed", ["by git", "without git", "without repository"])
def test_what_lies_too_deep_for_a_path_is_named_and_the_rest_is_listed(
    deep_folder: Path, listed: str
) -> None:
    if listed != "without repository":
        new_repository(deep_folder)
    write(deep_folder, "a.py", "z.py")
    dig(deep_folder, "d" * 200, 30)
    kept, left_out = listing(deep_folder, "without git" if listed == "without git" else "by git")
    assert {"a.py", "z.py"} <= kept
    assert any(reason == "unreadable: file name too long" for reason in left_out.values())
    assert len(left_out) < 30


def dig(root: Path, name: str, depth: int) -> None:
    """Folders in each other, with a file in each of them."""
    folder = os.open(root, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir(name, dir_fd=folder)
        inner = os.open(name, os.O_RDONLY, dir_fd=folder)
        os.close(folder)
        os.close(os.open("deep.py", os.O_CREAT, dir_fd=inner))
        folder = inner
    os.close(folder)
