from __future__ import annotations

import io
import json
import struct
import zipfile
from pathlib import Path

import gguf
import numpy
import pytest
from numpy.typing import NDArray

from glossator.core.errors import ModelUnavailable, UserError
from glossator.models import bert, convert
from glossator.models.convert import Reference

WIDTH, LAYERS, HEADS = 64, 2, 4
PIECES = [
    "[PAD]",
    "[UNK]",
    "[CLS]",
    "[SEP]",
    "[MASK]",
    "[unused1]",
    "read",
    "file",
    "##s",
    "the",
    "(",
    ")",
    "文",
]
TEXTS = ["Read the files (file)", "THE 文 unknownword", ""]


def tensors(seed: int = 0) -> dict[str, NDArray[numpy.float32]]:
    """Random weights of a very small encoder, under their published names."""
    random = numpy.random.default_rng(seed)
    sizes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(PIECES), WIDTH),
        "embeddings.position_embeddings.weight": (32, WIDTH),
        "embeddings.token_type_embeddings.weight": (2, WIDTH),
        "embeddings.LayerNorm.weight": (WIDTH,),
        "embeddings.LayerNorm.bias": (WIDTH,),
        "pooler.dense.weight": (WIDTH, WIDTH),
    }
    for layer in range(LAYERS):
        prefix = f"encoder.layer.{layer}"
        for name in (
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
        ):
            sizes |= {f"{prefix}.{name}.weight": (WIDTH, WIDTH), f"{prefix}.{name}.bias": (WIDTH,)}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            sizes |= {f"{prefix}.{name}.weight": (WIDTH,), f"{prefix}.{name}.bias": (WIDTH,)}
        sizes |= {
            f"{prefix}.intermediate.dense.weight": (2 * WIDTH, WIDTH),
            f"{prefix}.intermediate.dense.bias": (2 * WIDTH,),
            f"{prefix}.output.dense.weight": (WIDTH, 2 * WIDTH),
            f"{prefix}.output.dense.bias": (WIDTH,),
        }
    return {name: random.normal(size=size).astype(numpy.float32) for name, size in sizes.items()}


def safetensors(weights: dict[str, NDArray[numpy.float32]]) -> bytes:
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, tensor in weights.items():
        data = tensor.astype("<f4").tobytes()
        header[name] = {
            "dtype": "F32",
            "shape": tensor.shape,
            "data_offsets": [len(body), len(body) + len(data)],
        }
        body += data
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


def archive(weights: dict[str, NDArray[numpy.float32]], leave_out: str = "") -> bytes:
    config = {
        "num_hidden_layers": LAYERS,
        "num_attention_heads": HEADS,
        "layer_norm_eps": 1e-12,
        "max_position_embeddings": 32,
        "hidden_size": WIDTH,
        "intermediate_size": 2 * WIDTH,
        "type_vocab_size": 2,
    }
    vocabulary = {piece: number for number, piece in enumerate(PIECES)}
    files = {
        "config.json": json.dumps(config).encode(),
        "tokenizer.json": json.dumps({"model": {"vocab": vocabulary}}).encode(),
        "model.safetensors": safetensors(weights),
    }
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as opened:
        for name, content in files.items():
            if name != leave_out:
                opened.writestr(name, content)
    return data.getvalue()


def references(published: convert.Published) -> list[Reference]:
    tokenizer = bert.WordPiece(published.pieces)
    ids = [tuple(tokenizer.encode(text)) for text in TEXTS]
    vectors = [bert.embed(lambda name: published.tensors[name], published.shape, each) for each in ids]
    return [Reference(*each) for each in zip(TEXTS, ids, vectors, strict=True)]


def test_a_converted_encoder_gives_the_vectors_of_the_original(tmp_path: Path) -> None:
    published = convert.read_published(archive(tensors()))
    path = tmp_path / "small.gguf"
    convert.write_gguf(published, "small", path)
    assert convert.proof(path, references(published), published.shape) > convert.MIN_COSINE


def test_other_weights_or_other_tokens_do_not_prove_themselves(tmp_path: Path) -> None:
    published = convert.read_published(archive(tensors()))
    expected = references(published)
    other = convert.read_published(archive(tensors(seed=1)))
    convert.write_gguf(other, "small", tmp_path / "other.gguf")
    assert convert.proof(tmp_path / "other.gguf", expected, other.shape) < convert.MIN_COSINE
    shuffled = dict(zip(published.pieces, reversed(range(len(PIECES))), strict=True))
    renamed = convert.Published(published.config, shuffled, published.tensors)
    convert.write_gguf(renamed, "small", tmp_path / "renamed.gguf")
    assert convert.proof(tmp_path / "renamed.gguf", expected, published.shape) == 0.0


def test_without_references_nothing_is_proved_and_the_conversion_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="differ from the original"):
        convert.convert_bert(archive(tensors()), "a model without references", tmp_path / "small.gguf")


@pytest.mark.parametrize("leave_out", ["config.json", "tokenizer.json", "model.safetensors"])
def test_an_archive_without_one_of_its_files_is_called_damaged(leave_out: str) -> None:
    with pytest.raises(UserError, match="damaged"):
        convert.read_published(archive(tensors(), leave_out))
    with pytest.raises(UserError, match="damaged"):
        convert.read_published(b"no archive")


def test_words_are_cut_as_the_original_tokenizer_cuts_them() -> None:
    tokenizer = bert.WordPiece({piece: number for number, piece in enumerate(PIECES)})
    assert tokenizer.encode("Réad THE files(文文)") == [2, 6, 9, 7, 8, 10, 12, 12, 11, 3]
    assert tokenizer.encode("nothing") == [2, 1, 3]


def test_the_stored_references_have_length_one_and_fit_the_file_in_use(embedding_file: Path) -> None:
    stored = convert.references("all-minilm-l6-v2")
    assert len(stored) >= 4
    for reference in stored:
        assert abs(float(numpy.linalg.norm(reference.vector)) - 1.0) < 1e-5
    shape = bert.BertShape(layers=6, heads=12, epsilon=1e-12)
    assert convert.proof(embedding_file, stored, shape) > convert.MIN_COSINE


def test_the_file_keeps_matrices_in_eight_bits_and_vectors_in_full(tmp_path: Path) -> None:
    path = tmp_path / "small.gguf"
    convert.write_gguf(convert.read_published(archive(tensors())), "small", path)
    kinds = {tensor.name: tensor.tensor_type for tensor in gguf.GGUFReader(path).tensors}
    assert kinds["token_embd.weight"] == gguf.GGMLQuantizationType.Q8_0
    assert kinds["blk.0.attn_q.bias"] == gguf.GGMLQuantizationType.F32
    assert not any("pooler" in name or "cls" in name for name in kinds)
