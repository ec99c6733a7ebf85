"""The JSON that `explain`, `callers`, `usages` and `search` print.

Lines and columns count from 1, columns in code points; paths are relative to the workspace's root.

`docs/schemas/` holds the JSON Schemas made from these classes (`make docs`).
"""

from __future__ import annotations

from dataclasses import dataclass

from glossator_client import messages


@dataclass(frozen=True, slots=True)
class PlaceDocument:
    """A range in a file; the end is the first position after it."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class TargetDocument:
    """A definition: `place` spans all of it, `line` and `column` are those of its name."""

    name: str
    qualified_name: str
    kind: str
    language: str
    signature: str
    path: str
    line: int
    column: int
    place: PlaceDocument


@dataclass(frozen=True, slots=True)
class CallerDocument:
    """A symbol that uses the target; `line` is that of its name, `uses` are the places where it does.

    `certainty` is `sure` or `possible`, `reference` how the target is used (`call`, `read` ...).
    """

    name: str
    kind: str
    path: str
    line: int
    end_line: int
    reference: str
    certainty: str
    why: str
    in_test: bool
    uses: tuple[PlaceDocument, ...]


@dataclass(frozen=True, slots=True)
class CompletenessDocument:
    """How much of the workspace stood behind the answer; `note` is "" when nothing is missing.

    `lexical_only` says that a search compared names and words and nothing by meaning.
    """

    indexed_files: int
    known_files: int
    structure_ready: bool
    embedded_chunks: int
    known_chunks: int
    stale_files: tuple[str, ...]
    lexical_only: bool
    note: str


@dataclass(frozen=True, slots=True)
class OmittedDocument:
    """What did not fit into the prompt."""

    callers_shown: int
    callers_total: int
    body_lines_cut: int
    note: str


@dataclass(frozen=True, slots=True)
class ExplainDocument:
    """Answer of `glossator explain --json`.

    `markdown` is prose and facts together. `model` is null when the facts stand alone, and `notice` says why.
    The members about the prompt are null unless `--prompt` was given, and then `prose` is "".
    """

    target: TargetDocument
    markdown: str
    prose: str
    callers: tuple[CallerDocument, ...]
    omitted: OmittedDocument
    completeness: CompletenessDocument
    model: str | None
    cached: bool
    notice: str
    prompt: str | None
    prompt_tokens: int | None
    prompt_tokens_exact: bool | None


@dataclass(frozen=True, slots=True)
class CallersDocument:
    """Answer of `glossator callers --json`."""

    target: TargetDocument
    callers: tuple[CallerDocument, ...]
    completeness: CompletenessDocument


@dataclass(frozen=True, slots=True)
class ErrorDocument:
    """What any command prints with `--json` when it ends with exit code 1.

    `candidates` are the definitions that an ambiguous TARGET may mean.
    """

    error: str
    candidates: tuple[TargetDocument, ...] = ()


def place_document(place: messages.Place) -> PlaceDocument:
    """`place` counted from 1."""
    start, end = place.range.start, place.range.end
    return PlaceDocument(place.path, start.line + 1, start.character + 1, end.line + 1, end.character + 1)


def target_document(target: messages.Target) -> TargetDocument:
    """`target` counted from 1."""
    name = place_document(target.name_place)
    return TargetDocument(
        name=target.name,
        qualified_name=target.qualified_name or target.name,
        kind=target.kind,
        language=target.language,
        signature=target.signature,
        path=name.path,
        line=name.line,
        column=name.column,
        place=place_document(target.place),
    )


def caller_document(usage: messages.Usage) -> CallerDocument:
    """`usage` counted from 1."""
    return CallerDocument(
        name=usage.name,
        kind=usage.kind,
        path=usage.name_place.path,
        line=usage.name_place.range.start.line + 1,
        end_line=usage.place.range.end.line + 1,
        reference=usage.reference,
        certainty=usage.certainty,
        why=usage.why,
        in_test=usage.in_test,
        uses=tuple(map(place_document, usage.uses)),
    )


def completeness_document(completeness: messages.Completeness) -> CompletenessDocument:
    """The same numbers."""
    return CompletenessDocument(
        **{name: getattr(completeness, name) for name in CompletenessDocument.__dataclass_fields__}
    )


def explain_document(explanation: messages.Explanation) -> ExplainDocument:
    """The whole answer of `explain`."""
    omitted = explanation.omitted
    return ExplainDocument(
        target=target_document(explanation.target),
        markdown=explanation.markdown,
        prose=explanation.prose,
        callers=tuple(map(caller_document, explanation.callers)),
        omitted=OmittedDocument(
            omitted.callers_shown, omitted.callers_total, omitted.body_lines_cut, omitted.note
        ),
        completeness=completeness_document(explanation.completeness),
        model=explanation.model,
        cached=explanation.cached,
        notice=explanation.notice,
        prompt=explanation.prompt,
        prompt_tokens=explanation.prompt_tokens,
        prompt_tokens_exact=explanation.prompt_tokens_exact,
    )


def callers_document(answer: messages.Callers) -> CallersDocument:
    """The whole answer of `callers`."""
    return CallersDocument(
        target=target_document(answer.target),
        callers=tuple(map(caller_document, answer.callers)),
        completeness=completeness_document(answer.completeness),
    )
