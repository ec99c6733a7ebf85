"""Files that are missing, damaged, foreign, newer, older, locked or read-only."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.store.samples import resolve_by_name, sample

from glossator.core.errors import UserError
from glossator.host.lock import IndexLock
from glossator.store.dump import dump
from glossator.store.failures import IndexBusy, IndexDamaged, WriterBusy
from glossator.store.migrations import index as migrations
from glossator.store.migrations import migrate
from glossator.store.reader import IndexReader, open_reader
from glossator.store.schema import SCHEMA_VERSION
from glossator.store.writer import IndexWriter, open_writer

PAGE_BYTES = 4096


@pytest.fixture
def filled(index_path: Path) -> Path:
    """A healthy index that was closed."""
    with open_writer(index_path, on_notice=pytest.fail) as writer:
        for place in range(50):
            writer.put_file(*sample(f"{place}.py", f"f{place} g", "g"))
        resolve_by_name(writer)
    return index_path


@pytest.fixture
def locked(filled: Path) -> Iterator[Path]:
    """An index that a program which is none of ours holds for itself."""
    with closing(sqlite3.connect(filled, isolation_level=None)) as connection:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN EXCLUSIVE")
        yield filled


def content(path: Path) -> list[str]:
    with open_reader(path) as reader:
        return list(dump(reader))


def zero_page(path: Path, number: int) -> None:
    with path.open("r+b") as file:
        file.seek((number - 1) * PAGE_BYTES)
        file.write(bytes(PAGE_BYTES))


def set_byte(path: Path, place: int, value: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] = value
    path.write_bytes(data)


def replace_bytes(path: Path, old: bytes, new: bytes) -> None:
    data = path.read_bytes()
    assert old in data
    path.write_bytes(data.replace(old, new, 1))


DAMAGES: dict[str, Callable[[Path], object]] = {
    "the third page is zeros": lambda path: zero_page(path, 3),
    "the last page is zeros": lambda path: zero_page(path, path.stat().st_size // PAGE_BYTES),
    "the second half is missing": lambda path: os.truncate(path, path.stat().st_size // 2),
    "all but the beginning is missing": lambda path: os.truncate(path, 50),
    "it holds random bytes": lambda path: path.write_bytes(os.urandom(20_000)),
    "it holds text": lambda path: path.write_text("This is no index.\n" * 1000),
    "its header says that it cannot be written": lambda path: set_byte(path, 18, 49),
    "the first page is zeros": lambda path: zero_page(path, 1),
    "one bit of a name is another one": lambda path: replace_bytes(path, b"Outer.f7", b"Outer.f6"),
}


def test_a_missing_index_is_made_private_in_a_private_folder(
    writer: IndexWriter, reader: IndexReader, index_path: Path, notices: list[str]
) -> None:
    writer.put_file(*sample("a.py"))
    assert notices == []
    assert reader.paths() == ["a.py"]
    for suffix in ("", "-wal", "-shm"):
        assert index_path.with_name(index_path.name + suffix).stat().st_mode & 0o777 == 0o600
    assert index_path.parent.stat().st_mode & 0o077 == 0


def test_an_empty_file_is_a_missing_index(
    open_again: Callable[[], IndexWriter], index_path: Path, notices: list[str]
) -> None:
    index_path.parent.mkdir()
    index_path.touch()
    open_again().put_file(*sample("a.py"))
    assert notices == []


def test_a_healthy_index_is_continued(
    filled: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    before = content(filled)
    assert len(open_again().known_files()) == 50
    assert (notices, content(filled)) == ([], before)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_index_is_replaced_with_one_sentence_and_kept_until_the_next_start(
    damage: Callable[[Path], object], filled: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    damage(filled)
    kept = filled.with_name(filled.name + ".bad")
    broken = filled.read_bytes()
    writer = open_again()
    assert writer.known_files() == {}
    assert [str(filled) in notice and notice.endswith("a new one is built.") for notice in notices] == [True]
    assert kept.read_bytes() == broken
    writer.put_file(*sample("a.py", "f"))
    assert content(filled)
    assert list(open_again().known_files()) == ["a.py"]
    assert (len(notices), kept.exists()) == (1, False)


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_reader_of_a_damaged_index_says_so_in_one_sentence_or_answers_what_it_can(
    damage: Callable[[Path], object], filled: Path
) -> None:
    damage(filled)
    with open_reader(filled) as reader:
        try:
            list(dump(reader))
        except IndexDamaged as error:
            assert str(filled) in str(error)


def test_a_log_that_outlived_its_index_is_not_played_into_the_next(
    filled: Path, open_again: Callable[[], IndexWriter]
) -> None:
    with open_writer(filled, on_notice=pytest.fail) as writer:
        writer.put_file(*sample("old.py"))
        log = filled.with_name(filled.name + "-wal")
        saved = log.read_bytes()
    filled.unlink()
    log.write_bytes(saved)
    writer = open_again()
    assert writer.known_files() == {}
    writer.put_file(*sample("new.py"))
    assert list(open_again().known_files()) == ["new.py"]


def test_a_database_of_another_program_is_set_aside(
    index_path: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    index_path.parent.mkdir()
    with closing(sqlite3.connect(index_path)) as connection:
        connection.execute("CREATE TABLE meta (name TEXT)")
    assert open_reader(index_path).paths() == []
    assert open_again().known_files() == {}
    assert len(notices) == 1


def test_a_newer_index_is_kept_unchanged_and_both_versions_are_named(
    filled: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("UPDATE meta SET value = ? WHERE key = 'schema_version'", [SCHEMA_VERSION + 1])
        connection.commit()
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    newer = filled.read_bytes()
    assert open_reader(filled).available is False
    assert open_again().known_files() == {}
    assert len(notices) == 1
    assert f"version {SCHEMA_VERSION}" in notices[0]
    assert f"version {SCHEMA_VERSION + 1}" in notices[0]
    kept = filled.with_name(f"{filled.name}.v{SCHEMA_VERSION + 1}")
    open_again()
    assert kept.read_bytes() == newer


def test_an_older_index_is_migrated_and_keeps_its_rows(
    index_path: Path, reader: IndexReader, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    index_path.parent.mkdir()
    with closing(sqlite3.connect(index_path, isolation_level=None)) as connection:
        migrate(connection, stop_before="m002_search")
        connection.execute(
            "INSERT INTO files VALUES (7, 'a.py', 1, 2, NULL, 'python', 'skipped', '', '', '', 0, 0)"
        )
    assert reader.available is False
    writer = open_again()
    assert [(path, known.id) for path, known in writer.known_files().items()] == [("a.py", 7)]
    assert writer.get_meta("schema_version") == SCHEMA_VERSION
    assert (notices, reader.paths()) == ([], ["a.py"])


def test_an_older_index_that_cannot_be_migrated_is_replaced(
    index_path: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    index_path.parent.mkdir()
    with closing(sqlite3.connect(index_path, isolation_level=None)) as connection:
        migrate(connection, stop_before="m002_search")
        connection.execute("CREATE TABLE chunks (what INTEGER)")
        connection.execute("CREATE TABLE vectors (what INTEGER)")
    before = index_path.read_bytes()
    assert open_again().known_files() == {}
    assert len(notices) == 1
    assert "could not be brought to the present version" in notices[0]
    assert index_path.with_name(index_path.name + ".bad").stat().st_size >= len(before)


def test_a_folder_in_the_place_of_the_index_is_set_aside_with_all_that_it_holds(
    index_path: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    for number in range(2):
        index_path.mkdir(parents=True)
        (index_path / "precious").write_text(f"{number}")
        assert open_reader(index_path).paths() == []
        open_again().put_file(*sample("a.py"))
        assert open_reader(index_path).paths() == ["a.py"]
        open_again()
        index_path.unlink()
    kept = [(each / "precious").read_text() for each in index_path.parent.iterdir() if each.is_dir()]
    assert sorted(kept) == ["0", "1"]
    assert len(notices) == 2


def test_a_damaged_index_stays_where_it_is_while_there_is_no_space_for_its_successor(filled: Path) -> None:
    zero_page(filled, 3)
    before = filled.read_bytes()

    def attempt() -> str:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, resource.RLIM_INFINITY))
        try:
            open_writer(filled, on_notice=pytest.fail)
        except UserError as error:
            return str(error)
        return "opened"

    assert "may be full" in in_another_process(attempt)
    assert filled.read_bytes() == before
    with open_writer(filled, on_notice=lambda notice: None) as writer:
        assert writer.known_files() == {}


def test_the_schema_version_is_the_number_of_the_last_migration() -> None:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection)
        (version,) = connection.execute("SELECT value FROM meta WHERE key = 'schema_version'").fetchone()
    names = [migration.name for migration in migrations._migrations]
    assert [int(name[1:4]) for name in names] == list(range(1, SCHEMA_VERSION + 1))
    assert version == SCHEMA_VERSION


def test_a_locked_index_is_left_alone(
    locked: Path, open_again: Callable[[], IndexWriter], notices: list[str]
) -> None:
    before = locked.read_bytes()
    with pytest.raises(IndexBusy, match="locked by another program"):
        open_again()
    assert (notices, locked.read_bytes()) == ([], before)
    assert IndexLock(locked).try_acquire()


def test_a_reader_of_a_locked_index_says_that_it_is_locked(locked: Path, reader: IndexReader) -> None:
    with pytest.raises(IndexBusy):
        reader.paths()


def test_a_second_writer_is_refused_until_the_first_is_closed(index_path: Path) -> None:
    first = open_writer(index_path, on_notice=pytest.fail)
    with pytest.raises(WriterBusy, match="Another Glossator process"):
        open_writer(index_path, on_notice=pytest.fail)
    first.close()
    open_writer(index_path, on_notice=pytest.fail).close()


def test_a_lock_that_the_caller_took_before_is_used_and_released(index_path: Path) -> None:
    lock = IndexLock(index_path)
    assert lock.try_acquire()
    open_writer(index_path, on_notice=pytest.fail, lock=lock).close()
    assert not lock.held


def as_nobody(action: Callable[[], str]) -> str:
    """What `action` returns in a forked process without the rights of the superuser."""

    def without_rights() -> str:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(65534)
            os.setuid(65534)
        return action()

    return in_another_process(without_rights)


def in_another_process(action: Callable[[], str]) -> str:
    """What `action` returns in a forked process."""
    receiving, sending = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            answer = action()
        except BaseException as error:
            answer = f"{type(error).__name__}: {error}"
        os.write(sending, answer.encode())
        os._exit(0)
    os.close(sending)
    with os.fdopen(receiving, "rb") as pipe:
        answer = pipe.read().decode()
    os.waitpid(child, 0)
    return answer


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user can reach, unlike those of pytest."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_an_index_in_a_folder_that_cannot_be_written_can_be_read(filled: Path, open_folder: Path) -> None:
    copy = open_folder / "index.sqlite"
    shutil.copyfile(filled, copy)
    copy.chmod(0o444)
    open_folder.chmod(0o555)
    assert as_nobody(lambda: str(open_reader(copy).counts().files)) == "50"


def test_an_index_that_cannot_be_written_is_refused_in_one_sentence(filled: Path, open_folder: Path) -> None:
    copy = open_folder / "index.sqlite"
    shutil.copyfile(filled, copy)
    copy.chmod(0o444)
    open_folder.chmod(0o777)
    if os.geteuid() == 0:
        os.chown(open_folder, 65534, 65534)
    before = copy.read_bytes()

    def attempt() -> str:
        try:
            open_writer(copy, on_notice=pytest.fail)
        except UserError as error:
            return str(error)
        return "opened"

    assert as_nobody(attempt) == f"The index {copy} cannot be written; check the permissions of its folder."
    assert copy.read_bytes() == before
