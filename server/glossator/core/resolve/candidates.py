"""Definitions that a call may mean, and which of two of them it means rather than the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from glossator.core.resolve.entries import SymbolEntry
from glossator.core.values.type_forms import split_type

OPEN = 100
"""A definition that takes more arguments takes any number of them."""
RELATED = 20
"""The least score of an argument that surely fits."""


class Candidate(NamedTuple):
    """A definition that a call may mean, with the types of its parameters and how well the arguments fit them."""

    entry: SymbolEntry
    parameters: tuple[str, ...]
    scores: tuple[int, ...]
    ambiguous: frozenset[int] = frozenset()
    """The positions of arguments that may be of one type or another, which decide nothing."""


def beats(one: Candidate, other: Candidate) -> bool:
    """Whether a definition is called rather than another one: each argument that goes to parameters of different types
    fits its own better, or there are no such and it does not take any number of arguments."""
    if one is other or _is_announced(one, other):
        return True
    if not one.parameters or not other.parameters:
        return False
    is_open = one.entry.most_arguments > OPEN
    differs = False
    for index, score in enumerate(one.scores):
        if one.parameters[index : index + 1] == other.parameters[index : index + 1]:
            continue
        better = index < len(other.scores) and score > other.scores[index]
        if score < RELATED or not better or index in one.ambiguous:
            return False
        differs = True
    return differs or (not is_open and other.entry.most_arguments > OPEN)


def _is_announced(one: Candidate, other: Candidate) -> bool:
    """Whether a candidate is what another one only declares: the same function, with the same types of parameters."""
    return (
        other.entry.is_declaration
        and one.entry.qualified_name == other.entry.qualified_name
        and _plain(one.parameters) == _plain(other.parameters)
    )


def _plain(parameters: Sequence[str]) -> list[str]:
    """Types of parameters by their names alone, without what those are nested in."""
    return [split_type(parameter)[0].rpartition(".")[2] for parameter in parameters]


def without_arguments(fit: list[SymbolEntry]) -> tuple[list[SymbolEntry], bool]:
    """Those that are called without arguments, and whether one alone takes none rather than any number."""
    exact = [entry for entry in fit if entry.most_arguments <= OPEN]
    return [*exact, *(entry for entry in fit if entry.most_arguments > OPEN)], len(exact) == 1
