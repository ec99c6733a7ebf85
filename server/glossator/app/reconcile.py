"""One update of the index: what is on disk, what is missing, parse, write, resolve, chunk.

State-based, never event by event: it compares the files found with the files known and is the same work after a
fresh clone, a branch switch, or one saved file. Everything is written in small transactions, so that killing it
loses at most the files in hand.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from glossator.app.files import FoundFile, changed_files
from glossator.app.grammars import facts_version
from glossator.app.known_tree import KnownTree
from glossator.app.parse_pool import ParseFailed, ParsePool
from glossator.app.parse_worker import file_payload
from glossator.app.reading import read_file
from glossator.app.resolution import Resolution
from glossator.app.stamps import changed_ns
from glossator.core.cancel import CancelToken
from glossator.core.chunks import CHUNKER_VERSION
from glossator.core.embedding_text import EMBEDDING_TEXT_VERSION
from glossator.core.fact_bytes import decode_facts
from glossator.core.languages import languages
from glossator.core.resolve import RESOLVER_VERSION
from glossator.core.search.chunk_terms import CHUNK_TERMS_VERSION
from glossator.core.settings import IndexSettings
from glossator.core.synopsis import SYNOPSIS_VERSION
from glossator.core.terms import TERMS_VERSION
from glossator.core.test_paths import is_test_path
from glossator.core.text import Span
from glossator.store.rows import ChunkRow, FileRow, KnownFile
from glossator.store.writer import IndexWriter

_COMMIT_SECONDS = 0.25
"""Rows gathered for so long go into one transaction."""
_PROGRESS_SECONDS = 0.1

Emit = Callable[[dict[str, Any]], None]


class Reconciliation:
    """One run. `emit` takes progress values: {"phase", "done", "total"}."""

    def __init__(
        self,
        tree: KnownTree,
        writer: IndexWriter,
        resolution: Resolution,
        pool: ParsePool,
        settings: IndexSettings,
        emit: Emit,
        token: CancelToken,
    ) -> None:
        self.tree, self.root = tree, tree.root
        self.writer = writer
        self.resolution = resolution
        self.pool = pool
        self.settings = settings
        self.emit = emit
        self.token = token
        self._last_progress = 0.0

    async def run(self, *, rebuild: bool = False) -> dict[str, Any]:
        """Do what is missing and return {"parsed", "removed", "chunked"} in files."""
        self._progress("listing", 0, 0, force=True)
        self._forget_other_versions(rebuild)
        started_ns = time.time_ns()
        found = list(self.tree.files(self.settings, self.token))
        known = self.writer.known_files()
        to_parse, removed = self._compare(found, known)
        self.resolution.remove_files(known, removed)
        parsed = await self._parse(to_parse, known)
        self.writer.put_meta("compared_at_ns", started_ns)
        self.token.check()
        self._resolve()
        self.emit({"phase": "structure", "done": len(found), "total": len(found)})
        chunked = await self._chunk()
        return {"parsed": parsed, "removed": len(removed), "chunked": chunked}

    def _forget_other_versions(self, rebuild: bool) -> None:
        """Have every file parsed again if its facts were made by another version, or on request.

        That is noted in the index at once, so that a run that is killed goes on where it was.
        """
        if not rebuild and self.writer.get_meta("facts_version") == facts_version():
            return
        with self.writer.transaction():
            self.writer.forget_contents()
            self.writer.put_meta("facts_version", facts_version())

    def _resolve(self) -> None:
        everything = self.writer.get_meta("resolver_version") != RESOLVER_VERSION
        complete = self.writer.get_meta("structure") == "complete"
        if complete and not everything and not any(self.writer.pending_resolution()):
            return
        self._progress("resolving", 0, 0, force=True)
        self.resolution.resolve_pending(self.token, everything=everything)
        with self.writer.transaction():
            self.writer.put_meta("resolver_version", RESOLVER_VERSION)
            self.writer.put_meta("structure", "complete")

    def _compare(
        self, found: Sequence[FoundFile], known: dict[str, KnownFile]
    ) -> tuple[list[FoundFile], list[str]]:
        """The files to parse and the paths that are gone; files left out by name or size are noted at once."""
        # What was never read is read now, whatever it was left out for, if it is no longer left out.
        before = {
            path: (-1, -1) if file.content_hash is None else (file.size, file.changed_ns)
            for path, file in known.items()
        }
        changes = changed_files(before, found, self.writer.get_meta("compared_at_ns"))
        skipped = {file.path: file for file in found if file.state != "candidate"}
        with self.writer.transaction():
            for file in skipped.values():
                self._put_skipped(file, known.get(file.path))
        to_parse = sorted((*changes.added, *changes.changed), key=lambda file: file.path)
        return to_parse, [path for path in changes.removed if path not in skipped]

    def _put_skipped(self, file: FoundFile, before: KnownFile | None) -> None:
        now = ("skipped", file.reason, file.size, file.changed_ns)
        if before is not None and (before.state, before.reason, before.size, before.changed_ns) == now:
            return
        row = FileRow(file.path, file.size, file.changed_ns, None, "", "skipped", file.reason)
        self.resolution.put_file(row, None, (), before)

    async def _parse(self, files: list[FoundFile], known: dict[str, KnownFile]) -> int:
        """Parse and write all `files`; the number of those whose facts changed."""
        total, done, changed = len(files), 0, 0
        self._progress("indexing", 0, total, force=True)
        waiting: list[tuple[FoundFile, dict[str, Any]]] = []
        last_commit = time.monotonic()
        async for file, answer in self._in_order(files, known):
            done += 1
            waiting.append((file, answer))
            self._progress("indexing", done, total)
            if time.monotonic() - last_commit > _COMMIT_SECONDS or done == total:
                changed += self._write(waiting, known)
                waiting = []
                last_commit = time.monotonic()
            self.token.check()
        return changed

    async def _in_order(self, files: list[FoundFile], known: dict[str, KnownFile]) -> Any:
        """Answers in the order of `files`, with a bounded number of files in hand."""
        ahead = self.pool.size * 4
        tasks: deque[asyncio.Task[dict[str, Any]]] = deque()
        following = iter(files)
        try:
            for file in files:
                for next_file in islice(following, 1 + ahead - len(tasks)):
                    tasks.append(asyncio.create_task(self._parse_one(next_file, known)))
                answer = await tasks[0]
                tasks.popleft()
                yield file, answer
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _parse_one(self, file: FoundFile, known: dict[str, KnownFile]) -> dict[str, Any]:
        before = known.get(file.path)
        limit_bytes = self.settings.max_file_size_kib * 1024
        payload = file_payload(self.root, file.path, limit_bytes)
        if before is not None and before.content_hash is not None and before.state in ("indexed", "failed"):
            payload |= {"unless_hash": before.content_hash, "state": before.state, "reason": before.reason}
        try:
            answer: dict[str, Any] = await self.pool.call_again("index_file", payload, token=self.token)
        except ParseFailed as error:
            return {"state": "failed", "reason": str(error), "hash": self._failed_content(file, limit_bytes)}
        return answer

    def _failed_content(self, file: FoundFile, limit_bytes: int) -> bytes | None:
        """The hash of a content that could not be parsed, so that it is not tried again before it changes; None if it
        may have changed meanwhile."""
        content_hash = read_file(self.root, file.path, limit_bytes).hash
        with suppress(OSError, ValueError):
            if changed_ns((self.root / file.path).lstat()) == file.changed_ns:
                return content_hash
        return None

    def _write(self, answers: list[tuple[FoundFile, dict[str, Any]]], known: dict[str, KnownFile]) -> int:
        changed = 0
        with self.writer.transaction():
            for file, answer in answers:
                before = known.get(file.path)
                same = before is not None and before.state == "indexed" and answer["state"] == "indexed"
                if same and before is not None and before.content_hash == answer["hash"]:
                    if (before.size, before.changed_ns) != (file.size, file.changed_ns):
                        self.writer.touch_file(file.path, file.size, file.changed_ns)
                    continue
                self._put(file, answer, before)
                changed += 1
        return changed

    def _put(self, file: FoundFile, answer: dict[str, Any], before: KnownFile | None) -> None:
        if answer["state"] != "indexed":
            state, reason = answer["state"], answer["reason"]
            row = FileRow(file.path, file.size, file.changed_ns, answer.get("hash"), "", state, reason)
            self.resolution.put_file(row, None, (), before)
            return
        facts = decode_facts(answer["facts"])
        language = languages().get(facts.language)
        row = FileRow(
            path=file.path,
            size=file.size,
            changed_ns=file.changed_ns,
            content_hash=answer["hash"],
            language=facts.language,
            state="indexed",
            parse_state=facts.state,
            is_test=is_test_path(file.path, language),
        )
        self.resolution.put_file(row, facts, answer["line_starts"], before)

    async def _chunk(self) -> int:
        """Cut the files that have no chunks yet."""
        version = f"{CHUNKER_VERSION}.{EMBEDDING_TEXT_VERSION}.{TERMS_VERSION}.{CHUNK_TERMS_VERSION}.{SYNOPSIS_VERSION}"
        everything = self.writer.get_meta("chunks_version") != version
        files = self.writer.files_without_chunks(everything=everything)
        self._progress("chunking", 0, len(files), force=True)
        limit_bytes = self.settings.max_file_size_kib * 1024

        async def chunks_of(path: str, content_hash: bytes | None) -> list[list[Any]] | None:
            """The chunks of a file; None if it has changed since, so that another update cuts it."""
            payload = file_payload(self.root, path, limit_bytes, hash=content_hash)
            try:
                rows: list[list[Any]] | None = await self.pool.call("chunks", payload, token=self.token)
                return rows
            except ParseFailed:
                return []

        size = self.pool.size * 8
        for first in range(0, len(files), size):
            batch = files[first : first + size]
            answers = await asyncio.gather(*(chunks_of(path, key) for path, key in batch))
            with self.writer.transaction():
                for (path, _), rows in zip(batch, answers, strict=True):
                    if rows is None:
                        continue
                    self.writer.put_chunks(
                        path,
                        [
                            ChunkRow(symbol, Span(start, end), key, terms, of_file)
                            for symbol, start, end, key, terms, of_file in rows
                        ],
                    )
            self._progress("chunking", first + len(batch), len(files))
            self.token.check()
        self.writer.put_meta("chunks_version", version)
        return len(files)

    def _progress(self, phase: str, done: int, total: int, *, force: bool = False) -> None:
        now = time.monotonic()
        if force or done == total or now - self._last_progress > _PROGRESS_SECONDS:
            self._last_progress = now
            self.emit({"phase": phase, "done": done, "total": total})
