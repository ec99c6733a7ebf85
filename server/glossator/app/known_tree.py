"""What a workspace looked like when it was listed last, and whether it still looks so.

Listing a large workspace takes seconds, looking at what is known of it a fraction of that. So a look tells whether
an update is needed at all, and an update after which no folder has changed lists nothing anew.

Nothing is believed that was not looked at *before* the listing that it is to vouch for: until folders have been seen,
and when some had changed a moment before, one more listing follows.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

from glossator.app.files import EVERYTHING_ELSE, FoundFile, check_root, judge, list_files, shown
from glossator.app.folder_map import FolderMap, RulesChanged
from glossator.app.listing import Entry
from glossator.app.selection import Selection
from glossator.app.stamps import changed_ns, is_settled, settles_at
from glossator.core.cancel import NEVER, CancelToken
from glossator.core.errors import UserError
from glossator.core.settings import IndexSettings

COMPLETE_SECONDS = 60.0
"""However little seems to have changed, everything is listed anew after so long: some file systems do not keep the
times of folders."""
_COMPLETE_SHARE = 0.01
"""The share of time that such listings may take."""
_LOOKS_AT_ONCE = 16
_SLOW_LOOK = 10.0
"""A look may take so many times longer than the processor time it is allowed, if the disk is slow."""


class KnownTree:
    """The files of a workspace as they were listed. Used by one thread."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._prefix = f"{root}{os.sep}"
        self._settings = IndexSettings()
        self._files: list[FoundFile] = []
        self._is_listed = False
        self._is_cut = False
        self._folders: FolderMap | None = None
        self._is_vouched_for = False
        self._root_time = 0
        self._settles_at = 0
        self._folder_round, self._file_round = _Round(self._look_at_folders), _Round(self._look_at_files)
        self._completed_at = 0.0
        self._completing_seconds = 0.0

    def files(self, settings: IndexSettings, token: CancelToken = NEVER) -> Iterator[FoundFile]:
        """What `list_files` yields, without listing again what cannot have changed. Raises as it does."""
        self._is_listed, self._root_time = False, _time_of(self._prefix)
        try:
            check_root(self.root)
        except UserError:
            self._folders = None
            raise
        is_reusable = self._is_reusable(settings)
        self._is_vouched_for = self._folders is not None and self._folders.explored
        started_ns, started = time.time_ns(), time.monotonic()
        found: list[FoundFile] = []
        for file in self._again(token) if is_reusable else list_files(self.root, settings, token):
            found.append(file)
            yield file
        if not is_reusable:
            self._completed_at = time.monotonic()
            self._completing_seconds = self._completed_at - started
        self._remember(found, started_ns)

    def changed(self, seconds: float) -> bool:
        """Whether an update is worth while, as far as a look tells that may take so much processor time.

        In a large workspace it takes several looks to see all folders, and more to see all files; a change of branch
        and other deeds of git are seen at once.
        """
        if not self._is_listed:
            return _time_of(self._prefix) != self._root_time
        if self._folders is None:
            self._folders = FolderMap(self.root, self._selection(), max(1, self._settings.max_files))
        if not self._folders.explored:
            self._folders.explore(_budget(seconds))
        if not self._folders.explored:
            return False
        is_due = not self._is_vouched_for or time.time_ns() > self._settles_at > 0
        if is_due or self._is_overdue() or not self._folders.git_files_hold():
            return True
        begun = time.thread_time()
        if not self._folder_round.holds(_budget(seconds / 2)):
            return True
        return not self._file_round.holds(_budget(max(seconds / 2, seconds + begun - time.thread_time())))

    def notice(self) -> str | None:
        """One sentence for the user if files are left out because there are too many, the first time it is so."""
        is_cut = bool(self._files) and self._files[-1].path == EVERYTHING_ELSE
        is_news, self._is_cut = is_cut and not self._is_cut, is_cut
        if not is_news:
            return None
        return (
            f"{shown(self.root)} holds more than {self._settings.max_files} files, so the rest of it is not indexed; "
            "leave folders out with index.exclude or raise index.maxFiles."
        )

    def _is_reusable(self, settings: IndexSettings) -> bool:
        """Whether the files are those of the last listing; the folders are looked at before the next one."""
        if settings != self._settings:
            self._settings, self._folders = settings, None
        if self._folders is None or not self._folders.explored:
            return False
        try:
            held = self._folders.refresh()
        except RulesChanged:
            self._folders = None
            return False
        return held and self._is_vouched_for and not self._is_overdue()

    def _is_overdue(self) -> bool:
        wait = max(COMPLETE_SECONDS, self._completing_seconds / _COMPLETE_SHARE)
        return time.monotonic() > self._completed_at + wait

    def _again(self, token: CancelToken) -> Iterator[FoundFile]:
        """The files of the last listing as they are now."""
        selection = self._selection()
        for file in self._files:
            token.check()
            if not _is_on_disk(file):
                yield file
                continue
            try:
                info = os.lstat(self._prefix + file.path)
            except (OSError, ValueError):
                continue
            if (info.st_size, changed_ns(info)) == (file.size, file.changed_ns):
                yield file
            elif (found := judge(Entry(file.path, info), selection, self._settings)) is not None:
                yield found

    def _remember(self, files: list[FoundFile], started_ns: int) -> None:
        self._files, self._is_listed = files, True
        self._folder_round, self._file_round = _Round(self._look_at_folders), _Round(self._look_at_files)
        now_ns = time.time_ns()
        moving = [file.changed_ns for file in files if not is_settled(file.changed_ns, started_ns, now_ns)]
        self._settles_at = max(map(settles_at, moving), default=0)
        if self._folders is not None:
            self._settles_at = max(self._settles_at, self._folders.settles_at)
            places = dict.fromkeys(file.path.rpartition("/")[0] for file in files if _is_on_disk(file))
            if self._folders.add(f"{place}/" for place in places if place):
                self._is_vouched_for = False

    def _look_at_folders(self) -> Iterator[bool]:
        if self._folders is not None:
            yield from map(self._folders.holds, self._folders.paths())

    def _look_at_files(self) -> Iterator[bool]:
        for file in self._files:
            yield not _is_on_disk(file) or _stamp_of(self._prefix + file.path) == (file.size, file.changed_ns)

    def _selection(self) -> Selection:
        return Selection(self._settings.include, self._settings.exclude)


