"""The application: what editors and the command line may ask, without any protocol.

Everything runs on one event loop; blocking reads go to threads, parsing and models to child processes. Making an
`Application` costs nothing: files are touched only once a workspace is opened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path

from glossator.app.answering import Answering
from glossator.app.current_texts import CurrentText, CurrentTexts
from glossator.app.disk_threads import ask_disk_once
from glossator.app.documents import Documents, Snapshot
from glossator.app.explaining import NO_MODEL, Explainer, ExplainRequest
from glossator.app.facts_service import FactsService
from glossator.app.files import indexed_path
from glossator.app.finding import SymbolFinder
from glossator.app.hovering import HoverAnswer, hover
from glossator.app.link_targets import LinkTargets
from glossator.app.model_service import ModelService
from glossator.app.module_files import ModuleFiles
from glossator.app.prepared_indexers import PreparedIndexers
from glossator.app.progress import Progress, ProgressListener
from glossator.app.resting import PowerSource, Resting
from glossator.app.searching import Searcher
from glossator.app.status import StatusReporter
from glossator.app.subjects import ExplanationCache, Subjects
from glossator.app.uris import path_from_uri, relative_path
from glossator.app.workspace_folders import NO_FOLDER, WorkspaceFolders
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import UserError
from glossator.core.explanation import Completeness, Explanation, SearchAnswer, Target, Usage
from glossator.core.settings import Settings
from glossator.core.status import Status
from glossator.core.symbols import FileFacts
from glossator.core.text import Span
from glossator.host.folders import Folders
from glossator.host.power import on_battery

__all__ = ["Application", "ExplainRequest", "Progress"]


class Application:
    """One session: documents, workspaces, models, and the answers made from them."""

    def __init__(self, settings: Settings, folders: Folders, power: PowerSource = on_battery) -> None:
        """`power` says whether the computer runs on battery."""
        self.settings = settings
        self.folders = folders
        self.links = LinkTargets()
        self.documents = Documents(self.links)
        self.texts = CurrentTexts(self.documents)
        self.models = ModelService(settings.models, folders)
        self.parser = FactsService(folders.child_log("parser"), self._notice_once)
        self.answering = Answering()
        self._resting = Resting(power, self._rest_or_work)
        self._reporter = StatusReporter(self)
        self.subjects = Subjects(self)
        self._finder = SymbolFinder(self)
        self._searcher = Searcher(self)
        self.modules = ModuleFiles()
        self.indexers = PreparedIndexers(folders, self.links, self._notice_once)
        self.opened = WorkspaceFolders(self.links, self._index_of, self._begin, self._notice)
        self._progress_listeners: list[ProgressListener] = []
        self._notice_listeners: list[Callable[[str], None]] = []
        self._noticed: set[str] = set()

    # Workspace

    async def open_workspace(self, roots: list[Path]) -> None:
        """Begin to index the folders in the background."""
        await self.change_folders(roots, [])

    async def change_folders(self, added: list[Path], removed: list[Path]) -> None:
        """Folders were added to or removed from the workspace."""
        new, closing = self.opened.note(added, removed)
        await asyncio.gather(*(index.close() for index in closing))
        await self._resting.watch()
        await self.opened.open(new, self.settings.index)

    @property
    def workspaces(self) -> list[WorkspaceIndex]:
        """The indexes of the folders, in their order."""
        return self.opened.indexes

    @property
    def refusal(self) -> str:
        """Why a folder is not indexed, in one sentence; empty if all are or none was opened."""
        return self.opened.refusal

    async def _index_of(self, root: Path) -> WorkspaceIndex:
        indexer = await self.indexers.take(root)
        # Where an index lies is asked of the disk.
        return await ask_disk_once(
            WorkspaceIndex,
            root,
            self.settings,
            self.folders,
            embedder=self.models.embedder,
            answering=self.answering,
            first_paths=self._open_paths,
            on_progress=self._progress,
            on_notice=self._notice_once,
            indexer=indexer,
        )

    def _begin(self, index: WorkspaceIndex) -> None:
        index.settings = self.settings
        self._rest_or_work()
        index.start()

    def update_settings(self, settings: Settings) -> None:
        """Take new settings; what they concern is done again."""
        # Another model makes other vectors of the same texts.
        changed = (settings.index, settings.models) != (self.settings.index, self.settings.models)
        self.settings = settings
        self.models.update_settings(settings.models)
        for index in self.workspaces:
            index.settings = settings
            if changed:
                index.touch()
        self._rest_or_work()

    def files_changed(self, paths: list[Path]) -> None:
        """Files or folders were created, changed or deleted; the index is compared with the disk again."""
        for index in self.workspaces:
            if any(relative_path(index.root, path) is not None for path in paths):
                index.touch()

    def document_changed(self, uri: str) -> None:
        """A document was opened, edited or closed."""
        if not self.documents.is_open(uri):
            path = path_from_uri(uri)
            self.parser.forget(str(path) if path else uri)

    def rebuild_index(self) -> None:
        """Throw the indexes away and build new ones."""
        for index in self.workspaces:
            index.rebuild()

    def pause_indexing(self) -> None:
        """Let background work rest until it is resumed."""
        self._resting.pause()

    def resume_indexing(self) -> None:
        """Go on with background work, on battery too."""
        self._resting.resume()

    def _rest_or_work(self) -> None:
        """Have all indexes do what holds now."""
        setting = self.settings.index.on_battery
        why = self._resting.why(setting)
        for index in self.workspaces:
            index.make_vectors(self._resting.makes_vectors(setting))
            if why and index.state.paused != why:
                index.pause(why)
            elif not why and index.paused:
                index.resume()

    async def wait_indexed(self) -> None:
        """Wait until symbols and edges of all folders are complete, or indexing has failed."""
        for index in list(self.workspaces):
            await index.up_to_date.wait()

    async def wait_searchable(self) -> None:
        """Wait until the words of all folders are indexed as well, or indexing has failed."""
        for index in list(self.workspaces):
            await index.searchable.wait()

    async def wait_settled(self) -> None:
        """Wait until nothing is left to do in the background, vectors included."""
        for index in list(self.workspaces):
            await index.settled.wait()

    # Answers

    async def facts(self, snapshot: Snapshot) -> FileFacts:
        """Symbols, references and imports of a document as it is now."""
        return await self.parser.facts(snapshot.path or snapshot.uri, snapshot.data, snapshot.language_id)

    async def target_at(self, snapshot: Snapshot, span: Span) -> Target | None:
        """What would be explained there; None if there is nothing to explain."""
        return await self.subjects.target(snapshot, span)

    async def has_target(self, snapshot: Snapshot, span: Span) -> bool:
        """Whether there is something to explain there; costs less than saying what."""
        return await self.subjects.has_target(snapshot, span)

    async def hover(self, snapshot: Snapshot, offset: int) -> HoverAnswer | None:
        """What is known at once about the definition whose name is at a byte offset; None elsewhere."""
        return await hover(self, snapshot, offset)

    async def explain(
        self, request: ExplainRequest, on_text: Callable[[str], None], token: CancelToken = NEVER
    ) -> Explanation:
        """Explain the code at a place; `on_text` gets pieces of the model's prose as they come, untrusted text.

        Raises `UserError` if there is nothing to explain, `Cancelled`.
        """
        generator = self.models.generator(request.model)
        max_tokens = request.max_tokens or self.settings.models.max_answer_tokens
        with self.models.warmed_up(generator):
            if request.wait_for_index:
                await self.wait_indexed()
            # From here on no vectors are made: what is read for the answer waits for nothing either.
            with self.answering.one():
                subject = await self.subjects.subject(request.snapshot, request.span)
                token.check()
                explainer = Explainer(subject, on_text, token)
                if request.prompt_only:
                    return await explainer.prompt_only(generator, max_tokens)
                if generator is None:
                    return explainer.facts_only(NO_MODEL)
                store = ExplanationCache(subject.reader)
                needed = request.model is not None
                return await explainer.explain(generator, max_tokens, store.cached, store.keep, needed=needed)

    async def callers(
        self, snapshot: Snapshot, span: Span, token: CancelToken = NEVER
    ) -> tuple[Target, tuple[Usage, ...], Completeness]:
        """The target at a place and who uses it. Raises `UserError` if there is none."""
        subject = await self.subjects.subject(snapshot, span)
        token.check()
        return subject.target, subject.found.usages, subject.completeness

    async def locate(self, target: str) -> list[Target]:
        """What the user means by `path:line[:column]`, `path::qualified.name` or a bare name."""
        return await self._finder.locate(target)

    async def search(
        self, query: str, limit: int, token: CancelToken = NEVER, scope: Path | None = None
    ) -> SearchAnswer:
        """Symbols and other code by name, words and meaning, best first; of one folder if a scope is given."""
        with self.answering.one():
            return await self._searcher.search(query, limit, token, scope)

    async def find_symbols(self, query: str, limit: int, token: CancelToken = NEVER) -> SearchAnswer:
        """Symbols whose name fits the query, or that several words mean."""
        return await self._searcher.symbols(query, limit, token)

    async def status(self) -> Status:
        """What is going on, in words and numbers."""
        return await self._reporter.status()

    async def recent_status(self) -> Status:
        """The same, but what takes long to count may be some seconds old: for whoever asks again and again."""
        return await self._reporter.status(recount=False)

    # Listeners

    def on_progress(self, callback: ProgressListener) -> None:
        """Tell `callback` about long work, on the event loop."""
        self._progress_listeners.append(callback)

    def on_notice(self, callback: Callable[[str], None]) -> None:
        """Give `callback` sentences that the user should read."""
        self._notice_listeners.append(callback)

    async def close(self) -> None:
        """Stop everything; no process of ours is left after two seconds."""
        await asyncio.gather(
            self._reporter.close(),
            self._resting.close(),
            self.opened.close_all(),
            self.indexers.close(),
            self.models.close(),
            self.parser.close(),
            return_exceptions=True,
        )

    # For the use cases of this package

    def workspace_of(self, path: Path) -> tuple[WorkspaceIndex, str] | None:
        """The innermost indexed folder that holds a file, and the file's path relative to it. Asks the disk about a
        document that is not open, so it is for threads."""
        best: tuple[WorkspaceIndex, str] | None = None
        for index in self.workspaces:
            relative = indexed_path(index.root, path, self.links)
            if relative is not None and (best is None or len(str(index.root)) > len(str(best[0].root))):
                best = (index, relative)
        return best

    def completeness(
        self, index: WorkspaceIndex | None, stale: tuple[str, ...] = (), missing: str = "callers"
    ) -> Completeness:
        """How much of a folder stands behind an answer; reads the index. `stale` are files that were left out,
        `missing` is what the answer may lack."""
        return self.subjects.completeness(index, stale, missing)

    def present_text(self, snapshot: Snapshot) -> tuple[CurrentText, WorkspaceIndex | None]:
        """A document as a present text, and the index that holds it. For threads."""
        return self.subjects.present_text(snapshot)

    async def facts_of_text(self, text: CurrentText) -> FileFacts:
        path = path_from_uri(text.uri)
        return await self.parser.facts(str(path) if path else text.uri, text.data)

    def indexes(self) -> list[WorkspaceIndex]:
        """The indexed folders, at least one. Raises `UserError` if there is none."""
        if not self.workspaces:
            raise UserError(self.refusal or NO_FOLDER)
        return self.workspaces

    def _open_paths(self, root: Path) -> Collection[str]:
        paths = (path_from_uri(uri) for uri in self.documents.open_uris())
        found = (relative_path(root, path) for path in paths if path is not None)
        return [path for path in found if path is not None]

    def _progress(self, progress: Progress) -> None:
        self._reporter.note()
        for listener in self._progress_listeners:
            listener(progress)

    def _notice(self, sentence: str) -> None:
        for listener in self._notice_listeners:
            listener(sentence)

    def _notice_once(self, sentence: str) -> None:
        """What several processes may find out, and again and again."""
        if sentence not in self._noticed:
            self._noticed.add(sentence)
            self._notice(sentence)
