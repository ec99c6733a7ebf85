"""Hiding from a grammar what it does not know, without moving anything."""

from __future__ import annotations

import re

from glossator.core.languages import Language


def blanked(data: bytes, language: Language) -> bytes:
    """The text with all that the grammar does not know replaced by spaces, so that no offset changes."""
    for pattern in language.blanked:
        data = re.sub(pattern.encode(), _blank_first_group, data, flags=re.MULTILINE)
    return data


def _blank_first_group(match: re.Match[bytes]) -> bytes:
    whole, start = match[0], match.start()
    return (
        whole[: match.start(1) - start] + re.sub(rb"[^\r\n]", b" ", match[1]) + whole[match.end(1) - start :]
    )
