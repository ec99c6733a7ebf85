"""Messages that no well-behaved client sends, as hypothesis makes them."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

DOCUMENT = "untitled:a.py"
TEXT = "import os\n\n\ndef price(a):\n    return os.total(a)\n\n\nclass Shop:\n    def sell(self): price(1)\n"

_POSITION = {"line": 4, "character": 5}
_RANGE = {"start": _POSITION, "end": {"line": 5, "character": 0}}
_NAMED = {"textDocument": {"uri": DOCUMENT}}
_EDIT = {"range": _RANGE, "text": "x = [\n"}

REQUESTS: dict[str, Any] = {
    "glossator/usages": {"textDocument": {"uri": DOCUMENT}, "position": {"line": 0, "character": 0}},
    "glossator/related": {"textDocument": {"uri": DOCUMENT}, "position": {"line": 0, "character": 0}},
    "textDocument/documentSymbol": _NAMED,
    "textDocument/hover": _NAMED | {"position": _POSITION},
    "textDocument/codeAction": _NAMED | {"range": _RANGE, "context": {"diagnostics": []}},
    "workspace/symbol": {"query": "price"},
    "workspace/executeCommand": {"command": "glossator.server.explain", "arguments": [{"uri": DOCUMENT}]},
    "glossator/explain": _NAMED | {"position": _POSITION},
    "glossator/callers": _NAMED | {"position": _POSITION},
    "glossator/locate": {"target": "price"},
    "glossator/search": {"query": "price", "limit": 5},
    "glossator/status": {},
    "glossator/nonsense": {},
    "initialize": {"processId": None, "rootUri": None, "capabilities": {}},
    "completionItem/resolve": {"label": "x"},
}
NOTIFICATIONS: dict[str, Any] = {
    "initialized": {},
    "textDocument/didOpen": {
        "textDocument": {"uri": DOCUMENT, "languageId": "python", "version": 1, "text": TEXT}
    },
    "textDocument/didChange": {"textDocument": {"uri": DOCUMENT, "version": 2}, "contentChanges": [_EDIT]},
    "textDocument/didSave": _NAMED | {"text": TEXT},
    "textDocument/didClose": _NAMED,
    "workspace/didChangeConfiguration": {"settings": {"glossator": {"index": {"workers": 1}}}},
    "workspace/didChangeWorkspaceFolders": {"event": {"added": [], "removed": []}},
    "workspace/didChangeWatchedFiles": {"changes": [{"uri": "file:///nowhere/a.py", "type": 1}]},
    "window/workDoneProgress/cancel": {"token": "x"},
    "notebookDocument/didOpen": {"notebookDocument": {}, "cellTextDocuments": []},
    "$/cancelRequest": {"id": 3},
    "$/setTrace": {"value": "verbose"},
    "$/nonsense": {},
}

_SCALARS: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(2**70), 2**70),
    st.sampled_from([0, -1, 2**31 - 1, 2**31, 2**53, 1.5, 1e308, float("nan"), float("inf")]),
    st.text(max_size=8),
    st.sampled_from(
        ["", "\ud83d", "file:///%zz", "file:///\0", "file:relative", DOCUMENT, "x" * 5000, "../.."]
    ),
)
_JSON: st.SearchStrategy[Any] = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@st.composite
def _spoiled(draw: st.DrawFn, value: Any) -> Any:
    """The value with one part of it left out, replaced, or repeated."""
    if isinstance(value, dict) and value and draw(st.integers(0, 4)):
        key = draw(st.sampled_from(sorted(value)))
        if not draw(st.integers(0, 3)):
            return {name: item for name, item in value.items() if name != key}
        return value | {key: draw(_spoiled(value[key]))}
    if isinstance(value, list) and value and draw(st.integers(0, 3)):
        return [draw(_spoiled(value[0])), *value] * draw(st.integers(1, 3))
    return draw(_JSON)


def _deep(depth: int, opened: str, closed: str) -> str:
    return opened * depth + "1" + closed * depth


_DEEP = st.builds(
    _deep, st.sampled_from([90, 300, 900, 5000, 100_000]), *map(st.just, ("[", "]"))
) | st.builds(_deep, st.sampled_from([90, 300, 900, 5000, 100_000]), *map(st.just, ('{"a":', "}")))

_IDS = st.sampled_from([1, 2, 3, 3, 4, 0, -5, 2**40, "a", "3", "", "\ud83d", "x" * 300])
_BAD_IDS = st.sampled_from([None, True, False, 1.5, [], [1], {}, {"a": 1}])


class Body(bytes):
    """The body of a message, which may be far too long to be shown."""

    def __repr__(self) -> str:
        text = bytes(self[:300]).decode(errors="backslashreplace")
        return f"{text}… ({len(self)} bytes)" if len(self) > 300 else text


def bodies() -> st.SearchStrategy[Body]:
    """The body of one message: a request or notification that is right or spoiled, or no message at all."""
    return _bodies().map(Body)


@st.composite
def _bodies(draw: st.DrawFn) -> bytes:
    kind = draw(st.sampled_from(["right", "spoiled", "spoiled", "bad id", "deep", "odd", "garbage"]))
    method, params = draw(st.sampled_from(sorted((REQUESTS | NOTIFICATIONS).items(), key=str)))
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
    if method in REQUESTS or not draw(st.integers(0, 9)):
        message["id"] = draw(_IDS)
    match kind:
        case "spoiled":
            message["params"] = draw(_spoiled(params))
        case "bad id":
            message["id"] = draw(_BAD_IDS)
        case "deep":
            text = json.dumps(message | {"params": "DEEP"})
            return text.replace('"DEEP"', draw(_DEEP)).encode()
        case "odd":
            return json.dumps(draw(_odd_messages())).encode()
        case "garbage":
            return draw(
                st.binary(max_size=30) | st.sampled_from([b"", b"{", b"null", b"\xff\xfe", b'{"id":1,}'])
            )
    return json.dumps(message).encode()


@st.composite
def _odd_messages(draw: st.DrawFn) -> Any:
    """JSON that is hardly a message: batches, answers that nobody asked for, methods that are no names."""
    known = {"jsonrpc": "2.0", "id": 1, "method": "glossator/status"}
    return draw(
        st.sampled_from(
            [
                [known, known],
                [],
                {},
                {"id": 7},
                {"id": "nobody", "result": 1},
                {"id": 9, "error": {"code": "x"}},
                {"jsonrpc": "1.0", "id": 5, "method": "glossator/status"},
                {"id": 6, "method": 5},
                {"id": 8, "method": None, "params": []},
                {"id": 11, "method": ""},
                {"method": "\ud83d", "id": 12},
                "text",
                5,
                None,
                True,
            ]
        )
    )


def wanted_answers(body: bytes) -> dict[Any, int]:
    """How many responses a message must get, by id; that of what cannot be told apart is None."""
    try:
        message = json.loads(body)
    except (ValueError, RecursionError):
        return {None: 1}
    if not isinstance(message, dict):
        return {None: 1}
    if "id" in message and (isinstance(message["id"], bool) or not isinstance(message["id"], int | str)):
        return {None: 1}
    return {message["id"]: 1} if "id" in message and "method" in message else {}
