"""What the client can do is read once, and what it does not say it cannot do."""

from __future__ import annotations

from typing import Any

import pytest
from lsprotocol import converters, types
from pytest_lsp import client_capabilities
from tests.lsp.in_process import Session

from glossator.core.text import PositionEncoding
from glossator.lsp.capabilities import ClientFeatures, offered, resolve
from glossator.lsp.extensions import MESSAGES


def recorded(client: str) -> dict[str, Any]:
    """What an editor sends."""
    plain: dict[str, Any] = converters.get_converter().unstructure(client_capabilities(client))
    return plain


def test_a_client_that_says_nothing_gets_nothing_special() -> None:
    assert resolve({}) == ClientFeatures()


@pytest.mark.parametrize(
    ("client", "encoding"),
    [
        ("neovim", PositionEncoding.UTF8),
        ("visual-studio-code", PositionEncoding.UTF16),
        ("emacs", PositionEncoding.UTF32),
    ],
)
def test_each_recorded_client_gets_the_encoding_it_prefers(client: str, encoding: PositionEncoding) -> None:
    assert resolve(recorded(client)).encoding is encoding


def test_visual_studio_code_has_all_that_is_looked_for() -> None:
    features = resolve(recorded("visual-studio-code"))
    assert features.work_done_progress
    assert features.show_document
    assert features.pulls_configuration
    assert features.registers_configuration
    assert features.registers_watched_files
    assert features.nested_symbols
    assert features.code_action_objects
    assert features.markdown_hover
    assert types.SymbolKind.Struct in features.document_symbol_kinds
    assert types.SymbolKind.Struct in features.workspace_symbol_kinds


def test_an_unknown_encoding_is_passed_over() -> None:
    encodings = ["utf-7", 8, None, {}, "utf-32"]
    assert resolve({"general": {"positionEncodings": encodings}}).encoding is PositionEncoding.UTF32


@pytest.mark.parametrize(
    ("experimental", "wanted"),
    [
        ({"glossator": {"statusNotification": True}}, True),
        ({"glossator": {"statusNotification": "yes"}}, False),
        ({"glossator": 1}, False),
        ([1], False),
    ],
)
def test_status_notifications_go_only_to_clients_that_ask(experimental: object, wanted: bool) -> None:
    assert resolve({"experimental": experimental}).status_notification is wanted


@pytest.mark.parametrize("odd", [None, 0, "yes", [], [{}], {"support": "yes"}, {"valueSet": 5}])
def test_a_capability_in_a_form_of_its_own_counts_as_absent(odd: object) -> None:
    text_document = {"documentSymbol": {"symbolKind": odd, "hierarchicalDocumentSymbolSupport": odd}}
    for capabilities in (
        {"window": {"showDocument": odd}, "general": {"positionEncodings": odd}},
        {"window": odd, "workspace": odd, "general": odd, "experimental": odd},
        {"textDocument": {**text_document, "hover": {"contentFormat": odd}}},
        {"textDocument": odd},
    ):
        features = resolve(capabilities)
        assert not features.show_document
        assert features.encoding is PositionEncoding.UTF16
        assert features.document_symbol_kinds == ClientFeatures().document_symbol_kinds
        assert not features.markdown_hover


async def test_what_is_offered_is_what_is_registered(fresh: Session) -> None:
    """pygls works out the capabilities from the handlers; ours are written down, since they are sent before."""
    await fresh.initialize()
    converter = converters.get_converter()
    registered = converter.unstructure(fresh.server.protocol.server_capabilities, types.ServerCapabilities)
    ours = offered(ClientFeatures())
    # Options are written down once, in ours; what is registered knows only that there is a handler.
    assert registered.keys() | {"experimental"} == ours.keys()
    assert registered["textDocumentSync"]["openClose"] is True
    assert set(registered["executeCommandProvider"]["commands"]) == set(
        ours["executeCommandProvider"]["commands"]
    )
    assert set(ours["experimental"]["glossator"]["requests"]) == set(MESSAGES)


def test_what_is_offered_fits_the_protocol() -> None:
    converter = converters.get_converter()
    for client in ("neovim", "visual-studio-code", "emacs"):
        ours = offered(resolve(recorded(client)))
        structured = converter.structure(ours, types.ServerCapabilities)
        assert converter.unstructure(structured) == ours
