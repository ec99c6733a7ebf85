"""index, status, graph, models and doctor, as processes on a real project."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.app.hostile import misbehave
from tests.clients.conftest import Workspace
from tests.clients.json_schemas import conforming
from tests.clients.sample_project import FILES
from tests.host.supplies import Supplies
from tests.lsp.raw_client import raw_client

from glossator.commands import documents
from glossator.host.power import SUPPLIES_VARIABLE

SOURCES = [name for name in FILES if name.endswith(".py")]


def graph(workspace: Workspace) -> list[documents.GraphLine]:
    outcome = workspace.run("graph")
    assert (outcome.code, outcome.err) == (0, "")
    return [conforming(json.loads(line), "graph") for line in outcome.out.splitlines()]


def test_index_ends_with_a_summary(fresh_workspace: Workspace) -> None:
    outcome = fresh_workspace.run("index", "--structure-only")
    assert outcome.code == 0
    assert re.search(r"4 files, \d+ symbols, \d+ references, \d+ edges in \d+\.\d s", outcome.out)
    assert "1 binary" in outcome.out
    assert outcome.err == ""


def test_index_as_json_has_the_documented_shape(fresh_workspace: Workspace) -> None:
    answer: documents.IndexDocument = conforming(fresh_workspace.run("index", "--json").json, "index")
    assert (answer.root, answer.files) == (str(fresh_workspace.root), len(SOURCES))
    assert answer.edges > 0
    assert Path(answer.index_path).is_file()
    assert answer.left_out == (documents.ReasonCount("binary", 1),)


def test_a_rebuilt_index_holds_the_same(fresh_workspace: Workspace) -> None:
    assert fresh_workspace.run("index").code == 0
    first = graph(fresh_workspace)
    assert fresh_workspace.run("index", "--rebuild").code == 0
    assert graph(fresh_workspace) == first


def test_the_root_may_be_an_argument_of_its_own(workspace: Workspace) -> None:
    outcome = workspace.run("status", str(workspace.root / "shop"), "--json")
    assert outcome.json["root"] == str(workspace.root / "shop")


def test_a_root_that_is_never_indexed_is_told_once(workspace: Workspace) -> None:
    outcome = workspace.run("index", "/")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("glossator: / is a whole drive")
    assert outcome.err.count("\n") == 1


def test_status_tells_what_the_index_holds_and_what_was_left_out(workspace: Workspace) -> None:
    outcome = workspace.run("status")
    assert outcome.code == 0
    assert str(workspace.root) in outcome.out
    assert "python 4" in outcome.out
    assert re.search(
        r"not indexed +1 file besides what git ignores\n +1 binary \(not text\): notes.bin\n", outcome.out
    )
    answer: documents.StatusDocument = conforming(workspace.run("status", "--json").json, "status")
    assert (answer.phase, answer.percent, answer.structure_ready) == ("ready", 100, True)
    assert (answer.indexed_files, answer.left_out_total) == (len(SOURCES), 1)
    assert {model.state for model in answer.models} == {"off"}


def test_status_of_several_roots_accounts_for_each(workspace: Workspace) -> None:
    roots = [str(workspace.root), str(workspace.root / "shop")]
    one: documents.StatusDocument = conforming(workspace.run("status", "--json").json, "status")
    assert [folder.root for folder in one.folders] == roots[:1]
    answer: documents.StatusDocument = conforming(
        workspace.run("status", *roots, roots[0], "--json").json, "status"
    )
    assert [(folder.root, folder.phase) for folder in answer.folders] == [
        (roots[0], "ready"),
        (roots[1], "not indexed"),
    ]
    assert answer.folders[0] == one.folders[0]
    assert (answer.root, answer.phase, answer.symbols) == (roots[0], "ready", one.symbols)
    assert [problem.what for problem in answer.problems] == ["shop: There is no index yet."]
    shown = workspace.run("status", *roots).out
    assert [line for line in shown.splitlines() if not line.startswith(" ")][1:] == [
        f"{roots[1]}: not indexed"
    ]


def test_status_without_an_index_says_so_and_makes_none(fresh_workspace: Workspace) -> None:
    outcome = fresh_workspace.run("status", "--json")
    assert outcome.code == 0
    answer: documents.StatusDocument = conforming(outcome.json, "status")
    assert (answer.indexed_files, answer.structure_ready) == (0, False)
    assert not Path(answer.index_path).exists()


def test_graph_names_every_symbol_with_its_callers(workspace: Workspace) -> None:
    lines = {(line.file, line.symbol): line for line in graph(workspace)}
    assert ("shop/orders.py", "Order.price") in lines
    total = lines["shop/prices.py", "total"]
    assert (total.corpus, total.language, total.kind) == ("project", "python", "function")
    assert (total.line, total.end, total.ok) == (4, 6, True)
    assert [(caller.name, caller.file, caller.line, caller.call_lines) for caller in total.callers] == [
        (None, "shop/orders.py", None, (20,)),
        ("Order.price", "shop/orders.py", 8, (9,)),
        ("test_total", "tests/test_prices.py", 4, (5, 6)),
    ]
    assert {caller.certainty for caller in total.callers} == {"sure"}
    assert total.users == ()
    assert lines["shop/prices.py", "unused"].callers == ()
    (price,) = lines["shop/orders.py", "Order.price"].callers
    assert (price.name, price.recv, price.call_lines) == ("Order.show", ("self",), (12,))


def test_graph_without_an_index_says_what_to_do(fresh_workspace: Workspace) -> None:
    outcome = fresh_workspace.run("graph")
    assert (outcome.code, outcome.out) == (1, "")
    assert "'glossator index' makes it" in outcome.err


def test_models_list_has_the_documented_shape(workspace: Workspace) -> None:
    answer: documents.ModelsListDocument = conforming(
        workspace.run("models", "list", "--json").json, "models-list"
    )
    assert {model.purpose for model in answer.models if model.default} == {"embedding", "language"}
    assert answer.models[0].name in workspace.run("models", "list").out


@pytest.mark.parametrize("action", ["fetch", "path"])
def test_an_unknown_model_is_an_error_that_names_the_known_ones(workspace: Workspace, action: str) -> None:
    outcome = workspace.run("models", action, "no-such-model")
    assert outcome.code == 1
    assert "all-minilm-l6-v2" in outcome.out + outcome.err


def test_models_check_says_what_is_wrong_with_a_file(workspace: Workspace, tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF")
    outcome = workspace.run("models", "check", str(broken), "no-such-model", "--json")
    assert outcome.code == 1
    damaged, missing = conforming(outcome.json, "models-check").models
    assert not damaged.ok
    assert broken.name in damaged.detail
    assert not missing.ok
    assert "no-such-model" in missing.detail


def test_doctor_looks_at_everything(workspace: Workspace) -> None:
    outcome = workspace.run("doctor", "--json")
    answer: documents.DoctorDocument = conforming(outcome.json, "doctor")
    assert outcome.code == 0
    names = {check.name for check in answer.checks}
    assert {"Python", "pygls", "git", "cache folder", "language model", "embedding model", "index"} <= names
    assert all(check.advice for check in answer.checks if check.state != "ok")


def test_status_in_plain_words_accounts_for_everything(fresh_workspace: Workspace) -> None:
    root = fresh_workspace.root
    (root / ".env").write_text("PASSWORD=1\n")
    (root / "huge.py").write_text("x = 1\n" * 200_000)
    (root / "broken.py").write_text("def broken(:\n    pass\n")
    assert fresh_workspace.run("index").code == 0
    lines = fresh_workspace.run("status").out.splitlines()
    assert lines[0] == f"{root}: indexed, last changed just now"
    text = " ".join(" ".join(lines).split())
    assert "indexed 5 of 8 files: python 5" in text
    assert "1 holds what the parser did not understand: broken.py" in text
    assert "not indexed 3 files besides what git ignores" in text
    assert "1 secret (made to hold secrets, by the name or the first line; never read): .env" in text
    assert "language model switched off by the settings" in text
    assert "nobody keeps it up to date now last error none" in text
    assert text.endswith("huge.py. Raise index.maxFileSizeKib if they are worth reading.")
    answer: documents.StatusDocument = conforming(fresh_workspace.run("status", "--json").json, "status")
    assert {group.reason: group.files for group in answer.reasons} == {
        "binary": 1,
        "larger than 1024 KiB": 1,
        "secret": 1,
    }
    assert answer.partly_parsed is not None
    assert answer.writer is None
    assert [problem.what.startswith("1 file is left out") for problem in answer.problems] == [True]


async def test_status_tells_which_process_writes_and_what_it_does(
    fresh_workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in fresh_workspace.environment.items():
        monkeypatch.setenv(name, value)
    async with raw_client() as client:
        await client.initialize(rootUri=fresh_workspace.root.as_uri())
        await client.request("glossator/search", {"query": "total", "waitForIndex": True})
        await client.request("workspace/executeCommand", {"command": "glossator.server.pauseIndexing"})
        pid = client.process.pid
        while (answer := await status_of(fresh_workspace)).phase != "paused":
            pass
        shown = (await asyncio.to_thread(fresh_workspace.run, "status")).out
        checks = (await asyncio.to_thread(fresh_workspace.run, "doctor")).out
        assert await client.leave() == 0
    assert answer.session_pid == pid
    assert "Indexing is paused" in shown
    assert answer.writer is not None
    assert (answer.writer.server_pid, answer.writer.command) == (pid, "glossator serve")
    for text in (shown, checks):
        assert f"kept up to date by 'glossator serve' (process {pid}" in text
    assert "nobody keeps it up to date now" in fresh_workspace.run("status").out


async def status_of(workspace: Workspace) -> documents.StatusDocument:
    """What `glossator status` says now."""
    outcome = await asyncio.to_thread(workspace.run, "status", "--json")
    answer: documents.StatusDocument = conforming(outcome.json, "status")
    return answer


def test_an_index_is_made_on_battery_when_a_command_asks_for_it(
    fresh_workspace: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Supplies(tmp_path / "supplies")
    monkeypatch.setenv(SUPPLIES_VARIABLE, str(tmp_path / "supplies"))
    assert len(fresh_workspace.run("callers", "total", "--json").json["callers"]) == 3
    (fresh_workspace.root / "shop" / "prices.py").touch()
    assert fresh_workspace.run("index", "--json").json["files"] == len(SOURCES)
    assert "on battery" in fresh_workspace.run("doctor").out


def test_doctor_ends_with_how_much_is_wrong(fresh_workspace: Workspace) -> None:
    outcome = fresh_workspace.run("doctor")
    assert outcome.code == 0
    assert "There is no index yet." in outcome.out
    assert "Run 'glossator index'" in outcome.out
    assert outcome.out.splitlines()[-1] == "1 warning"
    assert fresh_workspace.run("index").code == 0
    assert fresh_workspace.run("doctor").out.splitlines()[-1] == "All is well."


def test_doctor_tells_errors_of_the_log_without_repeating_old_ones(fresh_workspace: Workspace) -> None:
    assert fresh_workspace.run("index").code == 0
    log = fresh_workspace.home / "log" / "server.log"
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.123Z")
    log.write_text(
        f"2020-01-01T00:00:00.000Z ERROR 1 glossator.app long ago\n{now} ERROR 1 glossator.app it failed\n"
        f"{now} WARNING 1 glossator.app nothing\nTraceback\n{now} ERROR 1 glossator.app it failed again\n"
    )
    checks = {
        check.name: check
        for check in conforming(fresh_workspace.run("doctor", "--json").json, "doctor").checks
    }
    assert checks["log"].state == "warning"
    assert "2 times within a day" in checks["log"].detail
    assert checks["log"].detail.endswith("it failed again")


def test_doctor_names_the_grammars_that_cannot_be_used(
    fresh_workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave(monkeypatch, "broken languages")
    outcome = fresh_workspace.run("doctor", "--json")
    document: documents.DoctorDocument = conforming(outcome.json, "doctor")
    checks = [check for check in document.checks if check.name == "grammars"]
    assert [check.state for check in checks] == ["problem"] * 2
    assert sorted(check.detail.split(":")[0] for check in checks) == [
        "Lua cannot be parsed",
        "Zig cannot be parsed",
    ]
    assert all("install Glossator again" in check.advice for check in checks)
    shown = fresh_workspace.run("doctor")
    assert (outcome.code, shown.code) == (1, 1)
    assert all(check.detail in shown.out and check.advice in shown.out for check in checks)


def test_doctor_finds_a_folder_that_cannot_be_written(workspace: Workspace, tmp_path: Path) -> None:
    blocked = Workspace(workspace.root, tmp_path / "home")
    blocked.home.mkdir()
    (blocked.home / "cache").write_text("in the way")
    outcome = blocked.run("doctor")
    assert outcome.code == 1
    assert "NO  cache folder" in outcome.out
    assert "GLOSSATOR_HOME" in outcome.out
