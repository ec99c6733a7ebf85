from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core.answer_text import AnswerFilter


def filtered(pieces: list[str], thinking: bool = False) -> str:
    answer_filter = AnswerFilter(thinking=thinking)
    return "".join([answer_filter.feed(piece) for piece in pieces]) + answer_filter.finish()


@pytest.mark.parametrize(
    ("raw", "answer"),
    [
        ("An answer.", "An answer."),
        ("\n\n An answer.\n", "An answer.\n"),
        ("<think>hm</think>\nAn answer.", "An answer."),
        ("<think>\n</think>\n\nAn answer.", "An answer."),
        ("  <think>a</think>One\n<think>b</think>\nTwo", "One\n\nTwo"),
        ("<think>never ends", ""),
        ("The tag <think> is markup.", "The tag <think> is markup."),
        ("`</think>` alone", "`</think>` alone"),
        ("a < b and <thin", "a < b and <thin"),
        ("", ""),
    ],
)
def test_only_thought_at_the_start_of_a_line_is_left_out(raw: str, answer: str) -> None:
    assert filtered([raw]) == answer


def test_a_prompt_that_opened_a_section_of_thought_is_closed_by_the_answer() -> None:
    assert filtered(["hm, let me see", "</think>", "\nYes."], thinking=True) == "Yes."


def test_text_is_given_out_as_soon_as_it_cannot_be_a_tag() -> None:
    answer_filter = AnswerFilter()
    assert answer_filter.feed("Yes <") == "Yes "
    assert answer_filter.feed("t") == ""
    assert answer_filter.feed("able>") == "<table>"


raw_texts = st.lists(
    st.sampled_from(["<think>", "</think>", "<", "think>", "\n", " ", "a", "é", "</"]), max_size=12
)


@given(raw_texts, st.lists(st.integers(0, 60), max_size=8))
def test_how_the_output_is_cut_into_pieces_makes_no_difference(parts: list[str], cuts: list[int]) -> None:
    raw = "".join(parts)
    places = sorted({min(cut, len(raw)) for cut in cuts})
    pieces = [raw[start:end] for start, end in zip([0, *places], [*places, len(raw)], strict=True)]
    assert filtered(pieces) == filtered([raw])


@given(st.text())
def test_text_without_tags_only_loses_blank_space_at_its_start(text: str) -> None:
    if "<think>" not in text:
        assert filtered(list(text)) == text.lstrip()
