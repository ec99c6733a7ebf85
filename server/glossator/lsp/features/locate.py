"""`glossator/locate`: the definitions that a written target means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from glossator.lsp.extensions import LOCATE, LocateParams, LocateResult
from glossator.lsp.places import PlaceReader
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(LOCATE)
    async def locate(params: LocateParams) -> LocateResult:
        if params.wait_for_index:
            await server.wait_indexed()
        targets = await app.locate(params.target)
        places = [place for target in targets for place in (target.place, target.name_place)]
        reader = await PlaceReader.read(app, server.client.encoding, places)
        return LocateResult(
            targets=[wire for target in targets if (wire := reader.target(target)) is not None]
        )
