"""The JSON that the batch commands print: lines count from 1, paths are relative to the workspace's root.

`docs/schemas/` holds the JSON Schemas made from these classes (`make docs`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReasonCount:
    """How many files were left out for one reason."""

    reason: str
    files: int


@dataclass(frozen=True, slots=True)
class IndexDocument:
    """Answer of `glossator index --json`. `files` were indexed, `left_out` were not."""

    root: str
    index_path: str
    files: int
    symbols: int
    references: int
    edges: int
    chunks: int
    embedded_chunks: int
    seconds: float
    left_out: tuple[ReasonCount, ...]
    note: str


@dataclass(frozen=True, slots=True)
class LeftOutDocument:
    """A file that is not, or not wholly, indexed."""

    path: str
    state: str
    reason: str


@dataclass(frozen=True, slots=True)
class FileGroupDocument:
    """Files of which the same is to be said.

    `reason` is a short phrase, `meaning` says it in words, `advice` what to do about it, "" where it is meant to be
    so. `examples` are some of the paths.
    """

    reason: str
    files: int
    examples: tuple[str, ...]
    meaning: str
    advice: str


@dataclass(frozen=True, slots=True)
class WriterDocument:
    """The process that keeps the index up to date, and the server or command that it works for.

    `command` is how that one was called and `started_by` the program behind it, such as an editor; they are "", and
    `server_pid` is 0, where the system does not tell.
    """

    pid: int
    server_pid: int
    command: str
    started_by: str


@dataclass(frozen=True, slots=True)
class ProblemDocument:
    """Something that is not as it should be, and what to do about it ("" if the first sentence says it)."""

    what: str
    advice: str


@dataclass(frozen=True, slots=True)
class ModelStateDocument:
    """One model: `state` is `ready`, `idle`, `loading`, `failed`, `missing` or `off`.

    `device` is where it runs, or where it ran last; "" if that is not known.
    """

    purpose: str
    name: str
    state: str
    device: str
    detail: str


@dataclass(frozen=True, slots=True)
class FolderStatusDocument:
    """The status of one folder, as far as it is told of single ones; the members mean what they mean for all.
    `problems` are without those of the models."""

    root: str
    phase: str
    percent: int
    paused: str
    session_pid: int
    indexed_files: int
    known_files: int
    structure_ready: bool
    chunks: int
    embedded_chunks: int
    left_out_total: int
    index_path: str
    index_bytes: int
    writer: WriterDocument | None
    note: str
    last_error: str
    problems: tuple[ProblemDocument, ...]


@dataclass(frozen=True, slots=True)
class StatusDocument:
    """Answer of `glossator status --json`.

    `folders` tells of each folder that was asked about. With several of them the other numbers are those of all,
    `phase` is that of the folder which is least far (one without an index does not count unless there is no other),
    paths and problems are told with the name of their folder, and `root`, `session_pid`, `index_path` and `writer` are
    those of the first.

    `session_pid` is the server whose state is told, 0 if none runs. With one, `phase` is as in `glossator/status`,
    `paused` says why work rests, and `last_error` what is wrong now; without, `phase` is `ready`, `incomplete`,
    `not indexed` or `failed`. `earlier_error` is what went wrong last. `index_written_at` and `earlier_error_at` are
    UTC times (ISO 8601). `left_out` may be cut short; `left_out_total` counts all, and `reasons` all of them by
    reason. `partly_parsed` are files that are indexed although they hold what the parser did not understand. `writer`
    is null when nobody keeps the index up to date. `problems` are empty when nothing is to be done; `advice` are the
    same as sentences.
    """

    version: str
    root: str
    phase: str
    percent: int
    paused: str
    session_pid: int
    indexed_files: int
    known_files: int
    structure_ready: bool
    chunks: int
    embedded_chunks: int
    symbols: int
    references: int
    edges: int
    languages: dict[str, int]
    left_out: tuple[LeftOutDocument, ...]
    left_out_total: int
    reasons: tuple[FileGroupDocument, ...]
    partly_parsed: FileGroupDocument | None
    index_path: str
    index_bytes: int
    index_written_at: str
    writer: WriterDocument | None
    log_path: str
    models: tuple[ModelStateDocument, ...]
    note: str
    last_error: str
    earlier_error: str
    earlier_error_at: str
    problems: tuple[ProblemDocument, ...]
    advice: tuple[str, ...]
    folders: tuple[FolderStatusDocument, ...]


@dataclass(frozen=True, slots=True)
class GraphCaller:
    """One caller in a line of `glossator graph`.

    `name` and `line` are null for top-level code. `call_lines` are calls, `recv` how each is written (`bare`,
    `self`, `type` or `object`), `use_lines` other uses; `certainty` is `sure` or `possible`.
    """

    name: str | None
    file: str
    line: int | None
    call_lines: tuple[int, ...]
    recv: tuple[str, ...]
    dispatch_lines: tuple[int, ...]
    use_lines: tuple[int, ...]
    certainty: str


@dataclass(frozen=True, slots=True)
class GraphLine:
    """One line of `glossator graph`: a symbol, the line of its name, the last line of its body, its callers.

    `corpus` is the name of the root's folder. `ok` says whether the file was parsed whole. `users` read it, pass
    it on or decorate with it, but do not call it.
    """

    corpus: str
    language: str
    symbol: str
    kind: str
    file: str
    line: int
    end: int
    ok: bool
    callers: tuple[GraphCaller, ...]
    users: tuple[GraphCaller, ...]


@dataclass(frozen=True, slots=True)
class ModelDocument:
    """A model of the catalogue. `path` is null when it is not on this machine; `bytes` is its size."""

    name: str
    purpose: str
    summary: str
    origin: str
    licence: str
    bytes: int
    default: bool
    path: str | None


@dataclass(frozen=True, slots=True)
class ModelsListDocument:
    """Answer of `glossator models list --json`."""

    models: tuple[ModelDocument, ...]
    folder: str


@dataclass(frozen=True, slots=True)
class ModelPathDocument:
    """Where one model lies."""

    name: str
    path: str


@dataclass(frozen=True, slots=True)
class ModelsPathDocument:
    """Answer of `glossator models path --json` and `glossator models fetch --json`."""

    models: tuple[ModelPathDocument, ...]


@dataclass(frozen=True, slots=True)
class ModelCheckDocument:
    """Whether one model file is whole and of the right kind; `detail` says what is wrong with it."""

    name: str
    path: str | None
    ok: bool
    detail: str


@dataclass(frozen=True, slots=True)
class ModelsCheckDocument:
    """Answer of `glossator models check --json`."""

    models: tuple[ModelCheckDocument, ...]


@dataclass(frozen=True, slots=True)
class PurgeDocument:
    """Answer of `glossator purge --json`.

    `root` is null for all workspaces. `files` and `bytes` were removed; `in_use` names the folders of indexes that
    were left because another Glossator keeps them.
    """

    root: str | None
    files: int
    bytes: int
    in_use: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DoctorCheck:
    """One thing that was looked at: `state` is `ok`, `warning` or `problem`, `advice` what to do about it."""

    name: str
    state: str
    detail: str
    advice: str


@dataclass(frozen=True, slots=True)
class DoctorDocument:
    """Answer of `glossator doctor --json`."""

    checks: tuple[DoctorCheck, ...]
