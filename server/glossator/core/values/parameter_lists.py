"""The parameters of definitions, read off the text behind their names: how many there are, and their texts.

Where methods share a name, their numbers of parameters tell most of them apart. A number that cannot be told is `NONE`.
"""

from __future__ import annotations

import re

from glossator.core.symbols import ANY_PARAMETERS, Parameters

_LONGEST_BYTES = 4000
_QUOTED = rb'"(?:\\.|[^"\\\n])*"|(?<![&<\w])\'(?:\\.|[^\'\\\n])*\'|`[^`]*`|/\*.*?\*/|//[^\n]*'
_PARAMETER_SIGN = re.compile(
    _QUOTED + rb"|=>|->|\?\s*:|[<>()\[\]{},=?]|\.\.\.|[^\s<>()\[\]{},=?.\"'`/]+|.", re.DOTALL
)
_BEFORE_PARAMETERS = re.compile(rb"\s*(?:<[^(){}]*>|\[[^(){}]*\])?\s*\(")
_OPENING = frozenset({b"(", b"[", b"{"})
_CLOSING = frozenset({b")", b"]", b"}"})
_OWN_OBJECT = re.compile(rb"\(\s*(?:&\s*)?(?:'\w+\s+)?(?:mut\s+)?self\b\s*(?::[^,)]*)?,?")
_EXTENSION = re.compile(rb"\s*this\s+(?=\w+[^,]*\w)")
_ANY_NUMBER = frozenset({b"...", b"params", b"vararg"})

UNLIMITED = 1 << 20
"""Stands for any number of arguments."""


def split_parameters(data: bytes, end: int) -> list[bytes] | None:
    """The texts of the parameters of the definition whose name ends at `end`, its own object left out."""
    begun = _first_parameter(data, end)
    if begun is None:
        return None
    found: list[bytes] = []
    depth, place = 1, begun
    for sign in _PARAMETER_SIGN.finditer(data, begun, end + _LONGEST_BYTES):
        text = sign[0]
        if text in _OPENING or text == b"<":
            depth += 1
        elif text in _CLOSING or text == b">":
            depth -= 1
            if depth <= 0:
                last = data[place : sign.start()]
                return [*found, last] if last.strip() not in (b"", b"void") else found
        elif text == b"," and depth == 1:
            found.append(data[place : sign.start()])
            place = sign.end()
    return None


def count_parameters(data: bytes, end: int) -> Parameters:
    """How many arguments the definition whose name ends at `end` takes, its own object left out."""
    begun = _first_parameter(data, end)
    if begun is None:
        return ANY_PARAMETERS
    parameters = _ParameterList()
    for sign in _PARAMETER_SIGN.finditer(data, begun, end + _LONGEST_BYTES):
        if parameters.ends_with(sign[0]):
            found = parameters.found()
            # An extension is called on its first parameter, or as any other function.
            is_extension = _EXTENSION.match(data, begun) is not None
            return Parameters(max(0, found.least - 1), found.most) if is_extension else found
    return ANY_PARAMETERS


def _first_parameter(data: bytes, end: int) -> int | None:
    opening = _BEFORE_PARAMETERS.match(data, end, end + _LONGEST_BYTES)
    if opening is None:
        return None
    own = _OWN_OBJECT.match(data, opening.end() - 1)
    return opening.end() if own is None else own.end()


class _ParameterList:
    """Counts the parameters of a list, sign by sign."""

    def __init__(self) -> None:
        self._depth = 1
        self._least = self._most = 0
        self._is_empty = True
        self._is_optional = False
        self._is_open = False
        self._is_void = False

    def ends_with(self, text: bytes) -> bool:
        """Take a sign; whether it is the end of the list."""
        if text in _OPENING or text == b"<":
            self._depth += 1
            self._is_empty = self._is_void = False
        elif text in _CLOSING or text == b">":
            self._depth -= 1
            if self._depth <= 0:
                self._end_parameter()
                return True
        elif self._depth == 1:
            self._take(text)
        return False

    def _take(self, text: bytes) -> None:
        if text == b",":
            self._end_parameter()
        elif text == b"=" or (text[:1] == b"?" and text[-1:] == b":"):
            self._is_optional = True
        elif text in _ANY_NUMBER:
            self._is_open, self._is_empty = True, False
        elif text.strip() and not text.startswith((b"//", b"/*")):
            self._is_void = self._is_empty and text == b"void"
            self._is_empty = False

    def _end_parameter(self) -> None:
        if self._is_open:
            self._most = UNLIMITED
        elif not self._is_empty and not self._is_void:
            self._most = min(UNLIMITED, self._most + 1)
            self._least += not self._is_optional
        self._is_empty, self._is_optional, self._is_void = True, False, False
        self._is_open = False

    def found(self) -> Parameters:
        return Parameters(self._least, self._most)
