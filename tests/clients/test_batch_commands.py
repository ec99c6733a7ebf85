"""index, status, graph, models and doctor, as processes on a real project."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.clients.conftest import Workspace
from tests.clients.json_schemas import conforming
from tests.clients.sample_project import FILES

from glossator.commands import documents

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
    assert re.search(r"not indexed +1 file besides what git ignores\n +1 binary \(not text\): notes.bin\n", outcome.out)
    answer: documents.StatusDocument = conforming(workspace.run("status", "--json").json, "status")
    assert (answer.phase, answer.percent, answer.structure_ready) == ("ready", 100, True)
    assert (answer.indexed_files, answer.left_out_total) == (len(SOURCES), 1)
    assert {model.state for model in answer.models} == {"off"}


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


def test_doctor_finds_a_folder_that_cannot_be_written(workspace: Workspace, tmp_path: Path) -> None:
    blocked = Workspace(workspace.root, tmp_path / "home")
    blocked.home.mkdir()
    (blocked.home / "cache").write_text("in the way")
    outcome = blocked.run("doctor")
    assert outcome.code == 1
    assert "NO  cache folder" in outcome.out
    assert "GLOSSATOR_HOME" in outcome.out
