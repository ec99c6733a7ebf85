"""Why files are not indexed, in words for the user: what each reason means, and what can be done about it.

To add a reason: have the listing, the reading or the parsing give it as a short phrase, and explain it here.
"""

from __future__ import annotations

from typing import NamedTuple


class Meaning(NamedTuple):
    """What a reason says about a file, and what the user can do; no advice where it is meant to be so."""

    meaning: str
    advice: str = ""


_MEANINGS = {
    "binary": Meaning("not text"),
    "secret": Meaning("made to hold secrets, by the name or the first line; never read"),
    "generated": Meaning("written by a program, not by a person"),
    "minified": Meaning("written by a program: lines as long as no person writes them"),
    "link": Meaning("links are not followed; what they lead to is indexed where it is"),
    "not a regular file": Meaning("pipes, sockets and devices are never opened"),
    "linked worktree": Meaning("another checkout; opened as a workspace of its own it is indexed"),
    "nested repository": Meaning("a repository of its own; opened as a workspace of its own it is indexed"),
    "bare repository": Meaning("the store of a repository, without files of its own"),
    "excluded by settings": Meaning("matches index.exclude"),
    "parsing did not end": Meaning(
        "its parser was stopped after some seconds",
        "It is tried again when the file changes; if the file is not worth it, name it in index.exclude.",
    ),
    "the parser failed": Meaning(
        "its parser gave up on it",
        "It is tried again when the file changes; if the file is not worth it, name it in index.exclude.",
    ),
    "the parser crashed": Meaning(
        "its parser crashed on it",
        "It is tried again when the file changes; if the file is not worth it, name it in index.exclude.",
    ),
}

_MEANINGS_BY_BEGINNING = {
    "larger than ": Meaning(
        "larger than index.maxFileSizeKib allows", "Raise index.maxFileSizeKib if they are worth reading."
    ),
    "more than ": Meaning(
        "more files than index.maxFiles allows",
        "Raise index.maxFiles, leave folders out with index.exclude, or open a smaller folder.",
    ),
    "unreadable: ": Meaning(
        "the system does not let them be read",
        "Let your user read them, or name them in index.exclude if they are not meant to be read.",
    ),
}


def meaning_of(reason: str) -> Meaning:
    """What a reason means; an unknown one means itself."""
    if reason in _MEANINGS:
        return _MEANINGS[reason]
    for beginning, meaning in _MEANINGS_BY_BEGINNING.items():
        if reason.startswith(beginning):
            return meaning
    return Meaning("")
