"""What the client can do, resolved once from its `initialize` request into a small frozen object, and what the
server offers in return.

A capability that the client leaves out, or writes in a form of its own, counts as absent, so that nothing is ever
sent unasked. Both sides are plain JSON here: loading the library of the protocol's types takes half a second, and
the answer to `initialize` does not wait for it.

To offer a feature: add its provider to `offered`. A test compares it with the features that are registered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from glossator.core.text import PositionEncoding
from glossator.lsp.methods import COMMANDS, EXPLAIN_ACTION_KIND, REQUESTS

_ORIGINAL_SYMBOL_KINDS = frozenset(range(1, 19))
"""The kinds (`File` to `Array`) that a client knows which does not say which it knows."""

REGISTERED = {
    "textDocument/definition": ("textDocument.definition", "definitionProvider"),
    "textDocument/references": ("textDocument.references", "referencesProvider"),
    "textDocument/prepareCallHierarchy": ("textDocument.callHierarchy", "callHierarchyProvider"),
}
"""Methods that settings turn on and off while a session goes on: where the client says that they can be registered
then, and the capability by which they are offered from the beginning to clients where they cannot."""

_FULL, _INCREMENTAL = 1, 2
"""How changes of a document are sent: `TextDocumentSyncKind`."""


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
    registers_commands: bool = False
    """Whether the client makes the commands known to its editor itself, once for all its servers."""
    markdown_hover: bool = False
    """Whether the client likes Markdown in a hover best."""
    registers: frozenset[str] = frozenset()
    """Those of the `REGISTERED` methods that the client lets be registered while the session goes on."""
    definition_links: bool = False
    document_symbol_kinds: frozenset[int] = _ORIGINAL_SYMBOL_KINDS
    workspace_symbol_kinds: frozenset[int] = _ORIGINAL_SYMBOL_KINDS


def resolve(capabilities: Mapping[str, Any]) -> ClientFeatures:
    """Read `capabilities` of `initialize`; where the client lists what it likes, the first that is known counts."""

    def has(path: str) -> bool:
        value = _at(capabilities, path)
        return value is True or isinstance(value, Mapping)

    return ClientFeatures(
        encoding=PositionEncoding(
            _first_known(capabilities, "general.positionEncodings", tuple(PositionEncoding), "utf-16")
        ),
        work_done_progress=has("window.workDoneProgress"),
        show_document=has("window.showDocument.support"),
        pulls_configuration=has("workspace.configuration"),
        registers_configuration=has("workspace.didChangeConfiguration.dynamicRegistration"),
        registers_watched_files=has("workspace.didChangeWatchedFiles.dynamicRegistration"),
        nested_symbols=has("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"),
        code_action_objects=has("textDocument.codeAction.codeActionLiteralSupport"),
        status_notification=_at(capabilities, "experimental.glossator.statusNotification") is True,
        registers_commands=_at(capabilities, "experimental.glossator.registersCommands") is True,
        markdown_hover=_first_known(
            capabilities, "textDocument.hover.contentFormat", ("markdown", "plaintext"), "plaintext"
        )
        == "markdown",
        registers=frozenset(
            method for method, (path, _) in REGISTERED.items() if has(f"{path}.dynamicRegistration")
        ),
        definition_links=has("textDocument.definition.linkSupport"),
        document_symbol_kinds=_kinds(capabilities, "textDocument.documentSymbol.symbolKind.valueSet"),
        workspace_symbol_kinds=_kinds(capabilities, "workspace.symbol.symbolKind.valueSet"),
    )


def offered(client: ClientFeatures, *, full_sync: bool = False) -> dict[str, Any]:
    """The server's capabilities as JSON. With `full_sync` documents are wanted whole at every edit."""
    change = _FULL if full_sync else _INCREMENTAL
    commands = {} if client.registers_commands else {"executeCommandProvider": {"commands": list(COMMANDS)}}
    return {
        "positionEncoding": client.encoding.value,
        "textDocumentSync": {"openClose": True, "change": change, "save": {"includeText": True}},
        "hoverProvider": True,
        "codeActionProvider": {"codeActionKinds": [EXPLAIN_ACTION_KIND], "resolveProvider": False},
        "documentSymbolProvider": True,
        "workspaceSymbolProvider": {"resolveProvider": False},
        **{provider: True for method, (_, provider) in REGISTERED.items() if method not in client.registers},
        **commands,
        "workspace": {"workspaceFolders": {"supported": True, "changeNotifications": True}},
        "experimental": {"glossator": {"requests": list(REQUESTS)}},
    }


def _at(value: Any, path: str) -> Any:
    """The member at a dotted path; None if an object on the way lacks it or is none."""
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _first_known(capabilities: Mapping[str, Any], path: str, known: tuple[str, ...], default: str) -> str:
    listed = _at(capabilities, path)
    return next((each for each in listed if each in known), default) if isinstance(listed, list) else default


def _kinds(capabilities: Mapping[str, Any], path: str) -> frozenset[int]:
    listed = _at(capabilities, path)
    if not isinstance(listed, list):
        return _ORIGINAL_SYMBOL_KINDS
    return frozenset(kind for kind in listed if isinstance(kind, int))
