"""What an index has reached, and what its steps are called."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from glossator.app.progress import Progress

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
    embedded: int = 0
    to_embed: int = 0
    earlier_error: str = ""
    earlier_error_at: str = ""
    """What went wrong last, also if it is over, and the UTC time of that (ISO 8601)."""
    _last_error: str = ""

    @property
    def last_error(self) -> str:
        """What is wrong now, in one sentence; empty if nothing is."""
        return self._last_error

    @last_error.setter
    def last_error(self, sentence: str) -> None:
        self._last_error = sentence
        if sentence:
            self.earlier_error = sentence
            self.earlier_error_at = datetime.now(UTC).isoformat(timespec="seconds")

    def reached_step(self, phase: str, done: int, total: int) -> Progress | None:
        """Take notice of how far a step of an update is; a report of it, None where there is nothing to do."""
        self.phase = "indexing" if phase == "chunking" else phase
        self.done, self.total = done, total
        if phase in ("indexing", "chunking") and total == 0:
            return None
        count = f", {done} of {total} files" if total else ""
        return Progress("index", TITLE, f"{STEPS[phase]}{count}", done * 100 // total if total else None)

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
