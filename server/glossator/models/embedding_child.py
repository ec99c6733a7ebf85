"""The embedding model inside its child process: texts in, vectors of length 1 out. They are not checked here.

Each text is worked on alone. Several in one batch would be hardly faster and would make a vector depend, in its last
digits, on the texts beside it: the same text would not get the same bits in every run.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import llama_cpp as native
import numpy

from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import ModelUnavailable
from glossator.host.serving import CallContext, Handler
from glossator.models import canary
from glossator.models.llama import Context, LoadOptions, Weights

CHARACTERS_PER_TOKEN = 32
"""A text is cut to so many characters for each token that fits before it is tokenized at all."""

_POOLINGS = {
    "mean": native.LLAMA_POOLING_TYPE_MEAN,
    "cls": native.LLAMA_POOLING_TYPE_CLS,
    "last": native.LLAMA_POOLING_TYPE_LAST,
    "": native.LLAMA_POOLING_TYPE_UNSPECIFIED,
}


class EmbeddingModel:
    """A loaded embedding model with its context."""

    def __init__(
        self, options: LoadOptions, max_tokens: int, pooling: str, query_prefix: str, document_prefix: str
    ) -> None:
        self._weights = Weights(options)
        self._name = options.path.name
        self.max_tokens = min(self._weights.trained_context, max_tokens)
        self._context = Context(
            self._weights,
            self.max_tokens,
            batch=self.max_tokens,
            pooling=_POOLINGS.get(pooling, native.LLAMA_POOLING_TYPE_UNSPECIFIED),
        )
        self._pooling = native.llama_pooling_type(self._context.handle)
        if self._pooling in (native.LLAMA_POOLING_TYPE_NONE, native.LLAMA_POOLING_TYPE_RANK):
            raise ModelUnavailable(f"The model {self._name} does not give one vector for a text.")
        self._prefixes = {True: query_prefix, False: document_prefix}
        self.dimensions = self._weights.dimensions
        self.device = self._weights.device
        self.fell_back = self._weights.fell_back
        self._end_marks = self._find_end_marks()
        self.texts_cut = 0

    def embed(self, texts: Sequence[str], query: bool, token: CancelToken) -> Any:
        """An array with one row for each text."""
        rows = numpy.empty((len(texts), self.dimensions), dtype=numpy.float32)
        for row, text in zip(rows, texts, strict=True):
            token.check()
            row[:] = self._decode(self._tokens(self._prefixes[query] + text), token)
        return rows

    def count(self, text: str) -> int:
        """Tokens of a text without marks and prefix."""
        return len(self._weights.tokenize(_clean(text)))

    def probe(self, references: Sequence[tuple[str, bytes]]) -> None:
        """Raise `ModelUnavailable` unless the vectors are finite, repeatable, and tell near from far texts."""
        rows = self.embed([*canary.NEAR, canary.FAR, canary.NEAR[0]], False, NEVER)
        first, near, far, again = rows
        repeatable = float(first @ again) >= canary.SAME_COSINE
        if not canary.are_usable(rows) or not repeatable or float(first @ near) <= float(first @ far):
            raise ModelUnavailable(
                f"The model {self._name} gives vectors without meaning; fetch it again or choose another."
            )
        for text, expected in references:
            (vector,) = self.embed([text], False, NEVER)
            if not float(vector @ numpy.frombuffer(expected, dtype="<f4")) >= canary.SAME_COSINE:
                raise ModelUnavailable(
                    f"The model {self._name} does not give the vectors it should; fetch it again with "
                    "`glossator models fetch --again`."
                )

    def _tokens(self, text: str) -> list[int]:
        text = _clean(text[: self.max_tokens * CHARACTERS_PER_TOKEN])
        tokens = self._weights.tokenize(text, marks=True)
        if self._end_marks and tokens[-len(self._end_marks) :] != self._end_marks:
            tokens += self._end_marks
        if len(tokens) > self.max_tokens:
            self.texts_cut += 1
            tokens = tokens[: self.max_tokens - len(self._end_marks)] + self._end_marks
        return tokens or self._weights.tokenize(".")

    def _find_end_marks(self) -> list[int]:
        """What the model wants at the end of each text."""
        bare = self._weights.tokenize("a")
        marked = self._weights.tokenize("a", marks=True)
        end = marked.index(bare[-1]) + 1 if bare and bare[-1] in marked else len(marked)
        if end == len(marked) and self._pooling == native.LLAMA_POOLING_TYPE_LAST:
            # The vector is read off the last token, which must then be the end token; some files do not say so.
            return [int(native.llama_vocab_eos(self._weights.vocabulary))]
        return marked[end:]

    def _decode(self, tokens: Sequence[int], token: CancelToken) -> Any:
        context = self._context
        context.forget_all()
        context.clear_batch()
        for position, each in enumerate(tokens):
            context.add(each, position, output=True)
        context.decode(token)
        return self._vector()

    def _vector(self) -> Any:
        pointer = native.llama_get_embeddings_seq(self._context.handle, 0)
        if not pointer:
            raise ModelUnavailable(f"The model {self._name} does not give one vector for a text.")
        vector = numpy.ctypeslib.as_array(pointer, shape=(self.dimensions,)).astype(numpy.float32)
        length = numpy.linalg.norm(vector)
        # A vector without direction stays one, and whoever asked for it finds that out.
        return vector / length if length > 0 else vector


def _clean(text: str) -> str:
    return text.replace("\0", " ")


def handlers() -> dict[str, Handler]:
    """What the child answers: `load` first, then `embed` and `count`."""
    model: EmbeddingModel | None = None

    def load(payload: Any, _context: CallContext) -> Any:
        nonlocal model
        options = LoadOptions(
            Path(os.fsdecode(payload["path"])), payload["threads"], payload["gpu_layers"], payload["plain"]
        )
        model = EmbeddingModel(
            options,
            payload["max_tokens"],
            payload["pooling"],
            payload["query_prefix"],
            payload["document_prefix"],
        )
        model.probe(payload["references"])
        return {
            "dimensions": model.dimensions,
            "max_tokens": model.max_tokens,
            "device": model.device,
            "fell_back": model.fell_back,
        }

    def embed(payload: Any, context: CallContext) -> Any:
        assert model is not None
        rows = model.embed(payload["texts"], payload["query"], context.token)
        return {"vectors": rows.tobytes(), "texts_cut": model.texts_cut}

    def count(payload: Any, context: CallContext) -> Any:
        assert model is not None
        counts = []
        for text in payload:
            context.token.check()
            counts.append(model.count(text))
        return counts

    return {"load": load, "embed": embed, "count": count}
