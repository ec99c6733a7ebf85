"""What runs first in every child process: `python -P -m glossator.host.child [options] <module>:<function>
[argument...]`.

Before anything else is imported, descriptors 0 and 1 are set aside for the frames; descriptor 0 becomes the
null device and descriptor 1 the log (descriptor 2), so that whatever native code prints cannot reach the
pipe. Then `<function>(*arguments)` is called; it loads what it needs and calls `serve` with its handlers:

    from glossator.host.serving import CallContext, serve

    def embedding(model_path: str) -> None:
        model = load(model_path)
        serve({"embed": lambda payload, context: model.embed(payload["texts"], context.token)})

The server's side is `glossator.host.process.Child`. A child ends when its pipe is closed, when the server is
gone, and, on Linux, when the thread that started it has ended.

To add a kind of child: write such a function, and start it with `await Child.start("<module>:<function>",
...)`.
"""

from __future__ import annotations

import os
import sys


def set_pipe_aside() -> tuple[int, int]:
    """Private copies of descriptors 0 and 1, which then point to the null device and to descriptor 2."""
    incoming, outgoing = os.dup(0), os.dup(1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.close(null)
    os.dup2(2, 1)
    if sys.platform == "win32":
        import msvcrt

        msvcrt.setmode(incoming, os.O_BINARY)
        msvcrt.setmode(outgoing, os.O_BINARY)
    return incoming, outgoing


def main() -> None:
    """Set the pipe aside, then hand over to `serving`, whose imports may print what they like."""
    incoming, outgoing = set_pipe_aside()
    sys.stdout = sys.stderr
    from glossator.host import serving

    serving.run(incoming, outgoing, sys.argv[1:])


if __name__ == "__main__":
    main()
