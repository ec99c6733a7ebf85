"""Versions that are read off folder names are those that the standard library reads out of them."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest

from glossator.host.installed import installed_version


@pytest.mark.parametrize("name", ["tree-sitter", "tree-sitter-language-pack", "numpy", "msgspec"])
def test_the_version_is_the_installed_one(name: str) -> None:
    assert installed_version(name) == metadata.version(name)


def test_a_package_that_is_not_there_has_none() -> None:
    assert installed_version("no-such-package") is None


def test_the_first_on_the_path_counts_as_it_does_for_imports(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "tree_sitter-0.0.1.dist-info").mkdir()
    monkeypatch.syspath_prepend(str(tmp_path / "gone"))
    monkeypatch.syspath_prepend(str(tmp_path))
    assert installed_version("tree-sitter") == "0.0.1"
