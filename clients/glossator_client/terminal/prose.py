"""Text that arrives in pieces, broken into lines between words."""

from __future__ import annotations

from collections.abc import Callable


class WordWrap:
    """Writes streamed text so that no word is cut at the terminal's edge.

    Only whole words are handed on; lines that begin with a space or a tab, and what stands between fences
    (```), are code and stay as they are.
    """

    def __init__(self, write: Callable[[str], None], width: int) -> None:
        self._write = write
        self._width = max(width, 20)
        self._column = 0
        self._word = ""
        self._gap = ""
        self._line_head = ""
        self._fenced = False

    def feed(self, text: str) -> None:
        """Take the next piece."""
        for character in text:
            self._take(character)

    def close(self) -> None:
        """Hand on what is left and end the last line."""
        self._put_word()
        if self._column:
            self._end_line()

    def _take(self, character: str) -> None:
        if len(self._line_head) < 3 and character != "\n":
            self._line_head += character
        if character == "\n":
            self._put_word()
            self._end_line()
        elif self._is_code():
            self._word += character
        elif character == " ":
            self._put_word()
            self._gap += character
        else:
            self._word += character

    def _is_code(self) -> bool:
        return self._fenced or self._line_head[:1] in (" ", "\t") or self._line_head == "```"

    def _put_word(self) -> None:
        word, self._word = self._word, ""
        gap, self._gap = self._gap, ""
        if not word:
            return
        if self._column and not self._is_code() and self._column + len(gap) + len(word) > self._width:
            self._write("\n")
            self._column, gap = 0, ""
        self._write(gap + word)
        self._column += len(gap) + len(word)

    def _end_line(self) -> None:
        if self._line_head == "```":
            self._fenced = not self._fenced
        self._write("\n")
        self._column, self._line_head, self._gap = 0, "", ""
