from __future__ import annotations

import hashlib
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.models.gguf_files import write_gguf
from tests.models.hub_server import Hub, hub

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, UserError
from glossator.models import acquire
from glossator.models.acquire import FetchProgress
from glossator.models.catalog import CatalogEntry, HubSource, Purpose
from glossator.models.download import Retries

pytestmark = pytest.mark.loopback

AT_ONCE = Retries(attempts=3, pause=0.0)


@pytest.fixture
def content(tmp_path: Path) -> bytes:
    return write_gguf(tmp_path / "source" / "model.gguf").read_bytes()


@pytest.fixture
def server(content: bytes, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    for variable in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.delenv(variable, raising=False)
    with hub(content) as running:
        monkeypatch.setenv("HF_ENDPOINT", running.url)
        yield running


def entry(sha256: str = "") -> CatalogEntry:
    return CatalogEntry(
        name="small",
        purpose=Purpose.LANGUAGE,
        file="small.gguf",
        summary="A small model.",
        licence="MIT",
        size=1000,
        context=128,
        source=HubSource("someone/small-GGUF", "main", "Small Model.gguf"),
        sha256=sha256,
    )


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != ".fetch.lock")


def test_a_file_of_the_hub_is_put_in_place_with_progress(server: Hub, content: bytes, tmp_path: Path) -> None:
    seen: list[FetchProgress] = []
    path = acquire.fetch(entry(), tmp_path / "models", progress=seen.append)
    assert path.read_bytes() == content
    assert leftovers(tmp_path / "models") == ["small.gguf"]
    downloads = [(each.done, each.total) for each in seen if each.step == "downloading"]
    assert downloads[0] == (0, len(content)) and downloads[-1] == (len(content), len(content))
    assert seen[-1].step == "done"


def test_a_model_that_is_there_is_not_asked_for_again(server: Hub, tmp_path: Path) -> None:
    acquire.fetch(entry(), tmp_path)
    acquire.fetch(entry(), tmp_path)
    assert len(server.ranges) == 1
    acquire.fetch(entry(), tmp_path, again=True)
    assert len(server.ranges) == 2


def test_a_broken_download_goes_on_where_it_broke(server: Hub, content: bytes, tmp_path: Path) -> None:
    server.break_after = [100, 50]
    path = acquire.fetch(entry(), tmp_path, retries=AT_ONCE)
    assert path.read_bytes() == content
    assert server.ranges == [None, "bytes=100-", "bytes=150-"]


def test_what_has_come_is_kept_for_the_next_time(server: Hub, content: bytes, tmp_path: Path) -> None:
    server.break_after = [100, 0, 0]
    with pytest.raises(UserError, match=r"could not be downloaded.*the connection broke.*is kept"):
        acquire.fetch(entry(), tmp_path, retries=AT_ONCE)
    assert acquire.fetch(entry(), tmp_path, retries=AT_ONCE).read_bytes() == content
    assert server.ranges[-1] == "bytes=100-"


def test_a_server_without_ranges_sends_all_of_it_again(server: Hub, content: bytes, tmp_path: Path) -> None:
    server.break_after, server.knows_ranges = [100], False
    assert acquire.fetch(entry(), tmp_path, retries=AT_ONCE).read_bytes() == content


def test_without_any_hash_halves_of_two_downloads_are_never_joined(
    server: Hub, content: bytes, tmp_path: Path
) -> None:
    server.break_after, server.states_hash = [100], False
    assert acquire.fetch(entry(), tmp_path, retries=AT_ONCE).read_bytes() == content
    assert server.ranges == [None, "bytes=100-", None]


def test_a_part_that_is_already_whole_is_used(server: Hub, content: bytes, tmp_path: Path) -> None:
    (tmp_path / "Small Model.gguf.part").write_bytes(content)
    expected = hashlib.sha256(content).hexdigest()
    assert acquire.fetch(entry(expected), tmp_path, retries=AT_ONCE).read_bytes() == content


def test_a_part_of_another_file_is_thrown_away(server: Hub, content: bytes, tmp_path: Path) -> None:
    (tmp_path / "Small Model.gguf.part").write_bytes(b"x" * (len(content) + 5))
    assert acquire.fetch(entry(), tmp_path, retries=AT_ONCE).read_bytes() == content


@pytest.mark.parametrize("expected", ["0" * 64, ""])
def test_a_file_with_another_hash_is_thrown_away(server: Hub, tmp_path: Path, expected: str) -> None:
    if not expected:
        # The hub states the hash of the whole; what was kept from before does not belong to it.
        (tmp_path / "models").mkdir()
        (tmp_path / "models" / "Small Model.gguf.part").write_bytes(b"GGUF of another model")
    with pytest.raises(UserError, match="its hash differs"):
        acquire.fetch(entry(expected), tmp_path / "models", retries=AT_ONCE)
    assert leftovers(tmp_path / "models") == []


def test_a_page_in_place_of_a_model_is_not_put_in_place(server: Hub, tmp_path: Path) -> None:
    server.content = b"<html>sign in</html>" * 10
    with pytest.raises(UserError, match="not a GGUF"):
        acquire.fetch(entry(), tmp_path / "models")
    assert leftovers(tmp_path / "models") == []


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        (404, "has no file of the model small"),
        (403, "without an account"),
        (503, "status 503"),
        (400, "status 400"),
    ],
)
def test_each_refusal_of_the_hub_has_its_sentence(
    server: Hub, tmp_path: Path, status: int, sentence: str
) -> None:
    server.status = status
    with pytest.raises(UserError, match=sentence):
        acquire.fetch(entry(), tmp_path, retries=AT_ONCE)


def test_no_network_is_said_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{port}")
    with pytest.raises(
        UserError, match=r"could not be downloaded from 127\.0\.0\.1:\d+ \(.*check the network"
    ):
        acquire.fetch(entry(), tmp_path, retries=AT_ONCE)


def test_a_cancelled_download_keeps_its_part_and_frees_the_lock(
    server: Hub, content: bytes, tmp_path: Path
) -> None:
    token = CancelToken()

    def cancel(progress: FetchProgress) -> None:
        if progress.step == "downloading":
            token.cancel()

    with pytest.raises(Cancelled):
        acquire.fetch(entry(), tmp_path, progress=cancel, token=token)
    assert acquire.fetch(entry(), tmp_path).read_bytes() == content
