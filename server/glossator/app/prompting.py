"""From a subject to a prompt that fits: candidates, their costs by the model's own tokenizer, and the cut."""

from __future__ import annotations

from glossator.app.current_texts import CurrentText
from glossator.app.subjects import Subject
from glossator.core.context import BRIEF_LINES, CallerCode, by_usefulness, excerpt, module_excerpt
from glossator.core.errors import UserError
from glossator.core.explanation import Usage
from glossator.core.invisible import one_line, visible
from glossator.core.prompt import PartCosts, Prompt, PromptParts, assemble, everything, pieces, plan
from glossator.core.redaction import redact
from glossator.core.symbols import ReferenceKind, Symbol
from glossator.core.text import LineIndex, Span
from glossator.models.ports import Generator, Message

_MAX_PLANS = 6
"""How often the cut is planned again when the finished prompt is over the budget."""
_MARGIN_TOKENS = 8
"""Kept free beside the answer for what a chat template adds round it."""
_SLACK_TOKENS = 24
"""Room that is not worth another plan."""
MAX_CALLERS_READ = 60
"""Callers whose code is a candidate for the prompt; far more than any window holds."""


def prompt_parts(subject: Subject) -> PromptParts:
    """The subject as material for the prompt, callers most useful first, with what looks like a secret hidden.

    Takes long enough for a large subject that it is a thread's work.
    """
    target, lines = subject.target, _redacted(subject.text)
    symbol = target.symbol
    head, body = _head_and_body(lines, symbol, target.selection)
    callers = _caller_codes(subject)
    selection = None
    if target.selection is not None:
        selected = lines.data[target.selection.start : target.selection.end]
        selection = _code(selected.decode("utf-8", "replace"))
    return PromptParts(
        language=target.language,
        path=_label(target.place.path),
        line=target.name_place.line,
        name=_label(target.name),
        kind=target.kind.value.replace("_", " "),
        head=head,
        body=body,
        selection=selection if symbol is not None else None,
        prototypes=tuple((_label(place), _code(text)) for place, text in subject.prototypes),
        callers=tuple(by_usefulness(callers, target.place.path)),
        callers_total=len(_usages_outside(subject)),
        callers_complete=subject.completeness.structure_ready and not subject.completeness.unlisted_calls,
        entry=_label(subject.entry),
    )


def _redacted(text: CurrentText) -> LineIndex:
    """The text without secrets; all spans hold for it as well."""
    data = redact(text.data, text.path)
    return text.lines if data is text.data else LineIndex(data)


