"""Index files in which bytes were changed at random: `python -m tests.store.index_file_fuzz --rounds 2000 [--seed N]`.

The suite does a few rounds of the same.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.store.samples import resolve_by_name, sample

from glossator.core.errors import UserError
from glossator.store.dump import dump
from glossator.store.reader import open_reader
from glossator.store.requests import ask_for_check, ask_for_rebuild
from glossator.store.rows import FileRow
from glossator.store.writer import open_writer

FILES = 40
MOST_BYTES = 64


def make_index(path: Path) -> None:
    """An index of some files, closed well."""
    with open_writer(path, on_notice=_unexpected) as writer:
        for number in range(FILES):
            writer.put_file(*sample(f"{number}.py", f"f{number} g", f"g f{(number + 1) % FILES}"))
        resolve_by_name(writer)


def spoil(path: Path, chance: random.Random) -> None:
    """Change some bytes of the file, scattered, in a row, or of one page."""
    data = bytearray(path.read_bytes())
    number = chance.randint(1, MOST_BYTES)
    match chance.randrange(3):
        case 0:
            places: Sequence[int] = [chance.randrange(len(data)) for _ in range(number)]
        case 1:
            begin = chance.randrange(len(data) - number)
            places = range(begin, begin + number)
        case _:
            page = chance.randrange(len(data) // 4096) * 4096
            places = [page + chance.randrange(4096) for _ in range(number)]
    for place in places:
        data[place] ^= chance.randint(1, 255)
    path.write_bytes(data)


class Fuzz:
    """Rounds over copies of one healthy index in a folder."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        self.healthy = folder / "healthy" / "index.sqlite"
        self.path = folder / "spoiled" / "index.sqlite"
        self.seen: Counter[str] = Counter()
        make_index(self.healthy)
        self.content = self._content(self.healthy)

    def round_with_certificate(self) -> None:
        """A file that was closed well and changed then is always replaced, however small the change is."""
        notices = self._spoiled_copy(certificate=True)
        before = self.path.read_bytes()
        with open_writer(self.path, on_notice=notices.append) as writer:
            known = writer.known_files()
        if before == self.healthy.read_bytes():
            assert (len(known), notices) == (FILES, [])
        else:
            assert (known, len(notices)) == ({}, 1)
            assert any(each.read_bytes() == before for each in self.path.parent.glob("index.sqlite.*"))
        self.seen["replaced"] += len(notices)

    def round_without_certificate(self) -> None:
        """After a writer that was killed, nothing worse than a sentence comes up, and it mends itself."""
        notices = self._spoiled_copy(certificate=False)
        with open_reader(self.path) as reader:
            with contextlib.suppress(UserError):
                list(dump(reader))
            for attempt in range(4):
                try:
                    with open_writer(self.path, on_notice=notices.append) as writer:
                        writer.put_file(*sample("new.py", "new g", "g f1"))
                        writer.put_file(FileRow("1.py", 1, 1, None, "", "skipped", "binary"), None)
                        resolve_by_name(writer)
                    list(dump(reader))
                except Exception:
                    # What a session does when an update fails, whatever the failure looks like, and in the end what
                    # it advises the user to do.
                    (ask_for_check if attempt < 2 else ask_for_rebuild)(self.path)
                    self.seen["met later" if attempt < 2 else "rebuilt by the user"] += 1
                else:
                    break
            else:
                raise AssertionError("not even an index that is built anew can be written")
            assert reader.file("new.py") is not None
        assert len(notices) <= 1
        self.seen["replaced" if notices else "kept"] += 1

    def _spoiled_copy(self, *, certificate: bool) -> list[str]:
        shutil.rmtree(self.path.parent, ignore_errors=True)
        self.path.parent.mkdir()
        for each in self.healthy.parent.glob("index.sqlite*"):
            if each.suffix == ".sqlite" or (certificate and each.suffix == ".sum"):
                shutil.copyfile(each, self.path.with_name(each.name))
        spoil(self.path, self.chance)
        return []

    def _content(self, path: Path) -> list[str]:
        with open_reader(path) as reader:
            return list(dump(reader))


def _unexpected(notice: str) -> None:
    raise AssertionError(notice)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=int(time.time()))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}", flush=True)
    for kind in ("round_with_certificate", "round_without_certificate"):
        with tempfile.TemporaryDirectory() as folder:
            fuzz = Fuzz(Path(folder), arguments.seed)
            for number in range(arguments.rounds):
                try:
                    getattr(fuzz, kind)()
                except BaseException:
                    print(f"{kind} {number}: {dict(fuzz.seen)}")
                    raise
            print(kind, arguments.rounds, dict(fuzz.seen))


if __name__ == "__main__":
    main()
