"""Frames between processes: whatever the bytes, there is a message or one kind of error."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core import errors
from glossator.host import frames

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


@given(st.text(), st.lists(VALUES, max_size=4))
def test_a_message_comes_out_as_it_went_in(tag: str, values: list[Any]) -> None:
    frame = frames.encode([tag, *values])
    header, body = frame[: frames.HEADER.size], frame[frames.HEADER.size :]
    assert frames.body_length(header) == len(body)
    assert frames.decode(body) == [tag, *values]


@given(st.binary(min_size=frames.HEADER.size, max_size=frames.HEADER.size))
def test_no_header_but_ours_gives_a_length(header: bytes) -> None:
    if header.startswith(frames.MARK):
        return
    with pytest.raises(frames.BrokenFrame):
        frames.body_length(header)


@given(st.binary(max_size=200) | st.binary(max_size=50).map(lambda rest: b"\x92\xa4call" + rest))
def test_any_body_is_a_message_or_a_broken_frame(body: bytes) -> None:
    try:
        message = frames.decode(body)
    except frames.BrokenFrame:
        return
    assert isinstance(message[0], str)


@pytest.mark.parametrize("opening", [b"\x91", b"\x81\xa1a", b"\x92\xa1a\x91"])
def test_a_body_nested_without_end_is_a_broken_frame(opening: bytes) -> None:
    with pytest.raises(frames.BrokenFrame):
        frames.decode(opening * 100_000)


def test_errors_raised_on_purpose_cross_the_pipe_as_themselves_and_others_without_their_text() -> None:
    for error in (errors.UserError("Do it."), errors.ModelUnavailable("Fetch it."), errors.Cancelled()):
        again = frames.error_from_wire(*frames.error_to_wire(error, "load"))
        assert (type(again), str(again)) == (type(error), str(error))
    kind, message = frames.error_to_wire(ValueError("secret source text"), "load")
    assert kind == "ChildError"
    assert "secret" not in message
