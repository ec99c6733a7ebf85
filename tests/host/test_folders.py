from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from glossator.core.errors import UserError
from glossator.host.folders import Folders, create_folder, create_private, open_private


def test_one_variable_puts_all_folders_below_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path))
    monkeypatch.delenv("GLOSSATOR_MODELS", raising=False)
    assert Folders.for_user() == Folders(*(tmp_path / name for name in ("cache", "config", "log", "models")))


def test_the_models_can_be_kept_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("GLOSSATOR_MODELS", str(tmp_path / "models"))
    folders = Folders.for_user()
    assert folders.models == tmp_path / "models"
    assert folders.cache == tmp_path / "home" / "cache"


def test_without_variables_the_folders_are_the_systems(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GLOSSATOR_HOME")
    monkeypatch.delenv("GLOSSATOR_MODELS")
    folders = Folders.for_user()
    for folder in (folders.cache, folders.config, folders.log, folders.models):
        assert folder.is_absolute()
        assert "glossator" in folder.parts


def test_a_relative_home_is_taken_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GLOSSATOR_HOME", "here")
    assert Folders.for_user().cache == tmp_path / "here" / "cache"


def test_asking_for_folders_creates_none(tmp_path: Path) -> None:
    folders = Folders.below(tmp_path / "home")
    folders.index_path(tmp_path)
    folders.child_log("indexer")
    assert not (tmp_path / "home").exists()


def test_every_root_has_an_index_of_its_own(tmp_path: Path) -> None:
    folders = Folders.below(tmp_path)
    one, other = (
        folders.index_path(tmp_path / "a" / "project"),
        folders.index_path(tmp_path / "b" / "project"),
    )
    assert one != other
    assert one.parent.name.startswith("project-")
    assert one.name == "index.sqlite"


def test_two_spellings_of_a_root_share_an_index(tmp_path: Path) -> None:
    folders = Folders.below(tmp_path / "home")
    root = tmp_path / "project"
    root.mkdir()
    (tmp_path / "link").symlink_to(root)
    for spelling in (tmp_path / "link", root / ".." / "project", Path(f"{root}/")):
        assert folders.index_path(spelling) == folders.index_path(root)


@pytest.mark.parametrize("name", ["ünï cödé", "a:b*c?", "...", "x" * 200, "\udcff", "/"])
def test_an_odd_root_name_makes_a_plain_folder_name(tmp_path: Path, name: str) -> None:
    folder = Folders.below(tmp_path).index_folder(tmp_path / name)
    assert folder.parent == tmp_path / "cache" / "indexes"
    assert folder.name.isascii() and len(folder.name) < 64
    create_private(folder)


UMASKS = (0o000, 0o022, 0o077, 0o177, 0o277, 0o777)


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("mask", UMASKS)
def test_created_folders_and_files_are_private_whatever_the_umask(tmp_path: Path, mask: int) -> None:
    with umask(mask):
        created = create_private(tmp_path / "cache" / "indexes" / "project")
        with open(created / "file", "w", opener=open_private) as file:
            file.write("text")
    for folder in (created, created.parent, created.parent.parent):
        assert mode(folder) == 0o700
    assert mode(created / "file") == 0o600
    assert create_private(created) == created


def test_folders_of_ours_that_others_can_read_lose_that_right_with_all_files(tmp_path: Path) -> None:
    folders = Folders.below(tmp_path)
    index = folders.index_path(tmp_path)
    with umask(0):
        index.parent.mkdir(parents=True)
        for name in ("index.sqlite", "index.sqlite-wal", "explanations.sqlite"):
            (index.parent / name).touch()
        folders.log.mkdir()
        folders.child_log("indexer").touch()
    create_private(index.parent)
    create_private(folders.log)
    for path in (folders.cache, index.parent.parent, index.parent, folders.log):
        assert mode(path) == 0o700, path
    for path in (*index.parent.iterdir(), folders.child_log("indexer")):
        assert mode(path) == 0o600, path


def test_a_file_that_others_can_read_loses_that_right_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "server.log"
    path.touch(mode=0o666)
    path.chmod(0o666)
    os.close(open_private(path, os.O_WRONLY | os.O_APPEND))
    assert mode(path) == 0o600


def test_a_folder_with_files_of_others_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    """Somebody may have put all folders below one that other programs use as well."""
    log = Folders.below(tmp_path).log
    log.mkdir()
    log.chmod(0o755)
    (log / "syslog").touch()
    with pytest.raises(UserError, match=r"Others can read .*'syslog'.*GLOSSATOR_HOME"):
        create_private(log)
    assert mode(log) == 0o755


def test_a_folder_with_files_of_others_is_used_once_it_is_private(tmp_path: Path) -> None:
    (tmp_path / "cache").mkdir(mode=0o700)
    (tmp_path / "cache" / "something").touch()
    create_private(tmp_path / "cache" / "explanations")


@pytest.mark.parametrize("name", ["cache", "indexes", "log"])
def test_folders_above_ours_are_never_touched(tmp_path: Path, name: str) -> None:
    """Whatever they are called."""
    home = tmp_path / name
    home.mkdir(mode=0o755)
    home.chmod(0o755)
    (home / "something").touch()
    folders = Folders.below(home)
    for folder in (
        folders.cache,
        folders.log,
        folders.index_folder(tmp_path),
        folders.explanations_folder(None),
    ):
        create_private(folder)
    assert mode(home) == 0o755


def test_a_folder_of_another_user_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    if os.geteuid() == 0:
        folder.mkdir()
        os.chown(folder, 65534, 65534)
    else:
        folder.symlink_to("/usr")
    with pytest.raises(UserError, match=r"belongs to another user.*GLOSSATOR_HOME"):
        create_private(folder)


def test_a_link_to_a_folder_of_ones_own_is_followed_and_made_private(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir(mode=0o755)
    (tmp_path / "elsewhere").chmod(0o755)
    (tmp_path / "cache").symlink_to(tmp_path / "elsewhere")
    create_private(tmp_path / "cache" / "indexes" / "project-0123456789abcdef")
    assert mode(tmp_path / "elsewhere") == 0o700


def test_a_link_that_another_user_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "cache"
    link.symlink_to(tmp_path / "elsewhere")
    if os.geteuid() == 0:
        os.chown(link, 65534, 65534, follow_symlinks=False)
        with pytest.raises(UserError, match="belongs to another user"):
            create_private(link)


def test_a_disk_without_rights_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No such disk can be had in a test; there, a change of mode succeeds and changes nothing."""
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o755)
    monkeypatch.setattr(Path, "chmod", lambda *_, **__: None)
    with pytest.raises(UserError, match=r"cannot keep others from reading.*GLOSSATOR_HOME"):
        create_private(tmp_path / "cache")


def test_a_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "server.log").symlink_to(tmp_path / "target")
    with pytest.raises(OSError):
        open_private(tmp_path / "server.log", os.O_WRONLY | os.O_CREAT)
    assert not (tmp_path / "target").exists()


def test_the_folder_of_models_may_be_shared(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models").chmod(0o755)
    create_folder(tmp_path / "models")
    assert mode(tmp_path / "models") == 0o755


def test_every_workspace_has_a_folder_of_explanations(tmp_path: Path) -> None:
    folders = Folders.below(tmp_path)
    names = {folders.explanations_folder(each) for each in (tmp_path / "a", tmp_path / "b", None)}
    assert len(names) == 3
    assert {each.parent for each in names} == {tmp_path / "cache" / "explanations"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"file/cache cannot be made \(.*GLOSSATOR_HOME"):
        create_private(tmp_path / "file" / "cache")
