"""Open documents follow the editor exactly, whatever it sends."""

from __future__ import annotations

import logging
import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glossator.app.documents import Change, Documents, read_document
from glossator.app.uris import uri_from_path
from glossator.core.errors import ContentModified, UserError
from glossator.core.text import Position, PositionEncoding

URI = "untitled:text"
ALPHABET = [
    "a",
    "é",
    "日",
    "🚀",
    "e\u0301",
    "\r",
    "\n",
    "\r\n",
    "\t",
    "\f",
    "\v",
    "\u0085",
    "\u2028",
    " ",
    "}",
]
TEXTS = st.lists(st.sampled_from(ALPHABET), max_size=20).map("".join)
POSITIONS = st.builds(Position, st.integers(0, 8), st.integers(0, 12))
ENCODINGS = st.sampled_from(PositionEncoding)


@st.composite
def edits(draw: st.DrawFn) -> tuple[Position, Position, str]:
    """One edit: a range whose ends are in order, and a new text."""
    start, end = sorted([draw(POSITIONS), draw(POSITIONS)])
    return start, end, draw(TEXTS)


def opened(text: str, version: int = 1) -> Documents:
    """A store with one open document."""
    documents = Documents()
    documents.open(URI, "python", version, text)
    return documents


def text_of(documents: Documents, uri: str = URI) -> str:
    """The text held, as the editor would see it."""
    return documents.snapshot(uri).data.decode("utf-8", "surrogatepass")


def utf16(line: int, column: int) -> Position:
    """A position in the units of most editors."""
    return Position(line, column)


def units(character: str, encoding: PositionEncoding) -> int:
    """How much a character counts."""
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    return len(character.encode(f"{encoding}-le" if width > 1 else encoding)) // width


def index_in(text: str, position: Position, encoding: PositionEncoding) -> int:
    """The reference model: a position as an index of the text, found by walking over its lines."""
    lines = re.split(r"(\r\n|\r|\n)", text)
    if position.line * 2 >= len(lines):
        return len(text)
    index = sum(map(len, lines[: position.line * 2]))
    column = 0
    for character in lines[position.line * 2]:
        column += units(character, encoding)
        if column > position.column:
            break
        index += 1
    return index


@settings(deadline=None)
@given(TEXTS, st.lists(edits(), max_size=6), ENCODINGS)
def test_after_any_edits_the_text_equals_the_editors(
    text: str, edit_list: list[tuple[Position, Position, str]], encoding: PositionEncoding
) -> None:
    documents = opened(text)
    changes = []
    for start, end, new_text in edit_list:
        changes.append(Change(new_text, start, end, encoding))
        text = text[: index_in(text, start, encoding)] + new_text + text[index_in(text, end, encoding) :]
    documents.change(URI, 2, changes)
    assert text_of(documents) == text


@settings(deadline=None)
@given(TEXTS, st.lists(edits(), max_size=6), ENCODINGS)
def test_edits_in_one_notification_or_in_many_give_the_same_text(
    text: str, edit_list: list[tuple[Position, Position, str]], encoding: PositionEncoding
) -> None:
    at_once, one_by_one = opened(text), opened(text)
    changes = [Change(new_text, start, end, encoding) for start, end, new_text in edit_list]
    at_once.change(URI, 2, changes)
    for number, change in enumerate(changes):
        one_by_one.change(URI, 2 + number, [change])
    assert text_of(at_once) == text_of(one_by_one)


def test_form_feeds_and_other_separators_of_python_do_not_start_a_line() -> None:
    documents = opened("a\fb\u2028c\nd\n")
    documents.change(URI, 2, [Change("X", utf16(1, 0), utf16(1, 0))])
    assert text_of(documents) == "a\fb\u2028c\nXd\n"


def test_an_edit_past_the_end_is_applied_at_the_end() -> None:
    documents = opened("ab\n")
    documents.change(URI, 2, [Change("Z", utf16(7, 0), utf16(7, 0))])
    assert text_of(documents) == "ab\nZ"


def test_typing_after_an_emoji_lands_where_the_editor_put_it() -> None:
    documents = opened('msg = "🚀"\n')
    documents.change(URI, 2, [Change("!", utf16(0, 9), utf16(0, 9))])
    assert text_of(documents) == 'msg = "🚀!"\n'


def test_the_halves_of_a_surrogate_pair_sent_apart_become_one_character() -> None:
    documents = opened("ab")
    documents.change(URI, 2, [Change("\ud83d", utf16(0, 1), utf16(0, 1))])
    documents.change(URI, 3, [Change("\ude80", utf16(0, 2), utf16(0, 2))])
    assert text_of(documents) == "a🚀b"


def test_each_change_applies_to_the_result_of_the_one_before() -> None:
    documents = opened("a")
    changes = [
        Change("\nsecond\n", utf16(0, 1), utf16(0, 1)),
        Change("X", utf16(1, 0), utf16(1, 6)),
        Change("!", utf16(1, 1), utf16(1, 1)),
    ]
    documents.change(URI, 2, changes)
    assert text_of(documents) == "a\nX!\n"


