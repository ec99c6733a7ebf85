"""A child process that tells whether it is guarded, and tries to open a socket."""

from __future__ import annotations

import socket
import subprocess
import sys
from typing import Any

from glossator.host.serving import CallContext, serve

_ASK = "import sys; sys.exit(not getattr(sys, '_glossator_network_guard', False))"


def main() -> None:
    """The entry function."""
    serve({"guards": _guards, "open_socket": _open_socket})


def _guards(_: Any, __: CallContext) -> list[bool]:
    """Whether this process and one that it starts have the guard."""
    code = subprocess.run([sys.executable, "-P", "-c", _ASK], stdin=subprocess.DEVNULL).returncode
    return [getattr(sys, "_glossator_network_guard", False), code == 0]


def _open_socket(_: Any, __: CallContext) -> str:
    try:
        socket.socket().close()
    except RuntimeError as error:
        return str(error)
    return "opened"
