"""Writers that are killed: what was committed stays, what was not is gone, and the next one continues."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.store.writing_process import FILES, index_all

from glossator.store.dump import dump
from glossator.store.failures import WriterBusy
from glossator.store.reader import IndexReader, open_reader
from glossator.store.writer import IndexWriter

PROJECT = Path(__file__).parents[2]


@contextmanager
def process(action: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    """A writer in a process of its own, killed at the end."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.writing_process", action, str(path)],
        cwd=PROJECT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        try:
            yield running
        finally:
            running.kill()


def complete(path: Path) -> list[str]:
    with open_reader(path) as reader:
        return list(dump(reader))


def test_a_writer_killed_inside_a_transaction_leaves_what_was_committed(
    index_path: Path, reader: IndexReader, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    with process("stop_inside_a_transaction", index_path) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "inside\n"
        assert reader.paths() == ["0.py"]
        with pytest.raises(WriterBusy):
            open_again()
    assert reader.paths() == ["0.py"]
    writer: IndexWriter = open_again()
    assert (list(writer.known_files()), notices) == (["0.py"], [])
    assert len(reader.vectors("print").text_hashes) == 1


def test_an_index_that_was_killed_again_and_again_ends_like_one_that_never_was(
    index_path: Path, tmp_path: Path, reader: IndexReader
) -> None:
    undisturbed = tmp_path / "other" / "index.sqlite"
    index_all(undisturbed)
    told: list[str] = []
    for steps in (1, 3, 7, 12):
        with process("index_on_demand", index_path) as running:
            assert running.stdin is not None
            assert running.stdout is not None
            # It is killed at work on a file more than it tells of.
            running.stdin.write("\n" * (steps + 1))
            running.stdin.flush()
            told += [running.stdout.readline() for _ in range(steps)]
        assert {f"{line.strip()}.py" for line in told} <= set(reader.paths())
        counts = reader.counts()
        assert counts.files == counts.chunks == counts.vectors < FILES
        assert counts.edges == 0
    assert len(told) == len(set(told))
    index_all(index_path)
    assert complete(index_path) == complete(undisturbed)
