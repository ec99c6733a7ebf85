from __future__ import annotations

import logging
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from glossator.core.errors import UserError
from glossator.host import log

own = logging.getLogger("glossator.test")
pygls = logging.getLogger("pygls.test")


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "logs" / "server.log"
    log.configure_logging(path)
    yield path
    log.stop_logging()


def test_messages_from_the_level_up_are_kept(path: Path) -> None:
    own.debug("not this")
    own.info("this %d", 1)
    log.set_level("error")
    own.warning("nor this")
    log.set_level("debug")
    own.debug("but this")
    lines = path.read_text().splitlines()
    assert [line.rpartition(" glossator.test ")[2] for line in lines] == ["this 1", "but this"]
    assert lines[0].split()[1] == "INFO"


def test_the_log_is_private(path: Path) -> None:
    own.info("something")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_nothing_is_written_before_there_is_something_to_say(path: Path) -> None:
    assert not path.exists()


def test_other_packages_are_kept_from_warning_up_and_without_values(path: Path) -> None:
    log.set_level("debug")
    pygls.info("received %s", "source text")
    pygls.warning("cannot handle %s", "source text")
    text = path.read_text()
    assert "cannot handle %s" in text
    assert "received" not in text and "source text" not in text


@pytest.mark.parametrize("logger", [own, pygls])
def test_an_error_is_kept_without_text_that_might_be_source(path: Path, logger: logging.Logger) -> None:
    try:
        exec("raise ValueError('source ' + 'text')")
    except ValueError:
        logger.exception("It failed")
    text = path.read_text()
    assert "It failed" in text and "test_log.py" in text and "ValueError" in text
    assert "source text" not in text


@pytest.mark.parametrize("error", [UserError("Fetch the model."), FileNotFoundError(2, "No such file")])
def test_the_text_of_an_error_that_holds_no_source_is_kept(path: Path, error: Exception) -> None:
    try:
        raise error
    except Exception:
        own.exception("It failed")
    assert str(error).split("] ")[-1] in path.read_text()


def test_the_log_is_rotated_and_old_ones_go(path: Path) -> None:
    for _ in range(6):
        for _ in range(11):
            own.info("x" * 100_000)
    files = sorted(path.parent.iterdir())
    assert [file.name for file in files] == ["server.log", "server.log.1", "server.log.2", "server.log.3"]
    assert all(file.stat().st_size <= log.MAX_LOG_BYTES for file in files)


def test_a_server_follows_when_another_has_rotated_the_log(path: Path) -> None:
    own.info("before")
    path.rename(path.with_name("server.log.1"))
    own.info("after")
    assert "after" in path.read_text()
    assert "before" not in path.read_text()


def test_a_vanished_folder_costs_the_message_alone(path: Path) -> None:
    own.info("before")
    path.unlink()
    path.parent.rmdir()
    own.info("after")


def test_configuring_again_moves_the_log(path: Path, tmp_path: Path) -> None:
    log.configure_logging(tmp_path / "other.log", "warning")
    own.warning("here")
    assert "here" in (tmp_path / "other.log").read_text()
    assert not path.exists()


def test_a_childs_log_is_appended_to_and_set_aside_when_long(tmp_path: Path) -> None:
    path = tmp_path / "logs" / "model.log"
    for _ in range(2):
        with log.open_child_log(path) as file:
            subprocess.run([sys.executable, "-c", "import sys; sys.exit('line')"], stderr=file)
    assert path.read_text() == "line\nline\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with path.open("ab") as file:
        file.truncate(log.MAX_LOG_BYTES + 1)
    log.open_child_log(path).close()
    assert path.stat().st_size == 0
    assert path.with_name("model.log.1").stat().st_size > log.MAX_LOG_BYTES


def test_a_childs_log_that_cannot_be_opened_goes_nowhere(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with log.open_child_log(tmp_path / "file" / "model.log") as file:
        assert file.write(b"lost") == 4


FAULTS = {
    "the main thread": "raise ValueError(TEXT)",
    "a thread": "import threading; t = threading.Thread(target=fail); t.start(); t.join()",
    "a destructor": "class A:\n    def __del__(self): fail()\nA(); sys.exit(1)",
    "a task": (
        "import asyncio\nasync def main():\n    asyncio.get_running_loop().call_soon(fail); await asyncio.sleep(0.01)\n"
        "asyncio.run(main())"
    ),
    "a logger of ours": "import logging\ntry: fail()\nexcept ValueError: logging.getLogger('glossator').exception('x')",
    "another logger": "import logging\nlogging.getLogger('other').error('%s', TEXT)",
    "an error with a cause": "try: fail()\nexcept ValueError as e: raise KeyError(TEXT) from e",
}


@pytest.mark.parametrize("where", FAULTS)
def test_no_error_that_nobody_catches_has_its_text_written(where: str, tmp_path: Path) -> None:
    """In a process of ours, standard error is a log: of the child, or of the editor."""
    begin = (
        "import sys\nfrom glossator.host.textless import catch_what_nobody_caught, log_to_stderr\n"
        "log_to_stderr(); catch_what_nobody_caught()\nTEXT = ' '.join(['source', 'text'])\n"
        "def fail(): raise ValueError(TEXT)\n"
    )
    command = [sys.executable, "-P", "-c", begin + FAULTS[where]]
    errors = subprocess.run(command, capture_output=True, text=True).stderr
    assert "source text" not in errors
    assert "Error" in errors or where == "another logger"


def test_a_stack_and_a_cause_are_kept_without_text(path: Path) -> None:
    try:
        try:
            exec("raise ValueError('source ' + 'text')")
        except ValueError as error:
            raise KeyError("source " + "text") from error
    except KeyError:
        own.error("It failed", exc_info=True, stack_info=True)
    text = path.read_text()
    assert "It failed" in text and "KeyError" in text
    assert "source text" not in text and "stack_info" not in text
