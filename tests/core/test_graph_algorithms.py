"""The algorithms over graphs give what simple ones give, on any graph."""

from __future__ import annotations

import sys
from collections import deque
from math import isqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS, REFERENCE_KINDS
from glossator.core.graph.centrality import page_rank
from glossator.core.graph.components import components, groups
from glossator.core.graph.directions import Direction
from glossator.core.graph.modules import module_graph
from glossator.core.graph.neighbourhood import most_connected, neighbourhood
from glossator.core.graph.relations import NOBODY, Relations, Role
from glossator.core.graph.symbol_graph import ANY, CALLS, USES, SymbolGraph, kinds_mask
from glossator.core.symbols import ReferenceKind

Reference = tuple[int, int, int, int]
"""Source, target, kind, and 1 if it is sure."""

CALL = REFERENCE_KIND_NUMBERS[ReferenceKind.CALL]
TYPE = REFERENCE_KIND_NUMBERS[ReferenceKind.TYPE]
MOST = 12


def graph_of(references: list[Reference], modules: list[int]) -> SymbolGraph:
    columns = np.array(references, dtype=np.int64).reshape(-1, 4).T
    return SymbolGraph.of(np.array(modules, dtype=np.int64), *columns)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Reference], list[int], list[bool]]:
    """References between some nodes, the file of each node, and whether each file holds tests."""
    size = draw(st.integers(1, MOST))
    node = st.integers(0, size - 1)
    kinds = st.integers(0, len(REFERENCE_KINDS) - 1)
    references = draw(st.lists(st.tuples(node, node, kinds, st.integers(0, 1)), max_size=40))
    tests = draw(st.lists(st.booleans(), min_size=1, max_size=5))
    modules = draw(st.lists(st.integers(0, len(tests) - 1), min_size=size, max_size=size))
    return references, modules, tests


def reachable(begin: int, following: dict[int, set[int]]) -> set[int]:
    found, waiting = {begin}, deque([begin])
    while waiting:
        for node in following.get(waiting.popleft(), set()) - found:
            found.add(node)
            waiting.append(node)
    return found


def successors(references: list[Reference], *, backwards: bool = False) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for source, target, _, _ in references:
        one, other = (target, source) if backwards else (source, target)
        found.setdefault(one, set()).add(other)
    return found


@given(graphs())
def test_between_two_nodes_is_one_link_with_all_that_its_references_say(
    drawn: tuple[list[Reference], list[int], list[bool]],
) -> None:
    references, modules, _ = drawn
    graph = graph_of(references, modules)
    expected: dict[tuple[int, int], list[int]] = {}
    for source, target, kind, sure in references:
        link = expected.setdefault((source, target), [0, 0, 0])
        link[0] |= 1 << kind
        link[1] |= sure << kind
        link[2] += 1
    found = {
        (source, target): [kinds, sure, count]
        for source, target, kinds, sure, count in zip(
            graph.sources.tolist(),
            graph.targets.tolist(),
            graph.kinds.tolist(),
            graph.sure.tolist(),
            graph.counts.tolist(),
            strict=True,
        )
    }
    assert found == expected
    assert list(found) == sorted(found)
    for node in range(graph.size):
        assert [int(graph.targets[link]) for link in graph.links_from(node)] == sorted(
            target for source, target in found if source == node
        )
        assert [int(graph.sources[link]) for link in graph.links_to(node)] == sorted(
            source for source, target in found if target == node
        )


@given(graphs(), st.integers(0, ANY), st.booleans(), st.booleans())
def test_a_part_of_the_links_is_those_with_one_of_the_kinds(
    drawn: tuple[list[Reference], list[int], list[bool]], mask: int, sure: bool, loops: bool
) -> None:
    references, modules, _ = drawn
    part = graph_of(references, modules).only(mask, sure=sure, loops=loops)
    assert set(zip(part.sources.tolist(), part.targets.tolist(), strict=True)) == {
        (source, target)
        for source, target, kind, is_sure in references
        if mask >> kind & 1 and (is_sure or not sure) and (loops or source != target)
    }
    assert {bits & ~mask for bits in (*part.kinds.tolist(), *part.sure.tolist())} <= {0}
    whole = graph_of(references, modules)
    of_link = dict(zip(zip(whole.sources, whole.targets, strict=True), whole.sure.tolist(), strict=True))
    for source, target, bits in zip(part.sources, part.targets, part.sure.tolist(), strict=True):
        assert bits == of_link[source, target] & mask


