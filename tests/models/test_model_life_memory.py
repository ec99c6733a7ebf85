"""The real language model where memory runs out while it loads: a sentence that says so, and another chance later."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.models.scripted_model import MEMORY_VARIABLE

from glossator.core.errors import ModelUnavailable
from glossator.core.settings import ModelSettings
from glossator.host.folders import Folders
from glossator.models import generator
from glossator.models.choose import open_generator
from glossator.models.generator import LocalGenerator


@pytest.mark.parametrize("mebibytes", [40, 220, 380])
async def test_a_model_for_which_memory_does_not_suffice_says_so_and_loads_when_it_does(
    folders: Folders, monkeypatch: pytest.MonkeyPatch, mebibytes: int
) -> None:
    """Enough for the vocabulary, for the weights, and for a part of the context."""
    monkeypatch.setattr(generator, "_ENTRY", "scripted_model:serve_language_short_of_memory")
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent), prepend=":")
    monkeypatch.setenv(MEMORY_VARIABLE, str(mebibytes))
    opened = open_generator(ModelSettings(), folders)
    assert isinstance(opened, LocalGenerator)
    with pytest.raises(ModelUnavailable) as caught:
        await opened.context_tokens()
    sentence = str(caught.value)
    # The library aborts in some places where an allocation fails, and then there is no telling why.
    assert "not enough memory" in sentence or "was ended by signal SIGABRT" in sentence
    assert "damaged" not in sentence
    monkeypatch.delenv(MEMORY_VARIABLE)
    assert await opened.context_tokens() > 0
    await opened.close()
