"""What of a model's raw output is its answer: sections in which it thinks aloud are left out, piece by piece."""

from __future__ import annotations

_OPEN = "<think>"
_CLOSE = "</think>"


class AnswerFilter:
    """Takes pieces of raw output as they come and gives back what belongs to the answer.

    A section of thought begins with `<think>` at the start of a line and ends with `</think>`; a closing tag on a
    line by itself before any answer means that everything until then was thought. Text that may be the begin of
    a tag is held back until that is clear. `thinking` says that the prompt itself has opened a section. Blank space
    at the start of the answer is dropped.
    """

    def __init__(self, *, thinking: bool = False) -> None:
        self._thinking = thinking
        self._held = ""
        self._line_is_blank = True
        self._started = False

    def feed(self, piece: str) -> str:
        """The answer's text that `piece` makes certain."""
        self._held += piece
        answer = ""
        while True:
            found, text = self._step()
            answer += text
            if not found:
                return answer

    def finish(self) -> str:
        """What is left at the end: text held back is answer unless it was thought."""
        rest = "" if self._thinking else self._held
        self._held = ""
        return self._answer(rest)

    def _step(self) -> tuple[bool, str]:
        """Take what is clear from the held text: whether a tag was passed, and answer text."""
        tag = _CLOSE if self._thinking else _OPEN
        place = self._find(tag)
        if place is not None:
            before = self._held[:place]
            self._held = self._held[place + len(tag) :]
            text = "" if self._thinking else self._answer(before)
            self._thinking = not self._thinking
            self._line_is_blank = True
            return True, text
        keep = _possible_tag(self._held, tag)
        clear, self._held = self._held[: len(self._held) - keep], self._held[len(self._held) - keep :]
        return False, "" if self._thinking else self._answer(clear)

    def _find(self, tag: str) -> int | None:
        """Where the next tag stands that counts: a closing one anywhere, an opening one at the start of a line."""
        place = self._held.find(tag)
        if self._thinking:
            return place if place >= 0 else None
        while place >= 0:
            line_start = self._held.rfind("\n", 0, place) + 1
            blank = not self._held[line_start:place].strip()
            if blank and (line_start or self._line_is_blank):
                return place
            place = self._held.find(tag, place + 1)
        return None

    def _answer(self, text: str) -> str:
        if not self._started:
            text = text.lstrip()
            self._started = bool(text)
        if text:
            last = text[text.rfind("\n") + 1 :]
            self._line_is_blank = not last.strip() and ("\n" in text or self._line_is_blank)
        return text


def _possible_tag(text: str, tag: str) -> int:
    """The length of the longest end of `text` that may be the begin of `tag`."""
    for length in range(min(len(text), len(tag) - 1), 0, -1):
        if tag.startswith(text[-length:]):
            return length
    return 0
