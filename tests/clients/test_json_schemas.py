"""The documented schemas are those of the answers."""

from __future__ import annotations

import pytest
from tests.clients.json_schemas import ANSWERS, FOLDER, schema_text


@pytest.mark.parametrize("name", ANSWERS)
def test_a_schema_in_the_documentation_is_in_step(name: str) -> None:
    assert (FOLDER / f"{name}.json").read_text(encoding="utf-8") == schema_text(name)


def test_no_schema_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(ANSWERS)


def test_every_schema_is_named_on_the_page_of_the_command_line() -> None:
    page = (FOLDER.parent / "command-line.md").read_text(encoding="utf-8")
    assert [name for name in ANSWERS if f"schemas/{name}.json" not in page] == []
