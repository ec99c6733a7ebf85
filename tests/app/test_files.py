"""Which files of a work tree are kept and why others are not: links, settings, secrets, sizes, odd entries."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.app.trees import commit, git, listing, repository, write, write_text

from glossator.app.files import FoundFile, changed_files, indexed_path, list_files, workspace_refusal
from glossator.app.link_targets import LinkTargets
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, UserError
from glossator.core.settings import IndexSettings

pytestmark = pytest.mark.usefixtures("home")


def test_links_are_named_and_never_followed(tmp_path: Path, listed_by: str) -> None:
    root = repository(tmp_path / "root")
    write(tmp_path, "outside/secret.py")
    write(root, "real.py", "a/x.py", "b/y.py", "c/z.py")
    targets = {"a/loop": "..", "b/x": "../c", "c/y": "../b", "up": "/", "out": "../outside"}
    for path, target in {**targets, "alias.py": "real.py", "dangling.py": "none.py"}.items():
        (root / path).symlink_to(target)
    kept, skipped = listing(root, listed_by)
    assert kept == {"real.py", "a/x.py", "b/y.py", "c/z.py"}
    assert skipped == dict.fromkeys([*targets, "alias.py", "dangling.py"], "link")


def test_a_link_means_the_file_it_leads_to(tmp_path: Path) -> None:
    write(tmp_path, "root/real.py", "other.py")
    root = tmp_path / "root"
    (root / "alias.py").symlink_to("real.py")
    (root / "out.py").symlink_to("../other.py")
    (tmp_path / "to_root").symlink_to("root")
    links = LinkTargets()
    assert indexed_path(root, root / "alias.py", links) == "real.py"
    assert indexed_path(tmp_path / "to_root", root / "real.py", links) == "real.py"
    assert indexed_path(root, tmp_path / "to_root" / "gone.py", links) == "gone.py"
    assert indexed_path(root, root / "out.py", links) is None


def test_a_tracked_folder_that_became_a_link_is_not_entered(tmp_path: Path) -> None:
    root = repository(tmp_path / "root")
    write(root, "d/a.py", "e.py")
    commit(root)
    shutil.move(root / "d", tmp_path / "d")
    (root / "d").symlink_to(tmp_path / "d")
    assert listing(root) == ({"e.py"}, {"d": "link"})


def test_names_of_all_kinds_survive(tmp_path: Path, listed_by: str) -> None:
    names = [
        "a b.py",
        "50%.py",
        "a%20b.py",
        "#x.py",
        "日本.py",
        "é.py",
        "e\u0301.py",
        "[1].py",
        "a;b.py",
        "~.py",
    ]
    names += ["new\nline.py", "back\\slash.py", '"quoted".py', "-rf.py", " .py", os.fsdecode(b"\xff\xfe.py")]
    names += [os.fsdecode(b"d\xe9/f.py")]
    write(repository(tmp_path), *names)
    kept, skipped = listing(tmp_path, listed_by)
    assert kept == set(names)
    assert skipped == {}
    assert all((tmp_path / path).is_file() for path in kept)


def test_secret_files_are_named_even_if_they_are_tracked(tmp_path: Path, listed_by: str) -> None:
    secret = [".env", ".env.local", "deploy/id_rsa", "k.pem", ".git-credentials", ".netrc", ".npmrc", "A.KEY"]
    secret += [".aws/credentials", "home/.ssh/config", "x.p12", "id_ed25519.pub"]
    root = repository(tmp_path)
    write(root, *secret, "conf.py", "environment.py", "keys.py")
    commit(root)
    kept, skipped = listing(root, listed_by)
    assert kept == {"conf.py", "environment.py", "keys.py"}
    assert skipped == dict.fromkeys(secret, "secret")


def test_large_and_generated_files_are_named_with_the_reason(tmp_path: Path, listed_by: str) -> None:
    root = repository(tmp_path)
    write(root, "large.py", text="#" * 2049)
    write(root, "fits.py", text="#" * 2048)
    write(root, "package-lock.json", "web/app.min.js", "api_pb2.py")
    kept, skipped = listing(root, listed_by, IndexSettings(max_file_size_kib=2))
    assert kept == {"fits.py"}
    assert skipped.pop("large.py") == "larger than 2 KiB"
    assert skipped == dict.fromkeys(["package-lock.json", "web/app.min.js", "api_pb2.py"], "generated")


def test_what_the_settings_exclude_is_named_once_for_a_folder(tmp_path: Path, listed_by: str) -> None:
    root = repository(tmp_path)
    write(root, "a.py", "third/a/b.py", "third/c.py", "docs/x.py", "docs/keep.py", "d.txt")
    settings = IndexSettings(exclude=("third/", "docs/*", "!docs/keep.py", "*.txt"))
    kept, skipped = listing(root, listed_by, settings)
    assert kept == {"a.py", "docs/keep.py"}
    assert skipped == dict.fromkeys(["third/", "docs/x.py", "d.txt"], "excluded by settings")
    details = {file.path: file.detail for file in list_files(root, settings) if file.state == "skipped"}
    assert details["third/"] == "third/"


def test_only_what_the_settings_include_is_listed(tmp_path: Path, listed_by: str) -> None:
    root = repository(tmp_path)
    write(root, "src/a.py", "src/gen/b.py", "src/gen/c.py", "e.py", "f.go")
    settings = IndexSettings(include=("/src/", "!gen/", "src/gen/c.py", "*.go"))
    assert listing(root, listed_by, settings) == ({"src/a.py", "src/gen/c.py", "f.go"}, {})


def test_an_excluded_submodule_is_not_looked_into(tmp_path: Path, listed_by: str) -> None:
    library = repository(tmp_path / "library")
    write(library, "a.py")
    commit(library)
    root = repository(tmp_path / "root")
    git(root, "submodule", "--quiet", "add", str(library), "lib")
    kept, skipped = listing(root, listed_by, IndexSettings(exclude=("lib/",)))
    assert (kept, skipped) == ({".gitmodules"}, {"lib/": "excluded by settings"})


def test_a_listing_that_nobody_wants_any_more_ends(tmp_path: Path, listed_by: str) -> None:
    write(repository(tmp_path), "a.py", "b.py")
    token = CancelToken()
    files = list_files(tmp_path, IndexSettings(), token)
    next(files)
    token.cancel()
    with pytest.raises(Cancelled):
        next(files)


def test_a_git_that_hangs_is_stopped_with_the_listing(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = tmp_path_factory.mktemp("bin")
    pipe = programs / "pipe"
    os.mkfifo(pipe)
    write_text(programs, "git", "#!/bin/sh", f'echo started > "{pipe}"', "exec /bin/sleep 600")
    (programs / "git").chmod(0o755)
    repository(tmp_path)
    monkeypatch.setenv("PATH", str(programs))
    token = CancelToken()

    def cancel_when_started() -> None:
        pipe.read_text(encoding="utf-8")
        token.cancel()

    watcher = threading.Thread(target=cancel_when_started)
    watcher.start()
    with pytest.raises(Cancelled):
        list(list_files(tmp_path, IndexSettings(), token))
    watcher.join()


def test_a_root_that_cannot_be_listed_is_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        UserError, match=r"^The folder .*/none cannot be listed: no such file or directory\.$"
    ):
        list(list_files(tmp_path / "none", IndexSettings()))


@pytest.mark.parametrize("in_repository", [True, False], ids=["in a repository", "without repository"])
def test_what_may_not_be_read_is_counted_and_the_rest_is_listed(tmp_path: Path, in_repository: bool) -> None:
    root = tmp_path / "root"
    write(root, "locked/a.py", "f.py", "ok.py", "sub/b.py")
    if in_repository:
        repository(root)
    os.mkfifo(root / "p.py")
    (root / "f.py").chmod(0)
    (root / "locked").chmod(0)
    try:
        seen = seen_without_rights(root)
    finally:
        (root / "locked").chmod(0o755)
    assert seen["files"]["ok.py"] == seen["files"]["sub/b.py"] == ["candidate", ""]
    assert seen["files"]["locked/"] == ["skipped", "unreadable: permission denied"]
    assert seen["read"]["f.py"] == "unreadable: permission denied"
    assert seen["read"]["p.py"] == "not a regular file"
    assert in_repository or seen["files"]["p.py"] == ["skipped", "not a regular file"]


def seen_without_rights(root: Path) -> dict[str, dict[str, object]]:
    """What a process without the rights of the superuser lists and reads below `root`."""
    here = Path(__file__).parent
    command = [sys.executable, here / "without_rights.py", sys.executable, here / "listing_process.py", root]
    done = subprocess.run(command, check=True, capture_output=True)
    return json.loads(done.stdout)


@pytest.mark.enable_socket
def test_sockets_and_pipes_are_named_and_never_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.py")
    with socket.socket(socket.AF_UNIX) as server:
        here = Path.cwd()
        os.chdir(tmp_path)
        try:
            server.bind("s.py")
        finally:
            os.chdir(here)
        assert listing(tmp_path) == (set(), dict.fromkeys(["p.py", "s.py"], "not a regular file"))


class TestRefusalOfAWorkspace:
    def test_a_project_is_not_refused(self, tmp_path: Path) -> None:
        assert workspace_refusal(tmp_path, IndexSettings()) is None

    def test_no_root_is_refused(self) -> None:
        assert workspace_refusal(None, IndexSettings()) is not None

    def test_a_whole_drive_is_refused_unless_allowed(self) -> None:
        assert workspace_refusal(Path("/"), IndexSettings()) is not None
        assert workspace_refusal(Path("/"), IndexSettings(allow_home=True)) is None

    def test_the_home_folder_is_refused_by_any_name_unless_allowed(self, home: Path, tmp_path: Path) -> None:
        (tmp_path / "link").symlink_to(home)
        for root in (home, tmp_path / "link", home / "x" / ".."):
            refusal = workspace_refusal(root, IndexSettings())
            assert refusal is not None
            assert refusal.endswith("open a project's own folder or set index.allowHome.")
            assert workspace_refusal(root, IndexSettings(allow_home=True)) is None

    def test_a_folder_in_the_home_folder_is_not_refused(self, home: Path) -> None:
        (home / "project").mkdir()
        assert workspace_refusal(home / "project", IndexSettings()) is None

    def test_a_missing_folder_is_refused_even_if_home_is_allowed(self, tmp_path: Path) -> None:
        assert workspace_refusal(tmp_path / "none", IndexSettings(allow_home=True)) is not None


def test_differences_to_the_known_files_are_found_by_size_and_time() -> None:
    def found(path: str, size: int, time: int, state: str = "candidate") -> FoundFile:
        return FoundFile(path, size, time, "candidate" if state == "candidate" else "skipped")

    files = [found("same", 1, 1), found("grown", 2, 1), found("older", 1, 0), found("new", 1, 1)]
    files.append(found("secret now", 1, 1, "skipped"))
    known = dict.fromkeys(["same", "grown", "older", "secret now", "gone"], (1, 1))
    added, changed, removed = changed_files(known, [*files, found("new", 1, 1)])
    assert [file.path for file in added] == ["new"]
    assert [file.path for file in changed] == ["grown", "older"]
    assert removed == ("secret now", "gone")
