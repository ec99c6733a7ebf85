"""The vocabulary of `status`: what is indexed, what is not and why, what runs, what is wrong and what to do."""

from __future__ import annotations

from dataclasses import dataclass, field

from glossator.core.explanation import Completeness, ModelStatus


@dataclass(frozen=True, slots=True)
class FileState:
    """A file that is not indexed, and why."""

    path: str
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class FileGroup:
    """Files of which the same is to be said. `reason` is a short phrase, `meaning` says it in words, `advice` what to
    do about it ("" if it is meant to be so); `examples` are some of their paths."""

    reason: str
    files: int
    examples: tuple[str, ...]
    meaning: str = ""
    advice: str = ""


@dataclass(frozen=True, slots=True)
class IndexWriter:
    """Which process keeps an index up to date: the indexer, and the server or command that it works for.

    `command` is how that one was called, `started_by` the program behind it, such as an editor; they are "", and
    `server_pid` is 0, where the system does not tell. `own` says whether it is the one that answers.
    """

    pid: int
    server_pid: int = 0
    command: str = ""
    started_by: str = ""
    own: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is not as it should be, and what the user can do about it; both are sentences."""

    what: str
    advice: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.advice}".strip()


@dataclass(frozen=True, slots=True)
class FolderStatus:
    """What is going on in one folder of a workspace.

    `phase` is as in `Status`; it is `starting` also while the disk of the folder does not answer, and `not indexed` for
    one that is not to be indexed. `problems` are without those of the models, which are no matter of a folder.
    """

    root: str
    phase: str
    percent: int
    completeness: Completeness
    paused: str = ""
    index_path: str = ""
    index_bytes: int = 0
    writer: IndexWriter | None = None
    left_out_total: int = 0
    last_error: str = ""
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Status:
    """What is going on, in plain words and numbers.

    With several folders the numbers are those of all, `phase` is that of the folder which is least far, and `root`,
    `index_path` and `writer` are those of the first; `folders` tells of each one.
    `phase` is one of `starting`, `listing`, `indexing`, `resolving`, `embedding`, `ready`, `paused`, `cancelled`,
    `no workspace`, `failed`; asked for without a session also `not indexed` and `incomplete`. `paused` says why work
    rests. `left_out` are the first files that are not indexed, `reasons` all of them by reason. `partly_parsed` are
    indexed, but hold what the parser did not understand. `last_error` is what is wrong now, `earlier_error` what went
    wrong last in this session. `index_written_at` and `earlier_error_at` are UTC times (ISO 8601). `advice` are the
    problems as sentences.
    """

    version: str
    root: str
    phase: str
    percent: int
    completeness: Completeness
    paused: str = ""
    symbols: int = 0
    references: int = 0
    edges: int = 0
    index_path: str = ""
    index_bytes: int = 0
    index_written_at: str = ""
    writer: IndexWriter | None = None
    languages: dict[str, int] = field(default_factory=dict)
    left_out: tuple[FileState, ...] = ()
    left_out_total: int = 0
    reasons: tuple[FileGroup, ...] = ()
    partly_parsed: FileGroup | None = None
    models: tuple[ModelStatus, ...] = ()
    last_error: str = ""
    earlier_error: str = ""
    earlier_error_at: str = ""
    log_path: str = ""
    problems: tuple[Problem, ...] = ()
    advice: tuple[str, ...] = ()
    folders: tuple[FolderStatus, ...] = ()
