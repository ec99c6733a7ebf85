"""The status of all folders of a workspace as one: numbers are added up, and each folder is accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from glossator.core.explanation import Completeness
from glossator.core.status import FileGroup, FolderStatus, Problem, Status

NOT_INDEXED = "not indexed"
"""The phase of a folder that counts for nothing in what is said of all, unless there is no other."""

_PHASES = (
    *("failed", "starting", "listing", "indexing", "resolving", "paused", "cancelled", "incomplete"),
    *("embedding", "ready", NOT_INDEXED),
)
"""What is said of all folders is what comes first here of what is said of one."""

_EXAMPLES = 3
_T = TypeVar("_T")


def combined(found: Sequence[Status], most_left_out: int) -> Status:
    """One status out of those of single folders, at least one, in their order. Places, the writer and the index are
    those of the first; paths and problems are told with the name of their folder where there are several."""
    folders = tuple(map(_folder, found))
    if len(found) == 1:
        return replace(found[0], folders=folders)
    names = _names(found)
    named = list(zip(names, found, strict=True))
    counted = [status for status in found if status.phase != NOT_INDEXED] or found
    problems = tuple(dict.fromkeys(each for name, status in named for each in _problems(name, status)))
    left_out = _in_turn(
        [replace(file, path=f"{name}/{file.path}") for file in status.left_out] for name, status in named
    )
    partly_parsed = _groups((name, (status.partly_parsed,)) for name, status in named if status.partly_parsed)
    latest = max(found, key=lambda status: status.earlier_error_at)
    return replace(
        found[0],
        phase=min((status.phase for status in counted), key=_PHASES.index),
        percent=_percent(counted),
        completeness=_completeness(named, counted),
        paused=_first(status.paused for status in found),
        symbols=sum(status.symbols for status in found),
        references=sum(status.references for status in found),
        edges=sum(status.edges for status in found),
        index_bytes=sum(status.index_bytes for status in found),
        index_written_at=max(status.index_written_at for status in found),
        languages=_languages(found),
        left_out=left_out[:most_left_out],
        left_out_total=sum(status.left_out_total for status in found),
        reasons=_groups((name, status.reasons) for name, status in named),
        partly_parsed=partly_parsed[0] if partly_parsed else None,
        last_error=_first(status.last_error for status in found),
        earlier_error=latest.earlier_error,
        earlier_error_at=latest.earlier_error_at,
        problems=problems,
        advice=tuple(map(str, problems)),
        folders=folders,
    )


def _folder(status: Status) -> FolderStatus:
    of_models = {model.detail for model in status.models}
    return FolderStatus(
        root=status.root,
        phase=status.phase,
        percent=status.percent,
        completeness=status.completeness,
        paused=status.paused,
        index_path=status.index_path,
        index_bytes=status.index_bytes,
        writer=status.writer,
        left_out_total=status.left_out_total,
        last_error=status.last_error,
        problems=tuple(problem for problem in status.problems if problem.what not in of_models),
    )


def _names(found: Sequence[Status]) -> list[str]:
    """What the folders are called: by their name, or by their whole path where two share it."""
    names = [Path(status.root).name or status.root for status in found]
    return [status.root if names.count(name) > 1 else name for name, status in zip(names, found, strict=True)]


def _problems(name: str, status: Status) -> Iterable[Problem]:
    """What is wrong, with the name of the folder unless it concerns all or names the folder itself."""
    of_all = {status.paused, *(model.detail for model in status.models)}
    for problem in status.problems:
        if problem.what in of_all or status.root in problem.what:
            yield problem
        else:
            yield replace(problem, what=f"{name}: {problem.what}")


def _percent(found: Sequence[Status]) -> int:
    """How much is done of all, the folders weighed by their files."""
    weights = [max(1, status.completeness.known_files) for status in found]
    done = sum(status.percent * weight for status, weight in zip(found, weights, strict=True))
    return done // sum(weights)


def _completeness(named: Sequence[tuple[str, Status]], counted: Sequence[Status]) -> Completeness:
    parts = [status.completeness for status in counted]
    notes = [f"{name}: {status.completeness.note}" for name, status in named if status.completeness.note]
    return Completeness(
        indexed_files=sum(each.indexed_files for each in parts),
        known_files=sum(each.known_files for each in parts),
        structure_ready=all(each.structure_ready for each in parts),
        embedded_chunks=sum(each.embedded_chunks for each in parts),
        known_chunks=sum(each.known_chunks for each in parts),
        note=" ".join(notes),
    )


def _languages(found: Sequence[Status]) -> dict[str, int]:
    counts: Counter[str] = Counter()
    for status in found:
        counts.update(status.languages)
    return dict(counts.most_common())


def _groups(named: Iterable[tuple[str, Sequence[FileGroup]]]) -> tuple[FileGroup, ...]:
    """Groups of files of the same reason as one."""
    by_reason: dict[str, list[FileGroup]] = {}
    for name, groups in named:
        for group in groups:
            examples = tuple(f"{name}/{path}" for path in group.examples)
            by_reason.setdefault(group.reason, []).append(replace(group, examples=examples))
    merged = (
        replace(
            groups[0],
            files=sum(group.files for group in groups),
            examples=_in_turn(group.examples for group in groups)[:_EXAMPLES],
        )
        for groups in by_reason.values()
    )
    return tuple(sorted(merged, key=lambda group: (-group.files, group.reason)))


def _in_turn(lists: Iterable[Sequence[_T]]) -> tuple[_T, ...]:
    """The first of each, the second of each, and so on, so that what is cut off is missing of all alike."""
    return tuple(each for turn in zip_longest(*lists) for each in turn if each is not None)


def _first(sentences: Iterable[str]) -> str:
    return next((sentence for sentence in sentences if sentence), "")
