from __future__ import annotations

import re

import pytest

from glossator.core.errors import UserError
from glossator.core.settings import ModelSettings
from glossator.models import catalog
from glossator.models.catalog import CatalogEntry, Purpose, WheelSource

every_entry = pytest.mark.parametrize("entry", catalog.entries(), ids=lambda entry: entry.name)


@every_entry
def test_an_entry_says_all_that_is_needed(entry: CatalogEntry) -> None:
    assert entry.name == entry.name.lower()
    assert entry.file.endswith(".gguf")
    assert entry.licence and entry.summary and entry.size > 1_000_000 and entry.context >= 512
    assert (entry.traits is not None) == (entry.purpose is Purpose.EMBEDDING)
    assert entry.sha256 == "" or re.fullmatch("[0-9a-f]{64}", entry.sha256)


@every_entry
def test_an_embedding_model_is_recognised_by_its_own_file_name(entry: CatalogEntry) -> None:
    found = catalog.recognise(entry.file)
    assert found == (entry if entry.purpose is Purpose.EMBEDDING else None)


def test_names_and_files_are_unique() -> None:
    assert len({entry.name for entry in catalog.entries()}) == len(catalog.entries())
    assert len({entry.file for entry in catalog.entries()}) == len(catalog.entries())


def test_the_default_models_are_those_of_the_settings_and_come_as_hashed_wheels() -> None:
    settings = ModelSettings()
    assert {entry.name for entry in catalog.defaults()} == {settings.language, settings.embedding}
    for entry in catalog.defaults():
        assert isinstance(entry.source, WheelSource)
        assert re.fullmatch("[0-9a-f]{64}", entry.source.sha256)


def test_names_are_found_in_any_case_and_an_unknown_one_is_told_what_there_is() -> None:
    assert catalog.require(" All-MiniLM-L6-v2 ").purpose is Purpose.EMBEDDING
    assert catalog.find("gpt-9") is None
    with pytest.raises(UserError, match=r"no model named 'gpt-9'.*smollm2-135m-instruct"):
        catalog.require("gpt-9")
