"""One use of a symbol, where it stands now."""

from __future__ import annotations

from dataclasses import dataclass

from glossator.app.current_texts import CurrentText
from glossator.core.symbols import Certainty, ReferenceKind, Symbol
from glossator.core.text import Span


@dataclass(frozen=True, slots=True)
class Use:
    """A place in a present text that names a symbol; `holder` is the definition around it, None for top-level code."""

    text: CurrentText
    span: Span
    kind: ReferenceKind
    certainty: Certainty
    why: str
    holder: Symbol | None
