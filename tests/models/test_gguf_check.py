from __future__ import annotations

import struct
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
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


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match=r"nothing\.gguf does not exist"):
        gguf_check.inspect(tmp_path / "nothing.gguf")
    with pytest.raises(ModelUnavailable, match=r"folder|cannot be read"):
        gguf_check.inspect(tmp_path)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"<html>not found</html>" * 100, b"\0" * 4096])
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


def _inspect_bytes(folder: Path, content: bytes) -> None:
    path = folder / "fuzz.gguf"
    path.write_bytes(content)
    try:
        gguf_check.check(path, Purpose.LANGUAGE)
    except ModelUnavailable as error:
        assert str(error).endswith(".")


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.binary(max_size=400))
def test_arbitrary_bytes_behind_the_magic_are_survived(tmp_path: Path, body: bytes) -> None:
    _inspect_bytes(tmp_path, b"GGUF" + struct.pack("<I", 3) + body)


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.tuples(st.integers(4, 600), st.integers(0, 255)), min_size=1, max_size=6))
def test_a_damaged_header_is_survived(tmp_path: Path, changes: list[tuple[int, int]]) -> None:
    whole = tmp_path / "whole.gguf"
    if not whole.exists():
        write_gguf(whole)
    content = bytearray(whole.read_bytes())
    for place, value in changes:
        content[place % len(content)] = value
    _inspect_bytes(tmp_path, bytes(content))
