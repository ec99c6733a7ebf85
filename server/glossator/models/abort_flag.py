"""A flag by which native code that is at work learns that nobody waits for it any more.

llama.cpp asks its abort callback at every node of its graph, thousands of times for a token. A callback in Python
would take a third of the time of each token for that, so the callback is a function of the C library itself:
`strlen` of a buffer, which is 0 (go on) while the buffer holds an empty string and 1 (stop) once it holds a character.
"""

from __future__ import annotations

import ctypes
import sys
from typing import Any

from glossator.core.cancel import NEVER, CancelToken

_CALLBACK = ctypes.CFUNCTYPE(ctypes.c_bool, ctypes.c_void_p)
_STOP, _GO_ON = b"\1", b"\0"


class AbortFlag:
    """The flag of one context. `callback` and `data` are what the library is given; keep the flag as long."""

    def __init__(self) -> None:
        library = ctypes.cdll.msvcrt if sys.platform == "win32" else ctypes.CDLL(None)
        self._buffer = ctypes.create_string_buffer(2)
        self._token = NEVER
        self.callback: Any = ctypes.cast(library.strlen, _CALLBACK)
        self.data = ctypes.cast(self._buffer, ctypes.c_void_p)

    def follow(self, token: CancelToken) -> None:
        """From now on be raised as soon as `token` is cancelled, from whatever thread; check the token afterwards."""
        self._buffer[0] = _GO_ON
        if token is not self._token:
            self._token = token
            token.on_cancel(lambda: self._raise_for(token))

    def _raise_for(self, token: CancelToken) -> None:
        if token is self._token:
            self._buffer[0] = _STOP
