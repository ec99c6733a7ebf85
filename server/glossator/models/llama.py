"""llama.cpp through the C interface of llama-cpp-python: load a model, cut text into tokens, decode batches.

Imported only inside a child process: native code aborts, prints and spins as it likes. Nothing here is safe to use
from two threads at once.
"""

from __future__ import annotations

import ctypes
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import llama_cpp as native

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, ModelUnavailable
from glossator.models.abort_flag import AbortFlag

_ABORTED = 2
_NO_ROOM = 1
_FEW_CORES = 4

_WARNING, _CONTINUED = 3, 5
"""Levels of the library's messages; a continued one belongs to the message before."""

_OUT_OF_MEMORY = re.compile(
    "bad_alloc|cannot allocate|insufficient memory|(failed|unable) to allocate|out of memory", re.I
)
"""How the library says so in its messages, the only place where it does."""


@dataclass(frozen=True, slots=True)
class LoadOptions:
    """How a model is loaded.

    `threads` 0 leaves one core to the user, or takes all if somebody waits (`interactive`); `gpu_layers` -1 means
    all. `plain` keeps to the plainest code of the library: no GPU, and no weights rearranged for special
    instructions of the processor.
    """

    path: Path
    threads: int = 0
    gpu_layers: int = 0
    plain: bool = False
    interactive: bool = False


class DecodeFailed(ModelUnavailable):
    """The model could not work on a batch."""


class Weights:
    """A model file in memory, with its vocabulary."""

    def __init__(self, options: LoadOptions) -> None:
        native.llama_log_set(_log_callback, None)
        native.llama_backend_init()
        self.threads = _threads(options.threads, options.interactive)
        wants_gpu = options.gpu_layers != 0 and bool(native.llama_supports_gpu_offload())
        uses_gpu = wants_gpu and not options.plain
        self._model = _load(options, options.gpu_layers if uses_gpu else 0)
        if self._model is None and uses_gpu:
            uses_gpu = False
            self._model = _load(options, 0)
        self.fell_back = wants_gpu and not uses_gpu
        if self._model is None and _memory_ran_out:
            raise ModelUnavailable(
                f"There is not enough memory for the model {options.path.name}; choose a smaller one."
            )
        if self._model is None:
            raise ModelUnavailable(
                f"The model {options.path.name} cannot be loaded: it is damaged or of a kind that the installed "
                "llama-cpp-python does not know. Fetch it again, or update llama-cpp-python."
            )
        self.device = "GPU" if uses_gpu else "CPU"
        self.vocabulary = native.llama_model_get_vocab(self._model)

    @property
    def handle(self) -> Any:
        return self._model

    @property
    def trained_context(self) -> int:
        """Tokens the model was trained for."""
        return int(native.llama_model_n_ctx_train(self._model))

    @property
    def dimensions(self) -> int:
        """Components of the vectors the model gives."""
        count = getattr(native, "llama_model_n_embd_out", native.llama_model_n_embd)
        return int(count(self._model))

    def meta(self, key: str) -> str | None:
        """A value of the file's metadata as text."""
        size = 1 << 12
        while True:
            buffer = ctypes.create_string_buffer(size)
            length = native.llama_model_meta_val_str(self._model, key.encode(), buffer, size)
            if length < 0:
                return None
            if length < size:
                return buffer.value.decode("utf-8", "replace")
            size = length + 1

    def chat_template(self) -> str | None:
        """The model's own chat template in Jinja, None if it has none."""
        template = native.llama_model_chat_template(self._model, None)
        return template.decode("utf-8", "replace") if template else None

    def tokenize(self, text: str, *, marks: bool = False, special: bool = False) -> list[int]:
        """Token ids of `text`; `marks` adds those for begin and end that the model wants, `special` lets the
        spelling of a special token stand for it."""
        data = text.encode("utf-8", "replace")
        room = len(data) + 8
        tokens = (native.llama_token * room)()
        count = native.llama_tokenize(self.vocabulary, data, len(data), tokens, room, marks, special)
        if count < 0:
            room = -count
            tokens = (native.llama_token * room)()
            count = native.llama_tokenize(self.vocabulary, data, len(data), tokens, room, marks, special)
        return list(tokens[: max(0, count)])

    def piece(self, token: int, *, special: bool = False) -> bytes:
        """The bytes that a token stands for; nothing for special tokens unless `special`."""
        size = 64
        while True:
            buffer = ctypes.create_string_buffer(size)
            length = native.llama_token_to_piece(self.vocabulary, token, buffer, size, 0, special)
            if length >= 0:
                return buffer.raw[:length]
            size = -length

    def is_end(self, token: int) -> bool:
        """Whether the token ends an answer."""
        return bool(native.llama_vocab_is_eog(self.vocabulary, token))

    def special_spellings(self) -> list[str]:
        """The spellings of all tokens that are control or user-defined ones."""
        wanted = native.LLAMA_TOKEN_ATTR_CONTROL | native.LLAMA_TOKEN_ATTR_USER_DEFINED
        count = native.llama_vocab_n_tokens(self.vocabulary)
        found = []
        for token in range(count):
            if native.llama_vocab_get_attr(self.vocabulary, token) & wanted:
                found.append(self.piece(token, special=True).decode("utf-8", "replace"))
        return found

    @property
    def begin_token(self) -> int | None:
        """The token that begins a text, None if the model has none or wants none added."""
        token = int(native.llama_vocab_bos(self.vocabulary))
        return token if token >= 0 and native.llama_vocab_get_add_bos(self.vocabulary) else None

    def spelling(self, kind: str) -> str:
        """The spelling of the `bos` or `eos` token, "" if there is none."""
        token = getattr(native, f"llama_vocab_{kind}")(self.vocabulary)
        return self.piece(token, special=True).decode("utf-8", "replace") if token >= 0 else ""


