"""Whole sessions as three recorded editors hold them: Neovim (UTF-8), Visual Studio Code (UTF-16), Emacs (UTF-32)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Generic, TypeVar

import pytest
import pytest_lsp
import pytest_lsp.client
from cattrs import Converter
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from tests.lsp.raw_client import NO_MODELS, SERVER
from tests.lsp.sample import GREETING, MAIN, slice_lines, write_workspace

from glossator.app.uris import path_from_uri, uri_from_path

ENCODINGS = {"neovim": "utf-8", "visual-studio-code": "utf-16", "emacs": "utf-32"}
SETTINGS = {**NO_MODELS, "navigation": {"languages": "always"}}
PATIENCE_SECONDS = 120.0

Item = TypeVar("Item")


class Mailbox(list[Item], Generic[Item]):
    """A list that can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._filled = asyncio.Event()

    def append(self, item: Item) -> None:
        """Take an item and wake who waits."""
        super().append(item)
        self._filled.set()

    async def first(self) -> Item:
        """The first item, now or later."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._filled.wait()
        return self[0]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return write_workspace(tmp_path.resolve() / "workspace")


def make_converter() -> Converter:
    """The library's converter, but a code action that has a command is still a code action."""
    converter = default_converter()

    def structure(value: Any, _: Any) -> types.Command | types.CodeAction:
        is_command = isinstance(value["command"], str)
        return converter.structure(value, types.Command if is_command else types.CodeAction)

    converter.register_structure_hook(types.Command | types.CodeAction, structure)
    return converter


def make_client() -> LanguageClient:
    """The library's client with the one handler that it lacks."""
    client = LanguageClient(converter_factory=make_converter)
    pytest_lsp.client.register_lsp_features(client)

    @client.feature(types.CLIENT_REGISTER_CAPABILITY)
    def register_capability(params: types.RegistrationParams) -> None:
        """Agree."""

    return client


@pytest_lsp.fixture(
    params=list(ENCODINGS),
    config=ClientServerConfig(server_command=[*SERVER, "--stdio"], client_factory=make_client),
)
async def editor(
    client: LanguageClient, request: pytest.FixtureRequest, workspace: Path
) -> AsyncIterator[None]:
    client.shown_documents = Mailbox()
    client.messages = Mailbox()
    client.set_configuration(SETTINGS, section="glossator")
    uri = uri_from_path(workspace)
    folder = types.WorkspaceFolder(uri=uri, name="workspace")
    params = types.InitializeParams(
        capabilities=client_capabilities(request.param),
        root_uri=uri,
        workspace_folders=[folder],
        initialization_options=SETTINGS,
    )
    result = await client.initialize_session(params)
    assert result.capabilities.position_encoding == ENCODINGS[request.param]
    yield
    await client.shutdown_session()
    # Clients that do not open documents are told by messages; anything else said would be a complaint.
    assert [each.message for each in client.messages if each.type != types.MessageType.Info] == []


def encoding_of(client: LanguageClient) -> str:
    """The encoding that was agreed on."""
    general = client.capabilities.general if client.capabilities else None
    offered = list(general.position_encodings or ()) if general else []
    return types.PositionEncodingKind(offered[0]).value if offered else "utf-16"


async def ask(client: LanguageClient, method: str, **params: Any) -> Any:
    """Send a request of our own."""
    return await client.protocol.send_request_async(method, params)


async def test_callers_are_placed_exactly_in_every_encoding(editor: LanguageClient, workspace: Path) -> None:
    located = await ask(editor, "glossator/locate", target="greeting.py::greet", waitForIndex=True)
    (target,) = located.targets
    assert slice_lines(GREETING, target.namePlace.range, encoding_of(editor)) == "greet"
    position = {
        "line": target.namePlace.range.start.line,
        "character": target.namePlace.range.start.character,
    }
    answer = await ask(
        editor, "glossator/callers", textDocument={"uri": target.namePlace.uri}, position=position
    )
    assert sorted(usage.name for usage in answer.callers if usage.reference == "call") == [
        "<module>",
        "Crowd.all",
    ]
    for usage in answer.callers:
        for use in usage.uses:
            assert use.path == "main.py"
            assert slice_lines(MAIN, use.range, encoding_of(editor)) == "greet"


