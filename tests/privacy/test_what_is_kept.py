"""What lies on the disk after the main job, after crashes and after errors, searched byte by byte for marks.

Logs are kept at their most talkative level. Names are kept by design; lines, strings, comments and secrets are not.
The answers of models are their own words about the code, in which only secrets must not stand.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import os
import re
import signal
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import Session, opening
from tests.privacy.conftest import Job
from tests.privacy.planted import (
    COMMENTS,
    FILES,
    IN_SECRET_FILES,
    LINES,
    SECRETS,
    STRINGS,
    VISIBLE,
    packed_examples,
    search,
    write_planted_project,
)

from glossator.app.application import Application
from glossator.app.explaining import ExplainRequest
from glossator.core.settings import LogSettings, ModelSettings, Settings
from glossator.core.terms import term_ids, whole_term
from glossator.core.text import Span
from glossator.host.folders import Folders
from glossator.host.log import configure_logging, stop_logging
from glossator.lsp.server import create_server

CODE = (*STRINGS, *COMMENTS, *LINES)
SECRET = (*SECRETS.values(), *IN_SECRET_FILES, "openzqx_planted")
RANGE = {"start": {"line": 12, "character": 0}, "end": {"line": 13, "character": 0}}
PATIENCE_SECONDS = 120.0


def without_answers(folders: Folders) -> list[Path]:
    """What may hold no text of the code at all: indexes with their logs, logs, and what is known of models."""
    return [folders.log, folders.cache / "indexes", folders.cache / "models"]


@pytest.mark.parametrize("form", packed_examples("x"))
def test_the_search_finds_a_mark_in_every_form(form: str, tmp_path: Path) -> None:
    mark = "ünicode markzqx_planted 42"
    (tmp_path / "file").write_bytes(packed_examples(mark)[form])
    assert search(tmp_path, (mark,))


def test_the_main_job_keeps_no_code_in_indexes_and_logs(job: Job) -> None:
    for folder in without_answers(Folders.below(job.home)):
        found = [each for each in search(folder, CODE) if not each.file.startswith("explanations.sqlite")]
        assert found == []


def test_the_main_job_keeps_no_secret_anywhere(job: Job) -> None:
    assert search(job.home, SECRET) == []


def test_the_search_looks_in_the_right_place(job: Job) -> None:
    """Names are there, in the index as well as in what a plain editor was shown."""
    found = {(each.mark, Path(each.file).suffix) for each in search(job.home, VISIBLE)}
    assert {(name, ".sqlite") for name in VISIBLE} <= found
    assert any(suffix == ".md" for _, suffix in found)


def test_words_of_secrets_are_not_among_the_terms_of_the_index(job: Job) -> None:
    """The digests of words are short, so that somebody could try one out."""
    index = Folders.below(job.home).index_path(job.root).read_bytes()
    assert all(_has_term(index, word) for word in ("quxamounts", "connect_store"))
    # Words without a digit may stand elsewhere as well.
    words = {
        word for value in SECRETS.values() for word in re.findall(r"\w+", value) if re.search(r"\d", word)
    }
    assert len(words) >= len(SECRETS)
    assert [word for word in words if _has_term(index, word)] == []


def _has_term(index: bytes, word: str) -> bool:
    (whole, *_) = term_ids(word)
    assert whole == zlib.crc32(whole_term(word).encode())
    return any(whole.to_bytes(4, "little") + count.to_bytes(2, "little") in index for count in range(1, 12))


@pytest.fixture
async def application(tmp_path: Path) -> AsyncIterator[Application]:
    """With models, and with logs that tell all."""
    folders = Folders.below(tmp_path / "home").with_models(Folders.for_user().models)
    settings = Settings(models=ModelSettings(max_answer_tokens=16), log=LogSettings(level="debug"))
    configure_logging(folders.log_file, "debug")
    application = Application(settings, folders)
    yield application
    await application.close()
    stop_logging()


async def test_a_crash_of_every_process_leaves_no_text(application: Application, tmp_path: Path) -> None:
    """All are ended by a fault of native code while a model writes: the indexer, parsers, both models."""
    root = write_planted_project(tmp_path / "project")
    source = root / "shop" / "prices.py"
    killed: set[str] = set()

    def kill_all(_: str) -> None:
        for pid, name in _children(os.getpid()):
            os.kill(pid, signal.SIGSEGV)
            killed.add(name)

    async with asyncio.timeout(PATIENCE_SECONDS):
        await application.open_workspace([root])
        await application.wait_settled()
        snapshot = application.documents.snapshot(source.as_uri())
        request = ExplainRequest(
            snapshot, Span(snapshot.data.index(b"total_price"), snapshot.data.index(b"total_price"))
        )
        answer = await application.explain(request, kill_all)
        assert answer.notice
        source.write_text(source.read_text() + f"\n\ndef more(): return '{STRINGS[0]}'\n")
        application.files_changed([source])
        await application.wait_indexed()
    assert killed == {"indexer_process", "parse_worker", "child"}, "the models' processes share a module"
    # While the files are in use, with their logs beside them, and afterwards.
    for _ in range(2):
        for folder in without_answers(application.folders):
            assert search(folder, (*CODE, *SECRET)) == []
        assert search(application.folders.cache, SECRET) == []
        await application.close()


def _children(parent: int) -> list[tuple[int, str]]:
    """Processes of ours below that one, each with the module that it runs."""
    found = []
    for task in Path(f"/proc/{parent}/task").iterdir():
        for pid in (task / "children").read_text().split():
            words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
            entry = next((word for word in words if word.startswith("glossator.") and ":" in word), "")
            if entry:
                found += [(int(pid), entry.partition(":")[0].rpartition(".")[2]), *_children(int(pid))]
    return found


REQUESTS: dict[str, dict[str, Any]] = {
    "glossator/explain": {"position": {"line": 12, "character": 6}},
    "glossator/callers": {"position": {"line": 12, "character": 6}},
    "glossator/usages": {"position": {"line": 12, "character": 6}},
    "glossator/related": {"position": {"line": 12, "character": 6}},
    "glossator/locate": {"target": "total_price"},
    "glossator/search": {"query": "total"},
    "glossator/status": {},
    "textDocument/hover": {"position": {"line": 12, "character": 6}},
    "textDocument/documentSymbol": {},
    "textDocument/codeAction": {"range": RANGE, "context": {"diagnostics": []}},
    "workspace/symbol": {"query": "total"},
    "workspace/executeCommand": {"command": "glossator.server.explain"},
}
NOTIFICATIONS: dict[str, dict[str, Any]] = {
    "textDocument/didChange": {"contentChanges": [{"text": CODE[0]}]},
    "textDocument/didSave": {"text": CODE[0]},
    "textDocument/didClose": {},
    "workspace/didChangeWatchedFiles": {"changes": [{"uri": "file:///x", "type": 2}]},
    "workspace/didChangeConfiguration": {"settings": {"log": {"level": CODE[0]}}},
}


async def test_an_error_in_every_handler_leaves_no_text(application: Application, tmp_path: Path) -> None:
    """Each use case fails with a bug whose text quotes source, as errors of parsers and of other packages do."""
    session = Session(create_server(application))
    await session.initialize(initializationOptions={"models": {"language": "none", "embedding": "none"}})
    await session.notify("initialized", {})
    uri = (tmp_path / "a.py").as_uri()
    await session.receive(opening(uri, FILES["shop/prices.py"]))
    _break(application)
    _break(application.documents)
    for method, params in REQUESTS.items():
        argument = {"uri": uri, "position": {"line": 1, "character": 1}}
        more = {"arguments": [argument]} if "command" in params else {}
        answer = await session.ask(
            method, {"textDocument": {"uri": uri}, **params, **more}, request_id=method
        )
        assert "error" in answer, (method, answer)
    for method, params in NOTIFICATIONS.items():
        await session.notify(method, {"textDocument": {"uri": uri, "version": 2}, **params})
    await session.server.close()
    sent = json.dumps(session.sent)
    assert [mark for mark in (*CODE, *SECRET) if mark in sent] == []
    log = application.folders.log_file.read_text()
    assert log.count("ValueError") >= len(REQUESTS)
    assert search(application.folders.log, (*CODE, *SECRET)) == []


def _break(thing: object) -> None:
    """Have every public method fail with an error that quotes code and secrets."""

    def fail(*_: object, **__: object) -> None:
        raise ValueError(" ".join((*CODE, *SECRET)))

    for name, method in inspect.getmembers(type(thing), inspect.isfunction):
        if not name.startswith(("_", "on_", "close", "open")):
            setattr(thing, name, fail if not inspect.iscoroutinefunction(method) else _failing(fail))


def _failing(fail: Callable[[], None]) -> Callable[..., Awaitable[None]]:
    async def failing(*_: object, **__: object) -> None:
        fail()

    return failing
