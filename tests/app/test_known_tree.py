"""What is known of a workspace never differs from what a new listing finds, and no change is overlooked."""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from tests.app.changes import BURSTS, Change, begin, make
from tests.app.trees import git, new_repository, repository, write, write_text

from glossator.app import files, folder_map, known_tree, stamps
from glossator.app.files import FoundFile, list_files
from glossator.app.known_tree import KnownTree
from glossator.core.errors import UserError
from glossator.core.settings import IndexSettings

pytestmark = pytest.mark.usefixtures("home")

PATIENCE_SECONDS = 60.0
"""A hang guard: nothing that is waited for takes nearly as long."""
BOUNDED = settings(
    max_examples=int(os.environ.get("GLOSSATOR_TEST_EXAMPLES", "12")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def fresh(root: Path) -> list[FoundFile]:
    return list(list_files(root, IndexSettings()))


def updated(tree: KnownTree) -> list[FoundFile]:
    return list(tree.files(IndexSettings()))


def followed(tree: KnownTree) -> list[FoundFile]:
    """The files after updates whenever a look says that one is worth while, and only then, until none is."""
    found = list(tree._files)
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        is_time = time.time_ns() > tree._settles_at
        if tree.changed(10.0):
            found = updated(tree)
        elif is_time:
            return found
        else:
            time.sleep(0.01)
    raise AssertionError("the looks never came to an end")


@BOUNDED
@given(bursts=BURSTS)
def test_after_any_changes_the_known_files_are_those_of_a_new_listing(bursts: list[list[Change]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        begin(root)
        tree = KnownTree(root)
        updated(tree)
        for changes in bursts:
            make(root, changes)
            assert followed(tree) == fresh(root)
            assert not tree.changed(10.0)


@BOUNDED
@given(bursts=BURSTS)
def test_an_update_out_of_turn_finds_what_a_new_listing_finds(bursts: list[list[Change]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "root"
        begin(root)
        tree = KnownTree(root)
        updated(tree)
        followed(tree)
        for changes in bursts:
            make(root, changes)
            assert updated(tree) == fresh(root)


@pytest.fixture
def listings(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders that are listed from now on."""
    listed: list[Path] = []

    def noting(root: Path, *arguments: object) -> object:
        listed.append(root)
        return list_files(root, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(known_tree, "list_files", noting)
    return listed


def test_a_file_that_was_written_is_looked_at_without_listing_again(
    tmp_path: Path, listings: list[Path]
) -> None:
    write(repository(tmp_path), "a/b.py", "c.py")
    tree = KnownTree(tmp_path)
    updated(tree)
    followed(tree)
    listings.clear()
    write(tmp_path, "a/b.py", text="changed\n")
    assert tree.changed(10.0)
    assert updated(tree) == fresh(tmp_path)
    assert listings == []


def test_what_happens_in_ignored_folders_costs_nothing(tmp_path: Path, listings: list[Path]) -> None:
    write_text(repository(tmp_path), ".gitignore", "node_modules/", "*.log")
    write(tmp_path, "a.py", "node_modules/x/y.js", "lib/b.py")
    tree = KnownTree(tmp_path)
    updated(tree)
    followed(tree)
    listings.clear()
    write(tmp_path, "node_modules/x/z.js", "node_modules/new/n.js")
    assert not tree.changed(10.0)
    assert updated(tree) == fresh(tmp_path)
    assert listings == []


@pytest.mark.parametrize(
    "path",
    [
        ".git/info/exclude",
        ".git/config",
        "lib/.gitignore",
        "build/.gitignore",
        "~/.gitconfig",
        "~/.config/git/ignore",
    ],
)
def test_a_change_of_any_rule_is_seen(tmp_path: Path, home: Path, path: str) -> None:
    write(repository(tmp_path), "lib/a.py", "b.log", "build/c.py", ".git/info/exclude")
    write_text(tmp_path, "lib/.gitignore", "# nothing")
    write_text(tmp_path, "build/.gitignore", "*")
    tree = KnownTree(tmp_path)
    updated(tree)
    followed(tree)
    rules = ["[core]", f"excludesFile = {home}/mine"] if "config" in path.rpartition("/")[2] else ["*.log"]
    write_text(home, "mine", "*.log")
    write_text(*((home, path[2:]) if path.startswith("~") else (tmp_path, path)), *rules)
    assert tree.changed(10.0)
    assert followed(tree) == fresh(tmp_path)


def test_what_happens_between_the_first_listing_and_the_first_look_is_seen(tmp_path: Path) -> None:
    write(repository(tmp_path), "a.py", "b/c.py")
    tree = KnownTree(tmp_path)
    updated(tree)
    while time.time_ns() <= tree._settles_at:
        time.sleep(0.01)
    updated(tree)
    assert tree._settles_at == 0
    write(tmp_path, "b/new.py")
    assert followed(tree) == fresh(tmp_path)


def test_a_file_in_a_folder_that_was_empty_is_seen(tmp_path: Path) -> None:
    write(repository(tmp_path), "a.py")
    (tmp_path / "empty" / "deeper").mkdir(parents=True)
    tree = KnownTree(tmp_path)
    updated(tree)
    followed(tree)
    write(tmp_path, "empty/deeper/b.py")
    assert tree.changed(10.0)
    assert followed(tree) == fresh(tmp_path)


def test_changes_in_a_submodule_are_seen_and_those_in_another_repository_are_not(tmp_path: Path) -> None:
    library = repository(tmp_path / "library")
    write(library, "a.py")
    git(library, "add", ".")
    git(library, "commit", "--quiet", "-m", "state")
    root = repository(tmp_path / "root")
    git(root, "submodule", "--quiet", "add", str(library), "lib")
    write(new_repository(root / "other"), "x/y.py")
    tree = KnownTree(root)
    updated(tree)
    followed(tree)
    write(root, "other/x/z.py")
    assert not tree.changed(10.0)
    write(root, "lib/new.py")
    assert tree.changed(10.0)
    assert "lib/new.py" in {file.path for file in followed(tree)}


def test_a_file_that_git_begins_or_ceases_to_track_is_seen(tmp_path: Path) -> None:
    write_text(repository(tmp_path), ".gitignore", "out/")
    write(tmp_path, "a.py", "out/b.py")
    tree = KnownTree(tmp_path)
    updated(tree)
    followed(tree)
    for command, expected in (
        (("add", "--force", "out/b.py"), {".gitignore", "a.py", "out/b.py"}),
        (("rm", "--quiet", "--cached", "out/b.py"), {".gitignore", "a.py"}),
    ):
        git(tmp_path, *command)
        assert tree.changed(10.0)
        assert {file.path for file in followed(tree)} == expected


def test_a_new_file_beside_tracked_ones_of_a_submodule_without_a_name_is_seen(tmp_path: Path) -> None:
    inner = repository(tmp_path / "inner")
    write(inner, "sub/a.py")
    git(inner, "add", ".")
    git(inner, "commit", "--quiet", "-m", "state")
    git(repository(tmp_path), "add", "inner")
    tree = KnownTree(tmp_path)
    updated(tree)
    followed(tree)
    write(inner, "sub/new.py")
    assert tree.changed(10.0)
    assert {file.path for file in followed(tree)} == {"inner/sub/a.py", "inner/sub/new.py"}


def test_a_folder_that_becomes_a_repository_or_none_any_more_is_seen(tmp_path: Path) -> None:
    write(repository(tmp_path), "a.py", "sub/b.py")
    tree = KnownTree(tmp_path)
    updated(tree)
    followed(tree)
    new_repository(tmp_path / "sub")
    assert followed(tree) == fresh(tmp_path)
    (tmp_path / "sub" / ".git").rename(tmp_path.parent / "gone")
    assert followed(tree) == fresh(tmp_path)
    assert {file.path for file in followed(tree)} == {"a.py", "sub/b.py"}


def test_a_root_that_goes_and_comes_back_is_seen_each_time_once(tmp_path: Path) -> None:
    root = tmp_path / "root"
    write(root, "a.py")
    tree = KnownTree(root)
    updated(tree)
    root.rename(tmp_path / "away")
    assert tree.changed(10.0)
    for _ in range(2):
        with pytest.raises(UserError, match="cannot be listed"):
            updated(tree)
        assert not tree.changed(10.0)
    (tmp_path / "away").rename(root)
    assert tree.changed(10.0)
    assert followed(tree) == fresh(root)


SECONDS = 1_000_000_000


@pytest.fixture
def coarse_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Times as FAT keeps them: in steps of two seconds."""

    def changed_ns(info: os.stat_result) -> int:
        return info.st_mtime_ns // (2 * SECONDS) * 2 * SECONDS

    for module in (files, folder_map, known_tree):
        monkeypatch.setattr(module, "changed_ns", changed_ns)


class Contents:
    """What an index would know: the content of each file as it was when it was read last."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tree = KnownTree(root)
        self.texts: dict[str, bytes] = {}
        self._known: dict[str, tuple[int, int]] = {}
        self._compared_at: int | None = None

    def update(self) -> None:
        started = time.time_ns()
        found = updated(self.tree)
        added, changed, removed = files.changed_files(self._known, found, self._compared_at)
        for path in removed:
            del self.texts[path], self._known[path]
        for file in (*added, *changed):
            self.texts[file.path] = (self.root / file.path).read_bytes()
            self._known[file.path] = (file.size, file.changed_ns)
        self._compared_at = started

    def follow(self) -> dict[str, bytes]:
        """The contents once no look says any more that an update is worth while."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            is_time = time.time_ns() > self.tree._settles_at
            if self.tree.changed(10.0):
                self.update()
            elif is_time:
                return self.texts
            else:
                time.sleep(0.01)
        raise AssertionError("the looks never came to an end")


def test_a_clock_that_stands_still_for_two_seconds_hides_no_change(
    tmp_path: Path, coarse_clock: None
) -> None:
    write_text(repository(tmp_path), ".gitignore", "# nothing")
    write(tmp_path, "a.py", "b/c.py", text="1\n")
    contents = Contents(tmp_path)
    contents.follow()
    write(tmp_path, "a.py", text="2\n")
    write(tmp_path, "b/new.py")
    contents.update()
    # All of this happens in the same step of the clock, and nothing of it changes the size of a file.
    write(tmp_path, "a.py", text="3\n")
    write(tmp_path, "b/newer.py")
    (tmp_path / "b" / "c.py").unlink()
    expected = {file.path: (tmp_path / file.path).read_bytes() for file in fresh(tmp_path)}
    assert set(expected) == {".gitignore", "a.py", "b/new.py", "b/newer.py"}
    assert contents.follow() == expected


@pytest.mark.parametrize(
    ("changed", "settled"),
    [
        (1000 * SECONDS + 1, False),
        (999 * SECONDS + 950_000_000, False),
        (999 * SECONDS + 850_000_000, True),
        (999 * SECONDS, False),
        (998 * SECONDS, False),
        (997 * SECONDS, True),
        (1005 * SECONDS + 1, False),
        (5000 * SECONDS, True),
        (0, True),
    ],
)
def test_what_changed_just_before_it_was_looked_at_is_not_trusted(changed: int, settled: bool) -> None:
    # A file system whose times have no fraction of a second may count in steps of two. Times in the future of the
    # clock, which now shows 1010 seconds, say nothing either way.
    assert stamps.is_settled(changed, 1000 * SECONDS, 1010 * SECONDS) is settled
    if not settled:
        at = stamps.settles_at(changed)
        assert stamps.is_settled(changed, at, at)


def test_a_large_workspace_is_looked_at_bit_by_bit(tmp_path: Path) -> None:
    write(tmp_path, *(f"{folder}/{number}.py" for folder in range(20) for number in range(20)))
    tree = KnownTree(tmp_path)
    updated(tree)
    followed(tree)
    write(tmp_path, "19/19.py", text="changed\n")
    looks = 1
    while not tree.changed(1e-6):
        looks += 1
    assert 2 <= looks <= 401
    assert followed(tree) == fresh(tmp_path)


def test_new_files_of_a_large_workspace_are_seen_before_all_others_have_been_looked_at(
    tmp_path: Path,
) -> None:
    write(tmp_path, *(f"{folder}/{number}.py" for folder in range(20) for number in range(20)))
    tree = KnownTree(tmp_path)
    updated(tree)
    followed(tree)
    write(tmp_path, "19/new.py")
    looks = 1
    while not tree.changed(1e-6):
        looks += 1
    assert looks <= 21
