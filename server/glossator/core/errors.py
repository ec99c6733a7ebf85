"""Errors named by audience: the user can act, the request is stale, or it is a bug of ours."""

from __future__ import annotations


class GlossatorError(Exception):
    """Base of all errors raised on purpose. Its text is one sentence that may be shown to the user."""


class UserError(GlossatorError):
    """Something the user can act on; the text names the thing and what to do. Never holds source text."""


class ContentModified(GlossatorError):
    """The request was about a text that has changed since; the client should ask again."""


class Cancelled(GlossatorError):
    """The work was cancelled by whoever asked for it."""

    def __init__(self, message: str = "The request was cancelled.") -> None:
        super().__init__(message)


class ModelUnavailable(UserError):
    """No model can answer now; facts and lexical answers still work. The text says why and what to do."""
