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

WAITING = "Another Glossator writes this index; it is read meanwhile, and taken over when that one ends"
"""What a server says that has not the index for itself."""


@dataclass(slots=True)
class IndexState:
    """What `status` shows of one index."""

    phase: str = "starting"
    done: int = 0
    total: int = 0
    writer: bool = True
    waiting: str = ""
    """Who writes the index instead of us, in one sentence; empty if we do."""
    paused: str = ""
    """Why work rests, in one sentence; empty if it does not."""
    last_error: str = ""
    embedded: int = 0
    to_embed: int = 0

    @property
    def percent(self) -> int:
        if self.phase in ("ready", "embedding"):
            return 100
        return 0 if self.total == 0 else min(99, self.done * 100 // self.total)

    @property
    def unfinished(self) -> str:
        """Why the structure is not complete, as the beginning of a sentence."""
        if self.paused:
            return f"Indexing is paused at {self.percent} %"
        if self.phase == "cancelled":
            return f"Indexing was cancelled at {self.percent} %"
        return self.last_error.rstrip(".") or self.waiting or f"Indexing {self.percent} %"