@given(graphs())
def test_a_component_is_what_reaches_each_other(drawn: tuple[list[Reference], list[int], list[bool]]) -> None:
    references, modules, _ = drawn
    component = components(graph_of(references, modules))
    reached = [reachable(node, successors(references)) for node in range(len(modules))]
    for one in range(len(modules)):
        for other in range(len(modules)):
            together = other in reached[one] and one in reached[other]
            assert (component[one] == component[other]) == together
            if other in reached[one] and not together:
                assert component[other] < component[one]
    assert all(len(nodes) > 1 for nodes in groups(component))
    assert sorted(node for nodes in groups(component) for node in nodes) == [
        node for node in range(len(modules)) if component.count(component[node]) > 1
    ]


def test_no_depth_of_a_program_is_too_great() -> None:
    size = sys.getrecursionlimit() * 20
    chain = [(node, node + 1, CALL, 1) for node in range(size - 1)]
    assert components(graph_of(chain, [0] * size)) == list(range(size - 1, -1, -1))
    ring = [*chain, (size - 1, 0, CALL, 1)]
    assert groups(components(graph_of(ring, [0] * size))) == [list(range(size))]


@given(graphs())
def test_the_rank_is_that_of_a_simple_walk(drawn: tuple[list[Reference], list[int], list[bool]]) -> None:
    references, modules, _ = drawn
    size = len(modules)
    weights: dict[tuple[int, int], float] = {}
    for source, target, _, sure in references:
        weights[source, target] = max(weights.get((source, target), 0.25), 1.0 if sure else 0.25)
    out = [sum(weight for (source, _), weight in weights.items() if source == node) for node in range(size)]
    rank = [1 / size] * size
    for _ in range(50):
        lost = sum(rank[node] for node in range(size) if not out[node])
        following = [(0.15 + 0.85 * lost) / size] * size
        for (source, target), weight in weights.items():
            following[target] += 0.85 * rank[source] * weight / out[source]
        rank = following
    found = page_rank(graph_of(references, modules))
    assert found.tolist() == pytest.approx(rank)
    assert found.sum() == pytest.approx(1)
    assert found.tolist() == page_rank(graph_of(references[::-1], modules)).tolist()


def test_what_the_most_used_uses_is_more_central_than_what_the_least_used_uses() -> None:
    references = [(node, 0, CALL, 1) for node in range(2, 8)] + [(0, 8, CALL, 1), (1, 9, CALL, 1)]
    rank = page_rank(graph_of(references, [0] * 10))
    assert rank[8] > rank[9]
    assert page_rank(graph_of([], [])).tolist() == []


@given(graphs())
def test_relations_are_those_of_a_count_by_hand(
    drawn: tuple[list[Reference], list[int], list[bool]],
) -> None:
    references, modules, tests = drawn
    relations = Relations.of(graph_of(references, modules), np.array(tests))
    uses = [each for each in references if USES >> each[2] & 1 and each[0] != each[1]]
    files = max(3, isqrt(tests.count(False)))
    for node in range(len(modules)):
        mine = [each for each in uses if each[1] == node]
        assert relations.users[node] == len({source for source, *_ in mine})
        counted = [each for each in mine if tests[modules[node]] or not tests[modules[each[0]]]]
        users = {source for source, *_ in counted}
        places = {modules[source] for source in users}
        sure_places = {modules[source] for source, _, _, sure in counted if sure}
        assert relations.spread[node] == len(sure_places)
        is_proved = bool(sure_places)
        assert relations.only_user[node] == (users.pop() if len(users) == 1 and is_proved else NOBODY)
        assert relations.only_module[node] == (places.pop() if len(places) == 1 and is_proved else NOBODY)
        assert (relations.role(node) is Role.UTILITY) == (len(sure_places) >= files)


def test_what_is_used_from_one_place_one_file_and_everywhere_is_told_apart() -> None:
    modules = [0, 0, 0, 0, 0, 1, 2, 3]
    helper, shared, utility, guessed, one, *others = range(8)
    references = [
        (one, helper, CALL, 1),
        (one, shared, CALL, 1),
        (helper, shared, CALL, 1),
        *((each, utility, CALL, 1) for each in (one, *others)),
        *((each, guessed, CALL, 0) for each in (one, *others)),
        (5, one, TYPE, 1),
    ]
    relations = Relations.of(graph_of(references, modules), np.zeros(4, dtype=bool))
    assert [relations.role(node) for node in (helper, shared, utility)] == [
        Role.ONE_USER,
        Role.ONE_MODULE,
        Role.UTILITY,
    ]
    # Calls that are only possible prove nothing, and a type annotation is no use.
    assert [relations.role(node) for node in (guessed, one)] == [Role.NONE, Role.NONE]


