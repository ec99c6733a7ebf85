from __future__ import annotations

import stat
from pathlib import Path

import pytest

from glossator.core.errors import UserError
from glossator.host.folders import Folders, create_private


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


def test_created_folders_are_private(tmp_path: Path) -> None:
    created = create_private(tmp_path / "cache" / "indexes" / "project")
    for folder in (created, created.parent, created.parent.parent):
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert create_private(created) == created


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match=r"file/cache cannot be made \(.*GLOSSATOR_HOME"):
        create_private(tmp_path / "file" / "cache")
