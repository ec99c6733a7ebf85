"""Documentation as questions: which sentences ask for something, and a text without them keeps its definitions."""

from __future__ import annotations

import pytest
from tests.core.sources import LANGUAGES, sources

from glossator.core.evaluation.documented import (
    Documented,
    blanked,
    documented,
    question_of,
    sample,
    with_words_blanked,
)
from glossator.core.evaluation.retrieval_measures import Lines, Question
from glossator.core.languages import detect
from glossator.core.symbols import FileFacts
from glossator.core.syntax import extract

CODE = b'''class Basket:
    """What a customer wants to buy, with prices."""

    def total(self):
        """The sum of all prices.

        With tax.
        """
        return 1

    def add(self, thing):
        """Put one more *thing* on top. Never fails."""
'''


def facts_of(path: str, data: bytes) -> FileFacts:
    language = detect(path, data)
    assert language is not None
    return extract(data, language)


@pytest.mark.parametrize(
    ("name", "comment", "question"),
    [
        ("a", '"""Reads all lines of a file. And more."""', "Reads all lines of a file."),
        (
            "a",
            "/**\n * Reads all lines\n * of a file\n *\n * @param file it\n */",
            "Reads all lines of a file",
        ),
        ("a", "// Reads all lines of a file\n// @return lines", "Reads all lines of a file"),
        ("a", "/// Reads `all` lines of <b>a</b> {@link File}.", "Reads all lines of a File."),
        ("a", "Reads all lines of a file, e.g.a log", "Reads all lines of a file, e.g.a log"),
        ("a", "# Reads a file.", ""),
        ("a", "", ""),
        ("read_all_lines_of_file", "Read all the lines of a file.", "Read all the lines of a file."),
        ("readAllTheLinesOfAFile", "Reads all the lines of a file.", ""),
        ("a", "#---------------\n# Reads all lines of a file", "Reads all lines of a file"),
    ],
)
def test_the_first_sentence_is_the_question(name: str, comment: str, question: str) -> None:
    assert question_of(name, comment) == question


def test_a_definition_is_found_without_its_documentation() -> None:
    found = documented("shop.py", CODE, facts_of("shop.py", CODE).symbols)
    assert [(each.name, each.question.query, each.lines) for each in found] == [
        ("Basket", "What a customer wants to buy, with prices.", (1, 12)),
        ("Basket.total", "The sum of all prices.", (4, 9)),
        ("Basket.add", "Put one more thing on top.", (11, 12)),
    ]
    assert found[1].question == Question("The sum of all prices.", (Lines("shop.py", 4, 9),), "method")


def test_blanked_texts_have_the_same_places_and_no_documentation() -> None:
    symbols = facts_of("shop.py", CODE).symbols
    for blank in (blanked, with_words_blanked):
        text = blank(CODE, symbols)
        assert len(text) == len(CODE)
        assert [line.rstrip() == b"" for line in text.splitlines()].count(True) >= 1
        assert text.count(b"\n") == CODE.count(b"\n")
        assert not any(word in text for word in (b"customer", b"sum", b"tax", b"thing on", b"Never"))
        assert b"def add(self, thing):" in text
    assert b'"""' not in blanked(CODE, symbols)
    assert b'"""' in with_words_blanked(CODE, symbols)


@pytest.mark.parametrize("language", LANGUAGES)
def test_definitions_stay_what_they_are_without_documentation(language: str) -> None:
    """In every language, one way of blanking or the other."""
    for source in sources(language):
        before = [(each.kind, each.qualified_name, each.name_span) for each in source.facts.symbols]
        ways = [blank(source.data, source.facts.symbols) for blank in (blanked, with_words_blanked)]
        after = [
            [
                (each.kind, each.qualified_name, each.name_span)
                for each in extract(text, source.language).symbols
            ]
            for text in ways
        ]
        assert before in after, source.data.decode()


def test_a_sample_is_the_same_each_time_and_asks_for_one_definition_only() -> None:
    found = [
        Documented(f"{n}.py", "f", 0, f"Sentence number {n % 50} of some file.", "function", (1, 2))
        for n in range(75)
    ]
    questions = sample(found, 10)
    assert questions == sample(list(reversed(found)), 10)
    assert len(questions) == 10
    assert {each.query for each in sample(found, 100)} == {
        f"Sentence number {n} of some file." for n in range(25, 50)
    }
    assert set(map(str, questions)) <= set(map(str, sample(found, 20)))
