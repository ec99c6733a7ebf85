"""What is listed is compared with real git on generated trees, by git itself and by the rules followed without it."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.app.trees import files_by_git, git, listing, new_repository, write, write_text

from glossator.app.files import list_files
from glossator.core.settings import IndexSettings

GIT = shutil.which("git")


pytestmark = pytest.mark.usefixtures("home")


def candidates(root: Path, listed_by: str = "by git") -> set[str]:
    return listing(root, listed_by)[0]


NAMES = (
    "a",
    "b",
    "ab",
    "x.go",
    "y.txt",
    ".h",
    "A",
    "[a]",
    "a b",
    "a ",
    "!a",
    "#a",
    "a*",
    "\\a",
    "é",
    "a.b.go",
    "-",
    "b%20",
    "\"b'",
    "new\nline",
    os.fsdecode(b"\xe9\xff"),
)
GLOBS = (
    "*",
    "**",
    "***",
    "?",
    "?*",
    "*.go",
    "*.*",
    "a*",
    "*b",
    "a**",
    "**b",
    "*a*",
    "\\a",
    "\\!a",
    "\\#a",
    "a\\ ",
    "a\\",
)
BRACKETS = (
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-b]x",
    "[]a]",
    "[[:alpha:]]",
    "[[:digit:]b]",
    "[a",
    "[[:foo:]]",
    "[\\a]",
    "[b-]",
)
PIECES = st.sampled_from([*NAMES, *GLOBS, *BRACKETS])
PATTERNS = st.builds(
    lambda negation, root, pieces, end: f"{negation}{root}{'/'.join(pieces)}{end}",
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    st.lists(PIECES, min_size=1, max_size=3),
    st.sampled_from(["", "", "/", " ", "\r", "/*", "/**", "\t"]),
)
IGNORE_FILES = st.lists(PATTERNS, max_size=5).map("\n".join)
FOLDERS = st.lists(st.sampled_from(NAMES), max_size=2).map(lambda names: "/".join(["", *names])[1:])
TREES = st.lists(
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join), min_size=1, max_size=14
)
CASES = {
    "paths": TREES,
    "ignore_files": st.dictionaries(FOLDERS, IGNORE_FILES, max_size=3),
    "info_exclude": st.one_of(st.just(""), IGNORE_FILES),
    "global_excludes": st.one_of(st.just(""), IGNORE_FILES),
    "ignore_case": st.booleans(),
}
BOUNDED = settings(
    max_examples=int(os.environ.get("GLOSSATOR_TEST_EXAMPLES", "50")),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def build(root: Path, paths: list[str], ignore_files: dict[str, str]) -> None:
    """Write what can be written: a name that is taken by a file is no folder any more and the reverse."""
    texts = dict.fromkeys(paths, "x\n")
    texts |= {f"{folder}/.gitignore".lstrip("/"): text for folder, text in ignore_files.items()}
    for path, text in texts.items():
        try:
            write(root, path, text=text)
        except (FileExistsError, IsADirectoryError, NotADirectoryError):
            continue


@BOUNDED
@given(**CASES)
def test_generated_work_trees_hold_what_git_says(
    home: Path,
    paths: list[str],
    ignore_files: dict[str, str],
    info_exclude: str,
    global_excludes: str,
    ignore_case: bool,
) -> None:
    write(home, ".config/git/ignore", text=global_excludes)
    with tempfile.TemporaryDirectory() as folder:
        root = new_repository(Path(folder))
        write(root, ".git/info/exclude", text=info_exclude)
        write_text(root, ".git/config", "[core]", f"ignorecase = {str(ignore_case).lower()}")
        build(root, paths, ignore_files)
        expected = files_by_git(root)
        assert candidates(root, "by git") == expected
        assert candidates(root, "without git") == expected
        for inner in [path for path in root.iterdir() if path.is_dir() and path.name != ".git"]:
            in_folder = files_by_git(inner)
            if in_folder:
                assert candidates(inner, "by git") == in_folder
                assert candidates(inner, "without git") == in_folder


@BOUNDED
@given(
    paths=TREES,
    tracked=st.sets(st.integers(0, 13), max_size=5),
    ignored=IGNORE_FILES,
    gone=st.integers(0, 13),
)
def test_tracked_files_stay_even_if_ignored_and_deleted_ones_go(
    paths: list[str], tracked: set[int], ignored: str, gone: int
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = new_repository(Path(folder))
        build(root, paths, {})
        chosen = [path for number, path in enumerate(paths) if number in tracked and (root / path).is_file()]
        if chosen:
            git(root, "--literal-pathspecs", "add", "--force", "--", *chosen)
        if gone < len(paths) and (root / paths[gone]).is_file():
            (root / paths[gone]).unlink()
        write(root, ".gitignore", text=ignored)
        assert candidates(root) == files_by_git(root)


def test_the_order_is_by_path_and_what_git_tracks_comes_first(tmp_path: Path) -> None:
    write(new_repository(tmp_path), "b/x.py", "b.py", "b-c/x.py", "a/z.py", "a.py", "B.py", "é.py")
    git(tmp_path, "add", "b.py", "a", "é.py")
    with_git = [file.path for file in list_files(tmp_path, IndexSettings())]
    assert with_git == ["a/z.py", "b.py", "é.py", "B.py", "a.py", "b-c/x.py", "b/x.py"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", os.devnull)
        assert [file.path for file in list_files(tmp_path, IndexSettings())] == sorted(with_git)


def test_an_allow_list_keeps_what_it_takes_back_in_every_folder(tmp_path: Path, listed_by: str) -> None:
    write_text(new_repository(tmp_path), ".gitignore", "*", "!*/", "!*.go", "!.gitignore")
    write(tmp_path, "main.go", "cmd/run.go", "cmd/x.txt")
    assert candidates(tmp_path, listed_by) == {".gitignore", "main.go", "cmd/run.go"}


def test_one_folder_taken_back_from_an_ignored_list_is_whole(tmp_path: Path, listed_by: str) -> None:
    write_text(new_repository(tmp_path), ".gitignore", "plugins/*", "!plugins/own")
    write(tmp_path, "plugins/own/a/b.py", "plugins/other/c.py")
    assert candidates(tmp_path, listed_by) == {".gitignore", "plugins/own/a/b.py"}


def test_all_sources_of_patterns_count_in_their_order(tmp_path: Path, home: Path, listed_by: str) -> None:
    new_repository(tmp_path)
    write_text(home, ".gitconfig", "[core]", '\texcludesFile = "~/my ignore" ; mine')
    write_text(home, "my ignore", ".history/")
    write_text(tmp_path, ".git/info/exclude", "tmp_*")
    write_text(tmp_path, "pkg/.gitignore", "/gen")
    write(tmp_path, ".history/a.py", "tmp_b.py", "pkg/gen/c.py", "gen/d.py")
    assert candidates(tmp_path, listed_by) == {"pkg/.gitignore", "gen/d.py"}


def test_the_configuration_folder_of_the_user_may_be_elsewhere(
    tmp_path: Path, home: Path, listed_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "conf"))
    write_text(home, "conf/git/ignore", "*.log.py")
    write(new_repository(tmp_path), "a.log.py", "b.py")
    assert candidates(tmp_path, listed_by) == {"b.py"}


def test_a_linked_ignore_file_says_nothing_as_with_git(tmp_path: Path, listed_by: str) -> None:
    write_text(new_repository(tmp_path), "rules.txt", "a.py")
    write(tmp_path, "a.py")
    (tmp_path / ".gitignore").symlink_to("rules.txt")
    assert candidates(tmp_path, listed_by) == {"a.py", "rules.txt"}


def test_a_folder_below_the_top_follows_the_rules_from_above(tmp_path: Path, listed_by: str) -> None:
    write_text(new_repository(tmp_path), ".gitignore", "gen/", "/pkg/old.py")
    write(tmp_path, "pkg/a.py", "pkg/old.py", "pkg/gen/b.py", "c.py")
    assert candidates(tmp_path / "pkg", listed_by) == {"a.py"}


def test_an_ignored_folder_that_is_opened_itself_is_listed_by_its_own_rules(
    tmp_path: Path, listed_by: str
) -> None:
    write_text(new_repository(tmp_path), ".gitignore", "build/")
    write(tmp_path, "build/lib/a.py", "build/lib/b.log")
    write_text(tmp_path, "build/lib/.gitignore", "*.log")
    assert candidates(tmp_path / "build" / "lib", listed_by) == {".gitignore", "a.py"}


def test_a_folder_without_repository_follows_its_ignore_files(tmp_path: Path, listed_by: str) -> None:
    write_text(tmp_path, ".gitignore", "*.log", "!.idea/")
    write(tmp_path, "a.py", "b.log", "src/c.py", "node_modules/d.js", ".idea/e.xml")
    assert candidates(tmp_path, listed_by) == {".gitignore", "a.py", "src/c.py", ".idea/e.xml"}


def test_a_repository_that_git_refuses_is_listed_by_its_rules(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path_factory.mktemp("bin")
    write_text(programs, "git", "#!/bin/sh", f'GIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec "{GIT}" "$@"')
    (programs / "git").chmod(0o755)
    write_text(new_repository(tmp_path), ".gitignore", "b.py")
    write(tmp_path, "a.py", "b.py")
    monkeypatch.setenv("PATH", str(programs))
    assert candidates(tmp_path) == {".gitignore", "a.py"}


def test_settings_that_git_cannot_parse_do_not_stop_the_listing(tmp_path: Path, listed_by: str) -> None:
    write_text(new_repository(tmp_path), ".git/config", "[core", "nonsense = ")
    write_text(tmp_path, ".gitignore", "b.py")
    write(tmp_path, "a.py", "b.py")
    assert candidates(tmp_path, listed_by) == {".gitignore", "a.py"}


def test_a_program_named_by_the_repository_is_never_run(tmp_path: Path) -> None:
    root = new_repository(tmp_path / "repository")
    write_text(tmp_path, "monitor", "#!/bin/sh", f'touch "{tmp_path}/ran"')
    (tmp_path / "monitor").chmod(0o755)
    write_text(root, ".git/config", "[core]", f"fsmonitor = {tmp_path}/monitor")
    write(root, "a.py")
    assert candidates(root) == {"a.py"}
    assert not (tmp_path / "ran").exists()


def test_variables_of_a_surrounding_git_do_not_lead_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(new_repository(tmp_path / "one"), "a.py")
    write(new_repository(tmp_path / "two"), "b.py")
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "two" / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path / "two"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "two" / ".git" / "index"))
    assert candidates(tmp_path / "one") == {"a.py"}


def test_a_file_in_conflict_is_listed_once(tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    for branch, text in (("main", "one\n"), ("other", "two\n")):
        git(tmp_path, "checkout", "--quiet", "--orphan", branch)
        write(tmp_path, "a.py", text=text)
        git(tmp_path, "add", "a.py")
        git(tmp_path, "commit", "--quiet", "-m", branch)
    with pytest.raises(Exception, match="merge"):
        git(tmp_path, "merge", "--allow-unrelated-histories", "main")
    assert candidates(tmp_path) == {"a.py"}
