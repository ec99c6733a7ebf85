"""What belongs to a workspace beyond git's rules: repositories within it, links, secrets, sizes, odd entries."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from glossator.app.files import (
    FileContent,
    FoundFile,
    Skipped,
    changed_files,
    indexed_path,
    list_files,
    read_file,
    workspace_refusal,
)
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, UserError
from glossator.core.settings import IndexSettings
from tests.app.trees import git, write, write_text

LIMIT = 1024 * 1024


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder without any settings of git."""
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return folder


@pytest.fixture(params=["by git", "without git"])
def listed_by(request: pytest.FixtureRequest) -> str:
    """Runs the test twice: the listing finds git, or no program at all."""
    return str(request.param)


def listing(
    root: Path, listed_by: str = "by git", settings: IndexSettings | None = None
) -> tuple[set[str], dict[str, str]]:
    """The candidates below `root` and the skipped paths with their reasons."""
    with pytest.MonkeyPatch.context() as patch:
        if listed_by == "without git":
            patch.setenv("PATH", os.devnull)
        found = list(list_files(root, settings or IndexSettings()))
    assert len({file.path for file in found}) == len(found)
    kept = {file.path for file in found if file.state == "candidate"}
    return kept, {file.path: file.reason for file in found if file.state == "skipped"}


def repository(root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    git(root, "init", "--quiet")
    return root


def commit(root: Path) -> None:
    git(root, "add", "--all", "--force")
    git(root, "commit", "--quiet", "--allow-empty", "-m", "state")


class TestRepositoriesWithinRepositories:
    def test_a_linked_worktree_in_an_ignored_folder_is_out(self, tmp_path: Path, listed_by: str) -> None:
        root = repository(tmp_path)
        write_text(root, ".gitignore", "/wt/")
        write(root, "pay.py")
        commit(root)
        git(root, "worktree", "add", "--quiet", "--detach", "wt/old")
        assert listing(root, listed_by) == ({".gitignore", "pay.py"}, {})
        assert listing(root / "wt" / "old", listed_by) == ({".gitignore", "pay.py"}, {})

    def test_a_linked_worktree_that_is_not_ignored_is_out_with_a_reason(
        self, tmp_path: Path, listed_by: str
    ) -> None:
        root = repository(tmp_path)
        write(root, "pay.py")
        commit(root)
        git(root, "worktree", "add", "--quiet", "--detach", "old")
        assert listing(root, listed_by) == ({"pay.py"}, {"old/": "linked worktree"})

    def test_a_clone_within_a_repository_is_out_with_a_reason(self, tmp_path: Path, listed_by: str) -> None:
        root = repository(tmp_path)
        write(root, "a.py", "vendor/own.py")
        write(repository(root / "vendor" / "clone"), "b.py")
        assert listing(root, listed_by) == ({"a.py", "vendor/own.py"}, {"vendor/clone/": "nested repository"})
        assert listing(root / "vendor" / "clone", listed_by) == ({"b.py"}, {})

    def test_submodules_belong_to_the_workspace_with_their_own_rules(
        self, tmp_path: Path, listed_by: str
    ) -> None:
        library = repository(tmp_path / "library")
        write_text(library, ".gitignore", "out/")
        write(library, "a.py")
        commit(library)
        root = repository(tmp_path / "root")
        write(root, "app.py", "lib-x/z.py")
        git(root, "submodule", "--quiet", "add", str(library), "lib")
        git(root, "submodule", "--quiet", "add", str(library), "lib2")
        commit(root)
        git(root, "submodule", "--quiet", "deinit", "--force", "lib2")
        write(root, "lib/out/g.py")
        expected = {".gitmodules", "app.py", "lib-x/z.py", "lib/.gitignore", "lib/a.py"}
        assert listing(root, listed_by) == (expected, {})

    def test_a_submodule_within_a_submodule_is_listed(self, tmp_path: Path, listed_by: str) -> None:
        inner = repository(tmp_path / "inner")
        write(inner, "i.py")
        commit(inner)
        middle = repository(tmp_path / "middle")
        git(middle, "submodule", "--quiet", "add", str(inner), "deep")
        commit(middle)
        root = repository(tmp_path / "root")
        git(root, "submodule", "--quiet", "add", str(middle), "lib")
        git(root, "submodule", "--quiet", "update", "--init", "--recursive")
        kept, skipped = listing(root, listed_by)
        assert kept == {".gitmodules", "lib/.gitmodules", "lib/deep/i.py"}
        assert skipped == {}

    def test_a_folder_of_repositories_holds_all_of_them(self, tmp_path: Path, listed_by: str) -> None:
        for name in ("front", "back"):
            root = repository(tmp_path / name)
            write_text(root, ".gitignore", "gen.py")
            write(root, "a.py", "gen.py")
        commit(tmp_path / "front")
        git(tmp_path / "front", "worktree", "add", "--quiet", "--detach", "../copy")
        write(tmp_path, "notes.txt")
        kept, skipped = listing(tmp_path, listed_by)
        own = {"front/.gitignore", "front/a.py", "back/.gitignore", "back/a.py", "notes.txt"}
        tracked_though_ignored = {"front/gen.py"} if listed_by == "by git" else set()
        assert kept == own | tracked_though_ignored
        assert skipped == {"copy/": "linked worktree"}

    def test_of_the_worktrees_of_a_bare_repository_one_is_listed(self, tmp_path: Path, listed_by: str) -> None:
        seed = repository(tmp_path / "seed")
        write(seed, "a.py")
        commit(seed)
        root = tmp_path / "project"
        git(tmp_path, "clone", "--quiet", "--bare", str(seed), str(root / ".bare"))
        write_text(root, ".git", "gitdir: ./.bare")
        for name in ("main", "topic"):
            git(root / ".bare", "worktree", "add", "--quiet", "--detach", str(root / name))
        kept, skipped = listing(root, listed_by)
        assert {path for path in kept if path.endswith(".py")} == {"main/a.py"}
        assert skipped["topic/"] == "linked worktree"

    def test_an_empty_git_folder_is_no_repository(self, tmp_path: Path, listed_by: str) -> None:
        root = repository(tmp_path)
        write(root, "sub/a.py")
        (root / "sub" / ".git").mkdir()
        assert listing(root, listed_by) == ({"sub/a.py"}, {})
