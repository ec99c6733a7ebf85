"""The language model inside its child process: chat messages in, pieces of text out.

What was evaluated for the last prompt stays in the model's memory; the part that the next prompt has in common with
it is not evaluated again.
"""

from __future__ import annotations

import codecs
import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import llama_cpp as native
import numpy

from glossator.core.answer_text import AnswerFilter
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import UserError
from glossator.host.serving import CallContext, Handler
from glossator.models.chat_prompt import PLAIN_STOP, ChatFormat
from glossator.models.llama import Context, LoadOptions, Weights
from glossator.models.ports import Message
from glossator.models.sampling import is_looping, next_token

MAX_CONTEXT_TOKENS = 8192
"""Context that is taken when the settings name none, if the model was trained for as much."""

PIECE_TOKENS = 512
"""Tokens of the prompt evaluated at once."""

_THOUGHT_MARKS = (b"<think>", b"</think>")
_SEED = 0


class LanguageModel:
    """A loaded language model with its context and what it holds."""

    def __init__(self, options: LoadOptions, context_tokens: int) -> None:
        self._weights = Weights(options)
        trained = self._weights.trained_context or MAX_CONTEXT_TOKENS
        wanted = context_tokens or min(trained, MAX_CONTEXT_TOKENS)
        self._context = Context(self._weights, min(wanted, trained), batch=min(PIECE_TOKENS, wanted))
        self.format = ChatFormat(self._weights)
        self._held: list[int] = []
        self._vocabulary_size = int(native.llama_vocab_n_tokens(self._weights.vocabulary))
        self.device = self._weights.device
        self.fell_back = self._weights.fell_back

    @property
    def context_tokens(self) -> int:
        return self._context.tokens

    def warm_up(self) -> None:
        """Evaluate a few tokens, so that a machine on which the library cannot work shows it now."""
        tokens = self.format.tokens([Message("user", "def add(a, b): return a + b")])
        self._evaluate(tokens[: self._context.batch_size], NEVER, lambda _done: None)
        self._choose([], 0.0, numpy.random.default_rng(_SEED))

    def generate(
        self,
        messages: Sequence[Message],
        max_tokens: int,
        temperature: float,
        token: CancelToken,
        emit: Callable[[str | int], None],
    ) -> dict[str, Any]:
        """Answer `messages`; `emit` gets text, and the number of prompt tokens read so far. Returns timings."""
        begin = time.perf_counter()
        prompt = self.format.tokens(messages, token)
        if len(prompt) + max_tokens > self.context_tokens:
            raise UserError(
                f"The prompt has {len(prompt)} tokens and leaves no room for {max_tokens} of answer in the model's "
                f"{self.context_tokens}; set models.contextTokens higher or choose a model with a longer context."
            )
        reused = self._evaluate(prompt, token, emit)
        answer, first = self._answer(max_tokens, temperature, token, _Text(self.format.is_plain, emit))
        end = time.perf_counter()
        return {
            "prompt_tokens": len(prompt),
            "reused_tokens": reused,
            "answer_tokens": len(answer),
            "first_token_seconds": first - begin,
            "tokens_per_second": (len(answer) - 1) / max(end - first, 1e-9) if len(answer) > 1 else 0.0,
            "device": self.device,
        }

    def _evaluate(self, prompt: Sequence[int], token: CancelToken, emit: Callable[[int], None]) -> int:
        """Bring the context to hold exactly `prompt`. Returns how many of its tokens it held before."""
        reused = self._keep_common(prompt)
        for start in range(reused, len(prompt), self._context.batch_size):
            self._decode(prompt[start : start + self._context.batch_size], token)
            emit(len(self._held))
        return reused

    def _keep_common(self, prompt: Sequence[int]) -> int:
        common = 0
        # The last token is always evaluated anew, since what follows is read off its result.
        for old, new in zip(self._held, prompt[:-1], strict=False):
            if old != new:
                break
            common += 1
        if not self._context.forget(common):
            self._context.forget_all()
            common = 0
        del self._held[common:]
        return common

    def _decode(self, tokens: Sequence[int], token: CancelToken) -> None:
        """Evaluate `tokens` after what is held; if that fails, what was half done is forgotten."""
        context = self._context
        context.clear_batch()
        for offset, each in enumerate(tokens):
            context.add(each, len(self._held) + offset, output=offset == len(tokens) - 1)
        try:
            context.decode(token)
        except Exception:
            if not context.forget(len(self._held)):
                context.forget_all()
                self._held.clear()
            raise
        self._held.extend(tokens)

    def _answer(
        self, max_tokens: int, temperature: float, token: CancelToken, text: _Text
    ) -> tuple[list[int], float]:
        """The tokens of the answer and when the first of them was known."""
        random = numpy.random.default_rng(_SEED)
        answer: list[int] = []
        first = 0.0
        while len(answer) < max_tokens:
            token.check()
            chosen = self._choose(answer, temperature, random)
            first = first or time.perf_counter()
            if self._weights.is_end(chosen):
                break
            answer.append(chosen)
            if text.add(self._bytes(chosen)) or is_looping(answer):
                break
            self._decode([chosen], token)
        text.finish()
        return answer, first or time.perf_counter()

    def _choose(self, answer: Sequence[int], temperature: float, random: numpy.random.Generator) -> int:
        pointer = native.llama_get_logits_ith(self._context.handle, -1)
        logits = numpy.ctypeslib.as_array(pointer, shape=(self._vocabulary_size,))
        return next_token(logits, answer, temperature, random)

    def _bytes(self, token: int) -> bytes:
        spelled = self._weights.piece(token, special=True)
        return spelled if spelled.strip() in _THOUGHT_MARKS else self._weights.piece(token)


