"""A second, plain model of a text, as an editor of UTF-16 has it: a list of code units, walked one by one.

It shares nothing with the product. What it gets wrong would have to be wrong in the same way in code that is written
on bytes.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

ENCODINGS = ("utf-8", "utf-16", "utf-32")
CR, LF = 0x0D, 0x0A

NOT_LINE_ENDS = ("\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029")
"""What Python, but not the protocol, takes for the end of a line."""

PIECES = st.one_of(
    st.sampled_from(["\r", "\n", "\r\n", "\n\r", "\t", "\0", "\x7f", "\ufeff", "\u200d", *NOT_LINE_ENDS]),
    st.sampled_from(
        ["é", "e\u0301", "ß", "名", "퟿", "\ue000", "\uffff", "🚀", "👩\u200d👧", "𝔊", "\U0010ffff"]
    ),
    st.sampled_from(["\ud83d", "\ude80", "\ud800", "\udfff"]),
    st.sampled_from(["a", "b", " ", "}"]),
    st.characters(),
)
"""Parts of texts: line ends and what is none, characters of every width, halves of surrogate pairs."""
TEXTS = st.one_of(
    st.lists(PIECES, max_size=30).map("".join), st.text("ab\r\n", max_size=20), st.text("é🚀\n", max_size=40)
)
NUMBERS = st.one_of(st.integers(0, 6), st.integers(0, 40), st.sampled_from([2**31 - 1, 2**32 - 1]))


def units_of(text: str) -> list[int]:
    """The code units of UTF-16."""
    units: list[int] = []
    for character in text:
        point = ord(character)
        if point > 0xFFFF:
            units += [0xD800 + (point - 0x10000 >> 10), 0xDC00 + (point - 0x10000 & 0x3FF)]
        else:
            units.append(point)
    return units


@dataclass(slots=True)
class ReferenceText:
    """The text of an open document."""

    units: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> ReferenceText:
        return cls(units_of(text))

    def character_at(self, index: int) -> tuple[int, int]:
        """The code point of the character that begins at a unit, and its number of units."""
        unit = self.units[index]
        after = self.units[index + 1] if index + 1 < len(self.units) else 0
        if 0xD800 <= unit < 0xDC00 and 0xDC00 <= after < 0xE000:
            return 0x10000 + (unit - 0xD800 << 10) + (after - 0xDC00), 2
        return unit, 1

    def starts(self) -> list[int]:
        """The units at which characters begin, and the end of the text."""
        found = []
        index = 0
        while index < len(self.units):
            found.append(index)
            index += self.character_at(index)[1]
        return [*found, index]

    def lines(self) -> list[tuple[int, int]]:
        """Where each line begins and where its content ends, in units."""
        found = []
        start = index = 0
        while index < len(self.units):
            if self.units[index] not in (CR, LF):
                index += 1
                continue
            found.append((start, index))
            index += 2 if self.units[index : index + 2] == [CR, LF] else 1
            start = index
        return [*found, (start, index)]

    def index(self, line: int, column: int, encoding: str) -> int:
        """The unit that an editor puts the cursor before when it is sent to a position."""
        lines = self.lines()
        if line >= len(lines):
            return len(self.units)
        index, end = lines[line]
        while index < end:
            point, count = self.character_at(index)
            column -= width(point, encoding)
            if column < 0:
                break
            index += count
        return index

    def position(self, index: int, encoding: str) -> tuple[int, int]:
        """Line and column of the character that begins at a unit; a line end stands at the end of its line."""
        line, (start, end) = [(number, each) for number, each in enumerate(self.lines()) if each[0] <= index][
            -1
        ]
        column = 0
        while start < min(index, end):
            point, count = self.character_at(start)
            column += width(point, encoding)
            start += count
        return line, column

    def edited(self, start: tuple[int, int], end: tuple[int, int], new: str, encoding: str) -> ReferenceText:
        """The text with what lies between two positions replaced."""
        first, last = self.index(*start, encoding), self.index(*end, encoding)
        return ReferenceText([*self.units[:first], *units_of(new), *self.units[last:]])

    def utf8(self, end: int | None = None) -> bytes:
        """The bytes of the text, or of what stands before a unit."""
        stop = len(self.units) if end is None else end
        return b"".join(bytes_of(self.character_at(index)[0]) for index in self.starts() if index < stop)


def bytes_of(point: int) -> bytes:
    """One code point in UTF-8, halves of surrogate pairs included."""
    return chr(point).encode("utf-8", "surrogatepass")


def width(point: int, encoding: str) -> int:
    """How much a character counts in a column."""
    if encoding == "utf-32":
        return 1
    return len(bytes_of(point)) if encoding == "utf-8" else 1 + (point > 0xFFFF)


def spelled(text: str, range_: dict[str, dict[str, int]], encoding: str) -> str:
    """What an editor selects in a text for a range that came over the wire."""
    model = ReferenceText.of(text)
    start, end = (
        model.index(range_[side]["line"], range_[side]["character"], encoding) for side in ("start", "end")
    )
    return ReferenceText(model.units[start:end]).utf8().decode("utf-8", "surrogatepass")
