"""What a program and all processes that it starts ask of the operating system, by strace."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

PATIENCE_SECONDS = 300.0
"""A bound for a hang; the work takes a small part of it."""

MISSING = "strace is needed for this test; install it with `apt-get install strace` (`make test` does so where it may)."

_OPENING = ("open", "openat", "openat2", "creat")
_CHANGING = (
    *(
        "rename",
        "renameat",
        "renameat2",
        "unlink",
        "unlinkat",
        "mkdir",
        "mkdirat",
        "rmdir",
        "symlink",
        "symlinkat",
    ),
    *("link", "linkat", "truncate", "chmod", "fchmodat", "chown", "lchown", "fchownat", "mknod", "mknodat"),
)
_RUNNING = ("execve", "execveat")
_REACHING_OUT = (
    *("socket", "connect", "bind", "listen", "accept", "accept4", "sendto", "sendmsg", "sendmmsg"),
    *("io_uring_setup", "ptrace", "process_vm_readv", "process_vm_writev"),
)
_TRACED = (*_OPENING, *_CHANGING, *_RUNNING, *_REACHING_OUT)

_CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)\)\s+= (?P<result>.+)$")
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_FOLDER = re.compile(r"(?:AT_FDCWD|\d+)<([^>]*)>")
_OPENED = re.compile(r"\d+<(.*)>$")


@dataclass(frozen=True)
class Call:
    """One system call: its name, its arguments and its result, as strace writes them."""

    name: str
    arguments: str
    result: str

    def __str__(self) -> str:
        return f"{self.name}({self.arguments[:300]}) = {self.result}"

    @property
    def succeeded(self) -> bool:
        return not self.result.startswith("-1")

    @property
    def writes(self) -> bool:
        """Whether the call opens a file for writing or changes a folder."""
        return (
            self.name in (*_CHANGING, "creat")
            or re.search(r"O_(?:WRONLY|RDWR|CREAT|TRUNC)", self.arguments) is not None
        )

    def paths(self, current: Path) -> list[Path]:
        """The files that the call is about; what it opened by its real name, others as they were asked for."""
        opened = _OPENED.match(self.result)
        if self.name in _OPENING and opened:
            return [Path(_text(opened[1]))]
        folder = _FOLDER.match(self.arguments)
        start = Path(_text(folder[1])) if folder else current
        names = _STRING.findall(self.arguments)
        count = 2 if self.name.startswith(("rename", "link", "symlink")) else 1
        return [start / _text(name) for name in names[:count]]


@dataclass(frozen=True)
class Trace:
    """All calls of a program and of the processes that it started, and what it wrote."""

    calls: tuple[Call, ...]
    code: int
    output: str
    processes: int

    def network(self) -> list[str]:
        """Calls that may reach beyond the machine. Unix pairs, with which an event loop wakes itself, are made by
        `socketpair` and written to without an address."""
        return [str(call) for call in self._named(_REACHING_OUT) if not _is_within_a_pair(call)]

    def opened(self) -> list[Call]:
        """Each attempt to open a file or folder."""
        return self._named(_OPENING)

    def changed(self) -> list[Call]:
        """Each attempt to change the folders and files of the disk, opening a file for writing among them."""
        return [call for call in self._named((*_OPENING, *_CHANGING)) if call.writes]

    def executed(self) -> list[str]:
        """The programs that were run."""
        return [_text(_STRING.findall(call.arguments)[0]) for call in self._named(_RUNNING) if call.succeeded]

    def _named(self, names: Sequence[str]) -> list[Call]:
        return [call for call in self.calls if call.name in names]


def _is_within_a_pair(call: Call) -> bool:
    return call.name == "sendto" and call.arguments.endswith(("NULL, 0", "0, NULL, 0"))


def _text(escaped: str) -> str:
    """A string of strace's output as a path."""
    raw = escaped.encode("latin-1", "backslashreplace").decode("unicode_escape")
    return raw.encode("latin-1", "backslashreplace").decode("utf-8", "surrogateescape")


def traced(command: Sequence[str], folder: Path, environment: Mapping[str, str], kept: Path) -> Trace:
    """Run a command to its end under strace, whose files go to the folder `kept`."""
    strace = shutil.which("strace")
    assert strace is not None, MISSING
    kept.mkdir(parents=True)
    options = [
        "-ff",
        "--seccomp-bpf",
        "-qq",
        "-y",
        "-s",
        "4096",
        "-e",
        "signal=none",
        "-e",
        f"trace={','.join(_TRACED)}",
    ]
    finished = subprocess.run(
        [strace, *options, "-o", str(kept / "calls"), *command],
        cwd=folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    files = sorted(kept.glob("calls.*"))
    output = finished.stdout.decode("utf-8", "replace")
    return Trace(tuple(_calls(files)), finished.returncode, output, len(files))


def _calls(files: Sequence[Path]) -> Iterator[Call]:
    for file in files:
        for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
            if match := _CALL.match(line):
                yield Call(match["name"], match["arguments"], match["result"])
            else:
                # A process that is killed in the middle of a call has no result for it.
                assert (
                    line.startswith("+++") or line.endswith(("<unfinished ...>", "= ?")) or "= ?" in line
                ), line