class Context:
    """Working memory of a model: the tokens evaluated so far, and the batch that is decoded next."""

    def __init__(self, weights: Weights, tokens: int, *, batch: int, pooling: int | None = None) -> None:
        parameters = native.llama_context_default_params()
        parameters.n_ctx = tokens
        parameters.n_batch = parameters.n_ubatch = batch
        parameters.n_threads = parameters.n_threads_batch = weights.threads
        parameters.no_perf = True
        if pooling is not None:
            parameters.embeddings = True
            parameters.pooling_type = pooling
        # Flash attention halves the time of an encoder on a CPU, but doubles that of each token written there.
        _set_flash_attention(parameters, pooling is not None or weights.device != "CPU")
        self._abort = AbortFlag()
        parameters.abort_callback = self._abort.callback
        parameters.abort_callback_data = self._abort.data
        self._context = native.llama_init_from_model(weights.handle, parameters)
        if not self._context:
            raise ModelUnavailable(
                f"There is not enough memory for a context of {tokens} tokens; set models.contextTokens lower or "
                "choose a smaller model."
            )
        self.tokens = tokens
        self.batch_size = batch
        self._batch = native.llama_batch_init(batch, 0, 1)
        self._memory = native.llama_get_memory(self._context)
        # Encoders such as BERT keep nothing from batch to batch and have a call of their own.
        self._work = native.llama_decode if self._memory else native.llama_encode

    @property
    def handle(self) -> Any:
        return self._context

    def clear_batch(self) -> None:
        self._batch.n_tokens = 0

    def add(self, token: int, position: int, *, output: bool = False) -> None:
        """Put one token on the batch."""
        index = self._batch.n_tokens
        self._batch.token[index] = token
        self._batch.pos[index] = position
        self._batch.n_seq_id[index] = 1
        self._batch.seq_id[index][0] = 0
        self._batch.logits[index] = output
        self._batch.n_tokens = index + 1

    def decode(self, token: CancelToken) -> None:
        """Work on the batch. Raises `Cancelled` soon after `token` is cancelled, and `DecodeFailed`."""
        self._abort.follow(token)
        token.check()
        status = self._work(self._context, self._batch)
        if status == _ABORTED:
            raise Cancelled
        if status == _NO_ROOM:
            raise DecodeFailed(
                "The prompt does not fit into the model's context; set models.contextTokens higher."
            )
        if status != 0:
            raise DecodeFailed(f"The model failed while reading the text (llama.cpp status {status}).")

    def forget(self, position: int) -> bool:
        """Drop what was evaluated from `position` on; False if the model's memory cannot do that."""
        if not self._memory:
            return True
        return bool(native.llama_memory_seq_rm(self._memory, 0, position, -1))

    def forget_all(self) -> None:
        if self._memory:
            native.llama_memory_clear(self._memory, False)


_memory_ran_out = False


def _log(level: int, text: bytes, _data: Any) -> None:
    """Keep the library's warnings and errors, which tell of models and memory and never of texts."""
    global _memory_ran_out
    if _WARNING <= level < _CONTINUED:
        line = text.decode("utf-8", "replace")
        sys.stderr.write(line)
        _memory_ran_out = _memory_ran_out or bool(_OUT_OF_MEMORY.search(line))


_log_callback = native.llama_log_callback(_log)
"""Kept for as long as the library may call it."""


def _load(options: LoadOptions, layers: int) -> Any:
    parameters = native.llama_model_default_params()
    parameters.n_gpu_layers = layers if layers >= 0 else 0x7FFFFFFF
    if options.plain and hasattr(parameters, "use_extra_bufts"):
        parameters.use_extra_bufts = False
    path = str(options.path).encode("utf-8") if sys.platform == "win32" else os.fsencode(options.path)
    return native.llama_model_load_from_file(path, parameters)


def _threads(wanted: int, interactive: bool) -> int:
    """The number that is set, else what suits the work: somebody waits for an answer, so it takes all cores (half
    of many, which are seldom real ones), while work in the background leaves one to the user."""
    if wanted > 0:
        return wanted
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2
    if interactive:
        return cores if cores <= _FEW_CORES else max(_FEW_CORES, cores // 2)
    return max(1, cores - 1)


def _set_flash_attention(parameters: Any, wanted: bool) -> None:
    """Flash attention as the version of the library spells it."""
    if hasattr(parameters, "flash_attn_type"):
        parameters.flash_attn_type = 1 if wanted else 0
    elif hasattr(parameters, "flash_attn"):
        parameters.flash_attn = wanted
