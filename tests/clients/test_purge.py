"""purge removes all that is kept about a workspace, and leaves the rest."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.clients.command_line import glossator
from tests.clients.conftest import Workspace
from tests.clients.json_schemas import conforming
from tests.clients.sample_project import write_configuration, write_project
from tests.lsp.raw_client import NO_MODELS, raw_client

from glossator.commands import documents
from glossator.host.folders import Folders, create_private


def kept(home: Path) -> list[str]:
    """All files that Glossator keeps, settings aside."""
    return sorted(
        str(path.relative_to(home))
        for path in home.rglob("*")
        if path.is_file() and path.parts[-2] != "config"
    )


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Workspace, Workspace]:
    """Two indexed workspaces with one home."""
    folder = tmp_path_factory.mktemp("purge").resolve()
    home = write_configuration(folder / "home")
    workspaces = [Workspace(write_project(folder / name), home) for name in ("one", "other")]
    for each in workspaces:
        assert each.run("index", "--structure-only").code == 0
        explanations = create_private(Folders.below(home).explanations_folder(each.root))
        (explanations / "total-0123.md").write_text("text")
    return workspaces[0], workspaces[1]


@pytest.fixture
def two(prepared: tuple[Workspace, Workspace], tmp_path: Path) -> tuple[Workspace, Workspace]:
    """The same workspaces with a home for one test alone."""
    one, other = prepared
    home = tmp_path / "home"
    shutil.copytree(one.home, home)
    return Workspace(one.root, home), Workspace(other.root, home)


def test_all_that_is_kept_about_one_workspace_is_removed(two: tuple[Workspace, Workspace]) -> None:
    one, other = two
    outcome = one.run("purge")
    assert outcome.code == 0
    assert outcome.out.startswith("Removed ")
    folders = Folders.below(one.home)
    assert not folders.index_folder(one.root).exists()
    assert not folders.explanations_folder(one.root).exists()
    assert not list(folders.log.glob("*.log*"))
    assert folders.index_path(other.root).exists()
    assert list(folders.explanations_folder(other.root).iterdir())
    assert other.run("status", "--json").json["indexed_files"] == 4


def test_a_workspace_that_is_gone_can_be_purged(two: tuple[Workspace, Workspace]) -> None:
    one, other = two
    gone = one.root.parent / "gone"
    folder = Folders.below(one.home).index_folder(gone)
    shutil.copytree(Folders.below(one.home).index_folder(one.root), folder)
    outcome = other.run("purge", str(gone), "--json")
    answer: documents.PurgeDocument = conforming(outcome.json, "purge")
    assert answer.root == str(gone)
    assert answer.files > 1
    assert answer.bytes > 1000
    assert not folder.exists()


def test_everything_about_all_workspaces_can_be_removed(two: tuple[Workspace, Workspace]) -> None:
    one, _ = two
    settings = one.home / "config" / "config.toml"
    before = settings.read_bytes()
    assert glossator("purge", "--all", environment=one.environment).code == 0
    assert kept(one.home) == []
    assert settings.read_bytes() == before
    outcome = glossator("purge", "--all", environment=one.environment)
    assert (outcome.code, outcome.out) == (0, "Nothing is kept about any workspace.\n")


def test_a_purged_workspace_is_indexed_anew(two: tuple[Workspace, Workspace]) -> None:
    one, _ = two
    assert one.run("purge").code == 0
    assert len(one.run("callers", "total", "--json").json["callers"]) == 3


def test_nothing_kept_is_no_error(fresh_workspace: Workspace) -> None:
    outcome = fresh_workspace.run("purge")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == f"Nothing is kept about {fresh_workspace.root}.\n"
    assert kept(fresh_workspace.home) == []


async def test_an_index_in_use_is_left_alone(
    two: tuple[Workspace, Workspace], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    monkeypatch.setenv("GLOSSATOR_HOME", str(one.home))
    async with raw_client() as client:
        await client.initialize(rootUri=one.root.as_uri(), initializationOptions=NO_MODELS)
        await client.request("glossator/search", {"query": "total", "limit": 1, "waitForIndex": True})
        refused = one.run("purge")
        assert (refused.code, refused.out) == (1, "")
        assert "keeps the index of" in refused.err
        assert refused.err.count("\n") == 1
        partly = one.run("purge", "--all", "--json")
        assert partly.code == 1
        answer: documents.PurgeDocument = conforming(partly.json, "purge")
        folders = Folders.below(one.home)
        assert answer.in_use == (folders.index_folder(one.root).name,)
        assert folders.index_path(one.root).exists()
        assert not folders.index_folder(other.root).exists()
        await client.leave()
    assert one.run("purge").code == 0
