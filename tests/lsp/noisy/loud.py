"""What a library does that prints: when it is imported, from threads, and at the end."""

from __future__ import annotations

import atexit
import ctypes
import importlib
import os
import sys
import threading
from pathlib import Path
from typing import Any

_libc = ctypes.CDLL(None)


def shout(words: str) -> None:
    """Print in every way there is."""
    print(f"{words}, by Python", flush=True)
    os.write(1, f"{words}, by a system call\n".encode())
    _libc.puts(f"{words}, by C".encode())
    _libc.fflush(None)


def stand_in(name: str) -> Any:
    """Print, and become the library of that name, which stands further back in the search path."""
    shout(f"importing {name}")
    atexit.register(shout, f"leaving with {name}")
    here = str(Path(__file__).resolve().parent)
    path = list(sys.path)
    sys.path[:] = [each for each in path if str(Path(each).resolve()) != here]
    del sys.modules[name]
    try:
        module = importlib.import_module(name)
    finally:
        sys.path[:] = path
    return module


def shout_on(words: str, seconds: float = 0.005) -> None:
    """Print again and again in a thread, whatever runs in others."""

    def go_on() -> None:
        while True:
            shout(words)
            threading.Event().wait(seconds)

    threading.Thread(target=go_on, daemon=True).start()


def loudly(function: Any, words: str) -> Any:
    """The function, while a thread prints."""

    def call(*arguments: Any) -> Any:
        shout(words)
        printing = threading.Thread(target=shout, args=(f"{words}, in a thread",))
        printing.start()
        try:
            return function(*arguments)
        finally:
            printing.join()

    return call
