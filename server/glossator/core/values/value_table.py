"""The sources of all values of one file, by name and by the symbol that holds the name."""

from __future__ import annotations

from collections.abc import Iterable

from glossator.core.symbols import NONE, Value
from glossator.core.values.documented_types import DocumentedValue, is_vague
from glossator.core.values.object_literals import ObjectLiterals

_MOST_SOURCES = 8
"""A name that is bound to more is bound to anything."""

Key = tuple[int | None, str]
"""The position of the symbol that holds a name, None for the file; and the name."""


class ValueTable:
    """Gathers sources. Those of one name stay in the order in which they were added."""

    __slots__ = ("sources",)

    def __init__(self) -> None:
        self.sources: dict[Key, list[str]] = {}

    def add(self, holder: int | None, name: str, source: str) -> None:
        """Add one source of a name."""
        sources = self.sources.setdefault((holder, name), [])
        if source[:1] == "<" and sources:
            # A type parameter whose bound stands apart from it.
            sources[0] = max(sources[0], source)
        elif source not in sources:
            sources.append(source)

    def add_documented(self, told: Iterable[DocumentedValue]) -> None:
        """Add what documentation tells, which counts more than values, and than the types that are declared where it
        names a type."""
        documented: set[Key] = set()
        for holder, name, source in told:
            key = holder, name
            sources = self.sources.setdefault(key, [])
            if key in documented:
                sources.append(source)
            elif (
                "<" in source
                or not is_vague(source)
                or all(is_vague(each) or not each.startswith(":") for each in sources)
            ):
                documented.add(key)
                self.sources[key] = [*(each for each in sources if not each.startswith(":")), source]

    def values(self, objects: ObjectLiterals) -> tuple[Value, ...]:
        """All values, in the order of the symbols that hold them."""
        return tuple(
            Value(holder, objects.numbered(name), objects.numbered(source))
            for (holder, name), sources in sorted(self.sources.items(), key=_holder_first)
            if any(sources)
            for source in (sources if len(sources) <= _MOST_SOURCES else [*sources[:_MOST_SOURCES], ""])
        )


def _declares_nothing(sources: Iterable[str]) -> bool:
    """Whether no source is a type that says more than documentation may."""
    return all(is_vague(each) or not each.startswith(":") for each in sources)


def _holder_first(item: tuple[Key, list[str]]) -> int:
    holder = item[0][0]
    return NONE if holder is None else holder
