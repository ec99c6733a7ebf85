"""Grammars that cannot be used are told with what to do about it, whatever is wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.app.hostile import misbehave

from glossator.app.grammar_trial import grammar_problems

LANGUAGES = ["go", "lua", "kotlin", "java", "zig"]
PROBLEMS = {
    "": [],
    "broken languages": [
        (
            "Lua cannot be parsed: its grammar or queries cannot be loaded (QueryError).",
            "install Glossator again",
        ),
        (
            "Zig cannot be parsed: its grammar or queries cannot be loaded (LookupError).",
            "install Glossator again",
        ),
    ],
    "aborting language": [
        (
            "Kotlin cannot be parsed, and its files are left out: "
            "The parser process was ended by signal SIGABRT.",
            "Install Glossator again",
        )
    ],
    "crashing version": [
        (
            "Code is not parsed: version 0.26.0 of tree-sitter is installed, which crashes.",
            "install version 0.26.1",
        )
    ],
    "no worker": [("Code is not parsed: ", "parser.log, and install Glossator again")],
}


@pytest.mark.parametrize("how", PROBLEMS)
async def test_what_is_wrong_with_grammars_is_told_with_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, how: str
) -> None:
    misbehave(monkeypatch, how)
    told = sorted(await grammar_problems(tmp_path / "parser.log", LANGUAGES))
    assert len(told) == len(PROBLEMS[how])
    for sentence, (what, advice) in zip(told, PROBLEMS[how], strict=True):
        assert sentence.startswith(what)
        assert advice in sentence[len(what) :]
