"""References of the index are found again in a text that has changed."""

from __future__ import annotations

from pathlib import Path

from tests.app.sessions import session, write

from glossator.app.relocation import relocate
from glossator.app.uris import uri_from_path
from glossator.store import uses

TEXT = """class A:
    def run(self):
        pass


class B:
    def run(self):
        pass


def work(unknown):
    unknown.run()
    a = A()
    a.run()
    a.run()
"""


async def test_a_reference_is_known_again_by_what_it_goes_through(tmp_path: Path, home: Path) -> None:
    root = tmp_path / "w"
    write(root, {"a.py": TEXT})
    async with session(root, home) as app:
        reader = app.workspaces[0].reader
        rows = [
            edge.reference
            for edge in uses.edges_named(reader, "a.py", ["run"])
            if edge.reference.receiver == "a" and edge.target.symbol.qualified_name == "A.run"
        ]
        assert len(rows) == 2

        async def lines(text: str) -> list[int | None]:
            uri = uri_from_path(root / "a.py")
            app.documents.open(uri, "python", 1, text)
            snapshot = await app.documents.current(uri)
            found = relocate(await app.facts(snapshot), rows)
            return [None if each is None else snapshot.lines.line_at(each.span.start) for each in found]

        # The call through another object stands before them and is not taken for the first one.
        assert await lines("\n" + TEXT) == [14, 15]
        # Where an object has another name, the order decides.
        assert await lines(TEXT.replace("    a", "    b")) == [11, 13]
        assert await lines(TEXT.replace("    a.run()\n    a.run()\n", "    a.run()\n")) == [13, 11]
        assert await lines("") == [None, None]