def _head_and_body(
    lines: LineIndex, symbol: Symbol | None, selection: Span | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines that are never cut (documentation, decorators, signature) and the rest."""
    if symbol is None:
        assert selection is not None
        first, last = lines.line_at(selection.start), lines.line_at(max(selection.start, selection.end - 1))
        return (), _line_texts(lines, first, last)
    first = lines.line_at(symbol.span.start)
    last = lines.line_at(max(symbol.span.start, symbol.span.end - 1))
    head_end = lines.line_at(max(symbol.signature_span.start, symbol.signature_span.end - 1))
    if symbol.doc_span is not None and symbol.doc_span.start > symbol.signature_span.start:
        head_end = max(head_end, lines.line_at(max(symbol.doc_span.start, symbol.doc_span.end - 1)))
    head_end = min(head_end, last)
    return _line_texts(lines, first, head_end), _line_texts(lines, head_end + 1, last)


def _line_texts(lines: LineIndex, first: int, last: int) -> tuple[str, ...]:
    spans = (lines.line_span(line) for line in range(first, last + 1))
    return tuple(_code(lines.data[span.start : span.end].decode("utf-8", "replace")) for span in spans)


def _code(text: str) -> str:
    """Code as a person sees it: words in characters that are not shown would speak to the model alone."""
    return visible(text)


def _label(text: str) -> str:
    """A path or a name, which stands outside of the fences: on one line and without anything that looks like one."""
    return one_line(text).replace("`", "'")


def _usages_outside(subject: Subject) -> list[tuple[Usage, Symbol | None]]:
    """Usages with their enclosing symbols, without the target's own recursion, which is part of its code."""
    own = subject.target.symbol
    return [
        (usage, holder)
        for usage, holder in zip(subject.found.usages, subject.found.symbols, strict=True)
        if own is None
        or usage.place.path != subject.target.place.path
        or not own.span.covers(usage.place.span)
    ]


def _caller_codes(subject: Subject) -> list[CallerCode]:
    usages = _usages_outside(subject)[:MAX_CALLERS_READ]
    paths = dict.fromkeys(usage.place.path for usage, _ in usages)
    lines = {path: _redacted(subject.found.texts[path]) for path in paths}
    return [_caller_code(lines[usage.place.path], usage, holder) for usage, holder in usages]


def _caller_code(lines: LineIndex, usage: Usage, holder: Symbol | None) -> CallerCode:
    uses = [use.span for use in usage.uses]
    if holder is None:
        code = brief = module_excerpt(lines, uses)
    else:
        code = excerpt(lines, holder.span, holder.signature_span, uses)
        brief = excerpt(
            lines, holder.span, holder.signature_span, uses[:1], whole_lines=0, around=BRIEF_LINES
        )
    is_call = usage.reference is ReferenceKind.CALL
    return CallerCode(
        path=_label(usage.place.path),
        name=_label(usage.name),
        line=usage.name_place.line,
        code=_code(code),
        brief=_code(brief),
        certainty=usage.certainty,
        in_test=usage.in_test,
        lines=lines.line_at(usage.place.span.end) - lines.line_at(usage.place.span.start) + 1,
        use="" if is_call else usage.reference.value,
    )


async def fit(parts: PromptParts, generator: Generator, max_tokens: int) -> tuple[Prompt, int]:
    """The prompt that leaves room for the answer in the model's context window, and its exact size in tokens.

    Raises `UserError` if not even signature and documentation of the target fit.
    """
    window = await generator.context_tokens() - max_tokens - _MARGIN_TOKENS
    costs = await _costs(parts, generator)
    budget = min(window, _acceptable(costs, await generator.prompt_tokens()))
    best: tuple[Prompt, int] | None = None
    allowed, last = budget, None
    for _ in range(_MAX_PLANS):
        chosen = plan(parts, costs, allowed)
        if chosen == last:
            break
        last = chosen
        prompt = assemble(parts, chosen)
        size = await generator.count_chat(messages(prompt))
        if size <= budget:
            best = prompt, size
        elif best is not None:
            break
        # Parts counted one by one are a little more, or seldom less, than the whole; the rest is used as well.
        allowed += budget - size
        if best is not None and (chosen == everything(parts) or budget - size < _SLACK_TOKENS):
            break
    if best is None:
        raise UserError(
            f"The context window of {generator.name} is too small for '{parts.name}'; "
            "choose a model with a larger one."
        )
    return best


async def _costs(parts: PromptParts, generator: Generator) -> PartCosts:
    fixed, *groups = pieces(parts)
    counts = iter(await generator.count_tokens([fixed, *(text for group in groups for text in group)]))
    template = await generator.count_chat([Message("system", ""), Message("user", "")])
    total = next(counts) + template
    return PartCosts(total, *(tuple(next(counts) for _ in group) for group in groups))


def _acceptable(costs: PartCosts, wanted: int) -> int:
    """The size up to which a prompt is read in acceptable time: as wanted, and more, up to twice as much, where the
    target itself leaves no room for its callers. Signature and documentation are never what is cut."""
    with_callers = costs.fixed + sum(costs.body) + wanted // 2
    return max(wanted, min(2 * wanted, with_callers), costs.fixed + wanted // 2)


def messages(prompt: Prompt) -> list[Message]:
    """The prompt as the turns of a chat."""
    return [Message("system", prompt.system), Message("user", prompt.user)]
