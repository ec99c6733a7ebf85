"""Files as the ranking sees them: the words of their names and their sides."""

from __future__ import annotations

import numpy as np
import pytest
from tests.core.search.files import entry, table

from glossator.core.search.file_table import FileEntry, FileTable, sides_of
from glossator.core.search.filters import Filters
from glossator.core.search.query import Side


@pytest.mark.parametrize(
    ("path", "sides"),
    [
        ("src/http/client.py", set()),
        ("README.md", {Side.PROSE}),
        ("docs/guide.rst", {Side.PROSE, Side.EXAMPLES}),
        ("package.json", {Side.SETTINGS}),
        ("examples/server.py", {Side.EXAMPLES}),
        ("src/_examples/server.py", {Side.EXAMPLES}),
        ("examples.py", set()),
        ("src/client_test.go", {Side.TESTS}),
        ("src/client.spec.ts", {Side.TESTS}),
        ("src/latest.py", set()),
        ("src/contest.py", set()),
    ],
)
def test_a_path_says_on_which_side_a_file_is(path: str, sides: set[Side]) -> None:
    assert sides_of(entry(1, path)) == sides


def test_flags_say_so_as_well() -> None:
    assert sides_of(entry(1, "a.py", is_test=True, is_generated=True)) == {Side.TESTS, Side.GENERATED}


def test_the_order_in_which_files_come_makes_no_difference() -> None:
    entries = [entry(7, "b.py"), entry(2, "docs/a.md"), entry(5, "a_test.py")]
    one, other = FileTable.of(entries), FileTable.of(reversed(entries))
    assert one.entries == other.entries
    assert one.file_ids.tolist() == [2, 5, 7]
    assert one.sides[Side.TESTS].tolist() == [False, True, False]
    assert one.sides[Side.PROSE].tolist() == [True, False, False]
    assert one.named.keys() == other.named.keys()


def test_rows_are_found_by_id() -> None:
    files = FileTable.of([entry(7, "b.py"), entry(2, "a.py")])
    assert files.rows_of(np.array([7, 2, 3, 9, 0])).tolist() == [1, 0, -1, -1, -1]
    nothing = FileTable.of(())
    assert nothing.rows_of(np.array([1])).tolist() == [-1]
    assert nothing.name_match(["a"]).tolist() == []


def test_a_name_matches_by_the_share_of_its_words() -> None:
    files = table("src/session.py", "src/session_cookie.py", "src/adapters.py", "src/__init__.py")
    whole, half, none, init = files.name_match(["session"]).tolist()
    assert whole == pytest.approx(1)
    assert 0 < half < 0.5, "the other word of the name is rarer, so it weighs more"
    assert none == init == 0
    assert files.name_match(["session", "cooki"])[1] == pytest.approx(1)
    assert files.name_match(["src"]).tolist() == [0, 0, 0, 0]
    assert files.name_match(["init"])[3] == pytest.approx(1)


def test_heights_are_counted_from_the_topmost_file() -> None:
    assert table("a/b.py", "a/b/c.py", "a/b/c/d.py").heights.tolist() == pytest.approx([1, 1 / 2, 1 / 3])
    assert FileTable.of(()).heights.tolist() == []


def test_files_are_allowed_by_path_and_language() -> None:
    files = FileTable.of([entry(1, "src/a.py"), FileEntry(2, "src/b.go", "go", False, False)])
    assert files.allowed(Filters(languages=frozenset({"go"}))).tolist() == [False, True]
    assert files.allowed(Filters(paths=("src",))).tolist() == [True, True]
    assert len(files) == 2
