"""An editor that only passes on what it reads and what its server says, and can be killed. Argument: the server's
command."""

from __future__ import annotations

import os
import subprocess
import sys
import threading


def pass_on(source: int, sink: int) -> None:
    try:
        while data := os.read(source, 65536):
            os.write(sink, data)
        os.close(sink)
    except OSError:
        pass


server = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
assert server.stdin is not None and server.stdout is not None
threading.Thread(target=pass_on, args=(0, server.stdin.fileno()), daemon=True).start()
pass_on(server.stdout.fileno(), 1)
sys.exit(server.wait())
