"""BERT sentence encoders in plain numpy: read the published files, tokenize, and compute embeddings.

Slow and simple on purpose: it is the yardstick by which a converted model proves itself, independent of the program
that will run the model. Architecture after Devlin et al., "BERT" (2018); sentence vectors are the mean over all
tokens, of length 1, after Reimers and Gurevych, "Sentence-BERT" (2019).
"""

from __future__ import annotations

import json
import math
import struct
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

Array = NDArray[numpy.float32]

_SAFETENSORS_TYPES = {"F32": "<f4", "F16": "<f2"}


@dataclass(frozen=True, slots=True)
class BertShape:
    """The numbers of a BERT encoder that its tensors do not tell."""

    layers: int
    heads: int
    epsilon: float


def read_safetensors(data: bytes) -> dict[str, Array]:
    """The float tensors of a safetensors file: 8 bytes little-endian header size, JSON header, raw tensors.

    Raises `ValueError` if the bytes are no such file. Tensors of other types are left out.
    """
    try:
        (header_size,) = struct.unpack_from("<Q", data)
        header = json.loads(data[8 : 8 + header_size])
        start = 8 + header_size
        tensors = {}
        for name, info in header.items():
            kind = _SAFETENSORS_TYPES.get(info.get("dtype", ""))
            if name == "__metadata__" or kind is None:
                continue
            first, last = info["data_offsets"]
            flat = numpy.frombuffer(data[start + first : start + last], dtype=kind)
            tensors[name] = flat.reshape(info["shape"]).astype(numpy.float32)
    except (struct.error, KeyError, TypeError, AttributeError, UnicodeDecodeError) as error:
        raise ValueError("not a safetensors file") from error
    return tensors


class WordPiece:
    """The tokenizer of uncased BERT models: words in lower case without accents, split greedily into pieces.

    `pieces` maps a piece to its id; pieces that continue a word begin with `##`.
    """

    def __init__(self, pieces: Mapping[str, int]) -> None:
        self._pieces = pieces
        self._longest = max(map(len, pieces), default=0)

    def encode(self, text: str) -> list[int]:
        """Token ids with the marks for begin and end of the text."""
        ids = [self._pieces["[CLS]"]]
        for word in _words(text):
            ids.extend(self._split(word))
        ids.append(self._pieces["[SEP]"])
        return ids

    def _split(self, word: str) -> list[int]:
        ids: list[int] = []
        start = 0
        while start < len(word):
            mark = "##" if start else ""
            ends = range(min(len(word), start + self._longest), start, -1)
            end = next((end for end in ends if mark + word[start:end] in self._pieces), None)
            if end is None:
                return [self._pieces["[UNK]"]]
            ids.append(self._pieces[mark + word[start:end]])
            start = end
        return ids


def _words(text: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFD", text.lower())
    word = ""
    for character in plain:
        category = unicodedata.category(character)
        if category == "Mn":
            continue
        alone = (
            category.startswith("P")
            or (character.isascii() and category.startswith("S"))
            or _is_ideograph(character)
        )
        if alone or character.isspace():
            if word:
                yield word
            word = ""
            if not character.isspace():
                yield character
        else:
            word += character
    if word:
        yield word


def _is_ideograph(character: str) -> bool:
    return "\u3400" <= character <= "\u9fff" or "\uf900" <= character <= "\ufaff" or character >= "\U00020000"


def embed(tensor: Callable[[str], Array], shape: BertShape, ids: Sequence[int]) -> Array:
    """The sentence vector of one token sequence; `tensor` gives weights by their published names."""
    states = tensor("embeddings.word_embeddings.weight")[list(ids)]
    states = states + tensor("embeddings.position_embeddings.weight")[: len(ids)]
    states = states + tensor("embeddings.token_type_embeddings.weight")[0]
    states = _normalize(states, tensor, "embeddings.LayerNorm", shape.epsilon)
    for layer in range(shape.layers):
        prefix = f"encoder.layer.{layer}"
        mixed = _attention(states, tensor, f"{prefix}.attention", shape.heads)
        states = _normalize(states + mixed, tensor, f"{prefix}.attention.output.LayerNorm", shape.epsilon)
        wide = _gelu(_linear(states, tensor, f"{prefix}.intermediate.dense"))
        narrow = _linear(wide, tensor, f"{prefix}.output.dense")
        states = _normalize(states + narrow, tensor, f"{prefix}.output.LayerNorm", shape.epsilon)
    mean = states.mean(axis=0)
    vector: Array = (mean / numpy.linalg.norm(mean)).astype(numpy.float32)
    return vector


def _attention(states: Array, tensor: Callable[[str], Array], prefix: str, heads: int) -> Array:
    length, width = states.shape
    query, key, value = (
        _linear(states, tensor, f"{prefix}.self.{part}").reshape(length, heads, width // heads)
        for part in ("query", "key", "value")
    )
    scores = numpy.einsum("qhd,khd->hqk", query, key) / math.sqrt(width // heads)
    weights = numpy.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    mixed = numpy.einsum("hqk,khd->qhd", weights, value).reshape(length, width)
    return _linear(mixed.astype(numpy.float32), tensor, f"{prefix}.output.dense")


def _linear(states: Array, tensor: Callable[[str], Array], name: str) -> Array:
    result: Array = states @ tensor(f"{name}.weight").T + tensor(f"{name}.bias")
    return result


def _normalize(states: Array, tensor: Callable[[str], Array], name: str, epsilon: float) -> Array:
    centred = states - states.mean(axis=-1, keepdims=True)
    scale = numpy.sqrt(states.var(axis=-1, keepdims=True) + epsilon)
    result: Array = centred / scale * tensor(f"{name}.weight") + tensor(f"{name}.bias")
    return result


_erf = numpy.frompyfunc(math.erf, 1, 1)


def _gelu(states: Array) -> Array:
    gate = _erf(states / math.sqrt(2.0)).astype(numpy.float32)
    result: Array = 0.5 * states * (1.0 + gate)
    return result
