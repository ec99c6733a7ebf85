"""The texts of the queries of languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glossator.core.languages.own_files import own_file

if TYPE_CHECKING:
    from glossator.core.languages import Language

QUERY_FILES = ("definitions", "references", "imports", "values")


def query_source(language: Language) -> str:
    """The text of all queries of a language, in the order of `QUERY_FILES`; a missing file is empty."""
    sources = [
        own_file(f"queries/{folder}/{name}.scm")
        for name in QUERY_FILES
        for folder in language.query_folders or (language.id,)
    ]
    return "\n".join(source for source in sources if source is not None)


def embedded_source(language: Language) -> str:
    """The text of the query that finds code in documents of a language."""
    return own_file(f"queries/{language.id}/embedded.scm") or ""
