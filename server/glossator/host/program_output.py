"""The output of a program of others, read as it comes, and whether that program still gets on."""

from __future__ import annotations

import os
import queue
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import IO

from glossator.host.programs import start_program

STUCK_SECONDS = 20.0
"""A program that says nothing for so long and was not even scheduled meanwhile waits for what never comes."""

_PIECE_BYTES = 1 << 16
_PIECES_AHEAD = 4
_LOOK_SECONDS = 1.0
_MOST_MESSAGE_BYTES = 1 << 20


class ProgramStuck(Exception):
    """The program waits for something that does not come, such as the writer of a FIFO; it was ended."""


class ProgramOutput:
    """A running program. At most 256 KiB of its output are held; it waits while nobody takes them."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start it, without anything to read. Raises `OSError` or `ValueError` if that is impossible."""
        self._process = start_program(command, stderr=subprocess.PIPE, environment=environment)
        assert self._process.stdout is not None and self._process.stderr is not None
        self._pieces: queue.Queue[bytes] = queue.Queue(_PIECES_AHEAD)
        self._messages = bytearray()
        self._closing = False
        self._readers = (
            threading.Thread(target=self._read, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_messages, args=(self._process.stderr,), daemon=True),
        )
        for reader in self._readers:
            reader.start()

    def pieces(self) -> Iterator[bytes]:
        """What it writes, in pieces of any size, until it writes no more. Raises `ProgramStuck`."""
        while piece := self._next_piece():
            yield piece

    def messages(self) -> list[bytes]:
        """The lines of its standard error, at most a megabyte; waits for its end."""
        self.exit_code()
        return bytes(self._messages).splitlines()

    def exit_code(self) -> int:
        """Wait for its end; all of its output must have been taken."""
        code = self._process.wait()
        for reader in self._readers:
            # Whatever it started may still hold its streams; that is not waited for.
            reader.join(_LOOK_SECONDS)
        return code

    def stop(self) -> None:
        """Have it end now; from any thread."""
        self._process.kill()

    def close(self) -> None:
        """End it whatever it does, and forget what was not taken."""
        self._closing = True
        self.stop()
        # A reader that waits for somebody to take a piece finds room.
        with suppress(queue.Empty):
            while True:
                self._pieces.get_nowait()
        self.exit_code()

    def _next_piece(self) -> bytes:
        activity, quiet_seconds = None, 0.0
        while True:
            try:
                return self._pieces.get(timeout=_LOOK_SECONDS)
            except queue.Empty:
                seen = self._activity()
                quiet_seconds = quiet_seconds + _LOOK_SECONDS if seen == activity else 0.0
                activity = seen
            if quiet_seconds >= STUCK_SECONDS:
                self.close()
                raise ProgramStuck

    def _activity(self) -> tuple[float, ...]:
        """What grows while the program does anything at all, even waiting for a slow disk."""
        # Imported here because only a program that lets us wait is looked at.
        import psutil

        try:
            process = psutil.Process(self._process.pid)
            times, switches = process.cpu_times(), process.num_ctx_switches()
        except psutil.Error:
            return ()
        return (times.user, times.system, switches.voluntary, switches.involuntary)

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while not self._closing and (piece := os.read(stream.fileno(), _PIECE_BYTES)):
                self._pieces.put(piece)
        self._pieces.put(b"")

    def _read_messages(self, stream: IO[bytes]) -> None:
        with stream:
            while piece := os.read(stream.fileno(), _PIECE_BYTES):
                self._messages += piece[: _MOST_MESSAGE_BYTES - len(self._messages)]
