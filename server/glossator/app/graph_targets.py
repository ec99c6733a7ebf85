"""Finding the definition that a written target means in an index as it stands, without a session."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from glossator.app.locating import NameWanted, PlaceWanted, parse_target
from glossator.app.reading import FileContent, read_file
from glossator.core.errors import UserError
from glossator.core.languages import detect
from glossator.core.symbols import EXPLAINABLE_KINDS
from glossator.core.target import choose_target
from glossator.core.text import LineIndex, Position, PositionEncoding, Span
from glossator.store.reader import IndexReader
from glossator.store.rows import IndexedFile, SymbolRow

_LARGEST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Ambiguous(Exception):
    """Several definitions answer to a target."""

    text: str
    candidates: tuple[SymbolRow, ...]


def find_symbol(reader: IndexReader, root: Path, text: str, current: Path) -> SymbolRow:
    """The one definition that `text` means; paths in it are looked for from `current` and below the root.

    Raises `UserError` if there is none and `Ambiguous` if there are several.
    """
    wanted = _parsed(text, root, current)
    if isinstance(wanted, PlaceWanted):
        return _at_place(reader, root, wanted)
    rows = _named(reader, wanted)
    if not rows:
        raise UserError(f"Nothing is found for '{text}'; 'glossator search' looks for names like it.")
    if len(rows) > 1:
        raise Ambiguous(text, tuple(rows))
    return rows[0]


def text_as_indexed(root: Path, file: IndexedFile) -> LineIndex | None:
    """The text of a file on disk, None if it is not the one that was indexed."""
    content = read_file(root, file.path, _LARGEST_BYTES)
    same = isinstance(content, FileContent) and content.hash == file.row.content_hash
    return LineIndex(content.data) if same and isinstance(content, FileContent) else None


def _parsed(text: str, root: Path, current: Path) -> PlaceWanted | NameWanted:
    """What is asked for, with a path that is relative to the root."""
    if current != root and current.is_relative_to(root):
        wanted = parse_target(text, current)
        if wanted.path and (current / wanted.path).is_file():
            path = (current / wanted.path).resolve()
            if path.is_relative_to(root):
                relative = path.relative_to(root).as_posix()
                if isinstance(wanted, PlaceWanted):
                    return PlaceWanted(relative, wanted.line, wanted.column)
                return NameWanted(relative, wanted.name)
    return parse_target(text, root)


def _at_place(reader: IndexReader, root: Path, wanted: PlaceWanted) -> SymbolRow:
    file = reader.file(wanted.path)
    if file is None:
        raise UserError(f"There is no file '{wanted.path}' in the index of {root}.")
    lines = text_as_indexed(root, file)
    if lines is None:
        raise UserError(
            f"{wanted.path} has changed since it was indexed; 'glossator index' brings the index up to date."
        )
    if not 1 <= wanted.line <= lines.line_count:
        raise UserError(f"{wanted.path} has {lines.line_count} lines; there is no line {wanted.line}.")
    rows = reader.symbols_of(wanted.path)
    offset = _offset(lines, wanted)
    choice = choose_target([row.symbol for row in rows], lines.data, Span(offset, offset))
    if choice is None or choice.position is None:
        raise UserError(
            f"There is no definition at {wanted.path}:{wanted.line}; name a line inside a function or class."
        )
    return rows[choice.position]


def _offset(lines: LineIndex, wanted: PlaceWanted) -> int:
    """The byte at a column, or else that of the first code of the line."""
    if wanted.column:
        return lines.offset(Position(wanted.line - 1, wanted.column - 1), PositionEncoding.UTF32)
    span = lines.line_span(wanted.line - 1)
    code = lines.data[span.start : span.end]
    return span.start + len(code) - len(code.lstrip())


def _named(reader: IndexReader, wanted: NameWanted) -> list[SymbolRow]:
    """The symbols of a name, definitions rather than declarations."""
    if wanted.path:
        language = detect(wanted.path)
        key = str if language is None else language.key
        name = key(wanted.name)
        rows = reader.symbols_of(wanted.path)
        exact = [row for row in rows if key(row.symbol.qualified_name) == name]
        rows = exact or [row for row in rows if key(row.symbol.name) == name]
    else:
        rows = reader.symbols_named(wanted.name)
    rows = [row for row in rows if row.symbol.kind in EXPLAINABLE_KINDS]
    return [row for row in rows if not row.symbol.is_declaration] or rows
