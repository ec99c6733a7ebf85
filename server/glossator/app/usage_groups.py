"""The usages of a definition in groups: by what the code means in which they stand, else by where it stands.

Imports and tests are groups of their own, at the end. To have a language model name a group, give the group and the
code of its usages to it where `grouped` calls `labels`, and keep these labels for when it fails.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt

from glossator.app.usages import Found
from glossator.app.workspace_index import WorkspaceIndex
from glossator.core.cancel import CancelToken
from glossator.core.explanation import GroupBasis, Usage, UsageGroup
from glossator.core.head_comments import prose_of
from glossator.core.redaction import redact_text
from glossator.core.search.clusters import clusters
from glossator.core.search.labels import Described, labels
from glossator.core.symbols import MODULE, ReferenceKind
from glossator.core.text import Span
from glossator.store.chunk_places import chunk_places

ALIKE = 0.60
"""Groups of usages whose code has this mean cosine or more are one. Of the definitions of a project (see
`app.near_code`) one pair of ten is as near."""

STILL_ALIKE = 0.45
"""Where there are too many groups, those are joined as well that are nearer than definitions at random (0.38)."""

MOST_GROUPS = 8
"""Groups by meaning or by place, a rest included: as many as are looked through with ease."""

_DOC_BYTES = 400

TESTS, IMPORTS, OTHERS = "tests", "imports", "others"
"""Labels of the groups that are told by their role."""

_Vectors = dict[int, npt.NDArray[np.float32]]


def grouped(
    found: Found, count: int, target: str, vectors: _Vectors, token: CancelToken
) -> tuple[UsageGroup, ...]:
    """The first `count` usages, each in one group; the largest group comes first. `vectors` are those of the code of
    usages, `target` is the name of what they use. Raises `Cancelled`."""
    usages = found.usages[:count]
    tests = [place for place, usage in enumerate(usages) if usage.in_test]
    imports = [place for place, usage in enumerate(usages) if not usage.in_test and _is_import(usage)]
    code = [place for place, usage in enumerate(usages) if not usage.in_test and not _is_import(usage)]
    known = [place for place in code if place in vectors]
    groups: list[UsageGroup] = []
    if known:
        rows = np.stack([vectors[place] for place in known])
        made = clusters(rows, ALIKE, STILL_ALIKE, MOST_GROUPS, token)
        members = [tuple(known[row] for row in rows) for rows in made.groups]
        described = [[_described(found, place) for place in group] for group in members]
        for label, group in zip(labels(described, [target]), members, strict=True):
            groups.append(UsageGroup(label or _name(usages[group[0]]), GroupBasis.MEANING, group))
        rest = sorted({known[row] for row in made.rest} | (set(code) - set(known)))
        groups += _group(OTHERS, GroupBasis.OTHERS, rest)
    else:
        groups += _by_place(usages, code)
    return (
        *groups,
        *_group(IMPORTS, GroupBasis.IMPORTS, imports),
        *_group(TESTS, GroupBasis.TESTS, tests),
    )


def vectors_of_usages(
    index: WorkspaceIndex, found: Found, count: int, fingerprint: str, token: CancelToken
) -> _Vectors:
    """The mean of the vectors of the chunks in which each of the first usages stands, by its place in the list.

    A usage in a file that is not as it was indexed is told by its definition, which may have moved since. Reads the
    index. Raises `Cancelled`.
    """
    reader = index.reader
    spans: dict[int, list[tuple[int, Span]]] = defaultdict(list)
    files = {path: reader.file(path) for path in {usage.place.path for usage in found.usages[:count]}}
    for place, usage in enumerate(found.usages[:count]):
        token.check()
        file, text, holder = files[usage.place.path], found.texts.get(usage.place.path), found.symbols[place]
        if file is None:
            continue
        if text is not None and text.is_fresh(file.row.content_hash):
            spans[file.id] += [(place, use.span) for use in usage.uses]
        elif holder is not None:
            row = reader.symbol(usage.place.path, holder.qualified_name, holder.ordinal)
            spans[file.id] += [] if row is None else [(place, row.symbol.name_span)]
    chunks: dict[int, set[int]] = defaultdict(set)
    for file_id, places in chunk_places(reader, sorted(spans)).items():
        for place, span in spans[file_id]:
            chunks[place] |= {each.id for each in places if each.span.covers(span)}
    ids, rows = index.search.vectors.vectors_of(
        {each for some in chunks.values() for each in some}, fingerprint
    )
    row_of = {chunk_id: row for row, chunk_id in enumerate(ids.tolist())}
    wanted = {
        place: [row_of[each] for each in sorted(some) if each in row_of] for place, some in chunks.items()
    }
    return {place: rows[some].mean(axis=0, dtype=np.float32) for place, some in wanted.items() if some}


def _by_place(usages: Sequence[Usage], places: Iterable[int]) -> list[UsageGroup]:
    """Groups by folder, or by file where all is in one folder; what is beyond the largest ones is the rest."""
    by_path: dict[str, list[int]] = defaultdict(list)
    for place in places:
        by_path[usages[place].place.path].append(place)
    if len(set(map(_folder, by_path))) > 1:
        by_folder: dict[str, list[int]] = defaultdict(list)
        for path, some in by_path.items():
            by_folder[_folder(path)] += some
        by_path = by_folder
    ranked = sorted(by_path.items(), key=lambda item: (-len(item[1]), item[0]))
    kept = MOST_GROUPS if len(ranked) <= MOST_GROUPS else MOST_GROUPS - 1
    groups = [UsageGroup(path, GroupBasis.PLACE, tuple(sorted(some))) for path, some in ranked[:kept]]
    return groups + _group(OTHERS, GroupBasis.OTHERS, [place for _, some in ranked[kept:] for place in some])


def _folder(path: str) -> str:
    return f"{path.rpartition('/')[0] or '.'}/"


def _group(label: str, basis: GroupBasis, places: Sequence[int]) -> list[UsageGroup]:
    return [UsageGroup(label, basis, tuple(sorted(places)))] if places else []


def _is_import(usage: Usage) -> bool:
    return usage.reference is ReferenceKind.IMPORT


def _described(found: Found, place: int) -> Described:
    usage, symbol, documentation = found.usages[place], found.symbols[place], ""
    text = found.texts.get(usage.place.path)
    if symbol is not None and symbol.doc_span is not None and text is not None:
        span = symbol.doc_span
        raw = text.data[span.start : min(span.end, span.start + _DOC_BYTES)].decode("utf-8", "replace")
        documentation = prose_of(redact_text(raw))
    return Described("" if symbol is None else usage.name, usage.place.path, documentation)


def _name(usage: Usage) -> str:
    return usage.place.path if usage.name == MODULE else usage.name
