"""What the client can do, resolved once from its `initialize` request into a small frozen object.

A capability that the client leaves out counts as absent, so that nothing is ever sent unasked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder, get_capability

from glossator.core.text import PositionEncoding

_ORIGINAL_SYMBOL_KINDS = frozenset(range(types.SymbolKind.File, types.SymbolKind.Array + 1))
"""The kinds that a client knows which does not say which it knows."""


@dataclass(frozen=True, slots=True)
class ClientFeatures:
    """The capabilities that change what the server sends."""

    encoding: PositionEncoding = PositionEncoding.UTF16
    work_done_progress: bool = False
    show_document: bool = False
    pulls_configuration: bool = False
    registers_configuration: bool = False
    registers_watched_files: bool = False
    nested_symbols: bool = False
    code_action_objects: bool = False
    status_notification: bool = False
    document_symbol_kinds: frozenset[int] = _ORIGINAL_SYMBOL_KINDS
    workspace_symbol_kinds: frozenset[int] = _ORIGINAL_SYMBOL_KINDS


def resolve(capabilities: types.ClientCapabilities) -> ClientFeatures:
    """Read the client's capabilities; the position encoding is the first of the client's list that is
    known."""
    encoding = ServerCapabilitiesBuilder.choose_position_encoding(capabilities)

    def has(path: str) -> bool:
        return bool(get_capability(capabilities, path, False))

    return ClientFeatures(
        encoding=PositionEncoding(str(getattr(encoding, "value", encoding))),
        work_done_progress=has("window.work_done_progress"),
        show_document=has("window.show_document.support"),
        pulls_configuration=has("workspace.configuration"),
        registers_configuration=has("workspace.did_change_configuration.dynamic_registration"),
        registers_watched_files=has("workspace.did_change_watched_files.dynamic_registration"),
        nested_symbols=has("text_document.document_symbol.hierarchical_document_symbol_support"),
        code_action_objects=has("text_document.code_action.code_action_literal_support"),
        status_notification=_wants_status(capabilities.experimental),
        document_symbol_kinds=_kinds(capabilities, "text_document.document_symbol.symbol_kind.value_set"),
        workspace_symbol_kinds=_kinds(capabilities, "workspace.symbol.symbol_kind.value_set"),
    )


def _wants_status(experimental: Any) -> bool:
    """Whether the client sent `experimental: {glossator: {statusNotification: true}}`."""
    if not isinstance(experimental, Mapping):
        return False
    own = experimental.get("glossator")
    return isinstance(own, Mapping) and own.get("statusNotification") is True


def _kinds(capabilities: types.ClientCapabilities, path: str) -> frozenset[int]:
    value_set = get_capability(capabilities, path, None)
    return _ORIGINAL_SYMBOL_KINDS if value_set is None else frozenset(int(kind) for kind in value_set)
