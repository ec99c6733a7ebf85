"""The command line with the real default models, which `glossator models fetch` has brought here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.clients.conftest import Workspace
from tests.clients.json_schemas import conforming
from tests.clients.sample_project import write_project
from tests.clients.test_interruption import all_gone

from glossator_client.terminal import documents

MODEL = "smollm2-135m-instruct"
FEW_TOKENS = "24"


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    """A project with the default settings, indexed with vectors."""
    folder = tmp_path_factory.mktemp("models").resolve()
    made = Workspace(write_project(folder / "project"), folder / "home")
    outcome = made.run("index")
    assert outcome.code == 0, outcome.err
    assert "vectors: 0 of" not in outcome.out
    return made


def test_the_default_models_are_whole(workspace: Workspace) -> None:
    answer = conforming(workspace.run("models", "check", "--json").json, "models-check")
    assert [check.detail for check in answer.models if not check.ok] == []
    assert {MODEL, "all-minilm-l6-v2"} == {check.name for check in answer.models}
    paths = workspace.run("models", "path").out.splitlines()
    assert all(Path(path).is_file() for path in paths)


def test_fetching_what_is_there_needs_no_network(workspace: Workspace) -> None:
    fetched = conforming(workspace.run("models", "fetch", "--json").json, "models-fetch")
    assert fetched == conforming(workspace.run("models", "path", "--json").json, "models-path")


def test_an_explanation_has_prose_and_facts(workspace: Workspace) -> None:
    outcome = workspace.run("explain", "total", "--max-tokens", FEW_TOKENS)
    assert outcome.code == 0
    head, prose, facts = outcome.out.split("\n\n", 1)[0], outcome.out, outcome.out.rpartition("\n\n")[2]
    assert head.startswith("total  function  shop/prices.py:4")
    assert len(prose) > len(head) + len(facts) + 20
    assert facts.startswith("Used by 3:")
    assert f"Text by {MODEL}" in facts


def test_the_second_time_an_answer_is_kept(workspace: Workspace) -> None:
    arguments = ("explain", "shop/orders.py::Order.price", "--max-tokens", FEW_TOKENS, "--json")
    first: documents.ExplainDocument = conforming(workspace.run(*arguments).json, "explain")
    again: documents.ExplainDocument = conforming(workspace.run(*arguments).json, "explain")
    assert (first.model, first.cached, again.cached) == (MODEL, False, True)
    assert first.prose
    assert again.prose == first.prose


def test_the_prompt_is_counted_by_the_model_itself(workspace: Workspace) -> None:
    answer: documents.ExplainDocument = conforming(
        workspace.run("explain", "total", "--prompt", "--json").json, "explain"
    )
    assert answer.prompt is not None
    assert "<|im_start|>" in answer.prompt
    assert answer.prompt_tokens_exact
    assert 50 < (answer.prompt_tokens or 0) < 2000


def test_a_model_can_be_switched_off_for_one_question(workspace: Workspace) -> None:
    answer: documents.ExplainDocument = conforming(
        workspace.run("explain", "total", "--model", "none", "--json").json, "explain"
    )
    assert answer.model is None
    assert answer.notice


def test_an_unknown_model_is_told_with_the_facts_or_as_an_error(workspace: Workspace) -> None:
    outcome = workspace.run("explain", "total", "--model", "no-such-model")
    assert "no-such-model" in outcome.out + outcome.err
    assert "Traceback" not in outcome.err


async def test_control_c_stops_the_model_while_it_writes(workspace: Workspace) -> None:
    arguments = ["explain", "shop/orders.py::Order", "--quiet", "--max-tokens", "1500"]
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "glossator", *arguments],
        cwd=workspace.root,
        env={**os.environ, **workspace.environment},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while process.stdout.readline().strip():
            pass
        assert process.stdout.read(1), "prose comes before the whole answer is there"
        process.send_signal(signal.SIGINT)
        assert b"Used by" not in process.stdout.read()
        assert process.stderr.read() == b""
    assert process.returncode == 130
    assert await all_gone(workspace.home)


def test_doctor_starts_both_models(workspace: Workspace) -> None:
    answer = conforming(workspace.run("doctor", "--json").json, "doctor")
    states = {check.name: check for check in answer.checks}
    for name in ("language model", "embedding model"):
        assert states[name].state == "ok", states[name]
        assert "answers" in states[name].detail