def test_an_inverted_range_puts_the_document_out_of_step_until_a_whole_text_comes() -> None:
    documents = opened("abc")
    documents.change(URI, 2, [Change("X", utf16(0, 2), utf16(0, 1))])
    with pytest.raises(ContentModified):
        documents.snapshot(URI)
    documents.change(URI, 3, [Change("Y", utf16(0, 0), utf16(0, 0))])
    with pytest.raises(ContentModified):
        documents.snapshot(URI)
    documents.change(URI, 4, [Change("whole")])
    assert text_of(documents) == "whole"


def test_an_edit_of_an_older_version_is_ignored() -> None:
    documents = opened("a", version=4)
    documents.change(URI, 5, [Change("five")])
    documents.change(URI, 4, [Change("four")])
    documents.change(URI, 6, [Change("!", utf16(0, 4), utf16(0, 4))])
    assert text_of(documents) == "five!"
    assert documents.snapshot(URI).version == 6


def test_saving_a_differing_text_heals_the_document_with_one_warning(
    caplog: pytest.LogCaptureFixture,
) -> None:
    documents = opened("drifted")
    with caplog.at_level(logging.WARNING):
        assert documents.saved(URI, "saved once")
        assert documents.saved(URI, "saved twice")
    assert text_of(documents) == "saved twice"
    assert len(caplog.records) == 1
    assert "saved" not in caplog.text.replace("the editor saved", "").replace("the saved text", "")


def test_saving_brings_a_document_back_into_step() -> None:
    documents = opened("abc")
    documents.change(URI, 2, [Change("X", utf16(0, 2), utf16(0, 1))])
    assert documents.saved(URI, "abc")
    assert text_of(documents) == "abc"


def test_saving_the_same_text_or_none_changes_nothing() -> None:
    documents = opened("same")
    before = documents.snapshot(URI)
    assert not documents.saved(URI, "same")
    assert not documents.saved(URI, None)
    assert documents.snapshot(URI) is before


def test_edits_of_a_document_that_is_not_open_are_ignored_unless_they_bring_the_whole_text() -> None:
    documents = Documents()
    documents.change(URI, 2, [Change("X", utf16(0, 0), utf16(0, 0))])
    assert not documents.is_open(URI)
    documents.change(URI, 3, [Change("whole")])
    assert text_of(documents) == "whole"


def test_a_snapshot_stays_as_it_was() -> None:
    documents = opened("before")
    snapshot = documents.snapshot(URI)
    documents.change(URI, 2, [Change("after")])
    assert snapshot.data == b"before"
    assert snapshot.lines.data == b"before"
    assert (snapshot.version, snapshot.language_id, snapshot.path) == (1, "python", None)


@pytest.mark.parametrize(
    "name", ["a b", "50%", "a%20b", "#x", "ü", "日本", "[1]", "^", "é", "e\u0301", "a;b", "~", "a?b"]
)
def test_both_spellings_of_a_uri_mean_the_same_document(name: str, tmp_path: Path) -> None:
    encoded = uri_from_path(tmp_path / name)
    plain = f"file://{tmp_path}/{name.replace('%', '%25')}"
    documents = Documents()
    documents.open(encoded, "python", 1, "text")
    documents.change(plain, 2, [Change("changed")])
    assert text_of(documents, encoded) == text_of(documents, plain) == "changed"
    assert documents.snapshot(plain).path == str(tmp_path / name)
    documents.close(plain)
    assert not documents.is_open(encoded)


def test_a_closed_file_is_read_from_disk_in_its_own_encoding(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes("# coding: latin-1\nname = 'ü'\n".encode("latin-1"))
    uri = uri_from_path(file)
    documents = Documents()
    documents.open(uri, "python", 1, "in the editor")
    assert text_of(documents, uri) == "in the editor"
    documents.close(uri)
    assert text_of(documents, uri) == "# coding: latin-1\nname = 'ü'\n"
    assert documents.snapshot(uri).version is None


def test_a_virtual_document_that_is_not_open_is_never_looked_for_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "Untitled-1").write_text("on disk")
    monkeypatch.chdir(tmp_path)
    documents = Documents()
    for uri in ("untitled:Untitled-1", "vscode-chat-code-block:/x?1", "git:/w/a.py?HEAD"):
        with pytest.raises(UserError, match="not open"):
            documents.snapshot(uri)


def test_what_is_no_readable_text_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\0\1\2")
    os.mkfifo(tmp_path / "fifo")
    sentences = {
        "missing": "does not exist",
        "folder": "is not a file",
        "binary": "is binary",
        "fifo": "is not a file",
        "x" * 300: "cannot be read",
    }
    for name, sentence in sentences.items():
        with pytest.raises(UserError, match=sentence):
            read_document(uri_from_path(tmp_path / name))
