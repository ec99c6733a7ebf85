"""Turn a published BERT sentence encoder (safetensors and tokenizer) into a GGUF, and prove the result.

A conversion counts only if the written file, read back, gives the vectors that the full-precision weights gave:
`references/<model>.json` holds texts with their token ids and vectors, computed once by `bert.embed`.
"""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy

from glossator.core.errors import ModelUnavailable, UserError
from glossator.models import bert

MIN_COSINE = 0.998
"""Least likeness of a converted model's vectors to the reference; Q8_0 reaches 0.9988."""

_WORD_START = "▁"
_CONTROL_TOKENS = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"}
_LEFT_OUT = ("embeddings.position_ids", "pooler.")


@dataclass(frozen=True, slots=True)
class Published:
    """A sentence encoder as published: its configuration, tokenizer and weights."""

    config: Mapping[str, Any]
    pieces: Mapping[str, int]
    tensors: Mapping[str, bert.Array]

    @property
    def shape(self) -> bert.BertShape:
        return bert.BertShape(
            layers=self.config["num_hidden_layers"],
            heads=self.config["num_attention_heads"],
            epsilon=self.config["layer_norm_eps"],
        )


@dataclass(frozen=True, slots=True)
class Reference:
    """A text, its token ids, and the vector that the full-precision weights give it."""

    text: str
    ids: tuple[int, ...]
    vector: bert.Array


def references(model: str) -> tuple[Reference, ...]:
    """The stored reference vectors of a model of the catalogue; empty where there are none."""
    path = files(__package__).joinpath("references", f"{model}.json")
    if not path.is_file():
        return ()
    return tuple(
        Reference(
            text=item["text"],
            ids=tuple(item["ids"]),
            vector=numpy.frombuffer(base64.b64decode(item["vector"]), dtype="<f4"),
        )
        for item in json.loads(path.read_text(encoding="utf-8"))["references"]
    )


def read_published(archive: bytes) -> Published:
    """The encoder inside a zip archive of its published files. `UserError` if a file is missing or damaged."""
    try:
        with zipfile.ZipFile(io.BytesIO(archive)) as opened:
            return Published(
                config=json.loads(opened.read("config.json")),
                pieces=json.loads(opened.read("tokenizer.json"))["model"]["vocab"],
                tensors=bert.read_safetensors(opened.read("model.safetensors")),
            )
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise UserError("The downloaded model is damaged; run `glossator models fetch` again.") from error


def convert_bert(archive: bytes, name: str, target: Path) -> None:
    """Write the encoder in `archive` to `target` as a Q8_0 GGUF and prove it against the references of `name`.

    `ModelUnavailable` if the `gguf` package is missing or the file does not prove itself; `target` is then to be
    thrown away.
    """
    published = read_published(archive)
    write_gguf(published, name, target)
    likeness = proof(target, references(name), published.shape)
    if likeness < MIN_COSINE:
        raise ModelUnavailable(
            f"The conversion of {name} gave vectors that differ from the original (likeness {likeness:.4f}); "
            "it was thrown away. Please report this with the version of the 'gguf' package."
        )


def _gguf() -> Any:
    try:
        import gguf
    except ImportError as error:
        raise ModelUnavailable(
            "Converting the embedding model needs the 'gguf' package: install it with "
            "pip install 'glossator[models]'."
        ) from error
    return gguf


