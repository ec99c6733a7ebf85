"""Texts of files are those that stand on disk now, whatever the times of the file system say."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from glossator.app import current_texts
from glossator.app.current_texts import CurrentTexts
from glossator.app.documents import Documents
from glossator.app.uris import uri_from_path

MINUTE_NS = 60_000_000_000


@pytest.fixture
def texts() -> CurrentTexts:
    return CurrentTexts(Documents())


@pytest.fixture
def a_minute_later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that were written just now are taken for older ones."""
    now = time.time_ns
    monkeypatch.setattr(current_texts.time, "time_ns", lambda: now() + MINUTE_NS)


def text_at(texts: CurrentTexts, file: Path) -> bytes | None:
    found = texts.get(file.parent, file.name)
    return None if found is None else found.data


def test_a_file_that_is_written_again_within_one_tick_of_the_clock_is_read_again(
    texts: CurrentTexts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock of this file system counts whole seconds."""
    second = 1_000_000_000
    monkeypatch.setattr(current_texts, "changed_ns", lambda info: info.st_ctime_ns // second * second)
    file = tmp_path / "a.py"
    for number in range(100, 200):
        file.write_text(f"{number}")
        assert text_at(texts, file) == f"{number}".encode()


@pytest.mark.usefixtures("a_minute_later")
def test_a_file_that_stays_is_read_once(texts: CurrentTexts, tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("text")
    assert texts.get(tmp_path, "a.py") is texts.get(tmp_path, "a.py")


@pytest.mark.usefixtures("a_minute_later")
@pytest.mark.parametrize("how", ["written", "moved into place"])
def test_another_text_of_the_same_size_and_time_is_noticed(
    texts: CurrentTexts, tmp_path: Path, how: str
) -> None:
    file, other = tmp_path / "a.py", tmp_path / "b.py"
    file.write_text("one")
    before = file.stat()
    assert text_at(texts, file) == b"one"
    while file.stat().st_ctime_ns == before.st_ctime_ns:
        written = file if how == "written" else other
        written.write_text("two")
        os.utime(written, ns=(before.st_atime_ns, before.st_mtime_ns))
        written.replace(file)
    assert file.stat().st_mtime_ns == before.st_mtime_ns
    assert text_at(texts, file) == b"two"


@pytest.mark.usefixtures("a_minute_later")
def test_only_what_is_saved_can_be_as_indexed(tmp_path: Path) -> None:
    documents = Documents()
    texts = CurrentTexts(documents)
    file = tmp_path / "a.py"
    file.write_text("saved")
    on_disk = texts.get(tmp_path, "a.py")
    assert on_disk is not None
    assert on_disk.is_fresh(on_disk.indexed_hash)
    documents.open(uri_from_path(file), "python", 1, "typed")
    unsaved = texts.get(tmp_path, "a.py")
    assert unsaved is not None
    assert (unsaved.data, unsaved.indexed_hash) == (b"typed", None)
    assert not unsaved.is_fresh(on_disk.indexed_hash)
    assert not unsaved.is_outdated(on_disk.indexed_hash)
    documents.saved(uri_from_path(file), "saved")
    same = texts.get(tmp_path, "a.py")
    assert same is not None
    assert same.is_fresh(on_disk.indexed_hash)
    documents.lose_step(uri_from_path(file))
    file.write_text("other")
    lost = texts.get(tmp_path, "a.py")
    assert lost is not None
    assert lost.data == b"other"
    assert lost.is_outdated(on_disk.indexed_hash)
    file.unlink()
    assert texts.get(tmp_path, "a.py") is None
