"""Every place that names what the name at a place means."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from glossator.app.asked_document import AskedDocument
from glossator.app.definitions import counterparts, name_at
from glossator.app.documents import Snapshot
from glossator.app.fresh_edges import Definition
from glossator.app.use import Use
from glossator.app.uses import SECONDS, Uses
from glossator.core.cancel import CancelToken

if TYPE_CHECKING:
    from glossator.app.application import Application


@dataclass(frozen=True, slots=True)
class References:
    """The definitions that are asked for, with their prototypes, and their uses."""

    definitions: tuple[Definition, ...]
    uses: Uses

    def pieces(self) -> AsyncIterator[list[Use]]:
        """The uses, best first, some at a time."""
        return self.uses.pieces()

    async def note(self) -> str:
        """What is missing, in sentences for the user; asked when the pieces were read."""
        return await self.uses.note()


async def references(
    app: Application, snapshot: Snapshot, offset: int, token: CancelToken, *, seconds: float = SECONDS
) -> References | None:
    """The references to what the name at an offset means; None where no name is known.

    Where the name may mean several definitions, they are the references to all of them.
    """
    asked = await AskedDocument.read(app, snapshot)
    name = await name_at(asked, offset)
    if name is None or (name.own is None and not name.found):
        return None
    definitions = [name.own] if name.own is not None else []
    definitions += name.found
    if name.own is None:
        for each in name.found:
            definitions += await halves_of(asked, each)
    distinct = {each.identity: each for each in definitions}
    return References(tuple(distinct.values()), Uses(asked, tuple(distinct.values()), token, seconds=seconds))


async def halves_of(asked: AskedDocument, definition: Definition) -> list[Definition]:
    """The other halves of a definition in any file: its prototypes, or what it announces."""
    return await counterparts(await document_of(asked, definition), definition.symbol)


async def document_of(asked: AskedDocument, definition: Definition) -> AskedDocument:
    """The document of a definition, as though it had been asked about it."""
    if definition.text.path == asked.text.path:
        return asked
    facts = await asked.app.facts_of_text(definition.text)
    return await AskedDocument.of_text(asked.app, definition.text, facts, asked.index)
