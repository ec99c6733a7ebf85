"""What a process does that writes an index and is killed."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.store.samples import resolve_by_name, sample

from glossator.core.quantize import quantize
from glossator.core.text import Span
from glossator.store.rows import ChunkRow
from glossator.store.writer import IndexWriter, open_writer

FILES = 60


def index_all(path: Path) -> None:
    """Index every file that is not known yet, each in a transaction with its chunks and vectors, and resolve."""
    with open_writer(path, on_notice=lambda notice: sys.exit(notice)) as writer:
        known = writer.known_files()
        for number in range(FILES):
            if f"{number}.py" not in known:
                put_number(writer, number)
        resolve_by_name(writer)


def index_on_demand(path: Path) -> None:
    """Index a file that is not known yet for each line of standard input, and print its number afterwards."""
    with open_writer(path, on_notice=lambda notice: sys.exit(notice)) as writer:
        known = writer.known_files()
        for number in range(FILES):
            if f"{number}.py" not in known:
                sys.stdin.readline()
                put_number(writer, number)
                print(number, flush=True)


def put_number(writer: IndexWriter, number: int) -> None:
    text_hash = number.to_bytes(16, "big")
    with writer.transaction():
        writer.put_file(*sample(f"{number}.py", f"f{number} g", f"f{number + 1} g"))
        writer.put_chunks(f"{number}.py", [ChunkRow(0, Span(0, 9), text_hash, b"")])
        writer.put_vectors("print", [(text_hash, quantize([[1.0 + number, -1.0]], 2)[0])])


def stop_inside_a_transaction(path: Path) -> None:
    writer = open_writer(path, on_notice=lambda notice: sys.exit(notice))
    put_number(writer, 0)
    with writer.transaction():
        put_number(writer, 1)
        print("inside", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    {"index_on_demand": index_on_demand, "stop_inside_a_transaction": stop_inside_a_transaction}[sys.argv[1]](
        Path(sys.argv[2])
    )
