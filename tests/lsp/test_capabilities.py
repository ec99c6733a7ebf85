"""What the client can do is read once, and what it does not say it cannot do."""

from __future__ import annotations

import pytest
from lsprotocol import types
from pytest_lsp import client_capabilities

from glossator.core.text import PositionEncoding
from glossator.lsp.capabilities import ClientFeatures, resolve


def test_a_client_that_says_nothing_gets_nothing_special() -> None:
    assert resolve(types.ClientCapabilities()) == ClientFeatures()


@pytest.mark.parametrize(
    ("client", "encoding"),
    [
        ("neovim", PositionEncoding.UTF8),
        ("visual-studio-code", PositionEncoding.UTF16),
        ("emacs", PositionEncoding.UTF32),
    ],
)
def test_each_recorded_client_gets_the_encoding_it_prefers(client: str, encoding: PositionEncoding) -> None:
    assert resolve(client_capabilities(client)).encoding is encoding


def test_visual_studio_code_has_all_that_is_looked_for() -> None:
    features = resolve(client_capabilities("visual-studio-code"))
    assert features.work_done_progress
    assert features.show_document
    assert features.pulls_configuration
    assert features.registers_watched_files
    assert features.nested_symbols
    assert features.code_action_objects
    assert types.SymbolKind.Struct in features.document_symbol_kinds


def test_an_unknown_encoding_is_passed_over() -> None:
    general = types.GeneralClientCapabilities(position_encodings=["utf-7", "utf-32"])
    assert resolve(types.ClientCapabilities(general=general)).encoding is PositionEncoding.UTF32


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
    assert resolve(types.ClientCapabilities(experimental=experimental)).status_notification is wanted
