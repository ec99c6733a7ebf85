from __future__ import annotations

import os
import resource
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fuzzing import examples
from tests.models.gguf_files import write_gguf

from glossator.core.errors import ModelUnavailable
from glossator.models import free_memory, gguf_check
from glossator.models.catalog import Purpose


def test_the_default_models_pass_and_tell_their_facts(embedding_file: Path, language_file: Path) -> None:
    embedding = gguf_check.check(embedding_file, Purpose.EMBEDDING)
    assert (embedding.architecture, embedding.context, embedding.dimensions) == ("bert", 512, 384)
    assert embedding.pooling == "mean"
    language = gguf_check.check(language_file, Purpose.LANGUAGE)
    assert (language.architecture, language.context) == ("llama", 8192)
    assert language.has_chat_template


def test_a_model_of_the_wrong_kind_is_refused_with_the_setting_it_belongs_to(
    embedding_file: Path, language_file: Path
) -> None:
    with pytest.raises(ModelUnavailable, match=r"is an embedding model.*models\.embedding"):
        gguf_check.check(embedding_file, Purpose.LANGUAGE)
    with pytest.raises(ModelUnavailable, match=r"is a language model.*models\.language"):
        gguf_check.check(language_file, Purpose.EMBEDDING)


def test_a_decoder_that_pools_is_an_embedding_model(tmp_path: Path) -> None:
    path = write_gguf(tmp_path / "embedder.gguf", "qwen3", pooling=3)
    assert gguf_check.check(path, Purpose.EMBEDDING).pooling == "last"
    with pytest.raises(ModelUnavailable, match="is an embedding model"):
        gguf_check.check(path, Purpose.LANGUAGE)


def test_a_reranker_and_a_picture_model_are_neither(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="ranks pairs"):
        gguf_check.check(write_gguf(tmp_path / "rank.gguf", "bert", pooling=4), Purpose.EMBEDDING)
    with pytest.raises(ModelUnavailable, match="no text model"):
        gguf_check.check(write_gguf(tmp_path / "clip.gguf", "clip"), Purpose.LANGUAGE)


POINTER = (
    b"version https://git-lfs.github.com/spec/v1\n"
    b"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 105455360\n"
)


def test_each_kind_of_bad_file_has_a_sentence_of_its_own_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = write_gguf(tmp_path / "whole.gguf").read_bytes()
    contents = {
        "empty.gguf": b"",
        "pointer.gguf": POINTER,
        "half.gguf": whole[: len(whole) // 2],
        "random.gguf": bytes(range(7, 255)) * 50,
    }
    for name, content in contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "folder.gguf").mkdir()
    os.mkfifo(tmp_path / "pipe.gguf")
    paths = [tmp_path / name for name in (*contents, "folder.gguf", "pipe.gguf", "nothing.gguf")]
    said = []
    for path in paths:
        with pytest.raises(ModelUnavailable) as raised:
            gguf_check.inspect(path)
        said.append(str(raised.value))
    assert [
        (path.name in sentence, sentence.count(". ")) for path, sentence in zip(paths, said, strict=True)
    ] == [(True, 0)] * len(paths)
    wanted = ["is empty; fetch", "git lfs pull", "cut off or damaged; fetch", "not a GGUF", "is a folder"]
    wanted += ["no regular file; choose", "does not exist; run"]
    assert [each in sentence for each, sentence in zip(wanted, said, strict=True)] == [True] * len(wanted)


