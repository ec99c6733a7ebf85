"""`workspace/didChangeConfiguration`, and asking the client for its settings."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from glossator.lsp.configuration import SECTION
from glossator.lsp.server import GlossatorServer

if TYPE_CHECKING:
    from glossator.app.application import Application

logger = logging.getLogger(__name__)


def register(server: GlossatorServer, app: Application) -> None:
    """Register the handler."""

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def did_change_configuration(params: types.DidChangeConfigurationParams) -> None:
        if server.client.pulls_configuration:
            await pull_settings(server)
        else:
            server.use_settings(server.configuration.use_client_settings(params.settings))


async def pull_settings(server: GlossatorServer) -> None:
    """Ask the client for the section and use it; a client that fails to answer changes nothing."""
    item = types.ConfigurationItem(section=SECTION)
    try:
        answer = await server.workspace_configuration_async(types.ConfigurationParams(items=[item]))
    except JsonRpcException:
        logger.warning("The client did not tell its settings.")
        return
    section = answer[0] if answer else None
    server.use_settings(server.configuration.use_client_settings(section))


def register_for_changes(server: GlossatorServer) -> None:
    """Ask to be told of changes where the client wants to be asked."""
    if not server.client.registers_configuration:
        return
    registration = types.Registration(
        id="glossator.configuration",
        method=types.WORKSPACE_DID_CHANGE_CONFIGURATION,
        register_options=types.DidChangeConfigurationRegistrationOptions(section=SECTION),
    )
    server.client_register_capability(types.RegistrationParams(registrations=[registration]))
