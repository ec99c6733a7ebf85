"""Groups of vectors: each row in one of them, whatever the order of the rows; and labels that tell groups apart."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled
from glossator.core.search.clusters import Clusters, clusters
from glossator.core.search.labels import Described, labels

ROWS = st.lists(
    st.tuples(*[st.integers(-3, 3)] * 3).filter(any).map(lambda row: [float(each) for each in row]),
    max_size=14,
)


def parts(found: Clusters, names: list[int]) -> set[frozenset[int]]:
    """The groups as sets of names, the rest as one of them."""
    return {frozenset(names[row] for row in group) for group in (*found.groups, found.rest) if group}


@given(ROWS, st.floats(-1, 1), st.floats(-1, 1), st.integers(1, 6))
def test_every_row_is_in_one_group_and_there_are_not_too_many(
    rows: list[list[float]], alike: float, at_least: float, most: int
) -> None:
    found = clusters(rows, alike, at_least, most)
    listed = [row for group in (*found.groups, found.rest) for row in group]
    assert sorted(listed) == list(range(len(rows)))
    assert len(found.groups) + bool(found.rest) <= most
    assert all(list(group) == sorted(group) for group in (*found.groups, found.rest))
    assert [len(group) for group in found.groups] == sorted(map(len, found.groups), reverse=True)


@given(ROWS, st.floats(0, 1), st.randoms(use_true_random=False))
@settings(max_examples=200)
def test_groups_do_not_depend_on_the_order_of_rows(
    rows: list[list[float]], alike: float, random: object
) -> None:
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    given_order = clusters(rows, alike, 0.0, len(rows) + 1)
    other_order = clusters([rows[row] for row in order], alike, 0.0, len(rows) + 1)
    assert parts(given_order, list(range(len(rows)))) == parts(other_order, order)


def test_the_mean_cosine_decides() -> None:
    east, near_east, north = [1.0, 0.0], [1.0, 0.3], [0.0, 1.0]
    assert clusters([east, north, near_east, east], 0.9, 0.9, 8).groups == ((0, 2, 3), (1,))
    assert clusters([east, north, near_east], 0.0, 0.0, 8).groups == ((0, 1, 2),)
    assert clusters([east, north, near_east], 0.99, 0.99, 8).groups == ((0,), (1,), (2,))


def test_too_many_groups_are_joined_if_they_are_still_alike_and_else_left_over() -> None:
    rows = np.eye(6)
    assert clusters(rows, 0.5, 0.4, 3).rest == (2, 3, 4, 5)
    assert clusters(rows, 0.5, 0.0, 3) == clusters(rows, 0.5, 0.0, 3)
    assert len(clusters(rows, 0.5, 0.0, 3).groups) == 3
    assert clusters([], 0.5, 0.4, 3) == Clusters(())


def test_clustering_can_be_cancelled() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        clusters(np.eye(4), 0.0, 0.0, 8, token)


def test_labels_are_the_words_that_tell_groups_apart() -> None:
    parsing = [
        Described("Request.parse_headers", "http/request.py", "Parse the headers of a request."),
        Described("parseHeaderLine", "http/lines.py"),
    ]
    writing = [
        Described("Response.write_body", "http/response.py"),
        Described("write_chunk", "http/response.py", "Writes one part of a body."),
    ]
    found = labels([parsing, writing], ["send"])
    assert found[0].startswith("parse header")
    assert found[1].startswith("write")
    assert "http" not in " ".join(found)


def test_words_of_the_target_say_nothing_and_what_is_alone_is_called_by_its_name() -> None:
    assert labels([[Described("Shop.load_prices", "shop.py")]], ["load"]) == ["load prices"]
    group = [Described("load_prices", "a.py"), Described("load_orders", "a.py")]
    assert "load" not in labels([group], ["load"])[0].split()


def test_equal_labels_are_told_apart_by_files_and_a_group_may_have_none() -> None:
    first, second = Described("run_job", "a.py"), Described("run_job", "b.py")
    assert labels([[first], [second]]) == ["run job (a.py)", "run job (b.py)"]
    assert labels([[Described("", "x.c")]]) == [""]


WORDS = st.text(st.sampled_from("abAB_. é日7"), max_size=12)


@given(st.lists(st.lists(st.builds(Described, WORDS, WORDS, WORDS), min_size=1, max_size=3), max_size=4))
def test_anything_can_be_labelled(groups: list[list[Described]]) -> None:
    found = labels(groups, ["ab"])
    assert len(found) == len(groups)
    assert found == labels(groups, ["ab"])
