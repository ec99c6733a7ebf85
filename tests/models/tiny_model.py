"""A language model of a few thousand random weights that llama.cpp really runs, with a vocabulary of bytes.

Run as a program it prints the prompts of one model as tokens: `python tiny_model.py MODEL`, with
`[[role, content], ...]` for each prompt in JSON on its input.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy

UNKNOWN, BEGIN, END = 0, 1, 2
SPECIALS = ("<|im_start|>", "<|im_end|>", "[INST]", "<|user|>")
FIRST_SPECIAL = 3
FIRST_BYTE = FIRST_SPECIAL + len(SPECIALS)

_WIDTH, _INNER, _HEADS, _CONTEXT = 32, 64, 4, 1024
_NORMAL, _UNKNOWN, _CONTROL, _USER_DEFINED, _BYTE = 1, 2, 3, 4, 6


def write_tiny_model(path: Path, *, template: str | None, adds_begin: bool | None) -> Path:
    """The file; `adds_begin` says whether the model wants a begin token in front of a text, None leaves that open.

    Of the special tokens the last is a user-defined one, which some tokenizers find in any text.
    """
    import gguf

    tokens = ["<unk>", "<s>", "</s>", *SPECIALS, *(f"<0x{byte:02X}>" for byte in range(256))]
    kinds = [
        _UNKNOWN,
        _CONTROL,
        _CONTROL,
        *([_CONTROL] * (len(SPECIALS) - 1)),
        _USER_DEFINED,
        *([_BYTE] * 256),
    ]
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_name("a tiny test")
    writer.add_context_length(_CONTEXT)
    writer.add_embedding_length(_WIDTH)
    writer.add_block_count(1)
    writer.add_feed_forward_length(_INNER)
    writer.add_head_count(_HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_dimension_count(_WIDTH // _HEADS)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(tokens)
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_token_types(kinds)
    writer.add_bos_token_id(BEGIN)
    writer.add_eos_token_id(END)
    writer.add_add_space_prefix(False)
    if adds_begin is not None:
        writer.add_add_bos_token(adds_begin)
    if template is not None:
        writer.add_chat_template(template)
    _add_weights(writer, len(tokens))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def _add_weights(writer: object, vocabulary: int) -> None:
    chance = numpy.random.default_rng(5)
    shapes = {
        "token_embd": (vocabulary, _WIDTH),
        "output": (vocabulary, _WIDTH),
        "blk.0.attn_q": (_WIDTH, _WIDTH),
        "blk.0.attn_k": (_WIDTH, _WIDTH),
        "blk.0.attn_v": (_WIDTH, _WIDTH),
        "blk.0.attn_output": (_WIDTH, _WIDTH),
        "blk.0.ffn_gate": (_INNER, _WIDTH),
        "blk.0.ffn_up": (_INNER, _WIDTH),
        "blk.0.ffn_down": (_WIDTH, _INNER),
        "output_norm": (_WIDTH,),
        "blk.0.attn_norm": (_WIDTH,),
        "blk.0.ffn_norm": (_WIDTH,),
    }
    for name, shape in shapes.items():
        weights = chance.normal(size=shape).astype(numpy.float32) / 6
        writer.add_tensor(f"{name}.weight", weights)  # type: ignore[attr-defined]


def text_of(tokens: list[int]) -> str:
    """The text that byte tokens spell, special ones left out. This kind of vocabulary writes U+2581 for a space."""
    data = bytes(token - FIRST_BYTE for token in tokens if token >= FIRST_BYTE)
    return data.decode("utf-8", "replace").replace("\u2581", " ")


def _print_tokens(path: Path) -> None:
    from glossator.models.chat_prompt import ChatFormat
    from glossator.models.llama import LoadOptions, Weights
    from glossator.models.ports import Message

    chat = ChatFormat(Weights(LoadOptions(path, plain=True)))
    prompts = [[Message(*message) for message in prompt] for prompt in json.load(sys.stdin)]
    json.dump([chat.tokens(prompt) for prompt in prompts], sys.stdout)


if __name__ == "__main__":
    _print_tokens(Path(sys.argv[1]))
