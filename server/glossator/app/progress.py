"""What is going on, as the application tells it to whoever shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """One report of long work. `kind` is `index` or `model`; `percent` is None when it is not known."""

    kind: str
    title: str
    message: str
    percent: int | None = None
    done: bool = False


ProgressListener = Callable[[Progress], None]
"""Called on the event loop; must return at once."""
NoticeListener = Callable[[str], None]
"""Takes one sentence for the user."""