@pytest.mark.parametrize("content", [b"PK\x03\x04", b"<html>not found</html>" * 100, b"\0" * 4096])
def test_other_files_are_called_no_gguf(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "page.gguf"
    path.write_bytes(content)
    with pytest.raises(ModelUnavailable, match="not a GGUF"):
        gguf_check.inspect(path)


def test_a_file_cut_off_anywhere_is_called_so(tmp_path: Path) -> None:
    whole = write_gguf(tmp_path / "whole.gguf").read_bytes()
    path = tmp_path / "cut.gguf"
    for length in range(4, len(whole) - 1, 7):
        path.write_bytes(whole[:length])
        with pytest.raises(ModelUnavailable, match="cut off or damaged"):
            gguf_check.inspect(path)


def test_a_real_model_that_lacks_its_last_bytes_is_called_cut_off(
    tmp_path: Path, embedding_file: Path
) -> None:
    path = tmp_path / "cut.gguf"
    path.write_bytes(embedding_file.read_bytes()[:-100])
    with pytest.raises(ModelUnavailable, match="cut off or damaged"):
        gguf_check.inspect(path)


def test_a_version_from_another_time_is_refused(tmp_path: Path) -> None:
    whole = bytearray(write_gguf(tmp_path / "whole.gguf").read_bytes())
    whole[4:8] = struct.pack("<I", 99)
    path = tmp_path / "future.gguf"
    path.write_bytes(whole)
    with pytest.raises(ModelUnavailable, match="GGUF version 99"):
        gguf_check.inspect(path)


def test_a_model_larger_than_the_free_memory_is_refused_before_it_is_loaded(tmp_path: Path) -> None:
    free = free_memory.free_memory()
    if free is not None:
        path = write_gguf(tmp_path / "huge.gguf")
        # A sparse file takes no disk.
        with path.open("r+b") as file:
            file.truncate(free * 2)
        with pytest.raises(ModelUnavailable, match=r"needs [0-9.]+ GiB of memory"):
            gguf_check.check(path, Purpose.LANGUAGE)


def test_a_file_that_may_not_be_read_is_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write_gguf(tmp_path / "private.gguf")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    # The super user may read everything, so no right that is missing would do.
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(ModelUnavailable, match=r"private\.gguf cannot be read: Permission denied; allow it"):
        gguf_check.inspect(path)


def _string(text: bytes) -> bytes:
    return struct.pack("<Q", len(text)) + text


def _header(tensors: int, pairs: int) -> bytes:
    return b"GGUF" + struct.pack("<IQQ", 3, tensors, pairs)


MIB = 1 << 20
SPARSE_BYTES = 1 << 40
"""What a file claims to hold that takes no room on the disk."""
GIANT_COUNTS = {
    "pairs": _header(0, 2**63),
    "tensors": _header(2**63, 0),
    "a key": _header(0, 1) + struct.pack("<Q", 2**62),
    "a text": _header(0, 1) + _string(b"general.name") + struct.pack("<IQ", 8, 2**39),
    "an array of texts": _header(0, 1) + _string(b"tokenizer.ggml.tokens") + struct.pack("<IIQ", 9, 8, 2**36),
    "an array of numbers": _header(0, 1) + _string(b"scores") + struct.pack("<IIQ", 9, 6, 2**62),
    "dimensions": _header(1, 0) + _string(b"t") + struct.pack("<I4QIQ", 4, *[2**63] * 4, 0, 0),
    "nested arrays": _header(0, 1) + _string(b"a") + struct.pack("<IIQ", 9, 9, 2**40),
}


@pytest.mark.parametrize("kind", GIANT_COUNTS)
def test_a_giant_count_takes_neither_memory_nor_time(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "giant.gguf"
    path.write_bytes(GIANT_COUNTS[kind])
    with path.open("r+b") as file:
        file.truncate(SPARSE_BYTES)
    script = (
        "import sys; from pathlib import Path; from glossator.models import gguf_check\n"
        "from glossator.core.errors import ModelUnavailable\n"
        "try: gguf_check.inspect(Path(sys.argv[1]))\n"
        "except ModelUnavailable as error: print(error)\n"
    )
    bound = 256 << 20
    result = subprocess.run(
        [sys.executable, "-c", script, path],
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (bound, bound)),
    )
    assert result.stderr == ""
    assert result.stdout in ("", "The model file giant.gguf is cut off or damaged; fetch it again.\n")


def _with_texts(path: Path, count: int) -> Path:
    """A file with so many texts of one mebibyte."""
    pairs = [_string(b"k%d" % number) + struct.pack("<I", 8) + _string(b"x" * MIB) for number in range(count)]
    path.write_bytes(_header(0, len(pairs)) + b"".join(pairs) + bytes(32))
    return path


def test_the_texts_that_are_kept_are_bounded_all_together(tmp_path: Path) -> None:
    kept = gguf_check.inspect(_with_texts(tmp_path / "texts.gguf", 40)).values.values()
    assert sum(len(str(text)) for text in kept) <= 16 * MIB
    assert "" in kept


def test_a_file_that_is_cut_while_it_is_read_is_called_cut_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = _with_texts(tmp_path / "shrinking.gguf", 3)
    read_body = gguf_check._read_body

    def cut_first(*arguments: Any) -> gguf_check.GgufFacts:
        os.truncate(path, MIB)
        return read_body(*arguments)

    monkeypatch.setattr(gguf_check, "_read_body", cut_first)
    with pytest.raises(ModelUnavailable, match="cut off or damaged"):
        gguf_check.inspect(path)


def _inspect_bytes(folder: Path, content: bytes) -> None:
    path = folder / "fuzz.gguf"
    path.write_bytes(content)
    try:
        gguf_check.check(path, Purpose.LANGUAGE)
    except ModelUnavailable as error:
        assert str(error).endswith(".")


@examples(200)
@given(st.binary(max_size=400))
def test_arbitrary_bytes_behind_the_magic_are_survived(tmp_path: Path, body: bytes) -> None:
    _inspect_bytes(tmp_path, b"GGUF" + struct.pack("<I", 3) + body)


@examples(300)
@given(st.lists(st.tuples(st.integers(4, 600), st.integers(0, 255)), min_size=1, max_size=6))
def test_a_damaged_header_is_survived(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    whole = tmp_path / "whole.gguf"
    if not whole.exists():
        write_gguf(whole)
    content = bytearray(whole.read_bytes())
    for place, value in changes:
        content[place % len(content)] = value
    _inspect_bytes(tmp_path, bytes(content))
