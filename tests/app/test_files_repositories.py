"""Submodules, nested repositories and linked worktrees in a workspace, with git and without."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.trees import commit, git, listing, repository, write, write_text

pytestmark = pytest.mark.usefixtures("home")


def test_a_linked_worktree_in_an_ignored_folder_is_out(tmp_path: Path, listed_by: str) -> None:
    root = repository(tmp_path)
    write_text(root, ".gitignore", "/wt/")
    write(root, "pay.py")
    commit(root)
    git(root, "worktree", "add", "--quiet", "--detach", "wt/old")
    assert listing(root, listed_by) == ({".gitignore", "pay.py"}, {})
    assert listing(root / "wt" / "old", listed_by) == ({".gitignore", "pay.py"}, {})


def test_a_linked_worktree_that_is_not_ignored_is_out_with_a_reason(tmp_path: Path, listed_by: str) -> None:
    root = repository(tmp_path)
    write(root, "pay.py")
    commit(root)
    git(root, "worktree", "add", "--quiet", "--detach", "old")
    assert listing(root, listed_by) == ({"pay.py"}, {"old/": "linked worktree"})


def test_a_clone_within_a_repository_is_out_with_a_reason(tmp_path: Path, listed_by: str) -> None:
    root = repository(tmp_path)
    write(root, "a.py", "vendor/own.py")
    write(repository(root / "vendor" / "clone"), "b.py")
    assert listing(root, listed_by) == ({"a.py", "vendor/own.py"}, {"vendor/clone/": "nested repository"})
    assert listing(root / "vendor" / "clone", listed_by) == ({"b.py"}, {})


def test_submodules_belong_to_the_workspace_with_their_own_rules(tmp_path: Path, listed_by: str) -> None:
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


def test_a_submodule_within_a_submodule_is_listed(tmp_path: Path, listed_by: str) -> None:
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


def test_a_folder_of_repositories_holds_all_of_them(tmp_path: Path, listed_by: str) -> None:
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


def test_of_the_worktrees_of_a_bare_repository_one_is_listed(tmp_path: Path, listed_by: str) -> None:
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


def test_an_empty_git_folder_is_no_repository(tmp_path: Path, listed_by: str) -> None:
    root = repository(tmp_path)
    write(root, "sub/a.py")
    (root / "sub" / ".git").mkdir()
    assert listing(root, listed_by) == ({"sub/a.py"}, {})
