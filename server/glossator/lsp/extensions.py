"""Glossator's own messages and commands: their types, declared once. `docs/protocol.md` documents them.

To add a request: name it in `lsp/methods.py`, declare its parameter and result classes here, add a line to
`MESSAGES`, write its handler in `features/`, and describe it in `docs/protocol.md`. Attributes travel in camelCase.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import attrs
from lsprotocol import types

from glossator.lsp.methods import (
    CALLERS,
    EXPLAIN,
    EXPLAIN_ACTION_KIND,
    EXPLAIN_COMMAND,
    LOCATE,
    PAUSE_COMMAND,
    RELATED,
    RESUME_COMMAND,
    SEARCH,
    STATUS,
    STATUS_CHANGED,
    USAGES,
    USAGES_COMMAND,
)

__all__ = [
    "CALLERS",
    "EXPLAIN",
    "EXPLAIN_ACTION_KIND",
    "EXPLAIN_COMMAND",
    "LOCATE",
    "PAUSE_COMMAND",
    "RELATED",
    "RESUME_COMMAND",
    "SEARCH",
    "STATUS",
    "STATUS_CHANGED",
    "USAGES",
    "USAGES_COMMAND",
]


@attrs.frozen(kw_only=True)
class ExplainParams:
    """Either `position` or `range` is given; a range is a selection."""

    text_document: types.TextDocumentIdentifier
    position: types.Position | None = None
    range: types.Range | None = None
    partial_result_token: int | str | None = None
    work_done_token: int | str | None = None
    prompt_only: bool = False
    model: str | None = None
    max_tokens: int | None = None
    wait_for_index: bool = False


@attrs.frozen(kw_only=True)
class CallersParams:
    """The callers of the definition at `position`, or of the one whose name is used there."""

    text_document: types.TextDocumentIdentifier
    position: types.Position
    wait_for_index: bool = False


@attrs.frozen(kw_only=True)
class LocateParams:
    """`target` is `path:line[:column]` (from 1), `path::qualified.name` or a bare name."""

    target: str
    wait_for_index: bool = False


@attrs.frozen(kw_only=True)
class SearchParams:
    """A search by name, words and meaning; `limit` is the largest number of hits, `scope_uri` a folder or file in which
    all of them are to lie."""

    query: str
    limit: int = 20
    scope_uri: str | None = None
    wait_for_index: bool = False


@attrs.frozen(kw_only=True)
class UsagesParams:
    """Either a `text_document` with `position` or `range`, or a `query` in words, for which `scope_uri` is as for a
    search; `limit` is the largest number of usages of each definition."""

    text_document: types.TextDocumentIdentifier | None = None
    position: types.Position | None = None
    range: types.Range | None = None
    query: str | None = None
    scope_uri: str | None = None
    limit: int = 200
    partial_result_token: int | str | None = None
    work_done_token: int | str | None = None
    wait_for_index: bool = False


@attrs.frozen(kw_only=True)
class RelatedParams:
    """Either `position` or `range` is given; `limit` is the largest number of hits."""

    text_document: types.TextDocumentIdentifier
    position: types.Position | None = None
    range: types.Range | None = None
    limit: int = 5
    wait_for_index: bool = False


@attrs.frozen(kw_only=True)
class StatusParams:
    """Nothing."""


@attrs.frozen(kw_only=True)
class ExplainCommandArguments:
    """The one argument of the commands `glossator.server.explain` and `glossator.server.usages`."""

    uri: str
    position: types.Position | None = None
    range: types.Range | None = None


@attrs.frozen(kw_only=True)
class WirePlace:
    """A range in a file; `path` is relative to the workspace root."""

    path: str
    uri: str
    range: types.Range


@attrs.frozen(kw_only=True)
class WireTarget:
    """What is explained. `selection` lies inside `place`."""

    name: str
    qualified_name: str
    kind: str
    language: str
    signature: str
    place: WirePlace
    name_place: WirePlace
    selection: types.Range | None = None


@attrs.frozen(kw_only=True)
class WireUsage:
    """A definition that uses the target, with the places where it does."""

    name: str
    kind: str
    place: WirePlace
    name_place: WirePlace
    uses: list[WirePlace]
    reference: str
    certainty: str
    why: str
    in_test: bool


@attrs.frozen(kw_only=True)
class WireHit:
    """A definition or part of a file that was found."""

    name: str
    qualified_name: str
    container: str
    kind: str
    place: WirePlace
    name_place: WirePlace
    score: float
    reasons: list[str]
    shares: dict[str, float]
    """How much of the score of its file each reason gave."""


@attrs.frozen(kw_only=True)
class WireUsageGroup:
    """Usages that use their target for the same, as places in the list of usages."""

    label: str
    basis: str
    usages: list[int]


@attrs.frozen(kw_only=True)
class WireUsedDefinition:
    """A definition with its usages, and code that does the same without using it. `score` is that of the search that
    found it."""

    target: WireTarget
    usages: list[WireUsage]
    total: int
    groups: list[WireUsageGroup]
    similar: list[WireHit]
    score: float | None = None


@attrs.frozen(kw_only=True)
class ExplainResult:
    """`omitted` and `completeness` are the objects of the same name in `docs/protocol.md`."""

    markdown: str
    prose: str
    facts: str
    target: WireTarget
    callers: list[WireUsage]
    omitted: dict[str, Any]
    completeness: dict[str, Any]
    cached: bool
    notice: str
    model: str | None = None
    prompt: str | None = None
    prompt_tokens: int | None = None
    prompt_tokens_exact: bool | None = None


@attrs.frozen(kw_only=True)
class CallersResult:
    """The callers, in the order of the index: sure ones first."""

    target: WireTarget
    callers: list[WireUsage]
    completeness: dict[str, Any]


@attrs.frozen(kw_only=True)
class LocateResult:
    """No target: there is none. Several: the name is ambiguous."""

    targets: list[WireTarget]


@attrs.frozen(kw_only=True)
class SearchResult:
    """The hits, best first."""

    hits: list[WireHit]
    completeness: dict[str, Any]


@attrs.frozen(kw_only=True)
class UsagesResult:
    """What was asked for as definitions, the best first."""

    definitions: list[WireUsedDefinition]
    completeness: dict[str, Any]


@attrs.frozen(kw_only=True)
class RelatedResult:
    """The related definitions, the nearest first."""

    hits: list[WireHit]
    completeness: dict[str, Any]


@dataclass(frozen=True, slots=True)
class MessageTypes:
    """The classes into which a request and its response are read."""

    request: type[Any]
    response: type[Any]


def _message_types(name: str, params: Any, result: Any, *, required: bool = True) -> MessageTypes:
    def constant(value: str) -> Any:
        return attrs.field(type=str, default=value, kw_only=True)

    title = name.rpartition("/")[2].capitalize()
    envelope = {"id": attrs.field(type=cast(type, int | str)), "jsonrpc": constant("2.0")}
    default = attrs.NOTHING if required else None
    request = {"params": attrs.field(type=params, default=default, kw_only=True), "method": constant(name)}
    response = {"result": attrs.field(type=result, kw_only=True)}
    return MessageTypes(
        attrs.make_class(f"{title}Request", {**envelope, **request}),
        attrs.make_class(f"{title}Response", {**envelope, **response}),
    )


MESSAGES = {
    EXPLAIN: _message_types(EXPLAIN, ExplainParams, ExplainResult),
    CALLERS: _message_types(CALLERS, CallersParams, CallersResult),
    LOCATE: _message_types(LOCATE, LocateParams, LocateResult),
    SEARCH: _message_types(SEARCH, SearchParams, SearchResult),
    USAGES: _message_types(USAGES, UsagesParams, UsagesResult),
    RELATED: _message_types(RELATED, RelatedParams, RelatedResult),
    STATUS: _message_types(STATUS, StatusParams | None, dict[str, Any], required=False),
}
