"""`initialize`: what a client says of itself, and the answer, which depends on that and the user's settings alone.

It is answered from here before the rest of the server is loaded, so that an editor goes on at once. A client that
writes a member in a form of its own is treated as one that left it out; only parameters that are no object are
refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from glossator import __version__
from glossator.app.uris import path_from_uri
from glossator.core.settings import Settings
from glossator.lsp.capabilities import ClientFeatures, offered, resolve
from glossator.lsp.configuration import Configuration

INITIALIZE = "initialize"

_LARGEST_PROCESS_ID = 2**31 - 1
_DEFAULTS = Settings()


@dataclass(frozen=True, slots=True)
class Introduction:
    """What the server wants to know of a client; `folders` are URIs."""

    client: ClientFeatures
    process_id: int | None = None
    root_uri: str | None = None
    root_path: str | None = None
    folders: tuple[str, ...] = ()
    options: Any = None

    @staticmethod
    def read(params: Any) -> Introduction:
        """Read the parameters of `initialize`. Raises `ValueError` if they are no object with capabilities."""
        if not isinstance(params, Mapping):
            raise ValueError("'params' is wrong")
        capabilities = params.get("capabilities")
        if not isinstance(capabilities, Mapping):
            raise ValueError(
                "'params.capabilities' is " + ("wrong" if "capabilities" in params else "missing")
            )
        return Introduction(
            client=resolve(capabilities),
            process_id=_process_id(params.get("processId")),
            root_uri=_text(params.get("rootUri")),
            root_path=_text(params.get("rootPath")),
            folders=_folders(params.get("workspaceFolders")),
            options=params.get("initializationOptions"),
        )

    def roots(self) -> list[Path]:
        """The folders that the client opened: its workspace folders, else its root; none for a lone file."""
        if self.folders or self.root_uri:
            uris = self.folders or (self.root_uri or "",)
            return [path for uri in uris if (path := path_from_uri(uri)) is not None]
        root = Path(self.root_path or "")
        return [root] if root.is_absolute() else []

    def answer(self, base: Settings = _DEFAULTS) -> dict[str, Any]:
        """The result of `initialize`; `base` are the settings that the client's options override."""
        settings = Configuration(base, lambda _: None).use_initialization_options(self.options)
        return {
            "capabilities": offered(self.client, full_sync=settings.documents.full_sync),
            "serverInfo": {"name": "glossator", "version": __version__},
        }


def answer_to(body: bytes, base: Settings = _DEFAULTS) -> bytes | None:
    """The body of the answer to a first message; None if it is no `initialize` that can be answered with a result."""
    try:
        message = json.loads(body)
        if message.get("method") != INITIALIZE or not isinstance(message.get("id"), int | str):
            return None
        result = Introduction.read(message.get("params")).answer(base)
        return json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode("ascii")
    except (ValueError, AttributeError, RecursionError):
        # The protocol layer says what is wrong with it, once it is loaded.
        return None


def roots_named_in(body: bytes) -> list[Path]:
    """The folders that the client names in an `initialize` that was answered."""
    return Introduction.read(json.loads(body)["params"]).roots()


def _folders(listed: Any) -> tuple[str, ...]:
    folders = listed if isinstance(listed, list) else []
    uris = (each.get("uri") for each in folders if isinstance(each, Mapping))
    return tuple(uri for uri in uris if isinstance(uri, str))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _process_id(value: Any) -> int | None:
    """The process to watch; numbers that no process can have are passed over."""
    return value if isinstance(value, int) and 0 < value <= _LARGEST_PROCESS_ID else None