def write_gguf(published: Published, name: str, target: Path) -> None:
    """Write `published` as a GGUF with matrices in Q8_0 and vectors in float32."""
    gguf = _gguf()
    config = published.config
    writer = gguf.GGUFWriter(target, "bert")
    writer.add_name(name)
    writer.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    writer.add_context_length(config["max_position_embeddings"])
    writer.add_embedding_length(config["hidden_size"])
    writer.add_feed_forward_length(config["intermediate_size"])
    writer.add_block_count(config["num_hidden_layers"])
    writer.add_head_count(config["num_attention_heads"])
    writer.add_layer_norm_eps(config["layer_norm_eps"])
    writer.add_causal_attention(False)
    writer.add_pooling_type(gguf.PoolingType.MEAN)
    _add_tokenizer(writer, gguf, published)
    _add_tensors(writer, gguf, published)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add_tokenizer(writer: Any, gguf: Any, published: Published) -> None:
    by_id = sorted(published.pieces, key=published.pieces.__getitem__)
    writer.add_tokenizer_model("bert")
    writer.add_token_type_count(published.config["type_vocab_size"])
    writer.add_token_list([_stored_piece(piece) for piece in by_id])
    writer.add_token_types([int(_piece_type(piece, gguf)) for piece in by_id])
    writer.add_bos_token_id(published.pieces["[CLS]"])
    writer.add_eos_token_id(published.pieces["[SEP]"])
    writer.add_sep_token_id(published.pieces["[SEP]"])
    writer.add_unk_token_id(published.pieces["[UNK]"])
    writer.add_pad_token_id(published.pieces["[PAD]"])
    writer.add_mask_token_id(published.pieces["[MASK]"])


def _stored_piece(piece: str) -> str:
    """A piece as GGUF spells it: word starts are marked instead of continuations."""
    if _is_special(piece):
        return piece
    return piece[2:] if piece.startswith("##") else _WORD_START + piece


def _published_piece(stored: str) -> str:
    """The inverse of `_stored_piece`."""
    if _is_special(stored):
        return stored
    return stored[1:] if stored.startswith(_WORD_START) else "##" + stored


def _is_special(piece: str) -> bool:
    return piece.startswith("[") and piece.endswith("]") and len(piece) > 2


def _piece_type(piece: str, gguf: Any) -> Any:
    if piece in _CONTROL_TOKENS:
        return gguf.TokenType.CONTROL
    if piece.startswith("[unused"):
        return gguf.TokenType.UNUSED
    return gguf.TokenType.NORMAL


def _add_tensors(writer: Any, gguf: Any, published: Published) -> None:
    names = _tensor_names(gguf, published.shape)
    for name, tensor in published.tensors.items():
        if name.startswith(_LEFT_OUT):
            continue
        # Embeddings of positions and token types are added element by element, which llama.cpp does in float32.
        as_float = tensor.ndim < 2 or "position_embeddings" in name or "token_type_embeddings" in name
        kind = gguf.GGMLQuantizationType.F32 if as_float else gguf.GGMLQuantizationType.Q8_0
        writer.add_tensor(names(name), gguf.quants.quantize(tensor, kind), raw_dtype=kind)


def _tensor_names(gguf: Any, shape: bert.BertShape) -> Callable[[str], str]:
    table = gguf.get_tensor_name_map(gguf.MODEL_ARCH.BERT, shape.layers)

    def stored_name(name: str) -> str:
        stored = table.get_name(name, try_suffixes=(".weight", ".bias"))
        if stored is None:
            raise UserError(f"The downloaded model has an unknown tensor '{name}'; it cannot be converted.")
        return str(stored)

    return stored_name


def proof(path: Path, expected: Sequence[Reference], shape: bert.BertShape) -> float:
    """The least cosine between the vectors of the file's own weights and tokens and the expected ones.

    0.0 if the file cuts a reference text into other tokens, and if there are no references at all.
    """
    gguf = _gguf()
    reader = gguf.GGUFReader(path)
    stored = reader.get_field("tokenizer.ggml.tokens").contents()
    tokenizer = bert.WordPiece({_published_piece(piece): number for number, piece in enumerate(stored)})
    names = _tensor_names(gguf, shape)
    tensors = {
        tensor.name: gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(numpy.float32)
        for tensor in reader.tensors
    }
    likeness = 1.0 if expected else 0.0
    for reference in expected:
        ids = tokenizer.encode(reference.text)
        if tuple(ids) != reference.ids:
            return 0.0
        vector = bert.embed(lambda wanted: tensors[names(wanted)], shape, ids)
        likeness = min(likeness, float(vector @ reference.vector))
    return likeness
