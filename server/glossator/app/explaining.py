"""Explaining: target, usages, prompt, the model's prose as it streams, and the facts under it."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace

from glossator.app.current_texts import CurrentText
from glossator.app.documents import Snapshot
from glossator.app.usages import Found
from glossator.core import markdown
from glossator.core.cancel import CancelToken
from glossator.core.context import CallerCode, by_usefulness, excerpt, module_excerpt
from glossator.core.errors import Cancelled, ModelUnavailable, UserError
from glossator.core.explanation import Completeness, Explanation, Omitted, Target
from glossator.core.facts import facts_block
from glossator.core.prompt import (
    PROMPT_VERSION,
    PartCosts,
    Plan,
    Prompt,
    PromptParts,
    assemble,
    pieces,
    plan,
)
from glossator.core.symbols import ReferenceKind, Symbol
from glossator.core.text import LineIndex, Span
from glossator.models.ports import Generator, Message

_MAX_PLANS = 6
"""How often the cut is planned again when the finished prompt is over the budget."""
_BYTES_PER_TOKEN = 3
"""A cautious estimate for code where no tokenizer is at hand."""
_MARGIN_TOKENS = 8
"""Kept free beside the answer for what a chat template adds round it."""
MAX_CALLERS_READ = 60
"""Callers whose code is a candidate for the prompt; far more than any window holds."""

NO_MODEL = "No language model is chosen (models.language is none): the facts stand alone."

OnText = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ExplainRequest:
    """What was asked. `model` and `max_tokens` override the settings for this request."""

    snapshot: Snapshot
    span: Span
    prompt_only: bool = False
    model: str | None = None
    max_tokens: int | None = None
    wait_for_index: bool = False


@dataclass(frozen=True, slots=True)
class Subject:
    """A target with everything that the index and the files say about it."""

    target: Target
    text: CurrentText
    found: Found
    completeness: Completeness
    prototypes: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Prose:
    text: str = ""
    cached: bool = False
    seconds: float | None = None


def prompt_parts(subject: Subject) -> PromptParts:
    """The subject as material for the prompt, callers most useful first."""
    target, lines = subject.target, subject.text.lines
    symbol = target.symbol
    head, body = _head_and_body(lines, symbol, target.selection)
    callers = _caller_codes(subject)
    calls = [usage for usage in subject.found.usages if usage.reference is ReferenceKind.CALL]
    selection = None
    if target.selection is not None:
        selection = lines.data[target.selection.start : target.selection.end].decode("utf-8", "replace")
    return PromptParts(
        language=target.language,
        path=target.place.path,
        line=target.name_place.line,
        name=target.name,
        kind=target.kind.value.replace("_", " "),
        head=head,
        body=body,
        selection=selection if symbol is not None else None,
        prototypes=subject.prototypes,
        callers=tuple(by_usefulness(callers, target.place.path)),
        callers_total=len(calls),
        callers_complete=subject.completeness.structure_ready,
    )


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
    return tuple(lines.data[span.start : span.end].decode("utf-8", "replace") for span in spans)


def _caller_codes(subject: Subject) -> list[CallerCode]:
    codes: list[CallerCode] = []
    own = subject.target.symbol
    for usage, holder in zip(subject.found.usages, subject.found.symbols, strict=True):
        if usage.reference is not ReferenceKind.CALL or len(codes) >= MAX_CALLERS_READ:
            continue
        inside = usage.place.path == subject.target.place.path and own is not None
        if inside and own is not None and own.span.covers(usage.place.span):
            # Recursion is part of the target's own code.
            continue
        text = subject.found.texts[usage.place.path]
        uses = [use.span for use in usage.uses]
        code = (
            excerpt(text.lines, holder.span, holder.signature_span, uses)
            if holder is not None
            else module_excerpt(text.lines, uses)
        )
        first, last = text.lines.line_at(usage.place.span.start), text.lines.line_at(usage.place.span.end)
        codes.append(
            CallerCode(
                path=usage.place.path,
                name=usage.name,
                line=usage.name_place.line,
                code=code,
                certainty=usage.certainty,
                in_test=usage.in_test,
                lines=last - first + 1,
            )
        )
    return codes


async def fit(parts: PromptParts, generator: Generator, max_tokens: int) -> tuple[Prompt, int]:
    """The prompt that leaves room for the answer in the model's context window, and its exact size in tokens."""
    room = await generator.context_tokens() - max_tokens - _MARGIN_TOKENS
    budget = min(room, await generator.prompt_tokens())
    fixed, body, prototypes, callers = pieces(parts)
    counts = await generator.count_tokens([fixed, *body, *prototypes, *callers])
    template = await generator.count_chat([Message("system", ""), Message("user", "")])
    first_callers = 1 + len(body) + len(prototypes)
    costs = PartCosts(
        fixed=counts[0] + template,
        body=tuple(counts[1 : 1 + len(body)]),
        prototypes=tuple(counts[1 + len(body) : first_callers]),
        callers=tuple(counts[first_callers:]),
    )
    allowed = budget
    for _ in range(_MAX_PLANS):
        prompt = assemble(parts, plan(parts, costs, allowed))
        size = await generator.count_chat(messages(prompt))
        if size <= budget:
            return prompt, size
        allowed -= size - budget
    raise UserError(
        f"The context window of {generator.name} is too small for '{parts.name}'; choose a model with a larger one."
    )


