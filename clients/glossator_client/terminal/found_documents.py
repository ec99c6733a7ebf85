"""What searches and usages print as JSON, and its making from the answers of the server."""

from __future__ import annotations

from dataclasses import dataclass

from glossator_client import messages
from glossator_client.terminal.documents import (
    CallerDocument,
    CompletenessDocument,
    TargetDocument,
    caller_document,
    completeness_document,
    target_document,
)


@dataclass(frozen=True, slots=True)
class HitDocument:
    """One hit; `line` is that of its name."""

    name: str
    qualified_name: str
    container: str
    kind: str
    path: str
    line: int
    end_line: int
    score: float
    reasons: tuple[str, ...]
    shares: dict[str, float]
    """How much of the score of its file each reason gave."""


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """Answer of `glossator search --json`, best hit first."""

    query: str
    hits: tuple[HitDocument, ...]
    completeness: CompletenessDocument


@dataclass(frozen=True, slots=True)
class QueriedHit:
    """One hit of many queries; the lines are the first and the last of what was found."""

    path: str
    start_line: int
    end_line: int
    name: str
    kind: str
    score: float
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QueriedDocument:
    """One line of `glossator search --queries`, best hit first. `repo` is what the line of the query says, and `note`
    what is missing in the answer."""

    repo: str | None
    query: str
    hits: tuple[QueriedHit, ...]
    note: str


@dataclass(frozen=True, slots=True)
class UsageGroupDocument:
    """Usages for the same purpose.

    `basis` says what they have in common: `meaning` of the code, `place` where there are no vectors, `imports`,
    `tests`, or that they are the `others`.
    """

    label: str
    basis: str
    usages: tuple[CallerDocument, ...]


@dataclass(frozen=True, slots=True)
class UsedDefinitionDocument:
    """A definition with its usages in groups, each in one, and code that does the same without using it.

    `total` counts all usages, also those beyond `--limit`. `score` is null for a TARGET, else that of the search.
    """

    target: TargetDocument
    total: int
    groups: tuple[UsageGroupDocument, ...]
    similar: tuple[HitDocument, ...]
    score: float | None


@dataclass(frozen=True, slots=True)
class UsagesDocument:
    """Answer of `glossator usages --json`: the definitions that were meant, the best first."""

    query: str
    definitions: tuple[UsedDefinitionDocument, ...]
    completeness: CompletenessDocument


def hit_document(hit: messages.Hit) -> HitDocument:
    """`hit` counted from 1."""
    return HitDocument(
        name=hit.name,
        qualified_name=hit.qualified_name or hit.name,
        container=hit.container,
        kind=hit.kind,
        path=hit.name_place.path,
        line=hit.name_place.range.start.line + 1,
        end_line=hit.place.range.end.line + 1,
        score=hit.score,
        reasons=hit.reasons,
        shares=hit.shares,
    )


def search_document(query: str, answer: messages.SearchAnswer) -> SearchDocument:
    """The whole answer of `search`."""
    hits = tuple(map(hit_document, answer.hits))
    return SearchDocument(query=query, hits=hits, completeness=completeness_document(answer.completeness))


def queried_document(repo: str | None, query: str, answer: messages.SearchAnswer) -> QueriedDocument:
    """The answer to one of many queries."""
    hits = tuple(
        QueriedHit(
            path=hit.place.path,
            start_line=hit.place.range.start.line + 1,
            end_line=_last_line(hit.place.range),
            name=hit.qualified_name or hit.name,
            kind=hit.kind,
            score=hit.score,
            reasons=hit.reasons,
        )
        for hit in answer.hits
    )
    return QueriedDocument(repo, query, hits, answer.completeness.note)


def _last_line(found: messages.Range) -> int:
    """The last line of a range, from 1; a range that ends at the beginning of a line has nothing of that line."""
    ends_before = found.end.character == 0 and found.end.line > found.start.line
    return found.end.line + (0 if ends_before else 1)


def usages_document(query: str, answer: messages.Usages) -> UsagesDocument:
    """The whole answer of `usages`."""
    return UsagesDocument(
        query=query,
        definitions=tuple(map(_used_definition_document, answer.definitions)),
        completeness=completeness_document(answer.completeness),
    )


def _used_definition_document(used: messages.UsedDefinition) -> UsedDefinitionDocument:
    groups = tuple(
        UsageGroupDocument(
            group.label,
            group.basis,
            tuple(caller_document(used.usages[place]) for place in group.usages if place < len(used.usages)),
        )
        for group in used.groups
    )
    similar = tuple(map(hit_document, used.similar))
    return UsedDefinitionDocument(target_document(used.target), used.total, groups, similar, used.score)
