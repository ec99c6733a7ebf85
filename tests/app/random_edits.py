"""Edits as people make them while they type, for any text: lines go, come twice or change places, and names become
others."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence

_NAME = re.compile(r"[^\W\d]\w*")


def edited(text: str, names: Sequence[str], choice: random.Random) -> str:
    """The text after one edit; `names` are those that others may become."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    place = choice.randrange(len(lines))
    match choice.choice(("remove", "repeat", "move", "rename", "rename", "rename")):
        case "remove":
            del lines[place]
        case "repeat":
            lines.insert(place, lines[place])
        case "move":
            lines.insert(choice.randrange(len(lines)), lines.pop(place))
        case "rename":
            lines[place] = _renamed(lines[place], names, choice)
    return "".join(lines)


def _renamed(line: str, names: Sequence[str], choice: random.Random) -> str:
    places = list(_NAME.finditer(line))
    if not places:
        return line
    place = choice.choice(places)
    return f"{line[: place.start()]}{choice.choice(names)}{line[place.end() :]}"


def names_in(texts: Mapping[str, str]) -> list[str]:
    """All names that stand in texts, sorted."""
    return sorted({name for text in texts.values() for name in _NAME.findall(text)})
