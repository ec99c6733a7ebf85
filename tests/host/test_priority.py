"""Background processes step back, once, and hand that on to their children."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from glossator.host.priority import NICENESS

PROGRAM = """
import os, sys
from glossator.host.priority import step_back
for _ in range(int(sys.argv[1])):
    step_back()
if len(sys.argv) > 2:
    import subprocess
    print(subprocess.run([sys.executable, "-c", sys.argv[2], "1"], capture_output=True, text=True).stdout, flush=True)
else:
    print(os.getpid(), os.getpriority(os.PRIO_PROCESS, 0), flush=True)
    sys.stdin.read()
"""
REPORT = """
import os
from glossator.host.priority import step_back
step_back()
print(os.getpriority(os.PRIO_PROCESS, 0))
"""


@pytest.fixture
def stepped_back() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", PROGRAM, "2"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        yield process


def test_a_process_steps_back_for_the_processor_and_the_disk(stepped_back: subprocess.Popen[str]) -> None:
    assert stepped_back.stdout is not None
    pid, niceness = map(int, stepped_back.stdout.readline().split())
    assert niceness == NICENESS
    assert psutil.Process(pid).ionice().ioclass == psutil.IOPRIO_CLASS_IDLE


def test_a_child_of_one_that_stepped_back_is_not_pushed_further() -> None:
    command = [sys.executable, "-c", PROGRAM, "1", REPORT]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    assert int(done.stdout) == NICENESS


def test_only_cores_that_may_be_used_are_counted() -> None:
    program = (
        "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})\n"
        "from glossator.app.parse_pool import worker_count\n"
        "from glossator.host.priority import usable_cores\n"
        "print(usable_cores(), worker_count(0), worker_count(3))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.split() == ["1", "1", "3"]
