"""The documents that the editor has open, and immutable snapshots of them and of files on disk.

Documents change on the event loop alone; they may be looked at from any thread. Edits are applied to the UTF-8
form of the text, on the line rules of the protocol (`core.text`), so that after any sequence of edits the text
equals the editor's. A document whose edits cannot be followed any more is out of step: nothing is answered from
it until its whole text is known again. Maps are keyed by the file that a URI names, not by its spelling.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from glossator.app.disk_threads import ask_disk
from glossator.app.link_targets import LinkTargets, link_target
from glossator.app.reading import FileTooLarge, NotRegular, read_regular_file, words_of
from glossator.app.uris import canonical_uri, path_from_uri
from glossator.core import text as texts
from glossator.core.decoding import decode_file, looks_binary
from glossator.core.errors import ContentModified, UserError
from glossator.core.secrets import is_private_key, is_secret_path
from glossator.core.text import LineIndex, Position, PositionEncoding, Span, encode

LARGEST_DOCUMENT_BYTES = 32 * 1024 * 1024
"""Files on disk that are larger are not read to answer a request."""

_OUT_OF_STEP = "A document is out of step with the editor until it is saved or opened again."

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Change:
    """One edit from the editor: `text` replaces what lies between `start` and `end`, or everything if both
    are None. The positions count in units of `encoding`."""

    text: str
    start: Position | None = None
    end: Position | None = None
    encoding: PositionEncoding = PositionEncoding.UTF16


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The text of a document at one moment.

    `path` is the absolute path of the file, None for documents that are no files. `version` is the editor's,
    None for a file read from disk. `language_id` is the editor's name of the language, "" for a file read
    from disk.
    """

    uri: str
    path: str | None
    version: int | None
    language_id: str
    data: bytes
    _lines: LineIndex | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def lines(self) -> LineIndex:
        """Where the lines begin; made at the first use."""
        if self._lines is None:
            object.__setattr__(self, "_lines", LineIndex(self.data))
        assert self._lines is not None
        return self._lines


@dataclass(frozen=True, slots=True)
class _OpenDocument:
    """What is held of a document; replaced as a whole, so that other threads never see half a change."""

    snapshot: Snapshot
    in_step: bool = True
    warned: bool = False


class Documents:
    """The open documents of one session."""

    def __init__(self, links: LinkTargets | None = None) -> None:
        """`links` is told which documents are open, and asked where they lead."""
        self._open: dict[str, _OpenDocument] = {}
        self._links = links or LinkTargets()

    def open(self, uri: str, language_id: str, version: int, text: str) -> None:
        """Take over a document's text; a second opening replaces the first."""
        self._forget_links(uri)
        snapshot = Snapshot(uri, _path_text(uri), version, language_id, encode(text))
        self._open[canonical_uri(uri)] = _OpenDocument(snapshot)

    def change(self, uri: str, version: int, changes: Iterable[Change]) -> None:
        """Apply edits, each to the result of the one before.

        Positions outside the text are clamped. An edit of an older version than the one held is ignored. An
        edit whose range ends before it starts puts the document out of step: later edits are ignored, and
        snapshots refused, until a whole text arrives. Edits of a document that is not open are ignored unless
        they bring the whole text.
        """
        changes = list(changes)
        document = self._open.get(canonical_uri(uri))
        if document is None:
            if all(change.start is not None for change in changes):
                logger.warning("An edit of a document that is not open was ignored.")
                return
            self.open(uri, "", version, "")
            document = self._open[canonical_uri(uri)]
        held = document.snapshot
        if held.version is not None and version < held.version:
            logger.warning("An edit of version %d was ignored; version %d is held.", version, held.version)
            return
        data, in_step = _apply_all(held, changes, document.in_step)
        if document.in_step and not in_step:
            logger.warning(_OUT_OF_STEP)
        snapshot = Snapshot(held.uri, held.path, version, held.language_id, data)
        self._open[canonical_uri(uri)] = replace(document, snapshot=snapshot, in_step=in_step)

    def lose_step(self, uri: str) -> None:
        """A message about the document's text could not be read, so that its text is not known any more."""
        key = canonical_uri(uri)
        document = self._open.get(key)
        if document is not None and document.in_step:
            logger.warning(_OUT_OF_STEP)
            self._open[key] = replace(document, in_step=False)

    def saved(self, uri: str, text: str) -> bool:
        """Compare the text that was saved with the text held, and take it over.

        Returns whether they differed; the first time for a document this is logged.
        """
        key = canonical_uri(uri)
        document = self._open.get(key)
        if document is None:
            return False
        data = encode(text)
        if document.in_step and data == document.snapshot.data:
            return False
        if not document.warned:
            logger.warning("A document differed from the text that the editor saved; the saved text is used.")
        held = document.snapshot
        snapshot = Snapshot(held.uri, held.path, held.version, held.language_id, data)
        self._open[key] = _OpenDocument(snapshot, warned=True)
        return True

    async def saved_on_disk(self, uri: str) -> bool:
        """Take over the file if the document is out of step and the editor has just saved it without telling the
        text. Returns whether that was done; a change that comes meanwhile prevents it."""
        key = canonical_uri(uri)
        document = self._open.get(key)
        if document is None or document.in_step:
            return False
        try:
            data = (await ask_disk(read_document, uri)).data
        except UserError:
            return False
        if self._open.get(key) is not document:
            return False
        held = document.snapshot
        snapshot = Snapshot(held.uri, held.path, held.version, held.language_id, data)
        self._open[key] = _OpenDocument(snapshot, warned=document.warned)
        return True

    def close(self, uri: str) -> None:
        """Forget a document; from now on its file on disk counts."""
        self._forget_links(uri)
        self._open.pop(canonical_uri(uri), None)

    def is_open(self, uri: str) -> bool:
        """Whether the editor has the document open."""
        return canonical_uri(uri) in self._open

    def open_uris(self) -> list[str]:
        """The open documents, in the spelling of their opening."""
        return [document.snapshot.uri for document in self._open.values()]

    def snapshot(self, uri: str) -> Snapshot:
        """The open document, else the file on disk. Asks the disk, so it is for threads.

        Raises `UserError` if there is neither, and `ContentModified` while the document is out of step.
        """
        held = self.held(uri)
        if held is None:
            return read_document(uri)
        if held.path is not None:
            path = Path(held.path)
            check_not_secret(path, self._links.known(path) or link_target(path))
        return held

    async def current(self, uri: str) -> Snapshot:
        """The same for the event loop: an open document as it is now, whatever comes while the disk is asked about
        it the first time, a file read in a thread."""
        held = self.held(uri)
        if held is None:
            return await ask_disk(read_document, uri)
        if held.path is not None:
            path = Path(held.path)
            check_not_secret(path, await self._links.find(path))
        return held

    def held(self, uri: str) -> Snapshot | None:
        """The open document as it is now, also one that may hold secrets; None if it is not open. Asks no disk.

        Raises `ContentModified` while the document is out of step.
        """
        document = self._open.get(canonical_uri(uri))
        if document is not None and not document.in_step:
            raise ContentModified("The document is out of step with the editor; save it to bring it back.")
        return None if document is None else document.snapshot

    def _forget_links(self, uri: str) -> None:
        document = self._open.get(canonical_uri(uri))
        if document is not None and document.snapshot.path is not None:
            self._links.forget(Path(document.snapshot.path))


