"""Strongly connected components: groups of nodes that all reach each other.

The algorithm is Tarjan's ("Depth-first search and linear graph algorithms", 1972), with a stack of its own in place of
recursion; it takes time linear in nodes and links.
"""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.graph.symbol_graph import SymbolGraph

_UNSEEN = -1


def components(graph: SymbolGraph) -> list[int]:
    """The number of the component of each node. A component has a lower number than those that lead to it."""
    starts, targets = graph.out_starts.tolist(), graph.targets.tolist()
    order = [_UNSEEN] * graph.size
    component = [_UNSEEN] * graph.size
    found, seen = 0, 0
    for root in range(graph.size):
        if order[root] != _UNSEEN:
            continue
        open_nodes: list[int] = []
        lowest = {root: seen}
        order[root] = seen
        seen += 1
        open_nodes.append(root)
        path = [(root, starts[root])]
        while path:
            node, place = path.pop()
            if place < starts[node + 1]:
                path.append((node, place + 1))
                target = targets[place]
                if order[target] == _UNSEEN:
                    order[target] = lowest[target] = seen
                    seen += 1
                    open_nodes.append(target)
                    path.append((target, starts[target]))
                elif component[target] == _UNSEEN:
                    lowest[node] = min(lowest[node], order[target])
                continue
            if lowest[node] == order[node]:
                while component[node] == _UNSEEN:
                    component[open_nodes.pop()] = found
                found += 1
            if path:
                above = path[-1][0]
                lowest[above] = min(lowest[above], lowest[node])
    return component


def groups(component: Sequence[int]) -> list[list[int]]:
    """The components of at least two nodes, each in the order of its nodes, the one with the first node first."""
    members: dict[int, list[int]] = {}
    for node, number in enumerate(component):
        members.setdefault(number, []).append(node)
    return [nodes for nodes in members.values() if len(nodes) > 1]
