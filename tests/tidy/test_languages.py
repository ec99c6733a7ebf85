"""Every language is complete: its entry, its queries, its cases."""

from __future__ import annotations

import ast
from importlib.resources import files
from pathlib import Path

import pytest

import glossator
from glossator.core.languages import detect, languages
from glossator.core.languages.query_texts import QUERY_FILES, embedded_source
from glossator.core.syntax import EXTRACTORS, compile_queries

CASES = Path(__file__).parent.parent / "cases"
IDS = list(languages())
WITH_GRAMMAR = [language.id for language in languages().values() if language.grammar and not language.embeds]
HOSTS = [language.id for language in languages().values() if language.embeds]


@pytest.mark.parametrize("language_id", IDS)
def test_the_queries_of_a_language_compile(language_id: str) -> None:
    compile_queries(languages()[language_id])


@pytest.mark.parametrize("language_id", IDS)
def test_a_language_has_a_grammar_or_an_extractor_of_its_own(language_id: str) -> None:
    language = languages()[language_id]
    assert bool(language.grammar) != bool(language.extractor)
    assert not language.extractor or language.extractor in EXTRACTORS


@pytest.mark.parametrize("language_id", WITH_GRAMMAR)
def test_a_language_with_a_grammar_has_queries_of_every_sort(language_id: str) -> None:
    folders = languages()[language_id].query_folders or (language_id,)
    queries = files("glossator.core.languages").joinpath("queries")
    missing = [
        name
        for name in QUERY_FILES
        if not any(queries.joinpath(folder, f"{name}.scm").is_file() for folder in folders)
    ]
    assert missing == []


@pytest.mark.parametrize("language_id", HOSTS)
def test_a_language_that_embeds_another_says_where_its_code_stands(language_id: str) -> None:
    assert embedded_source(languages()[language_id])
    assert languages()[languages()[language_id].embeds].grammar


@pytest.mark.parametrize("language_id", IDS)
def test_a_language_has_a_case_file_of_its_own(language_id: str) -> None:
    text = (CASES / f"{language_id}.txt").read_text(encoding="utf-8")
    named = [line.split(": ", 1)[1] for line in text.splitlines() if line.startswith("--- file")]
    found = {language.id for name in named if (language := detect(name)) is not None}
    assert language_id in found


def test_each_query_folder_is_used_by_a_language() -> None:
    folder = files("glossator.core.languages").joinpath("queries")
    used = {name for language in languages().values() for name in language.query_folders or (language.id,)}
    assert {entry.name for entry in folder.iterdir() if entry.is_dir()} <= used


def test_an_extension_of_several_languages_is_decided_by_their_content_patterns() -> None:
    by_extension: dict[str, list[str]] = {}
    for language in languages().values():
        for extension in language.extensions:
            assert extension == extension.lower().lstrip(".")
            by_extension.setdefault(extension, []).append(language.content_pattern)
    undecided = {extension for extension, patterns in by_extension.items() if patterns.count("") > 1}
    assert undecided == set()


def test_file_names_interpreters_and_editor_ids_name_one_language_each() -> None:
    for key in ("filenames", "interpreters", "language_ids"):
        named = [name for language in languages().values() for name in getattr(language, key)]
        assert sorted(set(named)) == sorted(named)


def test_no_code_asks_which_language_it_is() -> None:
    """What differs between languages is declared in `languages.toml`, never decided by comparing ids."""
    ids = set(languages())
    folder = Path(glossator.__file__).parent
    found = []
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Compare | ast.match_case):
                continue
            constants = [part.value for part in ast.walk(node) if isinstance(part, ast.Constant)]
            found += [f"{path.name}: {value}" for value in constants if value in ids]
    assert found == []
