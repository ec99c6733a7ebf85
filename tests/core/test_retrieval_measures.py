"""The measures of retrieval are those of the benchmark's own program."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples

from glossator.core.evaluation.retrieval_measures import (
    Lines,
    Measures,
    matches,
    mean,
    measure,
    percentile,
    ranks,
)

PATHS = st.sampled_from(["a.py", "src/a.py", "lib/src/a.py", "b.py", "xa.py"])
PLACES = st.one_of(
    st.builds(Lines, PATHS),
    st.builds(lambda path, first, more: Lines(path, first, first + more), PATHS, *[st.integers(1, 9)] * 2),
)


def reference_ndcg(hits: list[Lines], targets: list[Lines]) -> float:
    """NDCG@10 as the benchmark's program has it."""

    def is_same(left: str, right: str) -> bool:
        return left == right or left.endswith("/" + right) or right.endswith("/" + left)

    def is_hit(hit: Lines, target: Lines) -> bool:
        if not is_same(hit.path, target.path):
            return False
        if target.first is None or target.last is None or hit.first is None or hit.last is None:
            return True
        return hit.first <= target.last and target.first <= hit.last

    found = [next((i for i, hit in enumerate(hits[:10], 1) if is_hit(hit, each)), None) for each in targets]
    gained = sum(1 / math.log2(rank + 1) for rank in found if rank)
    return gained / sum(1 / math.log2(i + 1) for i in range(1, min(10, len(targets)) + 1))


@examples(200)
@given(st.lists(PLACES, max_size=14), st.lists(PLACES, min_size=1, max_size=12))
def test_ndcg_is_that_of_the_benchmark(hits: list[Lines], targets: list[Lines]) -> None:
    assert measure(hits, targets).ndcg == pytest.approx(reference_ndcg(hits, targets))


def test_a_target_has_the_rank_of_the_first_hit_of_its_file() -> None:
    hits = [Lines("b.py", 1, 9), Lines("src/a.py", 1, 9), Lines("src/a.py", 20, 30)]
    assert ranks(hits, [Lines("a.py"), Lines("a.py", 25, 40), Lines("c.py"), Lines("b.py", 10, 12)]) == [
        2,
        3,
        None,
        None,
    ]
    measures = measure(hits, [Lines("a.py"), Lines("c.py")])
    assert measures.recall == 0.5
    assert measures.reciprocal_rank == 0.5


def test_a_hit_behind_the_tenth_counts_for_its_rank_alone() -> None:
    hits = [Lines(f"{number}.py") for number in range(12)]
    assert measure(hits, [Lines("11.py")]) == Measures(0, 0, 1 / 12)


def test_paths_are_compared_by_whole_segments_from_the_end() -> None:
    assert matches(Lines("a.py"), Lines("src/a.py"))
    assert matches(Lines("src\\a.py"), Lines("a.py"))
    assert not matches(Lines("xa.py"), Lines("a.py"))


def test_means_and_shares_of_nothing_are_0() -> None:
    assert mean([]) == Measures(0, 0, 0)
    assert mean([Measures(1, 0, 1), Measures(0, 1, 0.5)]) == Measures(0.5, 0.5, 0.75)
    assert percentile([], 0.5) == 0
    assert (percentile([3, 1, 2], 0.5), percentile([3, 1, 2], 0.99)) == (2, 3)
    with pytest.raises(ValueError, match="nothing"):
        measure([], [])


def test_a_place_is_written_with_its_lines() -> None:
    assert (str(Lines("a.py")), str(Lines("a.py", 2, 5))) == ("a.py", "a.py:2-5")
