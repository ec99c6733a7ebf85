"""From where each node is used: from one place only, from one file only, or from everywhere."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import isqrt

import numpy as np
import numpy.typing as npt

from glossator.core.graph.symbol_graph import USES, Numbers, SymbolGraph

NOBODY = -1

_LEAST_SPREAD = 3
"""Fewer files than this are not everywhere, however few there are."""


class Role(StrEnum):
    """What a node is for the code around it, as far as its users tell."""

    NONE = ""
    ONE_USER = "used by one"
    ONE_MODULE = "used in one file"
    UTILITY = "used everywhere"


@dataclass(frozen=True)
class Relations:
    """The users of each node, which are the other nodes that call, read, write, pass on or decorate with it.

    `users` counts them all. What follows leaves users in test files out, unless the node stands in one itself:
    `spread` counts the files that surely use it, `only_user` and `only_module` are the one user and the one file, or
    `NOBODY` if there are none or several. What is only possible counts against being the only one, and never for it.
    """

    users: Numbers
    spread: Numbers
    only_user: Numbers
    only_module: Numbers
    everywhere: int
    """In how many files something has to be used to be a utility: the square root of all files that are no tests."""

    @staticmethod
    def of(graph: SymbolGraph, test_modules: npt.NDArray[np.bool_]) -> Relations:
        """The relations in a graph, given for each file whether it holds tests."""
        links = graph.only(USES, loops=False)
        users = np.bincount(links.targets, minlength=graph.size)
        in_test = test_modules[graph.modules] if graph.size else np.zeros(0, dtype=bool)
        counted = ~in_test[links.sources] | in_test[links.targets]
        sources, targets = links.sources[counted], links.targets[counted]
        sure = (links.sure[counted] & USES) != 0
        surely = np.bincount(targets[sure], minlength=graph.size) > 0
        only_user = _the_only(targets, sources, graph.size)
        only_module = _the_only(targets, graph.modules[sources], graph.size)
        only_user[~surely] = only_module[~surely] = NOBODY
        spread = _distinct(targets[sure], graph.modules[sources[sure]], graph.size)
        everywhere = max(_LEAST_SPREAD, isqrt(int((~test_modules).sum())))
        return Relations(users, spread, only_user, only_module, everywhere)

    def role(self, node: int) -> Role:
        """What a node is for the code around it."""
        if self.only_user[node] != NOBODY:
            return Role.ONE_USER
        if self.only_module[node] != NOBODY:
            return Role.ONE_MODULE
        return Role.UTILITY if self.spread[node] >= self.everywhere else Role.NONE


def _pairs(keys: Numbers, values: Numbers) -> tuple[Numbers, Numbers]:
    """Each pair of a key and a value once."""
    width = int(values.max(initial=0)) + 1
    pairs = np.unique(keys * width + values)
    return pairs // width, pairs % width


def _distinct(keys: Numbers, values: Numbers, size: int) -> Numbers:
    """How many values each of `size` keys has."""
    return np.bincount(_pairs(keys, values)[0], minlength=size)


def _the_only(keys: Numbers, values: Numbers, size: int) -> Numbers:
    """The value of each of `size` keys that has one only, `NOBODY` for the others."""
    keys, values = _pairs(keys, values)
    only = np.full(size, NOBODY, dtype=np.int64)
    only[keys] = values
    only[np.bincount(keys, minlength=size) != 1] = NOBODY
    return only