def messages(prompt: Prompt) -> list[Message]:
    """The prompt as the turns of a chat."""
    return [Message("system", prompt.system), Message("user", prompt.user)]


class Explainer:
    """Turns a subject into an explanation with the model that is given to it."""

    def __init__(self, subject: Subject, on_text: OnText, token: CancelToken) -> None:
        self.subject = subject
        self.on_text = on_text
        self.token = token

    def facts_only(self, notice: str) -> Explanation:
        """The answer without a model: the facts stand alone."""
        calls = self._calls()
        return self._explanation(Omitted(0, calls, 0, ""), _Prose(), None, notice)

    async def prompt_only(self, generator: Generator | None, max_tokens: int) -> Explanation:
        """The exact prompt instead of an answer; without a usable model its size is estimated."""
        parts = prompt_parts(self.subject)
        notice = NO_MODEL
        if generator is not None:
            try:
                prompt, size = await fit(parts, generator, max_tokens)
                rendered = await generator.render(messages(prompt))
            except ModelUnavailable as error:
                notice = str(error)
            else:
                answer = self._explanation(_omitted(prompt), _Prose(), generator.name, generator.notice)
                exact = generator.counts_exactly
                return replace(answer, prompt=rendered, prompt_tokens=size, prompt_tokens_exact=exact)
        prompt = assemble(parts, _everything(parts))
        text = f"{prompt.system}\n\n{prompt.user}"
        answer = self._explanation(_omitted(prompt), _Prose(), None, notice)
        estimate = len(text.encode("utf-8", "replace")) // _BYTES_PER_TOKEN
        return replace(answer, prompt=text, prompt_tokens=estimate, prompt_tokens_exact=False)

    async def explain(
        self,
        generator: Generator,
        max_tokens: int,
        cached: Callable[[bytes], str | None],
        keep: Callable[[bytes, str, str], None],
        *,
        needed: bool = False,
    ) -> Explanation:
        """Ask the model. One that fails leaves the facts and the sentence why; one that was asked for by name is
        `needed`, and its failure is the answer."""
        parts = prompt_parts(self.subject)
        try:
            prompt, _ = await fit(parts, generator, max_tokens)
            recipe = _recipe(await generator.fingerprint(), prompt, max_tokens)
            stored = await asyncio.to_thread(cached, recipe)
            if stored is not None:
                self.on_text(stored)
                return self._explanation(
                    _omitted(prompt), _Prose(stored, cached=True), generator.name, generator.notice
                )
            prose = await self._generate(generator, prompt, max_tokens)
        except Cancelled:
            raise
        except ModelUnavailable as error:
            if needed:
                raise
            return self.facts_only(str(error))
        if not prose.text.strip():
            return self.facts_only(f"The model {generator.name} gave no answer; the facts stand alone.")
        await asyncio.to_thread(keep, recipe, prose.text, generator.name)
        return self._explanation(_omitted(prompt), prose, generator.name, generator.notice)

    async def _generate(self, generator: Generator, prompt: Prompt, max_tokens: int) -> _Prose:
        started = time.monotonic()
        collected: list[str] = []
        pieces = generator.generate(messages(prompt), max_tokens, 0.0, self.token)
        async with aclosing(pieces):
            async for piece in pieces:
                collected.append(piece)
                self.on_text(piece)
        return _Prose("".join(collected), seconds=time.monotonic() - started)

    def _calls(self) -> int:
        return sum(usage.reference is ReferenceKind.CALL for usage in self.subject.found.usages)

    def _explanation(self, omitted: Omitted, prose: _Prose, model: str | None, notice: str) -> Explanation:
        subject = self.subject
        shown_model = model if prose.text else None
        facts = facts_block(
            subject.target,
            subject.found.usages,
            omitted if shown_model else Omitted(),
            subject.completeness,
            shown_model,
            prose.seconds,
        )
        safe = markdown.neutralise(prose.text.strip())
        sections = [safe] if safe else []
        if notice:
            sections.append(f"*{markdown.escape(notice)}*")
        return Explanation(
            markdown="\n\n".join([*sections, facts]),
            prose=prose.text,
            facts=facts,
            target=subject.target,
            callers=subject.found.usages,
            omitted=omitted,
            completeness=subject.completeness,
            model=shown_model,
            cached=prose.cached,
            notice=notice,
        )


def _omitted(prompt: Prompt) -> Omitted:
    return Omitted(prompt.callers_shown, prompt.callers_total, prompt.body_lines_cut, prompt.note)


def _everything(parts: PromptParts) -> Plan:
    return Plan(len(parts.body), 0, len(parts.prototypes), len(parts.callers))


def _recipe(fingerprint: str, prompt: Prompt, max_tokens: int) -> bytes:
    """The key of a stored answer: everything that shapes it."""
    digest = hashlib.blake2b(digest_size=16)
    for part in (fingerprint, str(PROMPT_VERSION), str(max_tokens), prompt.system, prompt.user):
        digest.update(part.encode("utf-8", "replace"))
        digest.update(b"\0")
    return digest.digest()
