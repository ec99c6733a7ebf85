"""A folder for an index, writers that are closed at the end, and a reader."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from glossator.store.reader import IndexReader, open_reader
from glossator.store.writer import IndexWriter, open_writer

BUSY_SECONDS = 0.2


@pytest.fixture
def index_path(tmp_path: Path) -> Path:
    return tmp_path / "index" / "index.sqlite"


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def open_again(index_path: Path, notices: list[str]) -> Iterator[Callable[[], IndexWriter]]:
    """Opens a writer; each one is closed before the next and at the end."""
    opened: list[IndexWriter] = []

    def open_it() -> IndexWriter:
        while opened:
            opened.pop().close()
        opened.append(open_writer(index_path, on_notice=notices.append, busy_seconds=BUSY_SECONDS))
        return opened[-1]

    yield open_it
    while opened:
        opened.pop().close()


@pytest.fixture
def writer(open_again: Callable[[], IndexWriter]) -> IndexWriter:
    return open_again()


@pytest.fixture
def reader(index_path: Path) -> Iterator[IndexReader]:
    with open_reader(index_path, busy_seconds=BUSY_SECONDS) as opened:
        yield opened
