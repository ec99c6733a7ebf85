"""Parsing with what is installed: which grammars can be used, and what the user is told about those that cannot.

Runs in parser processes. A language whose grammar or queries cannot be loaded harms no other one: its files count as
partly parsed and are found by their words. The process that started the parser is told so by a notification.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from functools import cache

from glossator.core.languages import Language
from glossator.core.outline import Outline
from glossator.core.parse_coverage import with_coverage
from glossator.core.symbols import FileFacts, ParseState
from glossator.core.syntax_version import EXTRACTOR_VERSION
from glossator.core.text import Span
from glossator.host import serving
from glossator.host.installed import installed_version

NOTICE = "notice"
"""The name of the notification that carries a sentence for the user."""

_PACKAGES = ("tree-sitter", "tree-sitter-language-pack")
_CRASHING = {("tree-sitter", "0.26.0"): "0.26.1"}
"""Versions that end the process while a tree is read, and the first one that does not."""

_log = logging.getLogger(__name__)


def facts_of_text(data: bytes, language: Language, outline: Outline | None = None) -> FileFacts:
    """The facts of a text (UTF-8) in a language, which are none where the language cannot be parsed; the units of its
    syntax go to `outline`."""
    if not is_usable(language):
        return FileFacts(language.id, ParseState.PARTLY_PARSED, error_spans=(Span(0, len(data)),))
    # Imported here so that a process that sees only text never loads tree-sitter.
    from glossator.core.syntax import extract

    return with_coverage(extract(data, language, outline), data)


def facts_version() -> str:
    """What facts depend on beside the text: the version of the extractor and those of the parsers."""
    return " ".join([str(EXTRACTOR_VERSION), *(f"{name} {installed_version(name)}" for name in _PACKAGES)])


@cache
def is_usable(language: Language) -> bool:
    """Whether a language can be parsed. The first time that one cannot, the user is told."""
    if not _is_parser_usable():
        return False
    try:
        from glossator.core.syntax import compile_queries

        compile_queries(language)
    except Exception as error:
        _tell(
            f"{language.name} cannot be parsed: its grammar or queries cannot be loaded ({type(error).__name__}). "
            "Its files are found by their words alone; install Glossator again to mend it."
        )
        return False
    return True


@cache
def _is_parser_usable() -> bool:
    for (name, version), mended in _CRASHING.items():
        if installed_version(name) == version:
            _tell(
                f"Code is not parsed: version {version} of {name} is installed, which crashes. Files are found by "
                f"their words alone; install version {mended} or a newer one."
            )
            return False
    try:
        import glossator.core.syntax  # noqa: F401
    except Exception as error:
        _tell(
            f"Code is not parsed: tree-sitter cannot be loaded ({type(error).__name__}). Files are found by their "
            "words alone; install Glossator again to mend it."
        )
        return False
    return True


def _tell(sentence: str) -> None:
    _log.warning("%s", sentence)
    with suppress(RuntimeError):
        # There is nobody to tell in a process that no server started.
        serving.notify(NOTICE, sentence)
