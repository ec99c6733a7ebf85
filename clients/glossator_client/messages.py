"""The messages of Glossator's own part of the protocol, as the client reads them.

`docs/protocol.md` describes them. Members that are unknown here are passed over, so that a newer server can
be asked. Positions count from 0 and in code points, which is what the session negotiates (`utf-32`).
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec


class Message(msgspec.Struct, frozen=True, rename="camel"):
    """Base of all messages: camelCase names on the wire."""


Answer = TypeVar("Answer", bound=Message)


class Position(Message, frozen=True):
    """A line and a column in it."""

    line: int
    character: int


class Range(Message, frozen=True):
    """A half-open range of positions."""

    start: Position
    end: Position


class Place(Message, frozen=True):
    """A range in a file; `path` is relative to the workspace's root and "/"-separated."""

    path: str
    uri: str
    range: Range


class Target(Message, frozen=True):
    """What is explained: a definition, or a selection inside one."""

    name: str
    kind: str
    place: Place
    name_place: Place
    signature: str = ""
    language: str = ""
    qualified_name: str = ""
    selection: Range | None = None


class Usage(Message, frozen=True):
    """A symbol, or the top-level code of a file, that uses the target."""

    name: str
    kind: str
    place: Place
    name_place: Place
    uses: tuple[Place, ...] = ()
    reference: str = "call"
    certainty: str = "possible"
    why: str = ""
    in_test: bool = False


class Completeness(Message, frozen=True):
    """How much of the workspace stood behind an answer."""

    indexed_files: int = 0
    known_files: int = 0
    structure_ready: bool = True
    embedded_chunks: int = 0
    known_chunks: int = 0
    stale_files: tuple[str, ...] = ()
    lexical_only: bool = False
    note: str = ""


class Omitted(Message, frozen=True):
    """What did not fit into the prompt."""

    callers_shown: int = 0
    callers_total: int = 0
    body_lines_cut: int = 0
    note: str = ""


class Explanation(Message, frozen=True):
    """Answer of `glossator/explain`."""

    markdown: str
    target: Target
    prose: str = ""
    facts: str = ""
    callers: tuple[Usage, ...] = ()
    omitted: Omitted = Omitted()
    completeness: Completeness = Completeness()
    model: str | None = None
    cached: bool = False
    notice: str = ""
    prompt: str | None = None
    prompt_tokens: int | None = None
    prompt_tokens_exact: bool | None = None


class Callers(Message, frozen=True):
    """Answer of `glossator/callers`."""

    target: Target
    callers: tuple[Usage, ...] = ()
    completeness: Completeness = Completeness()


class Located(Message, frozen=True):
    """Answer of `glossator/locate`: several targets mean that the name is ambiguous."""

    targets: tuple[Target, ...] = ()


class Hit(Message, frozen=True):
    """A symbol or chunk found by a search."""

    name: str
    kind: str
    place: Place
    name_place: Place
    score: float
    qualified_name: str = ""
    container: str = ""
    reasons: tuple[str, ...] = ()
    shares: dict[str, float] = {}
    """How much of the score of its file each reason gave."""


class SearchAnswer(Message, frozen=True):
    """Answer of `glossator/search`, best hit first."""

    hits: tuple[Hit, ...] = ()
    completeness: Completeness = Completeness()


class UsageGroup(Message, frozen=True):
    """Usages for the same purpose, as places in the list of usages; `basis` says what they have in common."""

    label: str
    usages: tuple[int, ...] = ()
    basis: str = ""


class UsedDefinition(Message, frozen=True):
    """A definition with its usages in groups, and code that does the same without using it."""

    target: Target
    usages: tuple[Usage, ...] = ()
    total: int = 0
    groups: tuple[UsageGroup, ...] = ()
    similar: tuple[Hit, ...] = ()
    score: float | None = None


class Usages(Message, frozen=True):
    """Answer of `glossator/usages`, the best definition first."""

    definitions: tuple[UsedDefinition, ...] = ()
    completeness: Completeness = Completeness()


class Status(Message, frozen=True):
    """What is needed here of the answer of `glossator/status`."""

    phase: str
    completeness: Completeness = Completeness()
    last_error: str = ""


def read(wire: Any, kind: type[Answer]) -> Answer:
    """The message that `wire` holds. Raises `ValueError` if it is another one."""
    try:
        return msgspec.convert(wire, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"The server's answer is no {kind.__name__}: {error}") from error
