"""What is kept of texts for a later answer is bounded, whatever their number and size."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from glossator.app.current_texts import CurrentTexts
from glossator.app.documents import Documents
from glossator.app.facts_service import FactsService
from glossator.app.stamps import changed_ns, settles_at

MIB = 1 << 20


def write(path: Path, data: bytes) -> None:
    """Write a file and wait until its time tells it from any later text; one that does not is not kept."""
    path.write_bytes(data)
    while time.time_ns() <= settles_at(changed_ns(path.stat())):
        time.sleep(0.002)


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[FactsService]:
    service = FactsService(tmp_path / "parser.log")
    yield service
    await service.close()


async def test_facts_of_a_document_that_is_typed_are_kept_for_its_last_texts_alone(
    service: FactsService,
) -> None:
    texts = [f"def f{number}(): pass\n".encode() for number in range(6)]
    other = await service.facts("/b.py", b"def other(): pass\n")
    first, *_, last = [await service.facts("/a.py", text) for text in texts]
    assert await service.facts("/a.py", texts[-1]) is last
    assert await service.facts("/a.py", texts[0]) is not first
    assert await service.facts("/b.py", b"def other(): pass\n") is other


def test_large_texts_make_room_for_each_other(tmp_path: Path) -> None:
    texts = CurrentTexts(Documents())
    for name in "abcd":
        write(tmp_path / f"{name}.txt", b"x\n" * (3 * MIB))
    first, *_, last = [texts.get(tmp_path, f"{name}.txt") for name in "abcd"]
    assert texts.get(tmp_path, "d.txt") is last
    assert texts.get(tmp_path, "a.txt") is not first


def test_a_text_larger_than_all_room_is_kept_alone(tmp_path: Path) -> None:
    texts = CurrentTexts(Documents())
    write(tmp_path / "large.txt", b"x" * 31 * MIB)
    large = texts.get(tmp_path, "large.txt")
    assert large is not None
    assert texts.get(tmp_path, "large.txt") is large


def test_only_the_newest_text_of_a_file_is_kept(tmp_path: Path) -> None:
    texts = CurrentTexts(Documents())
    path = tmp_path / "a.txt"
    write(path, b"one\n")
    texts.get(tmp_path, "a.txt")
    write(path, b"three\n")
    newest = texts.get(tmp_path, "a.txt")
    assert newest is not None
    assert newest.data == b"three\n"
    assert [text.data for text in texts._cache.values()] == [b"three\n"]
