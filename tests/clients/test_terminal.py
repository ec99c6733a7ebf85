"""Answers go to stdout, everything else to stderr; colour only where a person looks."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass

import pytest

from glossator.commands.progress import Progress
from glossator.commands.terminal import FAILED, Terminal


class Screen(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@dataclass(frozen=True)
class Answer:
    path: str
    lines: tuple[int, ...]


@pytest.fixture(autouse=True)
def no_wish_about_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_pipe_gets_plain_text() -> None:
    out = io.StringIO()
    Terminal(as_json=False, out=out, err=io.StringIO()).line(("name", "bold"), " at ", ("a.py:1", "cyan"))
    assert out.getvalue() == "name at a.py:1\n"


def test_a_terminal_gets_styled_text() -> None:
    out = Screen()
    Terminal(as_json=False, out=out, err=io.StringIO()).line(("name", "bold"), " at a.py:1")
    assert out.getvalue() == "\x1b[1mname\x1b[0m at a.py:1\n"


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_the_user_can_switch_styles_off(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    out = Screen()
    Terminal(as_json=False, out=out, err=io.StringIO()).line(("name", "bold"))
    assert out.getvalue() == "name\n"


def test_text_of_a_repository_is_made_harmless_on_a_terminal_and_in_a_pipe() -> None:
    for out in (io.StringIO(), Screen()):
        terminal = Terminal(as_json=False, out=out, err=io.StringIO())
        terminal.line("a\x1b[31mb", ("c\nd", "bold"))
        terminal.text("e\x1b]0;t\x07\n")
        assert "\x1b[31m" not in out.getvalue()
        assert "\x1b]" not in out.getvalue()
        assert "\x07" not in out.getvalue()
        assert out.getvalue().count("\n") == 2


def test_markup_of_the_styling_library_in_a_name_is_only_text() -> None:
    out = Screen()
    Terminal(as_json=False, out=out, err=io.StringIO()).line("[red]x[/red] :smile:")
    assert out.getvalue() == "[red]x[/red] :smile:\n"


def test_a_long_line_is_not_broken() -> None:
    out = Screen()
    Terminal(as_json=False, out=out, err=io.StringIO()).line(("word " * 100).strip())
    assert out.getvalue() == ("word " * 100).strip() + "\n"


def test_json_survives_undecodable_file_names() -> None:
    out = io.StringIO()
    Terminal(as_json=True, out=out, err=io.StringIO()).json(Answer("odd\udcff\u202e.py", (1, 2)))
    assert out.getvalue().isascii()
    assert json.loads(out.getvalue()) == {"path": "odd\udcff\u202e.py", "lines": [1, 2]}


def test_an_error_goes_to_stderr_and_as_json_to_stdout_if_asked_for() -> None:
    out, err = io.StringIO(), io.StringIO()
    assert Terminal(as_json=False, out=out, err=err).fail("No such thing.") == FAILED
    assert (out.getvalue(), err.getvalue()) == ("", "glossator: No such thing.\n")
    assert Terminal(as_json=True, out=out, err=err).fail("No.", {"candidates": []}) == FAILED
    assert json.loads(out.getvalue()) == {"error": "No.", "candidates": []}


def test_an_encoding_without_the_character_shows_an_escape() -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    Terminal(as_json=False, out=out, err=io.StringIO()).line("é\udc80")
    out.flush()
    assert out.buffer.getvalue() == b"\\xe9\\udc80\n"  # type: ignore[attr-defined]


def test_short_work_shows_no_progress() -> None:
    for stream, live in ((io.StringIO(), False), (Screen(), True)):
        with Progress(stream, live=live) as progress:
            progress.show("Indexing", 10)
        assert stream.getvalue() == ""


def test_long_work_writes_a_plain_line_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = 0.0
    monkeypatch.setattr("time.monotonic", lambda: seconds)
    err = io.StringIO()
    with Progress(err, live=False) as progress:
        for step in range(24):
            seconds = step / 2
            progress.show("Indexing", step)
    assert err.getvalue() == "Indexing 10 %\nIndexing 20 %\n"


def test_quiet_work_shows_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(0, 1000, 100))
    monkeypatch.setattr("time.monotonic", lambda: next(seconds))
    for err in (io.StringIO(), Screen()):
        with Terminal(as_json=False, quiet=True, out=io.StringIO(), err=err).progress() as progress:
            progress.show("Indexing", 1)
            progress.show("Indexing", 2)
        assert err.getvalue() == ""


def test_a_terminal_shows_moving_progress_and_clears_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("glossator.commands.progress.LIVE_DELAY_SECONDS", 0)
    err = Screen()
    with Progress(err, live=True) as progress:
        progress.show("Indexing \x1b[31m", 40)
        timer = progress._timer
        assert timer is not None
        timer.join()
        progress.show("Resolving", 80)
    assert "40 %" in err.getvalue() or "80 %" in err.getvalue()
    assert "\x1b[31m" not in err.getvalue()
    assert err.getvalue().endswith("\x1b[2K")
