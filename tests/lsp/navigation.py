"""A session that has a folder open, and questions about places in its files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.lsp.in_process import Session

ALWAYS = {"navigation": {"languages": "always"}}
LINKS = {"textDocument": {"definition": {"linkSupport": True}}}

Json = dict[str, Any]


def write(root: Path, files: dict[str, str]) -> Path:
    """Write the files below `root`."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


class Navigator:
    """Asks about places in files: where `what` stands in the first line that holds `within`."""

    def __init__(self, session: Session, root: Path) -> None:
        self.session = session
        self.root = root
        self.texts: dict[str, str] = {}

    @classmethod
    async def begin(
        cls, session: Session, root: Path, options: Json = ALWAYS, capabilities: Json | None = None
    ) -> Navigator:
        """Open `root` and wait until it is indexed."""
        await session.initialize(capabilities, rootUri=root.as_uri(), initializationOptions=options)
        await session.notify("initialized", {})
        await session.ask("glossator/search", {"query": "x", "waitForIndex": True})
        return cls(session, root)

    def uri(self, name: str) -> str:
        """The URI of a file, or of a document that is none."""
        return name if ":" in name else (self.root / name).as_uri()

    def text(self, name: str) -> str:
        """What the editor has, or the disk."""
        return self.texts[name] if name in self.texts else (self.root / name).read_text(encoding="utf-8")

    async def open(self, name: str, text: str | None = None, language: str = "python") -> None:
        """Open a document, with another text than the file has if one is given."""
        text = self.text(name) if text is None else text
        self.texts[name] = text
        item = {"uri": self.uri(name), "languageId": language, "version": 1, "text": text}
        await self.session.notify("textDocument/didOpen", {"textDocument": item})

    def position(self, name: str, within: str, what: str = "") -> Json:
        """Where `what` begins (in UTF-16 units) in the first line that holds `within`."""
        what = what or within
        number, line = next(
            (number, line) for number, line in enumerate(self.text(name).split("\n")) if within in line
        )
        column = line.index(what, line.index(within))
        return {"line": number, "character": len(line[:column].encode("utf-16-le")) // 2}

    def at(self, name: str, within: str, what: str = "", **more: Any) -> Json:
        """The parameters of a question."""
        return {
            "textDocument": {"uri": self.uri(name)},
            "position": self.position(name, within, what),
            **more,
        }

    async def ask(self, method: str, params: Json) -> Any:
        """The result of a request."""
        answer = await self.session.ask(method, params)
        assert "error" not in answer, answer
        return answer["result"]

    async def definition(self, name: str, within: str, what: str = "") -> list[str]:
        """The places as `file:line:text`."""
        found = await self.ask("textDocument/definition", self.at(name, within, what))
        return [self.shown(each) for each in found or ()]

    async def references(
        self, name: str, within: str, what: str = "", *, declaration: bool = False
    ) -> list[str]:
        """The places as `file:line:text`, sorted."""
        params = self.at(name, within, what, context={"includeDeclaration": declaration})
        return sorted(self.shown(each) for each in await self.ask("textDocument/references", params))

    async def prepare(self, name: str, within: str, what: str = "") -> list[Json]:
        """The items of the call hierarchy."""
        items: list[Json] | None = await self.ask(
            "textDocument/prepareCallHierarchy", self.at(name, within, what)
        )
        return items or []

    async def incoming(self, item: Json) -> list[Json]:
        """Who calls an item."""
        found: list[Json] = await self.ask("callHierarchy/incomingCalls", {"item": item})
        return found

    async def outgoing(self, item: Json) -> list[Json]:
        """Whom an item calls."""
        found: list[Json] = await self.ask("callHierarchy/outgoingCalls", {"item": item})
        return found

    def shown(self, location: Json) -> str:
        """A location as `file:line:text`, the line from 1."""
        uri = location.get("uri") or location["targetUri"]
        range_ = location.get("range") or location["targetSelectionRange"]
        name = uri.removeprefix(self.root.as_uri() + "/")
        return f"{name}:{range_['start']['line'] + 1}:{self.slice(name, range_)}"

    def slice(self, name: str, range_: Json) -> str:
        """What a range within one line covers."""
        start, end = range_["start"], range_["end"]
        assert start["line"] == end["line"]
        line = self.text(name).split("\n")[start["line"]].encode("utf-16-le")
        return line[start["character"] * 2 : end["character"] * 2].decode("utf-16-le")