class _Text:
    """The text of an answer as its tokens come: whole characters, without thought, up to a stop."""

    def __init__(self, is_plain: bool, emit: Callable[[str], None]) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._filter = AnswerFilter()
        self._stop = PLAIN_STOP if is_plain else ""
        self._held = ""
        self._emit = emit

    def add(self, data: bytes) -> bool:
        """Take the bytes of a token. True if the answer ends here."""
        self._held += self._filter.feed(self._decoder.decode(data))
        if self._stop and self._stop in self._held:
            self._held = self._held.partition(self._stop)[0]
            return True
        keep = len(self._stop)
        self._send(len(self._held) - keep)
        return False

    def finish(self) -> None:
        self._held += self._filter.feed(self._decoder.decode(b"", final=True)) + self._filter.finish()
        if self._stop:
            self._held = self._held.partition(self._stop)[0]
        self._send(len(self._held))

    def _send(self, length: int) -> None:
        if length > 0:
            self._emit(self._held[:length])
            self._held = self._held[length:]


def _messages(payload: Any) -> list[Message]:
    return [Message(role, content) for role, content in payload]


def handlers() -> dict[str, Handler]:
    """What the child answers: `load` first, then `count`, `count_chat`, `render` and `generate`."""
    model: LanguageModel | None = None

    def load(payload: Any, _context: CallContext) -> Any:
        nonlocal model
        options = LoadOptions(
            Path(os.fsdecode(payload["path"])),
            payload["threads"],
            payload["gpu_layers"],
            payload["plain"],
            interactive=True,
        )
        model = LanguageModel(options, payload["context_tokens"])
        model.warm_up()
        return {
            "context_tokens": model.context_tokens,
            "device": model.device,
            "fell_back": model.fell_back,
        }

    def count(payload: Any, context: CallContext) -> Any:
        assert model is not None
        return [len(model.format.content_tokens(text, context.token)) for text in payload]

    def count_chat(payload: Any, context: CallContext) -> Any:
        assert model is not None
        return len(model.format.tokens(_messages(payload), context.token))

    def render(payload: Any, _context: CallContext) -> Any:
        assert model is not None
        return model.format.text(_messages(payload))

    def generate(payload: Any, context: CallContext) -> Any:
        assert model is not None
        return model.generate(
            _messages(payload["messages"]),
            payload["max_tokens"],
            payload["temperature"],
            context.token,
            context.emit,
        )

    return {
        "load": load,
        "count": count,
        "count_chat": count_chat,
        "render": render,
        "generate": generate,
    }
