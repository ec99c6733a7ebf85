"""`glossator serve`: the language server."""

from __future__ import annotations

import argparse

from glossator.commands.terminal import Terminal

SUMMARY = "Run the language server, over stdio unless told otherwise."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the transport, and the arguments that editors add on their own."""
    transport = parser.add_mutually_exclusive_group()
    transport.add_argument("--stdio", action="store_true", help="speak over stdin and stdout (the default)")
    transport.add_argument("--tcp", metavar="HOST:PORT", type=_address, help="listen on this address")
    parser.add_argument("--clientProcessId", type=int, help=argparse.SUPPRESS)


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Serve until the client leaves; the exit code is the protocol's."""
    from glossator.lsp.serve import serve_stdio, serve_tcp

    if arguments.tcp is not None:
        return serve_tcp(*arguments.tcp)
    return serve_stdio()


def _address(text: str) -> tuple[str, int]:
    host, separator, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not separator or not host or not port.isdecimal() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not HOST:PORT")
    return host, int(port)
