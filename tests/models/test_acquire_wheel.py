from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.models.gguf_files import write_gguf

from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, UserError
from glossator.models import acquire
from glossator.models.acquire import FetchProgress
from glossator.models.catalog import CatalogEntry, Purpose, WheelSource


@pytest.fixture
def index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of wheels that pip takes for its index, so that real pip runs without a network."""
    folder = tmp_path / "index"
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return folder


@pytest.fixture
def wheel(index: Path, tmp_path: Path) -> Path:
    """A wheel with a model inside, and code that must never run."""
    content = write_gguf(tmp_path / "source" / "model.gguf").read_bytes()
    path = index / "small_model-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("small_model/__init__.py", "raise SystemExit('this code must not run')")
        archive.writestr("small_model/model.gguf", content)
        info = "small_model-1.0.dist-info"
        archive.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: small-model\nVersion: 1.0\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr(f"{info}/RECORD", "")
    return path


def entry(
    wheel: Path, sha256: str = "", member: str = "small_model/model.gguf", version: str = "1.0"
) -> CatalogEntry:
    digest = sha256 or hashlib.sha256(wheel.read_bytes()).hexdigest()
    return CatalogEntry(
        name="small",
        purpose=Purpose.LANGUAGE,
        file="small.gguf",
        summary="A small model.",
        licence="MIT",
        size=1000,
        context=128,
        source=WheelSource("small-model", version, digest, wheel.stat().st_size, member),
    )


def leftovers(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != ".fetch.lock")


def test_one_file_of_the_wheel_is_put_in_place_and_nothing_else(wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    seen: list[FetchProgress] = []
    path = acquire.fetch(entry(wheel), folder, progress=seen.append)
    assert path.read_bytes() == (tmp_path / "source" / "model.gguf").read_bytes()
    assert leftovers(folder) == ["small.gguf"]
    assert [each.step for each in seen][-2:] == ["unpacking", "done"]
    assert seen[0] == FetchProgress("small", "downloading", 0, wheel.stat().st_size)
    wheel.unlink()
    assert acquire.fetch(entry(path, sha256="0" * 64), folder) == path
    assert acquire.remove(entry(path), folder) and not path.exists()


def test_a_wheel_with_another_hash_is_thrown_away_unopened(wheel: Path, tmp_path: Path) -> None:
    with pytest.raises(UserError, match="its hash differs"):
        acquire.fetch(entry(wheel, sha256="0" * 64), tmp_path / "models")
    assert leftovers(tmp_path / "models") == []


def test_a_package_that_is_not_there_is_told_with_the_reason_of_pip(wheel: Path, tmp_path: Path) -> None:
    with pytest.raises(
        UserError, match=r"small-model 2\.0 could not be downloaded \(pip: .+\); check the network"
    ):
        acquire.fetch(entry(wheel, version="2.0"), tmp_path / "models")
    assert leftovers(tmp_path / "models") == []


def test_two_who_fetch_at_once_both_get_the_whole_file(wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    seen: list[FetchProgress] = []
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(acquire.fetch, entry(wheel), folder, progress=seen.append) for _ in range(2)]
        assert [run.result() for run in runs] == [folder / "small.gguf"] * 2
    assert [each.step for each in seen].count("unpacking") == 1
    assert leftovers(folder) == ["small.gguf"]


def test_what_a_killed_fetch_left_behind_goes_away(wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    (folder / ".fetch").mkdir(parents=True)
    (folder / ".fetch" / "small_model-0.9-py3-none-any.whl").write_bytes(b"half")
    # A process that ends without a word gives its lock back.
    script = "import os, sys; from filelock import FileLock; FileLock(sys.argv[1]).acquire(); os._exit(9)"
    killed = subprocess.run([sys.executable, "-c", script, folder / ".fetch.lock"], check=False)
    assert killed.returncode == 9
    acquire.fetch(entry(wheel), folder)
    assert leftovers(folder) == ["small.gguf"]


def test_a_damaged_model_is_fetched_again(wheel: Path, tmp_path: Path) -> None:
    folder = tmp_path / "models"
    path = acquire.fetch(entry(wheel), folder)
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    assert not acquire.is_installed(entry(wheel), folder)
    assert acquire.fetch(entry(wheel), folder).read_bytes() == whole


def test_a_cancelled_fetch_ends_pip_and_leaves_nothing(wheel: Path, tmp_path: Path) -> None:
    token = CancelToken()
    with pytest.raises(Cancelled):
        acquire.fetch(
            entry(wheel), tmp_path / "models", progress=lambda _progress: token.cancel(), token=token
        )
    assert leftovers(tmp_path / "models") == []


def test_a_folder_that_cannot_be_written_is_named(wheel: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file", encoding="ascii")
    with pytest.raises(UserError, match="blocked"):
        acquire.fetch(entry(wheel), blocked / "models")
