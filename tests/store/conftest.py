"""Small indexes to ask and to damage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from glossator.core.symbols import FileFacts, Import, ParseState, Reference, ReferenceKind, Symbol, SymbolKind
from glossator.core.text import Span
from glossator.store.reader import IndexReader, open_reader
from glossator.store.rows import FileRow
from glossator.store.writer import IndexWriter, open_writer

MakeFile = Callable[..., tuple[FileRow, FileFacts, tuple[int, ...]]]
OpenWriter = Callable[[], IndexWriter]


@pytest.fixture
def index_path(tmp_path: Path) -> Path:
    return tmp_path / "index" / "index.sqlite"


@pytest.fixture
def notices() -> list[str]:
    return []


@pytest.fixture
def reopen(index_path: Path, notices: list[str]) -> Iterator[OpenWriter]:
    """Opens a writer; all that were opened are closed at the end."""
    opened: list[IndexWriter] = []

    def open_it() -> IndexWriter:
        opened.append(open_writer(index_path, on_notice=notices.append, busy_seconds=0.2))
        return opened[-1]

    yield open_it
    for writer in opened:
        writer.close()


@pytest.fixture
def writer(reopen: OpenWriter) -> IndexWriter:
    return reopen()


@pytest.fixture
def reader(index_path: Path) -> Iterator[IndexReader]:
    with open_reader(index_path, busy_seconds=0.2) as opened:
        yield opened


@pytest.fixture
def make_file() -> MakeFile:
    """Makes a file whose functions each call the next of `calls`, with imports as (module, name, alias)."""

    def make(
        path: str,
        defines: tuple[str, ...] = (),
        calls: tuple[str, ...] = (),
        imports: tuple[tuple[str, str | None, str | None], ...] = (),
        **details: object,
    ) -> tuple[FileRow, FileFacts, tuple[int, ...]]:
        values = {"size": 100, "mtime_ns": 1, "content_hash": b"h" * 16, "language": "python", "state": "indexed"}
        row = FileRow(path, parse_state="parsed", **(values | details))  # type: ignore[arg-type]
        symbols = tuple(
            Symbol(
                SymbolKind.FUNCTION,
                name,
                f"Outer.{name}",
                None,
                defines[:place].count(name),
                Span(place * 100 + 4, place * 100 + 8),
                Span(place * 100, place * 100 + 90),
                Span(place * 100, place * 100 + 20),
            )
            for place, name in enumerate(defines)
        )
        references = tuple(
            Reference(
                ReferenceKind.CALL, name, Span(place * 10, place * 10 + 5), place % len(defines) if defines else None
            )
            for place, name in enumerate(calls)
        )
        bound = tuple(Import(module, name, alias, Span(0, 9)) for module, name, alias in imports)
        return row, FileFacts("python", ParseState.PARSED, symbols, references, bound), (0, 50, 100)

    return make
