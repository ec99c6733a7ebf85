"""The indexer: the child process that is the one writer of a workspace's index.

It lists, has files parsed, writes facts, resolves, cuts chunks and stores vectors. The server asks it to
`update` whenever something may have changed; an update compares the disk with the index and does what is missing,
so it can be interrupted anywhere and asked again.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from glossator.app import verify_worker
from glossator.app.known_tree import KnownTree
from glossator.app.parse_pool import ParsePool, worker_count
from glossator.app.pending_texts import PendingTexts
from glossator.app.reconcile import Reconciliation
from glossator.app.resolution import Resolution
from glossator.app.verification import Verification
from glossator.core.settings import IndexSettings, Settings, merge
from glossator.host.serving import CallContext, notify, serve
from glossator.store.failures import WriterBusy
from glossator.store.writer import IndexWriter, open_writer

_Result = TypeVar("_Result")

MOST_VECTORS = 500_000
"""With more stored vectors than this (about 250 MB), those of texts that are gone are removed at the start."""

ENTRY = "glossator.app.indexer_process:main"


def main(root: str, index_path: str, log_path: str) -> None:
    """Serve one workspace until the pipe closes."""
    indexer = _Indexer(Path(root), Path(index_path), Path(log_path))
    serve(
        {
            "open": indexer.open,
            "update": indexer.update,
            "changed": indexer.changed,
            "prepare": indexer.prepare,
            "verify": indexer.verify,
            "pending_texts": indexer.pending_texts,
            "put_vectors": indexer.put_vectors,
            "close": indexer.close,
        }
    )


class _Indexer:
    def __init__(self, root: Path, index_path: Path, log_path: Path) -> None:
        self.root = root
        self.index_path = index_path
        self.log_path = log_path
        self.settings = IndexSettings()
        self.tree = KnownTree(root)
        self.writer: IndexWriter | None = None
        self.resolution: Resolution | None = None
        self.pool: ParsePool | None = None
        self.verifiers: ParsePool | None = None
        self.verification: Verification | None = None
        # Parse processes belong to one loop, which runs only while a call is answered.
        self.loop = asyncio.new_event_loop()

    def open(self, payload: dict[str, Any], context: CallContext) -> dict[str, Any]:
        """Take the settings and become the writer: {"writer": false} while another process is."""
        settings, _ = merge(Settings(), {"index": payload["settings"]})
        if self.pool is not None and settings.index.workers != self.settings.workers:
            self._run(self.pool.close())
            self.pool = None
        self.settings = settings.index
        if self.writer is not None and self.writer.is_outdated:
            self.writer.close()
            self.writer = None
        if self.writer is None:
            try:
                self.writer = open_writer(
                    self.index_path, on_notice=lambda text: context.notify("notice", text)
                )
            except WriterBusy:
                return {"writer": False}
            # Vectors outlive their texts, so that switching a branch back costs nothing, up to a bound.
            if self.writer.vector_count() > MOST_VECTORS:
                self.writer.drop_unused_vectors()
        return {"writer": True}

    def update(self, payload: dict[str, Any], context: CallContext) -> dict[str, Any]:
        """Bring the index up to date; emits progress."""
        writer = self._writer()
        reconciliation = Reconciliation(
            self.tree, writer, self._resolution(), self._pool(), self.settings, context.emit, context.token
        )
        result = self._run(reconciliation.run(rebuild=payload.get("rebuild", False)))
        if (sentence := self.tree.notice()) is not None:
            context.notify("notice", sentence)
        return result

    def prepare(self, _payload: object, _context: CallContext) -> None:
        """Make ready for a change what takes long: the tables of the resolver."""
        self._resolution().prepare()

    def verify(self, payload: dict[str, Any], context: CallContext) -> bool:
        """Verify references of which the resolver is not sure for so many seconds, or only those that may mean the
        symbol `callee`; whether there is more to do."""
        writer = self._writer()
        callee = payload.get("callee")
        only = None if callee is None else set(writer.sources_to_verify(callee))
        if not self.settings.verify or (only is not None and not only):
            return False
        return self._run(self._verification().run(payload["seconds"], only, context.token))

    def changed(self, payload: dict[str, Any], _context: CallContext) -> bool:
        """Whether an update is worth while, as far as a look tells that takes so many seconds at most."""
        return self.tree.changed(payload["seconds"])

    def pending_texts(self, payload: dict[str, Any], _context: CallContext) -> list[list[Any]]:
        """(text hash, embedding text in the form asked for) of chunks without a vector."""
        texts = PendingTexts(self.root, self._writer(), self._pool(), self.settings)
        first_paths = [os.fsdecode(path) for path in payload["first_paths"]]
        return self._run(texts.take(payload["fingerprint"], payload["form"], payload["limit"], first_paths))

    def put_vectors(self, payload: dict[str, Any], _context: CallContext) -> None:
        """Store float32 vectors by text hash."""
        # Loaded here because it takes a third of the start, and many an indexer stores no vectors.
        import numpy as np

        from glossator.core.quantize import quantize

        vectors = np.frombuffer(payload["vectors"], dtype=np.float32).reshape(len(payload["hashes"]), -1)
        rows = quantize(vectors, payload["dimensions"])
        self._writer().put_vectors(payload["fingerprint"], zip(payload["hashes"], rows, strict=True))

    def close(self, _payload: object, _context: CallContext) -> None:
        """Stop the parsers and fold the log into the index file."""
        for pool in (self.pool, self.verifiers):
            if pool is not None:
                self._run(pool.close())
        self.pool = self.verifiers = None
        if self.writer is not None:
            self.writer.close()
            self.writer = None

    def _verification(self) -> Verification:
        writer = self._writer()
        if self.verifiers is None:
            self.verifiers = ParsePool(
                1,
                self.log_path,
                low_priority=True,
                entry=verify_worker.ENTRY,
                arguments=(str(self.root), "jedi"),
                name="verifier",
            )
        if self.verification is None or self.verification.writer is not writer:
            self.verification = Verification(
                self.root, writer, self._resolution(), self.verifiers, self.settings
            )
        self.verification.settings = self.settings
        return self.verification

    def _resolution(self) -> Resolution:
        if self.resolution is None or self.resolution.writer is not self.writer:
            self.resolution = Resolution(self._writer())
        return self.resolution

    def _writer(self) -> IndexWriter:
        if self.writer is None:
            raise RuntimeError("the indexer was asked to write before it was opened")
        return self.writer

    def _pool(self) -> ParsePool:
        if self.pool is None:
            self.pool = ParsePool(
                worker_count(self.settings.workers),
                self.log_path,
                low_priority=True,
                on_notice=lambda text: notify("notice", text),
            )
        return self.pool

    def _run(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        return self.loop.run_until_complete(work)


def settings_for_wire(settings: IndexSettings) -> dict[str, Any]:
    """The settings in the form that `open` takes."""
    from glossator.core.settings import wire_name

    values: dict[str, Any] = msgspec.to_builtins(settings)
    return {wire_name(key): value for key, value in values.items()}
