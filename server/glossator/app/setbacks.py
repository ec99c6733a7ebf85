"""How work on an index goes on after it failed: when it is begun again, and when it is given up for a while."""

from __future__ import annotations

import asyncio

from glossator.core.errors import GlossatorError
from glossator.store.lookups import DataVersion
from glossator.store.reader import IndexReader
from glossator.store.requests import asked

RESTART_SECONDS = (0.5, 2.0, 10.0)
"""Waits before an indexer that crashes without getting on is started again; after the last it is given up until
something changes."""
MOST_REPAIRS = 3
"""How often in a row an index is checked because it was found damaged; then the disk cannot be trusted."""
RETRY_SECONDS = 10.0
"""How long after an error that others may mend, such as a full disk or a lock, an update is tried again."""

BUG = (
    "Indexing failed because of an internal error; see the log. "
    "If it goes on, 'glossator index --rebuild' builds the index anew."
)
"""What the user reads of an error that was not raised on purpose."""


class Setbacks:
    """Counts what goes wrong with one index until something goes well."""

    def __init__(self, reader: IndexReader) -> None:
        self._reader = reader
        self._crashes = 0
        self._crashed_at: DataVersion | None = None
        self._repairs = 0

    def are_over(self) -> None:
        """An update and what follows it came to their end."""
        self._crashes = self._repairs = 0

    def something_changed(self) -> None:
        """What crashed the indexer before may be gone."""
        self._crashes = 0

    async def restart_after(self) -> float | None:
        """In how many seconds an indexer that crashed is started again; None if it is given up.

        One that has written something since it crashed last gets on, and is started again however often it crashes.
        """
        version = await asyncio.to_thread(self._version)
        if version != self._crashed_at:
            self._crashes, self._crashed_at = 0, version
        self._crashes += 1
        return RESTART_SECONDS[self._crashes - 1] if self._crashes <= len(RESTART_SECONDS) else None

    @property
    def may_repair(self) -> bool:
        """Whether checking the index can still be expected to help."""
        return self._repairs < MOST_REPAIRS

    def call_for_repair(self) -> bool:
        """Whether a failed update is begun again because somebody asks for a check that may mend its cause."""
        if asked(self._reader.path) is None or not self.may_repair:
            return False
        self._repairs += 1
        return True

    def index_is_lost(self) -> bool:
        """Whether the index is gone, or somebody asks to have it checked or built anew; looks at the disk."""
        return asked(self._reader.path) is not None or not self._reader.available

    def retry_after(self, seconds: float, *, failed: bool) -> float:
        """When there is an update if nothing happens: in `seconds`, or sooner if the last one failed."""
        return RETRY_SECONDS if failed and not self._crashes else seconds

    def _version(self) -> DataVersion | None:
        try:
            return self._reader.data_version()
        except GlossatorError:
            return None
