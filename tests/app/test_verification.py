"""Calls that the resolver cannot prove are verified by a library, kept with the edges, and forgotten with the files."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.app.sessions import session, settings_without_models, write

from glossator.app.application import Application
from glossator.app.verdicts import WHY

# Only a library that knows the language well can tell what these calls mean.
PROJECT = {
    "shop/store.py": """
class Store:
    def load(self):
        return 1


class Cache:
    def load(self):
        return 2


class Remote:
    def load(self):
        return 3
""",
    "shop/use.py": """
from shop.store import Cache, Store


def first():
    for each in [Store(), Store()]:
        each.load()


def second():
    kinds = {"cache": Cache}
    kinds["cache"]().load()


def third(unknown):
    unknown.load()
""",
}


def loads(app: Application) -> dict[str, list[tuple[str, str]]]:
    """The callers of each `load`, by its class."""
    reader = app.workspaces[0].reader
    found: dict[str, list[tuple[str, str]]] = {}
    for symbol in reader.symbols_named("load"):
        edges = reader.callers(symbol.id)
        found[symbol.symbol.qualified_name] = sorted(
            (
                edge.reference.enclosing.symbol.qualified_name if edge.reference.enclosing else "",
                edge.certainty.value + (f" {edge.why}" if edge.why == WHY else ""),
            )
            for edge in edges
        )
    return found


VERIFIED = {
    "Store.load": [("first", "sure verified"), ("third", "possible")],
    "Cache.load": [("second", "sure verified"), ("third", "possible")],
    "Remote.load": [("third", "possible")],
}


async def test_what_a_library_knows_is_proved(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, PROJECT)
    async with session(root, tmp_path / "home") as app:
        assert loads(app) == VERIFIED


async def test_verdicts_outlive_the_session_and_unrelated_changes(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, PROJECT)
    async with session(root, tmp_path / "home"):
        pass
    write(root, {"other.py": "import shop\n\n\nclass Other:\n    pass\n"})
    async with session(root, tmp_path / "home", settings_without_models(verify=False)) as app:
        assert loads(app) == VERIFIED


@pytest.mark.parametrize(
    ("path", "old", "new", "changed"),
    [
        ("shop/use.py", "[Store(), Store()]", "[Cache()]", {"Cache.load": ("first", "sure verified")}),
        ("shop/use.py", "[Store(), Store()]", "what()", {}),
    ],
)
async def test_a_verdict_goes_with_the_text_of_its_call(
    path: str, old: str, new: str, changed: dict[str, tuple[str, str]], tmp_path: Path
) -> None:
    root = tmp_path / "project"
    write(root, PROJECT)
    async with session(root, tmp_path / "home") as app:
        write(root, {path: PROJECT[path].replace(old, new)})
        app.files_changed([root / path])
        await app.wait_settled()
        found = loads(app)
        assert ("first", "sure verified") not in found["Store.load"]
        for name, expected in changed.items():
            assert expected in found[name]


async def test_a_verdict_goes_with_the_definition_that_it_means(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, PROJECT)
    async with session(root, tmp_path / "home") as app:
        write(root, {"shop/store.py": PROJECT["shop/store.py"].replace("load", "fetch", 1)})
        app.files_changed([root / "shop/store.py"])
        await app.wait_settled()
        found = loads(app)
        assert set(found) == {"Cache.load", "Remote.load"}
        assert ("first", "sure verified") not in found["Cache.load"] + found["Remote.load"]
        assert ("second", "sure verified") in found["Cache.load"]


async def test_without_verifying_what_is_not_proved_stays_possible(tmp_path: Path) -> None:
    root = tmp_path / "project"
    write(root, PROJECT)
    async with session(root, tmp_path / "home", settings_without_models(verify=False)) as app:
        assert all("verified" not in certainty for found in loads(app).values() for _, certainty in found)


async def test_nothing_is_written_and_no_code_of_the_project_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "project"
    mark = tmp_path / "ran"
    trap = f"open({os.fspath(mark)!r}, 'w').close()\n"
    write(root, PROJECT | {"shop/__init__.py": trap, "setup.py": trap, "conftest.py": trap, "json.py": trap})
    interpreter = root / ".venv/bin/python"
    interpreter.parent.mkdir(parents=True)
    interpreter.write_text(f"#!/bin/sh\ntouch {mark}\n")
    interpreter.chmod(0o755)
    monkeypatch.setenv("VIRTUAL_ENV", str(root / ".venv"))
    for name in ("XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
        (tmp_path / name).mkdir()
    async with session(root, tmp_path / "home") as app:
        assert ("first", "sure verified") in loads(app)["Store.load"]
    assert not mark.exists()
    assert list((tmp_path / "XDG_CACHE_HOME").rglob("*")) == []
    assert list((tmp_path / "HOME").rglob("*")) == []


async def test_calls_that_very_many_methods_may_mean_are_verified_too(tmp_path: Path) -> None:
    root = tmp_path / "project"
    classes = "".join(f"class C{number}:\n    def load(self): ...\n" for number in range(20))
    use = "from shop.store import C7\nkinds = {'it': C7}\ndef first():\n    kinds['it']().load()\n"
    write(root, {"shop/store.py": classes, "shop/use.py": use})
    async with session(root, tmp_path / "home") as app:
        assert loads(app)["C7.load"] == [("first", "sure verified")]
        assert not app.workspaces[0].reader.unlisted_named("load")


async def test_an_edit_that_breaks_a_verification_off_has_it_done_again_and_nothing_lost(
    tmp_path: Path,
) -> None:
    root = tmp_path / "project"
    write(root, PROJECT)
    many = {f"shop/use{number}.py": PROJECT["shop/use.py"] for number in range(12)}
    async with session(root, tmp_path / "home") as app:
        write(root, many)
        app.files_changed([root / path for path in many])
        index = app.workspaces[0]
        await index.up_to_date.wait()
        for number in range(6):
            # Each report breaks off whatever is being verified just then.
            write(root, {f"shop/more{number}.py": PROJECT["shop/use.py"]})
            app.files_changed([root / f"shop/more{number}.py"])
            await index.up_to_date.wait()
        await app.wait_settled()
        found = loads(app)
        assert found["Store.load"].count(("first", "sure verified")) == 1 + len(many) + 6
        assert found["Cache.load"].count(("second", "sure verified")) == 1 + len(many) + 6