@given(graphs(), st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=8))
def test_files_depend_on_each_other_by_links_and_imports(
    drawn: tuple[list[Reference], list[int], list[bool]], imports: list[tuple[int, int]]
) -> None:
    references, modules, _ = drawn
    importers, imported = np.array(imports, dtype=np.int64).reshape(-1, 2).T
    graph = module_graph(graph_of(references, modules), 5, importers, imported)
    by_links = {(modules[source], modules[target]) for source, target, _, _ in references}
    expected = {pair for pair in by_links | set(imports) if pair[0] != pair[1]}
    assert set(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True)) == expected
    counts = {
        pair: sum((modules[source], modules[target]) == pair for source, target, _, _ in references)
        + imports.count(pair)
        for pair in expected
    }
    assert counts == dict(
        zip(
            zip(graph.sources.tolist(), graph.targets.tolist(), strict=True),
            graph.counts.tolist(),
            strict=True,
        )
    )


def distances(begin: int, depth: int, references: list[Reference], *, backwards: bool) -> dict[int, int]:
    following = successors(references, backwards=backwards)
    found, level = {begin: 0}, {begin}
    for distance in range(1, depth + 1):
        level = {node for each in level for node in following.get(each, set())} - set(found)
        found |= dict.fromkeys(level, distance)
    return found


@given(
    graphs(), st.integers(0, MOST), st.integers(1, 4), st.sampled_from(list(Direction)), st.integers(1, MOST)
)
def test_a_neighbourhood_is_what_lies_within_the_steps(
    drawn: tuple[list[Reference], list[int], list[bool]], begin: int, depth: int, way: Direction, most: int
) -> None:
    references, modules, tests = drawn
    begin %= len(modules)
    graph = graph_of(references, modules)
    last = np.array([tests[module] for module in modules])
    part = neighbourhood(graph, [begin], depth, way, most, page_rank(graph), last)
    expected: dict[int, int] = {}
    for one, backwards in ((Direction.CALLERS, True), (Direction.CALLEES, False)):
        if way in (one, Direction.BOTH):
            for node, distance in distances(begin, depth, references, backwards=backwards).items():
                expected[node] = min(expected.get(node, distance), distance)
    assert len(part.nodes) == min(most, len(expected))
    assert part.left_out == len(expected) - len(part.nodes)
    assert part.nodes[0] == begin
    assert [expected[node] for node in part.nodes] == list(part.distances) == sorted(part.distances)
    assert part.distances == tuple(sorted(expected.values())[:most])
    pairs = {(int(graph.sources[link]), int(graph.targets[link])) for link in part.links}
    assert pairs == {
        (source, target)
        for source, target, _, _ in references
        if source in part.nodes and target in part.nodes
    }


def test_the_sure_come_before_the_possible_and_tests_come_last() -> None:
    references = [(1, 0, CALL, 0), (2, 0, CALL, 1), (3, 0, CALL, 1), (4, 0, CALL, 1), (5, 4, CALL, 1)]
    graph = graph_of(references, [0] * 6)
    last = np.array([False, False, False, True, False, False])
    part = neighbourhood(graph, [0], 1, Direction.CALLERS, 4, page_rank(graph), last)
    assert part.nodes == (0, 4, 2, 1)
    assert part.left_out == 1


def test_the_files_on_which_most_depends_are_kept() -> None:
    references = [(0, 1, CALL, 1), (2, 1, CALL, 1), (1, 3, CALL, 1)]
    graph = graph_of(references, list(range(5)))
    part = most_connected(graph, 2, page_rank(graph))
    assert set(part.nodes) == {1, 3}
    assert part.left_out == 2
    assert len(part.links) == 1


def test_kinds_are_bits() -> None:
    assert kinds_mask(()) == 0
    assert kinds_mask((ReferenceKind.CALL,)) == CALLS == 1 << CALL
    assert kinds_mask(ReferenceKind) == ANY == 255
