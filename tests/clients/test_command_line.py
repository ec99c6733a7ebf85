"""The command line as a whole: commands, usage, exit codes, and what never reaches the user."""

from __future__ import annotations

import argparse
import importlib
from pathlib import Path

import pytest
from tests.clients.command_line import glossator

from glossator import __version__
from glossator.cli import BATCH_COMMANDS, build_parser, main, resolve_root
from glossator.core.errors import UserError

COMMANDS = ("callers", "explain", "search", "usages", *BATCH_COMMANDS)


def subparsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    (action,) = (each for each in parser._actions if isinstance(each, argparse._SubParsersAction))
    return action.choices


def test_all_commands_are_there_with_a_sentence_each() -> None:
    parsers = subparsers(build_parser())
    assert sorted(parsers) == sorted(COMMANDS)
    for parser in parsers.values():
        assert parser.description is not None
        assert parser.description.endswith(".")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_takes_the_common_options(command: str) -> None:
    options = {
        option for action in subparsers(build_parser())[command]._actions for option in action.option_strings
    }
    assert {"--root", "--json", "--quiet", "--version"} <= options


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_loads_no_other(command: str) -> None:
    assert list(subparsers(build_parser(command))) == [command]


@pytest.mark.parametrize("arguments", [["--version"], ["serve", "--version"], ["explain", "--version"]])
def test_the_version_is_told(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"glossator {__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["nonsense"],
        ["explain"],
        ["explain", "x", "--max-tokens", "0"],
        ["search"],
        ["search", "x", "--limit", "many"],
        ["serve", "--tcp", "7000"],
        ["serve", "--stdio", "--tcp", "localhost:7000"],
        ["index", "a", "b"],
    ],
)
def test_wrong_usage_ends_with_2_and_says_so_on_stderr(arguments: list[str]) -> None:
    outcome = glossator(*arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert "usage:" in outcome.err


@pytest.mark.parametrize("command", [["index"], ["status"], ["graph"], ["explain", "x"], ["callers", "x"]])
def test_a_root_that_is_no_folder_ends_with_1_and_one_sentence(command: list[str]) -> None:
    outcome = glossator(*command, "--root", "/no/such/folder")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "glossator: There is no folder '/no/such/folder'.\n"


def test_an_error_is_json_too_if_asked_for() -> None:
    outcome = glossator("status", "--root", "/no/such/folder", "--json")
    assert outcome.code == 1
    assert outcome.json == {"error": "There is no folder '/no/such/folder'."}


def test_the_root_is_the_enclosing_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    inner = tmp_path / "project" / "src"
    inner.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(inner)
    assert resolve_root(None) == inner
    (tmp_path / ".git").mkdir()
    assert resolve_root(None) == inner, "a repository of the whole home folder is no workspace"
    (tmp_path / "project" / ".git").mkdir()
    assert resolve_root(None) == tmp_path / "project"
    assert resolve_root(".") == inner


def test_a_missing_root_is_an_error_for_the_user(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="There is no folder"):
        resolve_root(str(tmp_path / "gone"))


def test_a_bug_is_told_in_one_sentence_and_kept_in_the_log(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    source = " ".join(["def", "secret", "source"])

    def fail(*_: object) -> int:
        raise KeyError(source)

    monkeypatch.setenv("GLOSSATOR_HOME", str(tmp_path))
    monkeypatch.setattr(importlib.import_module("glossator.commands.status"), "run", fail)
    assert main(["status", "--root", str(tmp_path)]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "Traceback" not in err
    assert "KeyError" in err
    (log,) = tmp_path.glob("log/*.log")
    assert log.name in err
    assert "in fail" in log.read_text()
    assert source not in err + log.read_text()


def test_a_file_in_the_current_folder_is_never_imported(tmp_path: Path) -> None:
    marker = tmp_path / "imported"
    for name in ("json", "argparse", "glossator", "typing", "asyncio"):
        (tmp_path / f"{name}.py").write_text(f"open({str(marker)!r}, 'w')\n")
    outcome = glossator("callers", "nothing_is_called_so", "--root", str(tmp_path), folder=tmp_path)
    assert "Traceback" not in outcome.err
    assert not marker.exists()
