"""Each error has its code, and no answer tells more than one sentence meant for the user."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.protocol import default_converter

from glossator.core.errors import Cancelled, ContentModified, ModelUnavailable, UserError
from glossator.lsp import errors
from glossator.lsp.extensions import ExplainParams


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UserError("Choose another file."), types.LSPErrorCodes.RequestFailed),
        (ModelUnavailable("No model."), types.LSPErrorCodes.RequestFailed),
        (ContentModified("Ask again."), types.LSPErrorCodes.ContentModified),
        (Cancelled(), types.LSPErrorCodes.RequestCancelled),
        (errors.InvalidParams("'limit' is too large."), types.ErrorCodes.InvalidParams),
    ],
)
def test_an_error_of_ours_keeps_its_sentence(error: Exception, code: int) -> None:
    answer = errors.response_error(error)
    assert (answer.code, answer.message) == (code, str(error))
    assert not errors.is_bug(error)


def test_a_missing_model_can_be_told_apart_by_clients() -> None:
    assert errors.response_error(ModelUnavailable("No model.")).data == {"kind": "modelUnavailable"}


def test_a_bug_tells_nothing_of_itself() -> None:
    bug = KeyError("secret source text")
    answer = errors.response_error(bug)
    assert (answer.code, answer.message, answer.data) == (-32603, errors.INTERNAL_ERROR, None)
    assert errors.is_bug(bug)
    assert errors.user_message(bug) == errors.INTERNAL_ERROR


def test_the_librarys_own_complaints_are_not_passed_on() -> None:
    answer = errors.response_error(JsonRpcInvalidParams.of(ValueError("secret source text")))
    assert answer.code == types.ErrorCodes.InvalidParams
    assert "secret" not in answer.message


def test_a_misfit_names_the_place_and_not_the_value() -> None:
    wire = {"textDocument": {"uri": "a"}, "position": {"line": "secret"}}
    with pytest.raises(Exception, match="structuring") as caught:
        default_converter().structure(wire, ExplainParams)
    text = errors.misfits(caught.value)
    assert "'position.character' is missing" in text
    assert "secret" not in text
