"""Reading a file of questions: a JSON list of them, or one JSON object in each line.

A question has `query`, `relevant` and perhaps `secondary`, lists of what is to be found, and a `category`. What is to
be found is the path of a file, or an object with `path`, `start_line` and `end_line`, which count from 1.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from glossator.core.errors import UserError
from glossator.core.evaluation.retrieval_measures import Lines, Question


def read_questions(text: str) -> list[Question]:
    """The questions of a file. Raises `UserError` that says which question is none."""
    try:
        entries: object = json.loads(text)
    except ValueError:
        return [_question(entry, f"Line {number}") for number, entry in _entries_of_lines(text)]
    if isinstance(entries, dict):
        entries = [entries]
    if not isinstance(entries, list):
        raise UserError("The file of questions holds no list of questions.")
    return [_question(entry, f"Question {number}") for number, entry in enumerate(entries, 1)]


def _entries_of_lines(text: str) -> Iterator[tuple[int, object]]:
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            try:
                yield number, json.loads(line)
            except ValueError:
                raise UserError(f"Line {number} of the file of questions is no JSON.") from None


def _question(entry: object, place: str) -> Question:
    if not isinstance(entry, dict) or not isinstance(entry.get("query"), str):
        raise UserError(f"{place} of the file of questions has no 'query'.")
    relevant, secondary = entry.get("relevant"), entry.get("secondary") or []
    if not isinstance(relevant, list) or not isinstance(secondary, list) or not [*relevant, *secondary]:
        raise UserError(f"{place} of the file of questions has no list 'relevant' of what is to be found.")
    targets = tuple(_target(target, place) for target in (*relevant, *secondary))
    return Question(entry["query"], targets, str(entry.get("category") or ""))


def _target(target: Any, place: str) -> Lines:
    if isinstance(target, str):
        return Lines(target)
    if isinstance(target, dict) and isinstance(target.get("path"), str):
        first, last = target.get("start_line"), target.get("end_line")
        if first is None and last is None:
            return Lines(target["path"])
        if _is_line(first) and _is_line(last):
            return Lines(target["path"], first, last)
    raise UserError(
        f"{place} of the file of questions names something to be found that is neither a path nor an object with "
        "'path', 'start_line' and 'end_line'."
    )


def _is_line(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0
