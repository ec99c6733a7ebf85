"""Open documents follow the editor exactly, whatever it sends."""

from __future__ import annotations

import asyncio
import logging
import os
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.core.reference_text import ENCODINGS, NUMBERS, TEXTS, ReferenceText

from glossator.app.documents import LARGEST_DOCUMENT_BYTES, Change, Documents, read_document
from glossator.app.uris import uri_from_path
from glossator.core.errors import ContentModified, UserError
from glossator.core.text import Position, PositionEncoding

URI = "untitled:text"
PLACES = st.tuples(NUMBERS, NUMBERS)


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands in a notification: a range and a new text, or a whole text if there is no range."""

    text: str
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None

    def as_change(self, encoding: str) -> Change:
        if self.start is None or self.end is None:
            return Change(self.text)
        return Change(self.text, Position(*self.start), Position(*self.end), PositionEncoding(encoding))


@dataclass(frozen=True, slots=True)
class Notification:
    """One message of the editor."""

    kind: str
    step: int = 1
    """How much the version differs from the last one."""
    edits: tuple[Edit, ...] = ()
    text: str = ""


EDITS = st.one_of(
    st.builds(Edit, TEXTS, PLACES, PLACES),
    st.builds(lambda text, ends: Edit(text, min(ends), max(ends)), TEXTS, st.tuples(PLACES, PLACES)),
    st.builds(lambda text, place: Edit(text, place, place), TEXTS, PLACES),
    st.builds(Edit, TEXTS),
)
NOTIFICATIONS = st.one_of(
    st.builds(
        lambda step, edits: Notification("change", step, tuple(edits)),
        st.sampled_from([1, 1, 1, 2, 0, -1, -3]),
        st.lists(EDITS, max_size=4),
    ),
    st.builds(lambda text: Notification("save", text=text), TEXTS),
    st.sampled_from([Notification("save what is there"), Notification("unreadable"), Notification("close")]),
    st.builds(lambda text: Notification("open", text=text), TEXTS),
)


@dataclass(frozen=True, slots=True)
class ReferenceDocument:
    """What an editor expects of the other side, in the plainest words."""

    text: ReferenceText
    version: int
    in_step: bool = True

    def after(self, message: Notification, encoding: str) -> ReferenceDocument | None:
        """The document after a message; None if it is closed."""
        match message.kind:
            case "open":
                return ReferenceDocument(ReferenceText.of(message.text), 1)
            case "close":
                return None
            case "save":
                return replace(self, text=ReferenceText.of(message.text), in_step=True)
            case "unreadable":
                return replace(self, in_step=False)
            case "change" if message.step >= 0:
                return replace(self._edited(message, encoding), version=self.version + message.step)
        return self

    def _edited(self, message: Notification, encoding: str) -> ReferenceDocument:
        text, in_step = self.text, self.in_step
        for edit in message.edits:
            if edit.start is None or edit.end is None:
                text, in_step = ReferenceText.of(edit.text), True
            elif edit.end < edit.start:
                in_step = False
            elif in_step:
                text = text.edited(edit.start, edit.end, edit.text, encoding)
        return replace(self, text=text, in_step=in_step)


def tell(documents: Documents, message: Notification, version: int, encoding: str) -> None:
    """Hand a message on as the protocol layer does."""
    match message.kind:
        case "open":
            documents.open(URI, "python", 1, message.text)
        case "close":
            documents.close(URI)
        case "save":
            documents.saved(URI, message.text)
        case "save what is there":
            documents.saved(URI, text_of(documents))
        case "unreadable":
            documents.lose_step(URI)
        case "change":
            changes = [edit.as_change(encoding) for edit in message.edits]
            documents.change(URI, version + message.step, changes)


@settings(deadline=None, max_examples=300)
@given(TEXTS, st.lists(NOTIFICATIONS, max_size=6), st.sampled_from(ENCODINGS))
def test_after_any_messages_the_document_is_the_editors(
    text: str, messages: list[Notification], encoding: str
) -> None:
    documents = opened(text)
    model: ReferenceDocument | None = ReferenceDocument(ReferenceText.of(text), 1)
    for message in messages:
        if model is None and message.kind != "open":
            continue
        if message.kind == "save what is there" and (model is None or not model.in_step):
            continue
        tell(documents, message, model.version if model else 0, encoding)
        model = (model or ReferenceDocument(ReferenceText(), 1)).after(message, encoding)
        assert documents.is_open(URI) is (model is not None)
        if model is None:
            continue
        if model.in_step:
            snapshot = documents.snapshot(URI)
            assert (snapshot.data, snapshot.version) == (model.text.utf8(), model.version)
        else:
            with pytest.raises(ContentModified):
                documents.snapshot(URI)


@settings(deadline=None)
@given(TEXTS, st.lists(EDITS, max_size=6), st.sampled_from(ENCODINGS))
def test_edits_in_one_notification_or_in_many_give_the_same_text(
    text: str, edits: list[Edit], encoding: str
) -> None:
    at_once, one_by_one = opened(text), opened(text)
    changes = [edit.as_change(encoding) for edit in edits]
    at_once.change(URI, 2, changes)
    for number, change in enumerate(changes):
        one_by_one.change(URI, 2 + number, [change])
    assert is_in_step(at_once) is is_in_step(one_by_one)
    if is_in_step(at_once):
        assert at_once.snapshot(URI).data == one_by_one.snapshot(URI).data


def is_in_step(documents: Documents) -> bool:
    """Whether the document is answered from."""
    try:
        documents.snapshot(URI)
    except ContentModified:
        return False
    return True


def opened(text: str, version: int = 1) -> Documents:
    """A store with one open document."""
    documents = Documents()
    documents.open(URI, "python", version, text)
    return documents


def text_of(documents: Documents, uri: str = URI) -> str:
    """The text held, as the editor would see it."""
    return documents.snapshot(uri).data.decode("utf-8", "surrogatepass")


def test_form_feeds_and_other_separators_of_python_do_not_start_a_line() -> None:
    documents = opened("a\fb\u2028c\nd\n")
    documents.change(URI, 2, [Change("X", Position(1, 0), Position(1, 0))])
    assert text_of(documents) == "a\fb\u2028c\nXd\n"


def test_an_edit_past_the_end_is_applied_at_the_end() -> None:
    documents = opened("ab\n")
    documents.change(URI, 2, [Change("Z", Position(7, 0), Position(7, 0))])
    assert text_of(documents) == "ab\nZ"


def test_typing_after_an_emoji_lands_where_the_editor_put_it() -> None:
    documents = opened('msg = "🚀"\n')
    documents.change(URI, 2, [Change("!", Position(0, 9), Position(0, 9))])
    assert text_of(documents) == 'msg = "🚀!"\n'


def test_the_halves_of_a_surrogate_pair_sent_apart_become_one_character() -> None:
    documents = opened("ab")
    documents.change(URI, 2, [Change("\ud83d", Position(0, 1), Position(0, 1))])
    documents.change(URI, 3, [Change("\ude80", Position(0, 2), Position(0, 2))])
    assert text_of(documents) == "a🚀b"


def test_each_change_applies_to_the_result_of_the_one_before() -> None:
    documents = opened("a")
    changes = [
        Change("\nsecond\n", Position(0, 1), Position(0, 1)),
        Change("X", Position(1, 0), Position(1, 6)),
        Change("!", Position(1, 1), Position(1, 1)),
    ]
    documents.change(URI, 2, changes)
    assert text_of(documents) == "a\nX!\n"


def test_an_inverted_range_puts_the_document_out_of_step_until_a_whole_text_comes() -> None:
    documents = opened("abc")
    documents.change(URI, 2, [Change("X", Position(0, 2), Position(0, 1))])
    with pytest.raises(ContentModified):
        documents.snapshot(URI)
    documents.change(URI, 3, [Change("Y", Position(0, 0), Position(0, 0))])
    with pytest.raises(ContentModified):
        documents.snapshot(URI)
    documents.change(URI, 4, [Change("whole")])
    assert text_of(documents) == "whole"


def test_an_edit_of_an_older_version_is_ignored() -> None:
    documents = opened("a", version=4)
    documents.change(URI, 5, [Change("five")])
    documents.change(URI, 4, [Change("four")])
    documents.change(URI, 6, [Change("!", Position(0, 4), Position(0, 4))])
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
    documents.change(URI, 2, [Change("X", Position(0, 2), Position(0, 1))])
    assert documents.saved(URI, "abc")
    assert text_of(documents) == "abc"


def test_saving_the_same_text_changes_nothing() -> None:
    documents = opened("same")
    before = documents.snapshot(URI)
    assert not documents.saved(URI, "same")
    assert not documents.saved("untitled:other", "same")
    assert documents.snapshot(URI) is before


def test_what_is_valid_before_an_inverted_range_is_kept_and_nothing_after_it_counts() -> None:
    documents = opened("a\n")
    edits = [
        Change("one\ntwo\n", Position(0, 0), Position(0, 1)),
        Change("TWO", Position(1, 0), Position(1, 3)),
        Change("X", Position(0, 2), Position(0, 1)),
        Change("Y", Position(0, 0), Position(0, 0)),
    ]
    documents.change(URI, 2, edits[:2])
    assert text_of(documents) == "one\nTWO\n\n"
    documents.change(URI, 3, edits[2:])
    assert not is_in_step(documents)
    documents.open(URI, "python", 1, "opened again")
    assert text_of(documents) == "opened again"


async def test_a_file_that_is_saved_without_its_text_comes_back_into_step(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes("# coding: latin-1\nname = 'ü'\n".encode("latin-1"))
    uri = uri_from_path(file)
    documents = Documents()
    documents.open(uri, "python", 1, "in the editor")
    assert not await documents.saved_on_disk(uri)
    assert text_of(documents, uri) == "in the editor"
    documents.lose_step(uri)
    assert await documents.saved_on_disk(uri)
    assert text_of(documents, uri) == "# coding: latin-1\nname = 'ü'\n"
    assert documents.snapshot(uri).version == 1


@pytest.mark.parametrize("kind", ["changed", "closed", "opened again"])
async def test_a_file_is_not_taken_over_when_the_document_moves_on_meanwhile(
    tmp_path: Path, kind: str
) -> None:
    file = tmp_path / "a.py"
    file.write_text("saved\n")
    uri = uri_from_path(file)
    documents = Documents()
    documents.open(uri, "python", 1, "x")
    documents.lose_step(uri)
    taking = asyncio.create_task(documents.saved_on_disk(uri))
    await asyncio.sleep(0)
    if kind == "closed":
        documents.close(uri)
    elif kind == "opened again":
        documents.open(uri, "python", 1, "newer")
    else:
        documents.change(uri, 2, [Change("typed", Position(0, 0), Position(0, 0))])
    assert not await taking
    if kind == "changed":
        with pytest.raises(ContentModified):
            documents.snapshot(uri)
    else:
        assert text_of(documents, uri) == ("saved\n" if kind == "closed" else "newer")


async def test_what_was_never_a_readable_file_stays_out_of_step(tmp_path: Path) -> None:
    documents = Documents()
    for uri in (URI, uri_from_path(tmp_path / "missing.py")):
        documents.open(uri, "python", 1, "x")
        documents.lose_step(uri)
        assert not await documents.saved_on_disk(uri)
        with pytest.raises(ContentModified):
            await documents.current(uri)


async def test_the_event_loop_gets_open_documents_as_they_are_and_files_from_a_thread(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("on disk\n")
    uri = uri_from_path(file)
    documents = Documents()
    assert (await documents.current(uri)).data == b"on disk\n"
    documents.open(uri, "python", 1, "open")
    first = asyncio.create_task(documents.current(uri))
    await asyncio.sleep(0)
    documents.change(uri, 2, [Change("changed")])
    assert (await first).data == b"open"
    # From the second time on the disk is not asked any more.
    asking = documents.current(uri)
    with pytest.raises(StopIteration) as answer:
        asking.send(None)
    assert answer.value.value.data == b"changed"


async def test_a_document_leads_where_it_led_when_it_was_opened(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text("on disk\n")
    link = tmp_path / "a.py"
    link.symlink_to("plain.py")
    uri = uri_from_path(link)
    documents = Documents()
    documents.open(uri, "python", 1, "open")
    assert (await documents.current(uri)).data == b"open"
    link.unlink()
    link.symlink_to(".env")
    assert (await documents.current(uri)).data == b"open"
    documents.open(uri, "python", 1, "from behind the link")
    for _ in range(2):
        with pytest.raises(UserError, match="may hold secrets"):
            await documents.current(uri)
    with pytest.raises(UserError, match="may hold secrets"):
        documents.snapshot(uri)
    documents.close(uri)
    documents.open(uri_from_path(tmp_path / ".env"), "", 1, "TOKEN=1")
    with pytest.raises(UserError, match="may hold secrets"):
        await documents.current(uri_from_path(tmp_path / ".env"))


def test_edits_of_a_document_that_is_not_open_are_ignored_unless_they_bring_the_whole_text() -> None:
    documents = Documents()
    documents.change(URI, 2, [Change("X", Position(0, 0), Position(0, 0))])
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
    on_disk = tmp_path / "Untitled-1"
    for uri in (
        "untitled:Untitled-1",
        f"untitled:{on_disk}",
        "Untitled-1",
        str(on_disk),
        f"git:{on_disk}?HEAD",
        f"vscode-chat-code-block:{on_disk}",
        f"vscode-notebook-cell:{on_disk}#W0",
        f"vscode-remote://host{on_disk}",
        f"file://host{on_disk}",
        f"file:{on_disk.name}",
    ):
        with pytest.raises(UserError, match="not open"):
            documents.snapshot(uri)


def test_what_is_no_readable_text_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(b"\0\1\2")
    (tmp_path / "huge").touch()
    os.truncate(tmp_path / "huge", LARGEST_DOCUMENT_BYTES + 1)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / ".env").write_text("TOKEN=1")
    (tmp_path / "key").write_text("-----BEGIN RSA PRIVATE KEY-----\n")
    os.mkfifo(tmp_path / "fifo")
    sentences = {
        "missing": "does not exist",
        "dangling": "does not exist",
        "folder": "is not a file",
        "binary": "is binary",
        "huge": "is larger than 32 MiB",
        "loop": "cannot be read",
        "fifo": "is not a file",
        ".env": "may hold secrets",
        "key": "private key",
        "x" * 300: "cannot be read",
        "missing\udcff": "does not exist",
    }
    for name, sentence in sentences.items():
        with pytest.raises(UserError, match=sentence) as refusal:
            read_document(uri_from_path(tmp_path / name))
        str(refusal.value).encode()
