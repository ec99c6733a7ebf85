"""Small GGUF files for tests, written by the `gguf` package."""

from __future__ import annotations

from pathlib import Path

import gguf
import numpy


def write_gguf(
    path: Path, architecture: str = "llama", *, template: bool = True, pooling: int | None = None
) -> Path:
    """A file with the shape of a model and one small tensor; no library could run it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_name("a small test")
    writer.add_context_length(128)
    writer.add_embedding_length(32)
    writer.add_token_list(["<a>", "b", "ç"])
    writer.add_token_scores([0.0, 1.0, 2.0])
    if template:
        writer.add_chat_template("{{ messages[0].content }}")
    if pooling is not None:
        writer.add_uint32(f"{architecture}.pooling_type", pooling)
    writer.add_tensor("token_embd.weight", numpy.ones((3, 32), dtype=numpy.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
