"""Explaining: target, usages, prompt, the model's prose as it streams, and the facts under it."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace

from glossator.app.documents import Snapshot
from glossator.app.prompting import fit, messages, prompt_parts
from glossator.app.subjects import Subject
from glossator.core import markdown
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, ModelUnavailable, UserError
from glossator.core.explanation import Explanation, Omitted
from glossator.core.facts import facts_block
from glossator.core.prompt import (
    PROMPT_VERSION,
    Prompt,
    assemble,
    everything,
)
from glossator.core.redaction import redact_text
from glossator.core.symbols import ReferenceKind
from glossator.core.text import Span
from glossator.models.ports import Generator

_BYTES_PER_TOKEN = 3
"""A cautious estimate for code where no tokenizer is at hand."""

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


@dataclass(slots=True)
class _Prose:
    text: str = ""
    cached: bool = False
    seconds: float | None = None


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
        parts = await asyncio.to_thread(prompt_parts, self.subject)
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
        prompt = assemble(parts, everything(parts))
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
        parts = await asyncio.to_thread(prompt_parts, self.subject)
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
        except UserError as error:
            if needed and isinstance(error, ModelUnavailable):
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
        return _Prose(redact_text("".join(collected)), seconds=time.monotonic() - started)

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


def _recipe(fingerprint: str, prompt: Prompt, max_tokens: int) -> bytes:
    """The key of a stored answer: everything that shapes it."""
    digest = hashlib.blake2b(digest_size=16)
    for part in (fingerprint, str(PROMPT_VERSION), str(max_tokens), prompt.system, prompt.user):
        digest.update(part.encode("utf-8", "replace"))
        digest.update(b"\0")
    return digest.digest()
