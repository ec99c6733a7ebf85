"""From what stands in the source to names: owners and quoted names."""

from __future__ import annotations

import re

from glossator.core.languages import Language
from glossator.core.values.type_forms import SEQUENCE

_PATH_SEPARATOR = re.compile(r"::|->|\?\.|\\|:")
_ARRAY = re.compile(r"\[[\s,]*\]\s*$")
_GENERIC_ARGUMENTS = re.compile(r"<.*>|\[.*\]", re.DOTALL)


def owner_path(text: str, language: Language) -> str:
    """The type that a text names as an owner, without pointers and generic arguments (`*Server[T]`: `Server`)."""
    if _ARRAY.search(text):
        return SEQUENCE
    text = _GENERIC_ARGUMENTS.sub("", text).strip("*& \t\r\n()")
    return _PATH_SEPARATOR.sub(language.separator, text.split()[-1] if text.split() else "")


def unquoted(text: str) -> str:
    """The text without quotes around it; a prime at the end of a name stays."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`" else text
