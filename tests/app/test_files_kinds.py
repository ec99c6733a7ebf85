"""Generated trees with everything that may stand in a work tree, compared with real git: repositories of all kinds in
each other, links in circles, pipes and sockets."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.app.trees import files_by_git_with_submodules, git, listing, new_repository, write, write_text

pytestmark = pytest.mark.usefixtures("home")

COMMIT = "1" * 40
"""What the index says of a submodule is not looked up by anybody."""

BOUNDED = settings(
    max_examples=int(os.environ.get("GLOSSATOR_TEST_EXAMPLES", "40")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def put_file(root: Path, path: str) -> None:
    write(root, path)


def put_tracked_file(root: Path, path: str) -> None:
    write(root, path)
    git(root, "--literal-pathspecs", "add", "--force", "--", path)


def put_empty_folder(root: Path, path: str) -> None:
    (root / path).mkdir(parents=True)


def put_pipe(root: Path, path: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    os.mkfifo(root / path)


def put_socket(root: Path, path: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    os.mknod(root / path, 0o600 | stat.S_IFSOCK)


def put_link(target: str) -> Callable[[Path, str], None]:
    def put(root: Path, path: str) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).symlink_to(target)

    return put


def put_repository(root: Path, path: str) -> None:
    inner = new_repository(root / path)
    write(inner, "own.py", "out/own.py")
    write_text(inner, ".gitignore", "out/")


def put_submodule(root: Path, path: str) -> None:
    """One that is checked out, with its history among that of the repository around it."""
    history = root / ".git" / "modules" / path
    new_repository(history.parent / "made")
    (history.parent / "made" / ".git").rename(history)
    (history.parent / "made").rmdir()
    write(root / path, "own.py", "out/own.py")
    write_text(root / path, ".gitignore", "out/")
    write_text(root / path, ".git", f"gitdir: {os.path.relpath(history, root / path)}")
    put_empty_submodule(root, path, make=False)


def put_empty_submodule(root: Path, path: str, *, make: bool = True) -> None:
    """One that is not checked out."""
    if make:
        put_empty_folder(root, path)
    git(root, "update-index", "--add", "--cacheinfo", f"160000,{COMMIT},{path}")
    with (root / ".gitmodules").open("a", encoding="utf-8") as file:
        file.write(f'[submodule "{path}"]\n\tpath = "{path}"\n')


def put_worktree(root: Path, path: str) -> None:
    """A second work tree of the same history."""
    data = root / ".git" / "worktrees" / path.replace("/", "-")
    data.mkdir(parents=True)
    write_text(data, "HEAD", COMMIT)
    write_text(data, "commondir", "../..")
    write(root / path, "copy.py")
    write_text(root / path, ".git", f"gitdir: {data}")


def put_broken_repository(root: Path, path: str) -> None:
    (root / path / ".git").mkdir(parents=True)
    write(root / path, "kept.py")


KINDS: tuple[Callable[[Path, str], None], ...] = (
    put_file,
    put_file,
    put_tracked_file,
    put_empty_folder,
    put_pipe,
    put_socket,
    put_link("."),
    put_link(".."),
    put_link("/"),
    put_link("a"),
    put_link("b/c"),
    put_link("nothing"),
    put_repository,
    put_submodule,
    put_empty_submodule,
    put_worktree,
    put_broken_repository,
)
NAMES = st.sampled_from(["a", "b", "c", "d e", "é", "#%"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
THINGS = st.lists(st.tuples(PATHS, st.sampled_from(KINDS)), min_size=1, max_size=9)
RULES = st.lists(
    st.sampled_from(["a", "b/", "/c", "!a", "*.py", "!own.py", "a/b", "*", "!*/", "d e/", "\\#%", "**/c/a"]),
    max_size=4,
)


def build(root: Path, things: list[tuple[str, Callable[[Path, str], None]]]) -> list[str]:
    """Put each thing where its place is still free; the paths of the submodules."""
    submodules = []
    for path, put in things:
        parents = list(Path(path).parents)[:-1]
        taken = os.path.lexists(root / path) or any(
            (root / parent).is_symlink()
            or (root / parent / ".git").exists()
            or not ((root / parent).is_dir() or not (root / parent).exists())
            or str(parent) in submodules
            for parent in parents
        )
        if not taken:
            put(root, path)
            if put in (put_submodule, put_empty_submodule):
                submodules.append(path)
    return submodules


@BOUNDED
@given(things=THINGS, rules=RULES)
def test_whatever_stands_in_a_work_tree_is_listed_as_git_does(
    things: list[tuple[str, Callable[[Path, str], None]]], rules: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = new_repository(Path(folder))
        submodules = build(root, things)
        write_text(root, ".gitignore", *rules)
        expected = files_by_git_with_submodules(root)
        kept, left_out = listing(root, "by git")
        assert kept == expected
        assert set(left_out.values()) <= {"link", "nested repository", "linked worktree"}
        assert all((root / path / ".git").exists() for path in left_out if path.endswith("/"))
        tracked_anyway = ignored(
            root, [*submodules, *(path for path, put in things if put is put_tracked_file)]
        )
        if not tracked_anyway:
            assert listing(root, "without git")[0] == expected


def ignored(root: Path, paths: list[str]) -> bool:
    """Whether git ignores one of the paths, if it does not track it."""
    arguments = ["check-ignore", "--no-index", "--", *paths]
    try:
        return bool(paths) and bool(git(root, *arguments))
    except Exception:
        # Nothing is ignored, or a path lies behind a link.
        return False
