"""Fuzzy search over the names of all symbols, kept in memory per state of the index."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

LONGEST_QUERY = 256
"""Characters of a query that are looked at; no name that anyone types is longer."""

_SEPARATORS = re.compile(r"::|[.#/:\\]")
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class NameList:
    """All distinct names with the ids of the symbols that have them; `lines` are the names without case, each on
    a line of its own, so that one regular expression scans them in native code."""

    names: tuple[str, ...]
    identifiers: dict[str, list[int]]
    lines: str

    @classmethod
    def of(cls, symbols: Iterable[tuple[int, str]]) -> NameList:
        """The list for symbols as (id, name)."""
        identifiers: dict[str, list[int]] = {}
        for identifier, name in symbols:
            identifiers.setdefault(name, []).append(identifier)
        names = tuple(sorted(identifiers))
        return cls(names, identifiers, "\n".join(_folded(name) for name in names))

    def matches(self, query: str, limit: int) -> list[int]:
        """Ids of at most `limit` symbols whose name holds the characters of `query` in order, likeliest first.

        Case and white space do not count. An empty query matches everything; the shortest names come first.
        """
        wanted = _folded(query[:LONGEST_QUERY])
        found = [(*_distance(query, wanted, line, name), name) for name, line in self._matching(wanted)]
        ids: list[int] = []
        for *_, name in sorted(found):
            if len(ids) >= limit:
                break
            ids.extend(self.identifiers[name])
        return ids[:limit]

    def _matching(self, wanted: str) -> Iterator[tuple[str, str]]:
        """Names and their lines that hold the characters in order."""
        if not self.names:
            return
        if not wanted:
            yield from zip(self.names, self.lines.split("\n"), strict=True)
            return
        index = 0
        position = 0
        for match in _subsequence(wanted).finditer(self.lines):
            index += self.lines.count("\n", position, match.start())
            position = match.start()
            yield self.names[index], match[0]


def split_query(query: str) -> tuple[list[str], str]:
    """The containers that a query names, without case, and the name in them.

    A query of separators alone, such as an operator's name, is a name.
    """
    parts = [part for part in _SEPARATORS.split(query[:LONGEST_QUERY]) if part.strip()]
    if not parts:
        return [], query
    return [part.strip().casefold() for part in parts[:-1]], parts[-1]


def last_part(qualified_name: str) -> str:
    """The part of a dotted, `::`- or `/`-separated name behind its last separator."""
    return _SEPARATORS.split(qualified_name.strip())[-1]


def is_suffix(qualified_name: str, wanted: str) -> bool:
    """Whether `wanted` names the symbol, by its whole qualified name or by the last parts of it."""
    have = _SEPARATORS.split(qualified_name)
    want = _SEPARATORS.split(wanted.strip())
    return have[-len(want) :] == want


def _folded(name: str) -> str:
    return _SPACES.sub("", name.casefold())


def _subsequence(wanted: str) -> re.Pattern[str]:
    """A line with the characters in order. Possessive runs make a line that fails cost no more than its length."""
    parts = (f"[^{re.escape(character)}\n]*+{re.escape(character)}" for character in wanted)
    return re.compile("^" + "".join(parts) + "[^\n]*+", re.MULTILINE)


def _distance(query: str, wanted: str, folded_name: str, name: str) -> tuple[int, int]:
    """How far a name is from the query: equal, equal but for case, beginning, part, scattered; then its length."""
    if name == query:
        rank = 0
    elif folded_name == wanted:
        rank = 1
    elif folded_name.startswith(wanted):
        rank = 2
    elif wanted in folded_name:
        rank = 3
    else:
        rank = 4
    return rank, len(name)
