"""One file that cannot be parsed harms no other: it is named with its reason, and tried again when it changes.

With `GLOSSATOR_FUZZ=2` the nested texts of all languages are tried.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.app.hostile import contents, explained, found_first, left_out, misbehave, outline
from tests.app.nested_texts import KINDS, LANGUAGES
from tests.app.sessions import session, settings_without_models, write
from tests.core.fact_invariants import check_facts
from tests.fuzzing import FACTOR

from glossator.app.application import Application
from glossator.app.parse_pool import ParseFailed, ParsePool
from glossator.app.reading import Skipped, read_file
from glossator.core.fact_bytes import decode_facts

GOOD = "def {name}():\n    return helper('{name}')\n"
NESTED_TEMPLATES = "val x = " + '"${\n' * 1200
"""The scanner of the Kotlin grammar aborts the process on it."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    write(folder, {f"good{number}.py": GOOD.format(name=f"good{number}") for number in range(6)})
    return folder


@pytest.fixture
async def nested(tmp_path: Path) -> AsyncIterator[ParsePool]:
    async with ParsePool(1, tmp_path / "parser.log", low_priority=False) as pool:
        yield pool


def _payload(path: str, data: bytes) -> dict[str, Any]:
    return {"path": path.encode(), "data": data}


async def counted(app: Application) -> tuple[int, int]:
    status = await app.status()
    return status.completeness.indexed_files, status.completeness.known_files


async def updates(app: Application) -> list[dict[str, int]]:
    """What one more update does."""
    child = app.workspaces[0]._child
    assert child is not None
    results: list[dict[str, int]] = []
    async for _ in child.stream("update", {}, on_result=results.append):
        pass
    return results


