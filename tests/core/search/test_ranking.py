"""Evidence for files is added up, and hits stand in one order."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.search.files import entry, scores, table
from tests.fuzzing import examples

from glossator.core.row_ids import synopsis_id
from glossator.core.search.file_table import FileTable
from glossator.core.search.query import Query, understand
from glossator.core.search.ranking import (
    CHUNKS_OF_FILE,
    COHERENCE,
    DECAY,
    DECAY_OF_NAMES,
    LOWERED,
    WEIGHTS,
    Candidate,
    Evidence,
    Near,
    Reason,
    nearness,
    order,
    pooled,
    rank_files,
    without,
)

FOUND = st.dictionaries(
    st.tuples(st.integers(1, 6), st.integers(0, 14)), st.integers(1, 1000).map(float), max_size=40
)
NOTHING = scores({})


def near(cosines: dict[int, float]) -> Near:
    """Synopses by the id of the file."""
    ids = [synopsis_id(file_id) for file_id in cosines]
    return Near(np.array(ids, np.int64), np.array(list(cosines.values()), np.float32))


def plain_pool(found: dict[tuple[int, int], float], file_id: int) -> float:
    """The best chunks of a file, each counted less than the one before; those that hardly match are passed over."""
    least = 0.125 * max(found.values(), default=0)
    own = sorted(
        (score for (file, _), score in found.items() if file == file_id and score >= least), reverse=True
    )
    return sum(score * COHERENCE**place for place, score in enumerate(own[:CHUNKS_OF_FILE]))


def test_of_very_many_chunks_only_the_best_count() -> None:
    found = {(file_id, chunk): 1000.0 - chunk for file_id in range(1, 6) for chunk in range(700)}
    found[(5, 0)] = 2000.0
    points = pooled(table(*"abcde"), scores(found))
    assert points.tolist() == pytest.approx([plain_pool(found, file_id) for file_id in range(1, 6)], rel=1e-4)
    weak = {(file_id, chunk): 1000.0 for file_id in range(1, 5) for chunk in range(800)} | {(5, 0): 500.0}
    assert pooled(table(*"abcde"), scores(weak))[4] == 0


@examples(200)
@given(FOUND)
def test_the_best_chunks_of_a_file_count_together(found: dict[tuple[int, int], float]) -> None:
    """The file with the id 6 is not in the table."""
    files = table(*"abcde")
    points = pooled(files, scores(found))
    assert points.tolist() == pytest.approx([plain_pool(found, file_id) for file_id in range(1, 6)], rel=1e-4)


@examples(100)
@given(FOUND, st.integers(0, 2**32))
def test_the_order_in_which_chunks_are_found_makes_no_difference(
    found: dict[tuple[int, int], float], seed: int
) -> None:
    files = table(*"abcde")
    shuffled = list(found.items())
    random.Random(seed).shuffle(shuffled)
    assert pooled(files, scores(found)).tolist() == pooled(files, scores(dict(shuffled))).tolist()


def ranked(query: str | Query, files: FileTable, evidence: Evidence) -> list[float]:
    """Points without those for where files lie."""
    understood = understand(query) if isinstance(query, str) else query
    points = rank_files(understood, files, evidence, without(Reason.HIGH_UP)).points
    return [float(each) for each in points]


def test_files_near_the_top_stand_a_little_higher() -> None:
    files = table("src/a.py", "src/deep/b.py", "src/deep/er/c.py")
    query, evidence = understand("some query words"), Evidence(scores({(1, 0): 1, (2, 0): 1}))
    points = rank_files(query, files, evidence).points.tolist()
    assert points == pytest.approx([1 + WEIGHTS[Reason.HIGH_UP], 1 + WEIGHTS[Reason.HIGH_UP] / 2, 0])


def test_words_of_the_best_file_are_1_and_other_evidence_is_added() -> None:
    files = table("src/alpha.py", "src/beta.py", "src/gamma.py")
    words = scores({(1, 0): 4, (2, 0): 2})
    points = ranked("some query words", files, Evidence(words))
    assert points == pytest.approx([WEIGHTS[Reason.WORDS], WEIGHTS[Reason.WORDS] / 2, 0])
    with_name = ranked("some beta words", files, Evidence(words))
    assert with_name[1] - points[1] == pytest.approx(WEIGHTS[Reason.FILE_NAME])
    with_meaning = ranked("some query words", files, Evidence(words, (near({3: 0.5}),)))
    assert with_meaning[2] == pytest.approx(WEIGHTS[Reason.MEANING], rel=1e-3)


def test_a_definition_of_the_only_name_counts_more() -> None:
    files = table("a.py", "b.py")
    evidence = Evidence(NOTHING, definitions={2: 1.0, 99: 1.0})
    in_words = ranked("where is Session_x now", files, evidence)
    alone = ranked("Session_x", files, evidence)
    assert in_words == pytest.approx([0, WEIGHTS[Reason.DEFINITION]])
    assert alone[1] > 2 * in_words[1]


def test_meaning_says_nothing_of_a_name() -> None:
    files = table("a.py")
    assert ranked("Session", files, Evidence(NOTHING, (near({1: 0.9}),))) == [0]


def test_cosines_are_brought_to_the_scale_of_the_evidence() -> None:
    assert nearness(np.array([-1, 0.1, 0.3, 0.5], np.float32)).tolist() == pytest.approx([0, 0, 0.5, 1])


@pytest.mark.parametrize(
    ("path", "query", "loss"),
    [
        ("x_test.py", "read a thing", "tests"),
        ("x_test.py", "specs that read a thing", None),
        ("examples/x.py", "read a thing", "examples"),
        ("x.md", "read a thing", "documentation"),
        ("x.md", "documentation to read a thing", None),
        ("x.json", "read a thing", "configuration"),
    ],
)
def test_sides_are_lowered_unless_a_query_asks_for_them(path: str, query: str, loss: str | None) -> None:
    files = FileTable.of([entry(1, path)])
    (points,) = ranked(query, files, Evidence(scores({(1, 0): 1})))
    kept = 1 if loss is None else 1 - next(share for side, share in LOWERED.items() if side == loss)
    assert points == pytest.approx(WEIGHTS[Reason.WORDS] * kept)


def test_filters_leave_files_out() -> None:
    files = table("src/a.py", "lib/b.py")
    evidence = Evidence(scores({(1, 0): 1, (2, 0): 2}))
    assert ranked("path:src some words", files, evidence) == pytest.approx([0.5 * WEIGHTS[Reason.WORDS], 0])
    assert ranked(understand("some words", "lib"), files, evidence) == pytest.approx(
        [0, WEIGHTS[Reason.WORDS]]
    )


def test_a_reason_can_be_left_out() -> None:
    files = table("src/words.py", "src/b.py")
    evidence = Evidence(scores({(1, 0): 1}), (near({2: 0.5}),))
    query = understand("some words here")
    for reason in (Reason.WORDS, Reason.FILE_NAME, Reason.MEANING):
        full, part = (rank_files(query, files, evidence, weights) for weights in (WEIGHTS, without(reason)))
        lost = WEIGHTS[reason] * full.parts[reason]
        assert part.points.tolist() == pytest.approx((full.points - lost).tolist(), abs=1e-6)
    assert without() == WEIGHTS
    assert rank_files(query, files, evidence, without(*Reason)).points.tolist() == [0, 0]


def test_nothing_is_ranked_in_an_empty_table() -> None:
    assert ranked("some words", FileTable.of(()), Evidence(NOTHING)) == []


def test_the_best_of_a_file_has_its_points_and_the_next_ones_fewer() -> None:
    candidates = [
        Candidate(1, 0.2, chunk_id=11),
        Candidate(1, 0.9, chunk_id=12),
        Candidate(2, 1.5, symbol_id=21),
        Candidate(2, 1.2, symbol_id=22),
        Candidate(2, 0.1, chunk_id=23),
    ]
    found = order(candidates, {1: 3.0, 2: 2.0})
    assert [(each.candidate.chunk_id or each.candidate.symbol_id, each.points) for each in found] == [
        (12, pytest.approx(3.0)),
        (21, pytest.approx(2.0)),
        (22, pytest.approx(2.0 * DECAY_OF_NAMES)),
        (23, pytest.approx(2.0 * DECAY_OF_NAMES**2)),
        (11, pytest.approx(3.0 * DECAY)),
    ]


CANDIDATES = st.lists(
    st.builds(
        Candidate,
        st.integers(1, 3),
        st.sampled_from([0.0, 0.5, 1.0]),
        chunk_id=st.integers(1, 30),
    ),
    unique_by=lambda each: each.chunk_id,
    max_size=12,
)


@examples(150)
@given(CANDIDATES, st.integers(0, 2**32))
def test_the_order_is_the_same_however_candidates_come(candidates: list[Candidate], seed: int) -> None:
    points = {1: 1.0, 2: 1.0, 3: 2.0}
    shuffled = list(candidates)
    random.Random(seed).shuffle(shuffled)
    found = order(candidates, points)
    assert found == order(shuffled, points)
    assert sorted((each.points for each in found), reverse=True) == [each.points for each in found]
    assert len(found) == len(candidates)
