"""eval retrieval asks questions as a user would, of a project that was never indexed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.clients.conftest import Workspace
from tests.clients.json_schemas import conforming

from glossator.commands.eval_documents import EvalRetrievalDocument

QUESTIONS = [
    {"query": "sum of amounts with tax", "relevant": ["prices.py"], "category": "words"},
    {
        "query": "Invoice",
        "relevant": [{"path": "shop/orders.py", "start_line": 15, "end_line": 17}],
        "category": "symbol",
    },
    {"query": "invoice", "relevant": ["gone.py"], "secondary": [], "category": "symbol"},
]


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps(QUESTIONS))
    return path


def test_questions_are_answered_as_a_search_answers_them(fresh_workspace: Workspace, questions: Path) -> None:
    outcome = fresh_workspace.run("eval", "retrieval", str(questions), "--misses", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    answer: EvalRetrievalDocument = conforming(outcome.json, "eval-retrieval")
    assert (answer.root, answer.questions_from) == (str(fresh_workspace.root), str(questions))
    words, symbols = answer.categories[1], answer.categories[0]
    assert (words.category, words.figures.questions, words.figures.ndcg10) == ("words", 1, 1)
    assert (symbols.category, symbols.figures.questions, symbols.figures.ndcg10) == ("symbol", 2, 0.5)
    assert answer.all.questions == 3
    assert answer.all.mrr == pytest.approx(2 / 3, abs=1e-3)
    assert 0 < answer.p50_milliseconds <= answer.p99_milliseconds
    assert (answer.by_meaning, answer.embedded_chunks) == (0, 0)
    assert answer.unknown_targets == ("gone.py",)
    assert answer.misses is not None
    (miss,) = answer.misses
    assert (miss.query, miss.targets, miss.ndcg10) == ("invoice", ("gone.py",), 0)
    assert (miss.first, miss.first_name) == ("shop/orders.py:15-17", "Invoice")
    assert "defines the name" in {share.reason for share in miss.first_shares}
    shown = fresh_workspace.run("eval", "retrieval", str(questions), "--misses").out
    assert "Not indexed, so never found: gone.py." in shown
    assert "wanted gone.py" in shown
    assert "shop/orders.py:15-17" in shown


def test_a_reason_is_left_out_of_the_ranking(workspace: Workspace, questions: Path) -> None:
    outcome = workspace.run(
        "eval", "retrieval", str(questions), "--misses", "--json", "--without", "defines-the-name"
    )
    answer: EvalRetrievalDocument = conforming(outcome.json, "eval-retrieval")
    assert answer.without == ("defines the name",)
    assert answer.misses is not None
    assert "defines the name" not in {share.reason for miss in answer.misses for share in miss.first_shares}
    outcome = workspace.run("eval", "retrieval", str(questions), "--without", "luck")
    assert (outcome.code, outcome.out) == (1, "")
    assert "'luck' is no reason of the ranking; those are 'words', 'file name'" in outcome.err


def documented_project(root: Path) -> None:
    root.mkdir(parents=True)
    (root / "stock.py").write_text(
        '"""Goods."""\n\n\n'
        "def deliver(goods, customer):\n"
        '    """Dispatches every parcel by one zeppelin."""\n'
        "    return [customer.send(each) for each in goods]\n\n\n"
        "def count(shelves):\n"
        '    """How many goods lie on the shelves."""\n'
        "    return sum(map(len, shelves))\n"
    )
    (root / "other.py").write_text("def zeppelin():\n    return 'zeppelin'\n")


def test_a_project_is_asked_its_own_documentation(workspace: Workspace, tmp_path: Path) -> None:
    documented_project(tmp_path / "project")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    before = sorted(workspace.home.rglob("*"))
    outcome = workspace.run_in(
        {"TMPDIR": str(temporary)},
        "eval", "retrieval", "--self", "--misses", "--json", "--root", str(tmp_path / "project"),
    )  # fmt: skip
    assert (outcome.code, outcome.err) == (0, "")
    answer: EvalRetrievalDocument = conforming(outcome.json, "eval-retrieval")
    assert (answer.root, answer.questions_from) == (str(tmp_path / "project"), "documentation")
    assert answer.all.questions == 2
    assert [each.category for each in answer.categories] == ["function"]
    # The words of the other question are in its documentation alone, and one in the code of another function.
    assert answer.all.recall10 == 0.5
    assert answer.misses is not None
    assert [(miss.query, miss.first_name) for miss in answer.misses] == [
        ("Dispatches every parcel by one zeppelin.", "zeppelin")
    ]
    assert list(temporary.iterdir()) == []
    assert sorted(workspace.home.rglob("*")) == before


def test_one_argument_of_self_is_the_folder(workspace: Workspace, tmp_path: Path) -> None:
    documented_project(tmp_path / "project")
    outcome = workspace.run_in({}, "eval", "retrieval", "--self", str(tmp_path / "project"), "--count", "1")
    assert outcome.code == 0, outcome.err
    assert "function" in outcome.out


def test_the_copy_is_gone_after_ctrl_c(workspace: Workspace, tmp_path: Path) -> None:
    project, temporary = tmp_path / "project", tmp_path / "temporary"
    documented_project(project)
    for number in range(300):
        (project / f"more_{number}.py").write_text("def f():\n    return 1\n" * 50)
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "glossator", "eval", "retrieval", "--self", str(project)],
        env={**os.environ, **workspace.environment, "TMPDIR": str(temporary)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 60
    while not list(temporary.glob("*/copy/project/*")) and time.monotonic() < deadline:
        assert process.poll() is None
        time.sleep(0.02)
    (folder,) = temporary.iterdir()
    assert folder.stat().st_mode & 0o777 == 0o700
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "Name a file of questions, or give --self."),
        (["/no/such/file.json"], "The file '/no/such/file.json' cannot be read"),
        (["/no/such/file.json", "--self"], "'/no/such/file.json' is no folder"),
    ],
)
def test_what_is_asked_has_to_be_said(workspace: Workspace, arguments: list[str], why: str) -> None:
    outcome = workspace.run("eval", "retrieval", *arguments)
    assert (outcome.code, outcome.out) == (1, "")
    assert why in outcome.err
