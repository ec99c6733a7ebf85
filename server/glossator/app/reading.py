"""Reading one file of the workspace: bounded, never blocking, never through a link."""

from __future__ import annotations

import hashlib
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from glossator.core.decoding import decode_file, looks_binary
from glossator.core.generated import is_generated_path, is_generated_text, is_minified
from glossator.core.secrets import is_private_key, is_secret_path

HASH_BYTES = 16

_PIECE_BYTES = 64 * 1024
"""How much is read at once of what a file has grown by."""


class FileTooLarge(Exception):
    """The file has more bytes than may be read."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file that can be indexed: the hash of its raw bytes, its text as UTF-8, and the encoding it had."""

    hash: bytes
    data: bytes
    encoding: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """Why a file is not indexed: a short phrase. `hash` is that of its raw bytes if it was read whole."""

    reason: str
    hash: bytes | None = None


def content_hash(raw: bytes) -> bytes:
    """The content hash of a file's raw bytes (BLAKE2b, 16 bytes)."""
    return hashlib.blake2b(raw, digest_size=HASH_BYTES).digest()


def read_file(root: Path, path: str, limit_bytes: int) -> FileContent | Skipped:
    """The content of the file at `path` (relative to `root`), or why it is not to be indexed.

    At most `limit_bytes` are kept even if the file grows meanwhile. Files that are secret by name are not opened.
    Nothing is raised for what a file is or does.
    """
    if is_secret_path(os.fspath(root / path)):
        return Skipped("secret")
    if is_generated_path(path):
        return Skipped("generated")
    try:
        raw = read_regular_file(root / path, limit_bytes, follow_links=False)
    except FileTooLarge:
        return Skipped(f"larger than {limit_bytes // 1024} KiB")
    except NotRegular as error:
        return Skipped(str(error))
    except OSError as error:
        return Skipped(f"unreadable: {words_of(error)}")
    except ValueError:
        return Skipped("unreadable: not a path")
    return _content(path, raw)


def read_regular_file(path: Path, limit_bytes: int, *, follow_links: bool) -> bytes:
    """All bytes of a regular file. A FIFO or a device is never waited for.

    Raises `FileTooLarge` above `limit_bytes`, `NotRegular` for a link (unless followed) or anything that is not
    a file, and `OSError`.
    """
    if not follow_links and path.is_symlink():
        raise NotRegular("link")
    if not stat.S_ISREG(path.stat().st_mode):
        raise NotRegular("not a regular file")
    flags = (
        os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOCTTY", 0)
    )
    if not follow_links:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    with os.fdopen(os.open(path, flags), "rb", buffering=0) as file:
        info = os.fstat(file.fileno())
        if not stat.S_ISREG(info.st_mode):
            raise NotRegular("not a regular file")
        if info.st_size > limit_bytes:
            raise FileTooLarge
        data = _read_up_to(file.fileno(), limit_bytes + 1, info.st_size)
    if len(data) > limit_bytes:
        raise FileTooLarge
    return data


class NotRegular(Exception):
    """What stands at the path is no regular file; the text says what it is."""


def is_folder(path: Path) -> bool:
    """Whether a folder stands at `path`, links followed; what cannot be looked at is none."""
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except (OSError, ValueError):
        return False


def words_of(error: OSError) -> str:
    """The system's words for an error, in lower case and without the path."""
    return (error.strerror or type(error).__name__).lower()


def _read_up_to(descriptor: int, limit: int, expected: int) -> bytes:
    """At most `limit` bytes of a file that seems to have `expected` ones. No more memory is asked for than these need:
    where buffers of the limit's size come and go, memory ends up in pieces that are never given back."""
    pieces: list[bytes] = []
    wanted = min(limit, expected + 1)
    while wanted > 0 and (piece := os.read(descriptor, wanted)):
        pieces.append(piece)
        limit -= len(piece)
        wanted = min(limit, _PIECE_BYTES)
    return b"".join(pieces)


def _content(path: str, raw: bytes) -> FileContent | Skipped:
    digest = content_hash(raw)
    if is_private_key(raw):
        return Skipped("secret", digest)
    if looks_binary(raw):
        return Skipped("binary", digest)
    data, encoding = decode_file(raw)
    if is_generated_text(data):
        return Skipped("generated", digest)
    if is_minified(path, data):
        return Skipped("minified", digest)
    return FileContent(digest, data, encoding)
