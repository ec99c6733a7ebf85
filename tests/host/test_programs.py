"""Programs of others: nothing to read, an end with the process that started them, and signals that end a server."""

from __future__ import annotations

import ast
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from glossator.host.programs import end_programs, start_program

PROJECT = Path(__file__).parents[2]
PRODUCT = [
    path for folder in ("server", "clients", "scripts") for path in sorted((PROJECT / folder).rglob("*.py"))
]
STARTERS = {
    "Popen",
    "run",
    "call",
    "check_call",
    "check_output",
    "create_subprocess_exec",
    "create_subprocess_shell",
}
NEVER_USED = {
    "system",
    "popen",
    "fork",
    "forkpty",
    "posix_spawn",
    "posix_spawnp",
    "spawnv",
    "spawnl",
    "execv",
}

READS = "import sys; sys.stdout.write(repr(sys.stdin.read()))"
PARENT = """
import os, subprocess, sys
from glossator.host.programs import start_program
program = start_program([sys.executable, "-S", "-c", "import time; time.sleep(600)"], stderr=2, environment=os.environ)
print(program.pid, flush=True)
sys.stdin.read()
{end}
"""


def _calls(path: Path) -> list[ast.Call]:
    return [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]


def _called(call: ast.Call) -> tuple[str, str]:
    """(module, name) of what is called as `module.name(...)`."""
    if isinstance(call.func, ast.Attribute):
        return ast.unparse(call.func.value), call.func.attr
    return "", ""


def test_every_program_that_the_product_starts_is_given_a_stdin_of_its_own() -> None:
    starts = [
        (f"{path.relative_to(PROJECT)}:{call.lineno}", {keyword.arg for keyword in call.keywords})
        for path in PRODUCT
        for call in _calls(path)
        if _called(call)[0] in ("subprocess", "asyncio")
        and _called(call)[1] in STARTERS
        # `asyncio.run` runs no program.
        and _called(call) != ("asyncio", "run")
    ]
    assert len(starts) >= 4
    assert [place for place, keywords in starts if "stdin" not in keywords] == []


def test_the_product_starts_programs_in_no_other_way() -> None:
    assert [
        f"{path.relative_to(PROJECT)}:{call.lineno}"
        for path in PRODUCT
        for call in _calls(path)
        if _called(call)[0] == "os" and _called(call)[1] in NEVER_USED
    ] == []


def test_a_program_has_nothing_to_read() -> None:
    read, write = os.pipe()
    kept = os.dup(0)
    os.dup2(read, 0)
    try:
        # A program that inherited the input would wait for ever, since nobody writes.
        program = start_program(
            [sys.executable, "-S", "-c", READS], stderr=subprocess.DEVNULL, environment=os.environ
        )
        output, _ = program.communicate(timeout=60)
    finally:
        os.dup2(kept, 0)
        for each in (read, write, kept):
            os.close(each)
    assert output == b"''"


@pytest.mark.parametrize("end", ["killed", "leaves", "leaves by its other way"])
def test_a_program_ends_with_the_process_that_started_it(end: str) -> None:
    code = {
        "killed": "",
        "leaves": "from glossator.host.leaving import leave; leave(0)",
        "leaves by its other way": "os._exit(0)",
    }[end]
    with subprocess.Popen(
        [sys.executable, "-c", PARENT.format(end=code)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None and parent.stdin is not None
        pid = int(parent.stdout.readline())
        descriptor = os.pidfd_open(pid)
        if end == "killed":
            parent.kill()
        parent.stdin.close()
        parent.wait()
    try:
        assert _has_ended(descriptor)
    finally:
        os.close(descriptor)


def _has_ended(descriptor: int) -> bool:
    """Wait for the end of the process behind a descriptor."""
    readable, _, _ = select.select([descriptor], [], [], 30)
    return bool(readable)


def test_programs_can_be_ended_all_together() -> None:
    command = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]
    programs = [start_program(command, stderr=subprocess.DEVNULL, environment=os.environ) for _ in range(3)]
    end_programs()
    assert [program.wait(60) for program in programs] == [-signal.SIGKILL] * 3
    end_programs()
    for program in programs:
        assert program.stdout is not None
        program.stdout.close()


@pytest.mark.parametrize("ignored", ["SIGHUP", "SIGINT", "SIGTERM"])
def test_a_signal_that_was_chosen_to_be_ignored_ends_nothing(ignored: str) -> None:
    script = "from glossator.host.leaving import end_signals; print(*[each.name for each in end_signals()])"
    command = [
        "sh",
        "-c",
        f'trap \'\' {ignored.removeprefix("SIG")}; exec "$0" -c "$1"',
        sys.executable,
        script,
    ]
    printed = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True
    ).stdout
    assert set(printed.split()) == {"SIGHUP", "SIGINT", "SIGTERM"} - {ignored}


def test_a_program_that_cannot_be_started_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError):
        start_program(["/nonexistent/program"], stderr=subprocess.DEVNULL, environment={})
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