async def test_files_that_raise_abort_or_never_end_are_named_and_not_tried_again(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave(monkeypatch)
    write(
        root,
        {
            "b_raises.py": "# RAISES\n",
            "d_nothing.py": "# RETURNS NOTHING\n",
            "f_hangs.cob": "x\n",
            "g_aborts.kt": NESTED_TEMPLATES,
            "z_memory.py": "# EATS MEMORY\n",
        },
    )
    reasons = {
        "b_raises.py": "failed: the parser failed",
        "d_nothing.py": "failed: the parser failed",
        "f_hangs.cob": "failed: parsing did not end",
        "g_aborts.kt": "failed: the parser crashed",
        "z_memory.py": "failed: the parser failed",
    }
    reported: list[int] = []
    async with session(root, tmp_path / "home", settled=False) as app:
        app.on_progress(lambda progress: reported.append(progress.percent or 0))
        await app.wait_settled()
        assert (await app.status()).phase == "ready"
        assert await left_out(app) == reasons
        assert await counted(app) == (6, 11)
        assert 100 in reported
        assert await found_first(app, "good3") == "good3.py"
        assert await updates(app) == [{"parsed": 0, "removed": 0, "chunked": 0}]
    async with session(root, tmp_path / "home") as app:
        assert await left_out(app) == reasons
        assert await updates(app) == [{"parsed": 0, "removed": 0, "chunked": 0}]
        (root / "b_raises.py").write_text(GOOD.format(name="mended"))
        app.files_changed([root / "b_raises.py"])
        await app.wait_settled()
        assert "b_raises.py" not in await left_out(app)
        assert await found_first(app, "mended") == "b_raises.py"


async def test_a_file_that_is_saved_while_its_old_text_ends_the_parser_is_parsed(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave(monkeypatch)
    path = root / "saved.py"
    path.write_text(f"# WRITES {path}\n")
    async with session(root, tmp_path / "home") as app:
        while await left_out(app):
            app.files_changed([path])
            await app.wait_settled()
        assert await found_first(app, "mended") == "saved.py"


async def test_a_language_whose_grammar_or_queries_cannot_be_loaded_is_told_once_and_found_by_words(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave(monkeypatch, "broken languages")
    write(root, {f"a{number}.zig": f"fn quokka{number}() void {{}}\n" for number in range(3)})
    write(root, {f"b{number}.lua": f"function wombat{number}() end\n" for number in range(3)})
    notices: list[str] = []
    async with session(root, tmp_path / "home", settled=False) as app:
        app.on_notice(notices.append)
        await app.wait_settled()
        assert await outline(app, root / "a0.zig") == []
        assert await outline(app, root / "b1.lua") == []
        assert await outline(app, root / "good1.py") == ["good1"]
        assert await left_out(app) == {}
        assert await found_first(app, "quokka1") == "a1.zig"
        assert await found_first(app, "wombat2") == "b2.lua"
        partly = (await app.status()).partly_parsed
        assert partly is not None
        assert partly.files == 6
    assert sorted(notice.split(":")[0] for notice in notices) == [
        "Lua cannot be parsed",
        "Zig cannot be parsed",
    ]
    assert all("install Glossator again" in notice for notice in notices)


async def test_a_version_of_the_parser_that_is_known_to_crash_is_not_used(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notices: list[str] = []
    misbehave(monkeypatch, "crashing version")
    async with session(root, tmp_path / "home", settled=False) as app:
        app.on_notice(notices.append)
        await app.wait_settled()
        assert await outline(app, root / "good1.py") == []
        assert await found_first(app, "good1") == "good1.py"
    (notice,) = notices
    assert "version 0.26.0 of tree-sitter is installed, which crashes" in notice
    assert "install version 0.26.1" in notice


async def test_a_parser_that_cannot_work_at_all_is_the_fault_of_no_file(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave(monkeypatch, "no worker")
    async with session(root, tmp_path / "home") as app:
        status = await app.status()
        assert status.phase == "failed"
        assert "The parser process cannot work" in status.last_error
        assert await left_out(app) == {}
        assert await outline(app, root / "good1.py") == []
    monkeypatch.setenv("GLOSSATOR_TEST_PARSERS", "")
    async with session(root, tmp_path / "home") as app:
        assert await counted(app) == (6, 6)


async def test_a_parser_that_the_system_killed_is_not_held_against_the_file(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    misbehave(monkeypatch)
    mark = tmp_path / "killed"
    (root / "large.py").write_text(f"# IS KILLED ONCE {mark}\n" + GOOD.format(name="large"))
    async with session(root, tmp_path / "home") as app:
        assert mark.exists()
        assert await left_out(app) == {}
        assert await outline(app, root / "large.py") == ["large"]


def test_a_file_that_grows_while_it_is_read_is_read_up_to_the_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "growing.py"
    path.write_bytes(b"x = 1\n" * 100)
    read, sizes = os.read, []

    def read_and_grow(descriptor: int, size: int) -> bytes:
        with path.open("ab") as file:
            file.write(b"y = 2\n" * 10_000)
        data = read(descriptor, min(size, 50_000))
        sizes.append(len(data))
        return data

    monkeypatch.setattr(os, "read", read_and_grow)
    assert read_file(tmp_path, "growing.py", 200_000) == Skipped("larger than 195 KiB")
    assert sum(sizes) <= 200_001


async def test_an_index_of_a_file_that_was_written_all_the_time_is_right_at_the_end(
    root: Path, tmp_path: Path
) -> None:
    path = root / "growing.py"
    async with session(root, tmp_path / "home", settled=False) as app:

        def write_on() -> None:
            for number in range(200):
                with path.open("a") as file:
                    file.write(f"def grown{number}():\n    return grown{number - 1}()\n")

        await asyncio.to_thread(write_on)
        app.files_changed([path])
        await app.wait_settled()
        grown = contents(app)
    async with session(root, tmp_path / "other") as app:
        assert grown == contents(app)


@pytest.mark.parametrize(("name", "reason"), [("line.py", "skipped: minified"), ("line.md", None)])
async def test_one_line_of_five_megabytes_is_survived(
    root: Path, tmp_path: Path, name: str, reason: str | None
) -> None:
    (root / name).write_text("x = [" + "word, " * 900_000 + "]")
    async with session(root, tmp_path / "home") as app:
        assert await left_out(app) == {name: "skipped: larger than 1024 KiB"}
    settings = settings_without_models(max_file_size_kib=8192)
    async with session(root, tmp_path / "home", settings) as app:
        assert await left_out(app) == ({name: reason} if reason else {})
        assert await outline(app, root / name) == []
        assert await outline(app, root / "good1.py") == ["good1"]


async def test_a_generated_table_on_one_line_is_left_out_and_its_neighbour_is_not(
    root: Path, tmp_path: Path
) -> None:
    (root / "gen.h").write_text("float t[] = {" + "{0x1p-1f}," * 65_536 + "};\n")
    (root / "ok.h").write_text("int ok(void) { return 1; }\n")
    async with session(root, tmp_path / "home") as app:
        assert await left_out(app) == {"gen.h": "skipped: minified"}
        assert await outline(app, root / "ok.h") == ["ok"]
        assert await outline(app, root / "gen.h") == ["t"]


async def test_a_script_without_its_opening_tag_is_found_by_words_and_said_to_be_partly_parsed(
    root: Path, tmp_path: Path
) -> None:
    (root / "snip.php").write_text("function wombat_feeder($a) {\n    return $a;\n}\n")
    async with session(root, tmp_path / "home") as app:
        assert await left_out(app) == {}
        assert await explained(app, root / "snip.php", "wombat") is None
        assert await found_first(app, "wombat feeder") == "snip.php"
        partly = (await app.status()).partly_parsed
        assert partly is not None
        assert partly.examples == ("snip.php",)


@pytest.mark.parametrize("kind", [*KINDS, *(LANGUAGES if FACTOR > 1 else ())])
async def test_a_hundred_thousand_levels_end_in_facts_or_in_a_reason(kind: str, nested: ParsePool) -> None:
    nesting = (KINDS | LANGUAGES)[kind]
    try:
        facts = decode_facts(await nested.call("facts", _payload(nesting.path, nesting.text()), seconds=0.5))
    except ParseFailed as error:
        assert str(error) in ("parsing did not end", "the parser crashed", "the parser failed")
    else:
        check_facts(nesting.text(), facts)
    good = decode_facts(await nested.call("facts", _payload("a.py", b"def f(): pass\n")))
    assert [symbol.name for symbol in good.symbols] == ["f"]
