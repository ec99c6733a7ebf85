"""The default language model, a mark on the processes of a test, and servers in the test's own process."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.lsp.in_process import Session

from glossator.app.application import Application
from glossator.core.settings import ModelSettings, Settings
from glossator.host.folders import Folders
from glossator.lsp.server import create_server
from glossator.models import acquire, catalog

LANGUAGE_MODEL = "smollm2-135m-instruct"
EMBEDDING_MODEL = "all-minilm-l6-v2"


@pytest.fixture(scope="session")
def language_model() -> str:
    """The name of a model that is there."""
    return _fetched(LANGUAGE_MODEL)


@pytest.fixture(scope="session")
def embedding_model() -> str:
    """The name of a model that is there."""
    return _fetched(EMBEDDING_MODEL)


def _fetched(name: str) -> str:
    """Fetching a model is the one thing here that uses the network."""
    guard = os.environ.get("GLOSSATOR_TEST_SOCKETS", "none")
    os.environ["GLOSSATOR_TEST_SOCKETS"] = "all"
    try:
        acquire.fetch(catalog.require(name), Folders.for_user().models)
    finally:
        os.environ["GLOSSATOR_TEST_SOCKETS"] = guard
    return name


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A value by which this test's processes can be told."""
    monkeypatch.setenv("GLOSSATOR_TEST_MARK", str(tmp_path))
    return str(tmp_path)


@pytest.fixture
async def fresh(tmp_path: Path) -> AsyncIterator[Session]:
    settings = Settings(models=ModelSettings(language="none", embedding="none"))
    application = Application(settings, Folders.below(tmp_path))
    session = Session(create_server(application))
    yield session
    await session.server.close()


@pytest.fixture
async def session(fresh: Session) -> Session:
    await fresh.initialize()
    await fresh.receive({"jsonrpc": "2.0", "method": "initialized", "params": {}})
    return fresh
