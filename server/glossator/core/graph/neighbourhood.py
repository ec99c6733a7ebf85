"""What lies around some nodes of a graph, up to a distance and a number of nodes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from glossator.core.graph.directions import Direction
from glossator.core.graph.symbol_graph import SymbolGraph


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a graph: nodes in the order of their usefulness, their distances from where it began, and the places of
    the links between them. `left_out` counts the nodes that belong to it but are too many."""

    nodes: tuple[int, ...]
    distances: tuple[int, ...]
    links: tuple[int, ...]
    left_out: int


def neighbourhood(
    graph: SymbolGraph,
    begin: Sequence[int],
    depth: int,
    direction: Direction,
    most: int,
    rank: npt.NDArray[np.float64],
    last: npt.NDArray[np.bool_],
) -> Part:
    """At most `most` nodes within `depth` links of those in `begin`: the nearest first, of those the ones that are not
    marked in `last`, then the surely linked and the most central. With `Direction.BOTH` callers of callees do not
    belong to it."""
    found: dict[int, tuple[int, bool]] = dict.fromkeys(begin, (0, True))
    for way in (Direction.CALLERS, Direction.CALLEES):
        if direction in (way, Direction.BOTH):
            for node, (distance, sure) in _reached(graph, begin, depth, way).items():
                known = found.get(node)
                if known is None or (distance, not sure) < (known[0], not known[1]):
                    found[node] = distance, sure
    order = sorted(
        found, key=lambda node: (found[node][0], last[node], not found[node][1], -rank[node], node)
    )
    kept = tuple(order[:most])
    distances = tuple(found[node][0] for node in kept)
    return Part(kept, distances, between(graph, kept), len(order) - len(kept))


def between(graph: SymbolGraph, nodes: Iterable[int]) -> tuple[int, ...]:
    """The places of the links from one of the nodes to another, or to itself."""
    inside = np.zeros(graph.size, dtype=bool)
    inside[list(nodes)] = True
    return tuple(np.flatnonzero(inside[graph.sources] & inside[graph.targets]).tolist())


def _reached(
    graph: SymbolGraph, begin: Sequence[int], depth: int, way: Direction
) -> dict[int, tuple[int, bool]]:
    """The nodes within `depth` links in one direction, each with its distance and whether a path of that length is sure
    in every link."""
    links: Callable[[int], list[int]] = graph.links_to if way is Direction.CALLERS else graph.links_from
    ends = graph.sources if way is Direction.CALLERS else graph.targets
    found = dict.fromkeys(begin, (0, True))
    level = list(found)
    for distance in range(1, depth + 1):
        following: dict[int, bool] = {}
        for node in level:
            so_far = found[node][1]
            for link in links(node):
                end = int(ends[link])
                if end not in found:
                    following[end] = following.get(end, False) or (so_far and bool(graph.sure[link]))
        found |= {node: (distance, sure) for node, sure in following.items()}
        level = list(following)
        if not level:
            break
    return found


def most_connected(graph: SymbolGraph, most: int, rank: npt.NDArray[np.float64]) -> Part:
    """At most `most` nodes that have links, those with the highest rank."""
    linked = np.zeros(graph.size, dtype=bool)
    linked[graph.sources] = True
    linked[graph.targets] = True
    order = sorted(np.flatnonzero(linked).tolist(), key=lambda node: (-rank[node], node))
    kept = tuple(order[:most])
    return Part(kept, (0,) * len(kept), between(graph, kept), len(order) - len(kept))
