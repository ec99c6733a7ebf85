"""What runs first in every child process: `python -P -m glossator.host.child <process id of the parent>
<normal|low> <version of the server> <module>:<function> [argument...]`, where `low` is a priority.

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

import sys

from glossator.host import standard_streams


def main() -> None:
    """Set the pipe aside, then hand over to `serving`, whose imports may print what they like."""
    incoming, outgoing = standard_streams.set_aside()
    from glossator.host import serving

    serving.run(incoming, outgoing, sys.argv[1:])


if __name__ == "__main__":
    main()