def read_document(uri: str) -> Snapshot:
    """The file that `uri` names, decoded. Raises `UserError` if it is no readable text file, or one whose name or
    beginning says that it holds secrets."""
    path = path_from_uri(uri)
    if path is None:
        raise UserError("This document is not open in the editor and is not a file; open it first.")
    check_not_secret(path, link_target(path))
    raw = _read_file(path)
    if is_private_key(raw):
        raise UserError(f"The file {_shown(path)} holds a private key and is not read; choose another file.")
    if looks_binary(raw):
        raise UserError(f"The file {_shown(path)} is binary; choose a text file.")
    return Snapshot(uri, os.fspath(path), None, "", decode_file(raw)[0])


def check_not_secret(path: Path, target: Path) -> None:
    """Raise `UserError` for a file whose name, or that of what it leads to, says that it holds secrets."""
    if is_secret_path(os.fspath(path)) or is_secret_path(os.fspath(target)):
        raise UserError(f"The file {_shown(path)} may hold secrets and is not read; choose another file.")


def _read_file(path: Path) -> bytes:
    try:
        return read_regular_file(path, LARGEST_DOCUMENT_BYTES, follow_links=True)
    except FileNotFoundError:
        raise UserError(f"The file {_shown(path)} does not exist; check the path.") from None
    except NotRegular:
        raise UserError(f"{_shown(path)} is not a file; choose a text file.") from None
    except FileTooLarge:
        raise UserError(f"The file {_shown(path)} is larger than 32 MiB; choose a smaller one.") from None
    except OSError as error:
        raise UserError(f"The file {_shown(path)} cannot be read: {words_of(error)}.") from None
    except ValueError:
        raise UserError(f"The file {_shown(path)} cannot be read: the name is not valid.") from None


def _shown(path: Path) -> str:
    """The path as text that can be sent and shown even if its bytes are no valid UTF-8."""
    return os.fspath(path).encode("utf-8", "replace").decode("utf-8")


def _path_text(uri: str) -> str | None:
    path = path_from_uri(uri)
    return None if path is None else os.fspath(path)


def _apply_all(held: Snapshot, changes: list[Change], in_step: bool) -> tuple[bytes, bool]:
    """The text after the edits, and whether it is in step with the editor."""
    data = held.data
    for change in changes:
        if change.start is None or change.end is None:
            data, in_step = encode(change.text), True
        elif change.end < change.start:
            in_step = False
        elif in_step:
            data = _edited(
                held.lines if data is held.data else LineIndex(data), change, change.start, change.end
            )
    return data, in_step


def _edited(lines: LineIndex, change: Change, start: Position, end: Position) -> bytes:
    span = Span(lines.offset(start, change.encoding), lines.offset(end, change.encoding))
    return texts.replace(lines.data, span, encode(change.text))
