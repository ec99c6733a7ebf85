"""The vocabulary of answers: places, targets, callers, hits, completeness, and an explanation as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from glossator.core.symbols import Certainty, ReferenceKind, Symbol, SymbolKind
from glossator.core.text import Span


@dataclass(frozen=True, slots=True)
class Place:
    """A range in a file that was checked against the indexed state when the answer was made.

    `path` is relative to the workspace root, `uri` the document's; `line` is the zero-based line of the start.
    `text_hash` is Python's hash of the bytes that the span counts in: whoever sends the place asks it whether they
    are still the same.
    """

    path: str
    uri: str
    span: Span
    line: int
    text_hash: int


@dataclass(frozen=True, slots=True)
class Target:
    """What is to be explained: the innermost definition at the cursor, with the selection inside it if any.

    `symbol` is None when a selection lies in no definition; then `name` is `<module>`.
    """

    name: str
    kind: SymbolKind
    place: Place
    name_place: Place
    signature: str
    language: str
    symbol: Symbol | None = None
    selection: Span | None = None


@dataclass(frozen=True, slots=True)
class Usage:
    """One symbol (or `<module>`) that uses the target, with the places where it does.

    `place` spans the whole enclosing definition, `name_place` its name; for top-level code both are the first use.
    `uses` are the references, in order. `certainty` is the best of its uses, `why` the reason in words.
    """

    name: str
    kind: SymbolKind
    place: Place
    name_place: Place
    uses: tuple[Place, ...]
    reference: ReferenceKind
    certainty: Certainty
    why: str
    in_test: bool = False


@dataclass(frozen=True, slots=True)
class Completeness:
    """How much of the workspace stood behind an answer."""

    indexed_files: int
    known_files: int
    structure_ready: bool
    embedded_chunks: int = 0
    known_chunks: int = 0
    stale_files: tuple[str, ...] = ()
    unlisted_calls: int = 0
    """Calls of the target's name through objects of unknown type, which too many methods share to list them."""
    lexical_only: bool = False
    """Whether a search compared names and words and nothing by meaning."""
    note: str = ""
    """Sentences for the user on what is missing ("Indexing 45 %: callers may be missing."), or on what may call a
    target of which no call is found, else ""."""


@dataclass(frozen=True, slots=True)
class Omitted:
    """What did not fit into the prompt."""

    callers_shown: int = 0
    callers_total: int = 0
    body_lines_cut: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """The model's text and the facts that the index proves.

    `markdown` is prose followed by the facts block; `prompt` and `prompt_tokens` are filled when asked for.
    `model` is None when the facts stand alone, and `notice` says why in one sentence.
    """

    markdown: str
    prose: str
    facts: str
    target: Target
    callers: tuple[Usage, ...]
    omitted: Omitted
    completeness: Completeness
    model: str | None = None
    cached: bool = False
    notice: str = ""
    prompt: str | None = None
    prompt_tokens: int | None = None
    prompt_tokens_exact: bool = True


@dataclass(frozen=True, slots=True)
class Hit:
    """A symbol or chunk found by a search, with its score (higher is better) and the reasons for it."""

    name: str
    qualified_name: str
    container: str
    kind: SymbolKind
    place: Place
    name_place: Place
    score: float
    reasons: tuple[str, ...] = ()
    shares: Mapping[str, float] = field(default_factory=dict)
    """How much of the score of its file each reason gave."""


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """Hits, best first, and how complete they are."""

    hits: tuple[Hit, ...]
    completeness: Completeness


class GroupBasis(StrEnum):
    """What the usages of a group have in common."""

    MEANING = "meaning"
    PLACE = "place"
    OTHERS = "others"
    IMPORTS = "imports"
    TESTS = "tests"


@dataclass(frozen=True, slots=True)
class UsageGroup:
    """Usages that use their target for the same. `usages` are their places in the list of usages, in order."""

    label: str
    basis: GroupBasis
    usages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class UsedDefinition:
    """A definition with its usages, sure ones first, in groups, and with code that does the same without using it.

    `total` counts all usages, also those beyond the limit of the request. `score` is that of the search which found
    the definition, None for one that was asked for by its place.
    """

    target: Target
    usages: tuple[Usage, ...]
    total: int
    groups: tuple[UsageGroup, ...] = ()
    similar: tuple[Hit, ...] = ()
    score: float | None = None


@dataclass(frozen=True, slots=True)
class UsagesAnswer:
    """What was asked for as definitions, the best first; none if words mean nothing clearly."""

    definitions: tuple[UsedDefinition, ...]
    completeness: Completeness


@dataclass(frozen=True, slots=True)
class ModelStatus:
    """One model as `status` shows it: state is one of `ready`, `idle`, `loading`, `failed`, `missing`, `off`."""

    purpose: str
    name: str
    state: str
    device: str = ""
    detail: str = ""
