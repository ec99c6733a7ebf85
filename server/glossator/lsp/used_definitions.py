"""Definitions with their usages on the wire, and as Markdown for clients without a view of their own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from glossator.core import markdown
from glossator.core.explanation import Hit, Place, Usage, UsagesAnswer, UsedDefinition
from glossator.core.symbols import Certainty
from glossator.lsp.extensions import WireUsage, WireUsageGroup, WireUsedDefinition
from glossator.lsp.places import PlaceReader, usage_places


def places_of(used: UsedDefinition) -> Iterator[Place]:
    """All places of a definition with its usages."""
    yield from (used.target.place, used.target.name_place)
    yield from usage_places(used.usages)
    for hit in used.similar:
        yield from (hit.place, hit.name_place)


def wire_used_definition(used: UsedDefinition, reader: PlaceReader) -> WireUsedDefinition | None:
    """The definition as it travels, None if its file is not there. Usages whose files are not there are left out, also
    of the groups."""
    target = reader.target(used.target)
    if target is None:
        return None
    usages: list[WireUsage] = []
    number_of: dict[int, int] = {}
    for place, usage in enumerate(used.usages):
        for wire in reader.usages([usage]):
            number_of[place] = len(usages)
            usages.append(wire)
    groups = [
        WireUsageGroup(label=group.label, basis=group.basis.value, usages=numbers)
        for group in used.groups
        if (numbers := [number_of[place] for place in group.usages if place in number_of])
    ]
    return WireUsedDefinition(
        target=target,
        usages=usages,
        total=used.total,
        groups=groups,
        similar=reader.hits(used.similar),
        score=used.score,
    )


def as_markdown(answer: UsagesAnswer) -> str:
    """The whole answer as Markdown in which no name is active."""
    parts = [part for used in answer.definitions for part in _parts(used)]
    if answer.completeness.note:
        parts.append(f"*{markdown.escape(answer.completeness.note)}*")
    return "\n\n".join(parts)


def _parts(used: UsedDefinition) -> Iterator[str]:
    yield f"# Usages of {markdown.code_span(used.target.name)}"
    if not used.usages:
        yield "Used by nothing that the index knows."
    for group in used.groups:
        yield f"## {markdown.escape(group.label)} ({len(group.usages)})"
        yield _list(_usage(used.usages[place]) for place in group.usages)
    if used.similar:
        yield "## Code that does the same without using it"
        yield _list(map(_hit, used.similar))


def _list(items: Iterable[str]) -> str:
    return "\n".join(f"- {item}" for item in items)


def _usage(usage: Usage) -> str:
    possible = "" if usage.certainty is Certainty.SURE else f", possible: {markdown.escape(usage.why)}"
    return f"{markdown.code_span(usage.name)} in {_links(usage.uses)}{possible}"


def _hit(hit: Hit) -> str:
    return f"{markdown.code_span(hit.qualified_name)} in {_links([hit.name_place])}, {hit.score:.2f}"


def _links(places: Sequence[Place]) -> str:
    return ", ".join(
        markdown.link(f"{place.path}:{place.line + 1}", f"{place.uri}#L{place.line + 1}") for place in places
    )
