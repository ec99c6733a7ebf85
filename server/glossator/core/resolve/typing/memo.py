"""What expressions were found to mean, and how far they are followed."""

from __future__ import annotations

from collections.abc import Callable

from glossator.core.resolve.typing.meanings import Meanings

_MOST_DEPTH = 24
_MOST_STEPS = 2000
"""So many expressions are followed for one at most; where types are defined by each other, they are many."""
_UNCUT = 1 << 30

Key = tuple[str, str, int | None]
"""An expression, the path of its file, and the symbol around it."""


class ExpressionMemo:
    """Remembers what expressions mean. Bounds how deep they lead into each other, and how many are followed for one.

    What an expression means must not depend on the one for which it was asked. So nothing is remembered that was found
    by way of an expression that is still in hand, or of one that was not followed.
    """

    def __init__(self) -> None:
        self._known: dict[Key, Meanings] = {}
        self._in_hand: dict[Key, int] = {}
        self._cut = _UNCUT
        """The outermost expression in hand that was asked for again, by its depth."""
        self._steps = 0

    def known(self, key: Key) -> Meanings | None:
        """What an expression was found to mean."""
        return self._known.get(key)

    def is_cut(self, key: Key) -> bool:
        """Whether an expression is not to be followed: it is in hand, or others led too far already."""
        cut = self._in_hand.get(key)
        if cut is None:
            if len(self._in_hand) <= _MOST_DEPTH and self._steps <= _MOST_STEPS:
                return False
            cut = -1
        self._cut = min(self._cut, cut)
        return True

    def cut_all(self) -> None:
        """Let nothing be remembered of the expressions in hand."""
        self._cut = -1

    def followed(self, key: Key, follow: Callable[[], Meanings]) -> Meanings:
        """What `follow` finds an expression to mean; it is remembered where it depends on no other one in hand."""
        depth = len(self._in_hand)
        self._steps = self._steps + 1 if depth else 0
        cut_outside, self._cut = self._cut if depth else _UNCUT, _UNCUT
        self._in_hand[key] = depth
        try:
            found = follow()
        finally:
            del self._in_hand[key]
        if self._cut >= depth:
            self._known[key] = found
            self._cut = _UNCUT
        self._cut = min(self._cut, cut_outside)
        return found
