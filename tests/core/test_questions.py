"""Files of questions are read in both forms, and what is wrong with one is said."""

from __future__ import annotations

import json
from typing import Any

import pytest

from glossator.core.errors import UserError
from glossator.core.evaluation.questions import read_questions
from glossator.core.evaluation.retrieval_measures import Lines, Question

ENTRY: dict[str, Any] = {
    "query": "how redirects are followed",
    "relevant": ["src/sessions.py", {"path": "src/models.py", "start_line": 3, "end_line": 9}],
    "secondary": ["src/adapters.py"],
    "category": "architecture",
}
QUESTION = Question(
    "how redirects are followed",
    (Lines("src/sessions.py"), Lines("src/models.py", 3, 9), Lines("src/adapters.py")),
    "architecture",
)


@pytest.mark.parametrize(
    "text", [json.dumps([ENTRY, ENTRY], indent=2), f"{json.dumps(ENTRY)}\n\n{json.dumps(ENTRY)}\n"]
)
def test_a_list_and_lines_say_the_same(text: str) -> None:
    assert read_questions(text) == [QUESTION, QUESTION]


def test_one_line_is_one_question_and_only_the_query_and_what_is_relevant_are_needed() -> None:
    assert read_questions('{"query": "a", "relevant": ["b"]}') == [Question("a", (Lines("b"),))]
    assert read_questions("") == []


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"query": "a", "relevant": ["b"]}\n{', "Line 2 of the file of questions is no JSON"),
        ("3", "holds no list"),
        ("[3]", "Question 1 of the file of questions has no 'query'"),
        ('[{"query": "a"}]', "has no list 'relevant'"),
        ('[{"query": "a", "relevant": []}]', "has no list 'relevant'"),
        ('[{"query": "a", "relevant": "b"}]', "has no list 'relevant'"),
        ('[{"query": "a", "relevant": [3]}]', "neither a path nor an object"),
        ('[{"query": "a", "relevant": [{"path": "b", "start_line": 0, "end_line": 1}]}]', "neither a path"),
        ('[{"query": "a", "relevant": [{"path": "b", "start_line": 1}]}]', "neither a path"),
    ],
)
def test_what_is_no_question_is_told_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(UserError, match=why):
        read_questions(text)
