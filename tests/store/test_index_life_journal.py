"""Where a write-ahead log cannot be, an index is kept with a rollback journal, and told so once."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from tests.constrained import LAUNCHER
from tests.store.samples import sample

from glossator.store.journal import Mount, has_log_mode, is_on_network, use_journal
from glossator.store.reader import open_reader
from glossator.store.writer import open_writer

WRITE = """
import sys
from pathlib import Path
from tests.store.samples import sample
from glossator.store.reader import open_reader
from glossator.store.writer import open_writer
path = Path(sys.argv[1])
with open_reader(path) as reader, open_writer(path, on_notice=print) as writer:
    writer.put_file(*sample(sys.argv[2]))
    print(reader.paths())
"""

MOUNTS = (
    Mount("/", "ext4"),
    Mount("/home", "nfs4"),
    Mount("/home/me/local", "xfs"),
    Mount("/mnt/share", "cifs"),
    Mount("/media/box", "fuse.sshfs"),
    Mount("/run", "tmpfs"),
    Mount("C:\\", "NTFS"),
)


def write_without_shared_memory(path: Path, name: str) -> list[str]:
    """The lines that a process prints that writes a file into the index and cannot share memory."""
    command = [sys.executable, LAUNCHER, "--no-shared-memory", sys.executable, "-c", WRITE, str(path), name]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_without_shared_memory_an_index_is_written_and_read_and_that_is_told_when_it_is_made(
    index_path: Path,
) -> None:
    first = write_without_shared_memory(index_path, "a.py")
    assert [("lies on a network or shares no memory" in line) for line in first] == [True, False]
    assert first[1] == "['a.py']"
    assert write_without_shared_memory(index_path, "b.py") == ["['a.py', 'b.py']"]
    with closing(sqlite3.connect(index_path)) as connection:
        assert not has_log_mode(connection)
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        assert set(writer.known_files()) == {"a.py", "b.py"}


def test_an_index_with_a_log_goes_on_without_one_and_keeps_what_is_in_the_log(
    index_path: Path, tmp_path: Path
) -> None:
    moved = tmp_path / "moved" / "index.sqlite"
    moved.parent.mkdir()
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        writer.put_file(*sample("a.py"))
        for suffix in ("", "-wal"):
            moved.with_name(moved.name + suffix).write_bytes(
                index_path.with_name(index_path.name + suffix).read_bytes()
            )
    told = write_without_shared_memory(moved, "b.py")
    assert len(told) == 2
    assert told[1] == "['a.py', 'b.py']"


def test_an_index_that_was_closed_well_is_kept_as_well(index_path: Path) -> None:
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        writer.put_file(*sample("a.py"))
    told = write_without_shared_memory(index_path, "b.py")
    assert len(told) == 2
    assert told[1] == "['a.py', 'b.py']"


def test_readers_see_whole_changes_of_an_index_without_a_log(index_path: Path) -> None:
    open_writer(index_path, on_notice=pytest.fail).close()
    use_journal(index_path, 1)
    with open_reader(index_path) as reader, open_writer(index_path, on_notice=pytest.fail) as writer:
        with writer.transaction():
            writer.put_file(*sample("a.py"))
            assert reader.paths() == []
        assert reader.paths() == ["a.py"]


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/home/me", True),
        ("/home", True),
        ("/homes/me", False),
        ("/home/me/local/cache", False),
        ("/mnt/share/x", True),
        ("/media/box/x", True),
        ("/run/user", False),
        ("/var/cache", False),
    ],
)
def test_folders_on_other_machines_are_known_by_the_file_system_that_they_are_in(
    folder: str, expected: bool
) -> None:
    assert is_on_network(Path(folder), MOUNTS) is expected


def test_the_folder_of_this_test_is_on_this_machine_or_not_known(tmp_path: Path) -> None:
    assert is_on_network(tmp_path, []) is False
