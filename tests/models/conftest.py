"""The two default models, fetched once per machine, and folders for what a test writes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from glossator.host.folders import Folders
from glossator.models import acquire, catalog


@pytest.fixture(scope="session")
def models_folder() -> Path:
    """The models folder with the default models in it. Fetching is the one thing here that uses the network, in a
    process of its own; the lock in `fetch` makes parallel test runners share the work."""
    folder = Folders.for_user().models
    guard = os.environ.get("GLOSSATOR_TEST_SOCKETS", "none")
    os.environ["GLOSSATOR_TEST_SOCKETS"] = "all"
    try:
        for entry in catalog.defaults():
            acquire.fetch(entry, folder)
    finally:
        os.environ["GLOSSATOR_TEST_SOCKETS"] = guard
    return folder


@pytest.fixture(scope="session")
def embedding_file(models_folder: Path) -> Path:
    return models_folder / catalog.require("all-minilm-l6-v2").file


@pytest.fixture(scope="session")
def language_file(models_folder: Path) -> Path:
    return models_folder / catalog.require("smollm2-135m-instruct").file


@pytest.fixture
def folders(tmp_path: Path, models_folder: Path) -> Iterator[Folders]:
    """Folders of the test's own, with the shared models."""
    yield Folders.below(tmp_path / "home").with_models(models_folder)
