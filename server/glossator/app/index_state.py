"""What an index has reached, and what its steps are called."""

from __future__ import annotations

from dataclasses import dataclass

TITLE = "Indexing"
STEPS = {
    "listing": "listing files",
    "indexing": "parsing",
    "resolving": "resolving calls",
    "chunking": "preparing search",
    "embedding": "making vectors",
}
"""What a step is called; protocol and terminal keep one title for the whole work and change the message."""


@dataclass(slots=True)
class IndexState:
    """What `status` shows of one index."""

    phase: str = "starting"
    done: int = 0
    total: int = 0
    writer: bool = True
    last_error: str = ""
    embedded: int = 0
    to_embed: int = 0

    @property
    def percent(self) -> int:
        if self.phase in ("ready", "embedding"):
            return 100
        return 0 if self.total == 0 else min(99, self.done * 100 // self.total)
