"""Random edits of the case files of every language: what is resolved again equals a fresh resolution."""

from __future__ import annotations

import random
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.app.random_edits import edited, names_in
from tests.app.test_resolution import edges, made_at_once, put
from tests.core.test_cases import CASES, Case, read_cases

from glossator.app.resolution import Resolution
from glossator.core.cancel import NEVER
from glossator.store.writer import open_writer


@cache
def cases_with_edges(path: Path) -> list[Case]:
    """The cases of a language that tell of edges."""
    return [
        case for case in read_cases(path) if any(each.kind in ("callers", "usages") for each in case.sections)
    ]


@pytest.mark.parametrize("language", sorted(path.stem for path in CASES.glob("*.txt")))
@settings(max_examples=25, deadline=None)
@given(number=st.integers(0, 1000), seed=st.integers(0, 1 << 32), count=st.integers(1, 6))
def test_edits_leave_the_edges_of_a_fresh_index(language: str, number: int, seed: int, count: int) -> None:
    cases = cases_with_edges(CASES / f"{language}.txt")
    case = cases[number % len(cases)]
    texts = {path: data.decode() for path, data in case.files.items()}
    choice = random.Random(seed)
    names = names_in(texts)
    with (
        tempfile.TemporaryDirectory() as folder,
        open_writer(Path(folder, "kept.sqlite"), on_notice=pytest.fail) as writer,
    ):
        resolution = Resolution(writer)
        for path, text in texts.items():
            put(resolution, path, text)
        resolution.resolve_pending(NEVER)
        for _ in range(count):
            path = choice.choice(sorted(texts))
            texts[path] = edited(texts[path], names, choice)
            put(resolution, path, texts[path])
            resolution.resolve_pending(NEVER)
        assert edges(writer) == made_at_once(Path(folder), texts), (case.title, texts)