class _Round:
    """Looks at one thing after the other, again and again, a few at a time."""

    def __init__(self, looks: Callable[[], Iterator[bool]]) -> None:
        """`looks` yields for each thing whether it is as it was known."""
        self._looks = looks
        self._left: Iterator[bool] | None = None
        self._held = True

    def holds(self, budget: Iterator[None]) -> bool:
        """Whether everything held that was looked at so far; looks at what comes next, at most up to the end of the
        round."""
        self._left = self._left or self._looks()
        for _ in budget:
            same = next(self._left, None) if self._held else False
            if same is None:
                self._left = None
                return True
            if not same:
                self._held = False
                break
        return self._held


def _is_on_disk(file: FoundFile) -> bool:
    """Whether the entry stands for one thing on disk that was looked at."""
    return file.state == "candidate" or file.changed_ns != 0


def _budget(seconds: float) -> Iterator[None]:
    """Go on for so much processor time of this thread, or ten times so long if the disk is slow, but for one at
    least."""
    processor_end, end = time.thread_time() + seconds, time.monotonic() + _SLOW_LOOK * seconds
    for number in count(1):
        yield
        if time.monotonic() > end or (number % _LOOKS_AT_ONCE == 0 and time.thread_time() > processor_end):
            return


def _stamp_of(path: str) -> tuple[int, int]:
    try:
        info = os.lstat(path)
    except (OSError, ValueError):
        return (-1, -1)
    return (info.st_size, changed_ns(info))


def _time_of(path: str) -> int:
    return _stamp_of(path)[1]
