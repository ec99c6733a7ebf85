"""purge removes all that is kept about a workspace, and leaves the rest."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.clients.command_line import glossator
from tests.clients.conftest import Workspace
from tests.clients.json_schemas import conforming
from tests.clients.sample_project import write_project
from tests.lsp.raw_client import NO_MODELS, raw_client

from glossator.commands import documents
from glossator.host.folders import Folders


def kept(home: Path) -> list[str]:
    """All files that Glossator keeps, settings aside."""
    return sorted(
        str(path.relative_to(home))
        for path in home.rglob("*")
        if path.is_file() and path.parts[-2] != "config"
    )


@pytest.fixture
def two(fresh_workspace: Workspace) -> tuple[Workspace, Workspace]:
    """Two indexed workspaces with one home."""
    other = Workspace(write_project(fresh_workspace.root.parent / "other"), fresh_workspace.home)
    for each in (fresh_workspace, other):
        assert each.run("index", "--structure-only").code == 0
        folder = Folders.below(each.home).explanations_folder(each.root)
        folder.mkdir(parents=True)
        (folder / "total-0123.md").write_text("text")
    return fresh_workspace, other


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
    shutil.rmtree(one.root)
    outcome = other.run("purge", str(one.root), "--json")
    answer: documents.PurgeDocument = conforming(outcome.json, "purge")
    assert answer.root == str(one.root)
    assert answer.files > 3
    assert answer.bytes > 1000
    assert not Folders.below(one.home).index_folder(one.root).exists()


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
