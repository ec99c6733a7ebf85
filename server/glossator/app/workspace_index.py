"""The index of one workspace folder: its indexer process, when it runs, and what it has reached.

An update is asked for whenever something may have changed, and from time to time, because not every client
watches files. Vectors are made between updates, in small batches, and never while an answer is being written.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Collection
from functools import partial
from pathlib import Path
from typing import Any

from glossator.app import indexer_process
from glossator.app.answering import Answering
from glossator.app.call_verifier import CallVerifier
from glossator.app.index_search import IndexSearch
from glossator.app.index_state import TITLE, WAITING, IndexState
from glossator.app.polling import poll
from glossator.app.prepared_indexers import close_indexer, start_indexer
from glossator.app.progress import NoticeListener, Progress, ProgressListener
from glossator.app.setbacks import BUG, Setbacks
from glossator.app.vector_maker import VectorMaker
from glossator.core.cancel import CancelToken
from glossator.core.errors import Cancelled, UserError
from glossator.core.settings import Settings
from glossator.host.calls import ChildDied
from glossator.host.folders import Folders, create_private
from glossator.host.process import Child
from glossator.models.ports import Embedder
from glossator.store.reader import IndexReader, open_reader
from glossator.store.requests import ask_for_check, ask_for_rebuild

_log = logging.getLogger(__name__)

DEBOUNCE_SECONDS = 0.15
"""So long after one update, changes are gathered for the next."""
RETRY_SECONDS = 60.0
"""How soon work that was cancelled or failed is begun again when nothing changes."""
TAKE_OVER_SECONDS = 1.0
"""How often a server that only reads tries to become the writer."""


class WorkspaceIndex:
    """One folder's index. Everything runs on the event loop."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        folders: Folders,
        *,
        embedder: Callable[[], Embedder | None],
        answering: Answering,
        first_paths: Callable[[Path], Collection[str]],
        on_progress: ProgressListener,
        on_notice: NoticeListener,
        indexer: Child | None = None,
    ) -> None:
        """`embedder` gives the embedding model or None; `answering` knows when answers are being written. `indexer`
        is one for this folder that was started before."""
        self.root = root
        self.settings = settings
        self.folders = folders
        self.state = IndexState()
        self.index_path = folders.index_path(root)
        self.reader: IndexReader = open_reader(self.index_path)
        self.search = IndexSearch(self.reader)
        self.structure_ready = asyncio.Event()
        self.up_to_date = asyncio.Event()
        self.searchable = asyncio.Event()
        self.settled = asyncio.Event()
        self.words_complete = False
        """Whether the words of all files were indexed once; those of changed files follow."""
        self._embedder = embedder
        self._vectors = VectorMaker(
            root, self.reader, self.state, answering, first_paths, on_progress, on_notice
        )
        self._verifier = CallVerifier(answering)
        self._on_progress = on_progress
        self._on_notice = on_notice
        self._child = indexer
        self._updated_at = -DEBOUNCE_SECONDS
        """When the last update ended; what follows it, such as verifying calls, may be broken off at once."""
        self._dirty = asyncio.Event()
        self._running = asyncio.Event()
        self._running.set()
        self._token = CancelToken()
        self._setbacks = Setbacks(self.reader)
        self._stuck_at = -1
        self._makes_vectors = True
        self._task: asyncio.Task[None] | None = None
        self._poll: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to work in the background."""
        self._dirty.set()
        loop = asyncio.get_running_loop()
        self.reader.on_damage(partial(loop.call_soon_threadsafe, self._repair))
        self._task = asyncio.create_task(self._work(), name=f"index of {self.root}")
        self._poll = asyncio.create_task(poll(self._look, self._look_again), name=f"look at {self.root}")

    def rebuild(self) -> None:
        """Throw the index away, whichever process writes it, and build a new one. Raises `UserError` if its folder
        cannot be written."""
        ask_for_rebuild(self.index_path)
        self._setbacks.something_changed()
        self._repair()

    def touch(self) -> None:
        """Something has changed on disk or in the settings, as somebody says who knows."""
        self._setbacks.something_changed()
        self._look_again()

    def _look_again(self) -> None:
        """Something may have changed; that alone is no reason to believe that what crashed before is mended."""
        if not self.paused:
            # Nobody is kept waiting for what does not come before work is resumed.
            self.settled.clear()
            self.up_to_date.clear()
            self.searchable.clear()
        self._dirty.set()
        self._vectors.interrupt()
        self._verifier.interrupt()

    def pause(self, why: str) -> None:
        """Rest until `resume`; `why` is a sentence for the user."""
        self.state.paused = why
        self._running.clear()
        self._token.cancel()
        self._vectors.interrupt()
        self._reached("paused")

    def resume(self) -> None:
        """Go on with what is missing."""
        if self.paused:
            self.state.paused, self.state.phase = "", "starting"
            self._running.set()
        self.touch()

    def make_vectors(self, wanted: bool) -> None:
        """Whether vectors are made when there is nothing else to do."""
        if wanted != self._makes_vectors:
            self._makes_vectors = wanted
            self.touch()

    @property
    def paused(self) -> bool:
        return not self._running.is_set()

    async def close(self) -> None:
        """Stop, and have the index closed."""
        self._token.cancel()
        for task in (self._poll, self._task):
            if task is not None:
                task.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await task
        if self._child is not None:
            await close_indexer(self._child)
            self._child = None
        self.reader.close()

    async def _look(self, seconds: float) -> bool:
        """Whether the disk seems to have changed, by a look of the indexer that takes so long at most."""
        await asyncio.to_thread(self.search.release_after, self.settings.models.idle_seconds)
        child, is_ours = self._child, self.state.writer and not self.paused
        if not is_ours or child is None or not child.alive:
            # An indexer that died at rest is started again.
            return is_ours and self.state.phase == "ready"
        if self.state.percent == 100 and await asyncio.to_thread(self._setbacks.index_is_lost):
            self._repair()
            return False
        return bool(await child.call("changed", {"seconds": seconds}))

    async def _work(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._rest_seconds()):
                    await self._dirty.wait()
                    # The first change after a rest is looked at immediately; more that follow it are gathered.
                    await asyncio.sleep(max(0.0, self._updated_at + DEBOUNCE_SECONDS - time.monotonic()))
            await self._running.wait()
            self._dirty.clear()
            self._token = CancelToken()
            try:
                await self._round()
                self._setbacks.are_over()
            except Cancelled:
                self._reached("paused" if self.paused else "cancelled")
            except ChildDied as error:
                await self._after_crash(error)
            except UserError as error:
                self._repair_or_fail(str(error))
            except Exception:
                _log.exception("An update of the index failed")
                if self._setbacks.may_repair:
                    # Bytes that were changed in a way that SQLite does not notice look like a bug of ours.
                    ask_for_check(self.index_path)
                self._repair_or_fail(BUG)

    def _rest_seconds(self) -> float | None:
        """How long nothing is done when nothing happens."""
        if not self.state.writer:
            return TAKE_OVER_SECONDS
        if self.state.phase == "ready":
            return None
        return self._setbacks.retry_after(RETRY_SECONDS, failed=self.state.phase == "failed")

    async def _round(self) -> None:
        child = await self._opened()
        if child is None:
            self._read_only()
            return
        await self._update(child)
        self._updated_at = time.monotonic()
        self.state.last_error = ""
        if not self._dirty.is_set():
            await child.call("prepare", token=self._token)
            await self._verifier.verify_all(child, self._token, lambda: not self._dirty.is_set())
            await self._embed(child)
        if not self._dirty.is_set():
            self._reached("ready")
            self.settled.set()

    async def _opened(self) -> Child | None:
        """The indexer as the writer; None while another process writes."""
        if self._child is None or not self._child.alive:
            create_private(self.index_path.parent)
            create_private(self.folders.log)
            self._child = await start_indexer(self.root, self.folders, self._on_notice)
        payload = {"settings": indexer_process.settings_for_wire(self.settings.index)}
        answer = await self._child.call("open", payload, token=self._token)
        self.state.writer = bool(answer["writer"])
        self.state.waiting = "" if self.state.writer else WAITING
        return self._child if answer["writer"] else None

    def _read_only(self) -> None:
        """Another server writes this index; what it has reached is what we have."""
        if self.reader.meta("structure") == "complete":
            self.structure_ready.set()
            self.words_complete = True
            self._release()
            if self.state.phase != "ready":
                self._reached("ready")
        else:
            self.structure_ready.clear()
            self.state.phase = "indexing"

    def _repair_or_fail(self, sentence: str) -> None:
        if self._setbacks.call_for_repair():
            self._repair()
        else:
            self._failed(sentence)

    def _repair(self) -> None:
        """Go on with an index that is to be checked or built anew; what it says meanwhile is not all there is."""
        self.structure_ready.clear()
        self.words_complete = False
        self._look_again()

    async def _update(self, child: Child) -> None:
        async for item in child.stream("update", {}, self._token):
            self._take_progress(item)
        self.words_complete = True
        if not self._dirty.is_set():
            self.searchable.set()

    def _take_progress(self, item: dict[str, Any]) -> None:
        phase, done, total = item["phase"], item["done"], item["total"]
        if phase == "structure":
            self.structure_ready.set()
            if not self._dirty.is_set():
                self.up_to_date.set()
            return
        if (progress := self.state.reached_step(phase, done, total)) is not None:
            self._on_progress(progress)

    async def verify_callers(self, symbol_id: int) -> None:
        """Have the calls verified that may mean a symbol, as far as that is done while an answer may wait."""
        child, may = self._child, self.state.writer and not self.paused and self.state.percent == 100
        if may and child is not None and child.alive:
            await self._verifier.verify_callers(child, symbol_id)

    async def _embed(self, child: Child) -> None:
        """Make the vectors that are missing, until something else is to be done."""
        embedder = self._embedder() if self.settings.index.embed and self._makes_vectors else None
        if embedder is None:
            return
        complete = await self._vectors.make(
            child, embedder, self._token, lambda: self._dirty.is_set() or not self._makes_vectors
        )
        if not complete and self.state.embedded != self._stuck_at:
            # Texts are missing whose files have changed: an update finds them, unless one just did not.
            self._stuck_at = self.state.embedded
            self._dirty.set()

    async def _after_crash(self, error: ChildDied) -> None:
        self._child = None
        seconds = await self._setbacks.restart_after()
        if seconds is None:
            self._failed(f"{error} Indexing is given up until something changes.")
            return
        self.state.last_error = str(error)
        await asyncio.sleep(seconds)
        self._dirty.set()

    def _failed(self, sentence: str) -> None:
        self._on_notice(sentence)
        self.state.phase = "failed"
        self.state.last_error = sentence
        self._on_progress(Progress("index", TITLE, sentence, None, done=True))
        # Whoever waits must not wait for ever; completeness says that the index is not whole.
        self._release()

    def _release(self) -> None:
        """Keep nobody waiting for what will not come."""
        for event in (self.up_to_date, self.searchable, self.settled):
            event.set()

    def _reached(self, phase: str) -> None:
        self.state.phase = phase
        if phase != "ready":
            # Whoever waits for an update that was cancelled or paused is not kept waiting.
            self._release()
        self._on_progress(Progress("index", TITLE, phase, 100 if phase == "ready" else None, done=True))
