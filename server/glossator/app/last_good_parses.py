"""The last good parse of each document, and what its text defines by it while it is being typed (`core.last_good`)."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from glossator.core.last_good import LastGood, facts_after
from glossator.core.merged_facts import ParsedText
from glossator.core.symbols import FileFacts, ParseState

MOST_DOCUMENTS = 128
MOST_BYTES = 16 * 1024 * 1024
"""So many documents, and bytes of their texts, are remembered; the one used last is, however large it is."""


@dataclass(slots=True)
class _Document:
    """The last good parse, and the facts that were made last with the parse that they were made for."""

    last: LastGood | None = None
    parse: FileFacts | None = None
    facts: FileFacts | None = None


class LastGoodParses:
    """Knows documents by their path. Lives on one event loop; the work is done in threads."""

    def __init__(self) -> None:
        self._documents: OrderedDict[str, _Document] = OrderedDict()

    def wants_saved(self, path: str, present: ParsedText) -> bool:
        """Whether a text is broken whose document had no good parse yet, asked for the first time. The file as it was
        saved last may have one: an editor brings unsaved texts back when it starts again."""
        return present.facts.state is ParseState.PARTLY_PARSED and path not in self._documents

    async def put_saved(self, path: str, saved: ParsedText) -> None:
        """Take the parse of the file as it was saved for the last good one, if it is good."""
        if saved.facts.state is ParseState.PARSED:
            await self.facts(path, saved)

    async def facts(self, path: str, present: ParsedText) -> FileFacts:
        """What a text of the document defines."""
        document = self._documents.setdefault(path, _Document())
        self._documents.move_to_end(path)
        if document.parse is not present.facts or document.facts is None:
            last = document.last
            after = asyncio.to_thread(facts_after, last, present) if last else None
            document.facts, document.last = await after if after else facts_after(None, present)
            document.parse = present.facts
            self._make_room()
        return document.facts

    def forget(self, path: str) -> None:
        """The document was closed."""
        self._documents.pop(path, None)

    def _make_room(self) -> None:
        sizes = [len(each.last.parsed.data) if each.last else 0 for each in self._documents.values()]
        held = sum(sizes)
        for size in sizes[:-1]:
            if held <= MOST_BYTES and len(self._documents) <= MOST_DOCUMENTS:
                return
            self._documents.popitem(last=False)
            held -= size