async def test_usages_are_placed_exactly_in_every_encoding(editor: LanguageClient, workspace: Path) -> None:
    answer = await ask(editor, "glossator/usages", query="greet", waitForIndex=True)
    (definition,) = answer.definitions
    encoding = encoding_of(editor)
    assert slice_lines(GREETING, definition.target.namePlace.range, encoding) == "greet"
    uses = [use for usage in definition.usages for use in usage.uses]
    assert uses
    assert {slice_lines(MAIN, use.range, encoding) for use in uses} == {"greet"}
    assert sorted(place for group in definition.groups for place in group.usages) == list(
        range(len(definition.usages))
    )


async def test_names_lead_to_definitions_uses_and_calls_in_every_encoding(
    editor: LanguageClient, workspace: Path
) -> None:
    await ask(editor, "glossator/search", query="greet", waitForIndex=True)
    uri, encoding = uri_from_path(workspace / "main.py"), encoding_of(editor)
    document = types.TextDocumentIdentifier(uri=uri)
    # The second call in the line, behind characters of every width.
    before = MAIN.split("\n")[5].split("[greet")[0] + "["
    column = len(before.encode({"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]))
    column //= {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    place = types.Position(line=5, character=column)
    found = await editor.text_document_definition_async(types.DefinitionParams(document, place))
    assert isinstance(found, list | tuple)
    (target,) = found
    is_link = isinstance(target, types.LocationLink)
    assert (
        slice_lines(GREETING, target.target_selection_range if is_link else target.range, encoding) == "greet"
    )
    if is_link:
        assert slice_lines(MAIN, target.origin_selection_range, encoding) == "greet"
    context = types.ReferenceContext(include_declaration=False)
    uses = await editor.text_document_references_async(types.ReferenceParams(context, document, place))
    assert uses is not None
    assert [slice_lines(MAIN, use.range, encoding) for use in uses] == ["greet"] * 4
    assert sorted(use.range.start.line for use in uses) == [0, 5, 5, 8]
    items = await editor.text_document_prepare_call_hierarchy_async(
        types.CallHierarchyPrepareParams(document, place)
    )
    assert items is not None
    calls = await editor.call_hierarchy_incoming_calls_async(
        types.CallHierarchyIncomingCallsParams(item=items[0])
    )
    assert calls is not None
    assert {call.from_.name: len(call.from_ranges) for call in calls} == {"Crowd.all": 2, "<module>": 1}
    ranges = [each for call in calls for each in call.from_ranges]
    assert [slice_lines(MAIN, each, encoding) for each in ranges] == ["greet"] * 3
    (crowd,) = (call.from_ for call in calls if call.from_.name == "Crowd.all")
    assert crowd.detail is not None and crowd.detail.startswith("sure: ")
    called = await editor.call_hierarchy_outgoing_calls_async(
        types.CallHierarchyOutgoingCallsParams(item=crowd)
    )
    assert called is not None
    assert [(call.to.name, len(call.from_ranges)) for call in called] == [("greet", 2)]


async def test_symbols_are_found_by_name_in_the_whole_workspace(
    editor: LanguageClient, workspace: Path
) -> None:
    await ask(editor, "glossator/search", query="greet", waitForIndex=True)
    found = await editor.workspace_symbol_async(types.WorkspaceSymbolParams(query="Crowd"))
    assert found is not None
    assert [(each.name, each.kind) for each in found] == [("Crowd", types.SymbolKind.Class)]
    assert path_from_uri(found[0].location.uri) == workspace / "main.py"


async def test_unsaved_edits_count_at_once(editor: LanguageClient, workspace: Path) -> None:
    uri = uri_from_path(workspace / "new.py")
    text = 's = "𝔊"; x = 1\nclass Old:\n    def method(self): pass\n'
    item = types.TextDocumentItem(uri=uri, language_id="python", version=1, text=text)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    wide = {"utf-8": 4, "utf-16": 2, "utf-32": 1}[encoding_of(editor)]
    # The first line gets a line end behind the wide character, then the name in what is now the third line changes.
    after_string = types.Position(line=0, character=6 + wide)
    break_line = types.TextDocumentContentChangePartial(
        range=types.Range(start=after_string, end=types.Position(line=0, character=8 + wide)), text="\n"
    )
    rename = types.TextDocumentContentChangePartial(
        range=types.Range(start=types.Position(line=2, character=6), end=types.Position(line=2, character=9)),
        text="New",
    )
    editor.text_document_did_change(
        types.DidChangeTextDocumentParams(
            text_document=types.VersionedTextDocumentIdentifier(uri=uri, version=2),
            content_changes=[break_line, rename],
        )
    )
    params = types.DocumentSymbolParams(text_document=types.TextDocumentIdentifier(uri=uri))
    symbols = await editor.text_document_document_symbol_async(params)
    assert symbols is not None
    (new,) = [each for each in symbols if each.name == "New"]
    if isinstance(new, types.DocumentSymbol):
        assert new.selection_range.start == types.Position(line=2, character=6)
        assert [child.name for child in new.children or ()] == ["method"]
    else:
        assert new.location.range.start == types.Position(line=2, character=0)


async def test_the_code_actions_command_delivers_an_explanation(
    editor: LanguageClient, workspace: Path
) -> None:
    uri = uri_from_path(workspace / "greeting.py")
    item = types.TextDocumentItem(uri=uri, language_id="python", version=1, text=GREETING)
    editor.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    await ask(editor, "glossator/search", query="greet", waitForIndex=True)
    actions = await editor.text_document_code_action_async(action_params(uri, 3))
    assert actions is not None
    (action,) = actions
    assert (action.title, action.kind) == ("Explain code", "refactor.explain")
    command = action.command
    assert isinstance(command, types.Command)
    params = types.ExecuteCommandParams(command=command.command, arguments=command.arguments)
    assert await editor.workspace_execute_command_async(params) is None
    text = await delivered(editor)
    assert "def greet(name: str) -> str:" in text
    assert "main.py" in text


async def test_there_is_no_action_where_nothing_is_to_explain(
    editor: LanguageClient, workspace: Path
) -> None:
    uri = "untitled:notes"
    item = types.TextDocumentItem(uri=uri, language_id="plaintext", version=1, text="\n\n")
    editor.text_document_did_open(types.DidOpenTextDocumentParams(text_document=item))
    assert not await editor.text_document_code_action_async(action_params(uri, 0))
    code = uri_from_path(workspace / "greeting.py")
    only = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorExtract, types.CodeActionKind.Source]
    assert not await editor.text_document_code_action_async(action_params(code, 3, only))
    assert await editor.text_document_code_action_async(
        action_params(code, 3, [types.CodeActionKind.Refactor])
    )


def action_params(
    uri: str, line: int, only: list[types.CodeActionKind] | None = None
) -> types.CodeActionParams:
    """What a client asks when the cursor stands in that line."""
    position = types.Position(line=line, character=5)
    return types.CodeActionParams(
        text_document=types.TextDocumentIdentifier(uri=uri),
        range=types.Range(start=position, end=position),
        context=types.CodeActionContext(diagnostics=[], only=only),
    )


async def delivered(client: LanguageClient) -> str:
    """The text of the explanation, by the means that the client has."""
    window = client.capabilities.window if client.capabilities else None
    if not (window and window.show_document and window.show_document.support):
        assert isinstance(client.messages, Mailbox)
        return (await client.messages.first()).message
    assert isinstance(client.shown_documents, Mailbox)
    path = path_from_uri((await client.shown_documents.first()).uri)
    assert path is not None
    assert path.stat().st_mode & 0o777 == 0o600
    return path.read_text(encoding="utf-8")
