"""From the places that a query found to the references of a file, in one sweep from its beginning to its end.

There are tens of places on a line, so this is written to touch each of them a few times only: what holds for a
whole region (the enclosing symbol, the names that are bound there) is looked up when the region begins.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS, ReferenceTable, ReferenceTableBuilder
from glossator.core.languages import Language
from glossator.core.nesting import EnclosingSymbols
from glossator.core.node_texts import Node
from glossator.core.symbols import CALLED_VALUE, ReferenceKind
from glossator.core.values.arguments import Arguments
from glossator.core.values.bound_names import BoundNames
from glossator.core.values.found_values import FoundValues
from glossator.core.values.receiver_text import ReceiverText
from glossator.core.values.type_forms import FILE, NAMED

_PARENTHESIS = ord("(")
_CHAIN = "_"
"""Stands for the beginning of a chain of calls whose path is known."""
_MAX_RECEIVER_BYTES = 600
_CALL = REFERENCE_KIND_NUMBERS[ReferenceKind.CALL]


FoundReferences = dict[tuple[int, int], tuple[int, Sequence[Node] | None]]
"""By start and end: the kind as a place in `REFERENCE_KINDS`, and the parts of the receiver if there is one."""


def reference_table(
    data: bytes,
    found: FoundReferences,
    defined: Collection[int],
    enclosing: EnclosingSymbols,
    bound: BoundNames,
    values: FoundValues,
    language: Language,
) -> ReferenceTable:
    """The references of a file without those that only name what is bound there, and without the names that
    definitions have, which start at `defined`."""
    table = ReferenceTableBuilder()
    add = table.add
    receivers = _Receivers(data, bound, values, language)
    receiver_of = receivers.receiver
    receiver_before = ReceiverText(data).before
    arguments_of = Arguments(data, language).form
    is_renamed, renamed_arguments = bound.variables.is_renamed, bound.variables.arguments
    hides_calls = not language.variables_apart
    counts = language.counts_arguments
    reads_tokens = language.receivers_before
    holder: int | None = None
    hidden: Mapping[str, object] = {}
    until = -1
    for place in sorted(found):
        start, end = place
        # A name that the grammar takes for missing has no text.
        if start == end or start in defined:
            continue
        if start >= until:
            holder, until = enclosing.region(start)
            hidden = bound.visible(holder)
        kind, parts = found[place]
        if reads_tokens and parts is not None and (opening := parts[0].start_byte) >= end:
            if data[end:opening].strip():
                continue
            if data[opening] == _PARENTHESIS:
                before = receiver_before(start)
                parts = (_Part(*before),) if before[0] < start else None
        name = data[start:end].decode("utf-8", "replace")
        arguments = arguments_of(start, end) if counts and kind == _CALL else None
        if arguments is not None:
            arguments = renamed_arguments(arguments, start)
        if parts is not None:
            add(kind, name, receiver_of(parts, holder), start, end, holder, arguments)
        elif (
            (name not in hidden and not is_renamed(name))
            or not (hides_calls or kind != _CALL)
            or not bound.hides(name, start)
        ):
            add(kind, name, None, start, end, holder, arguments)
        elif kind == _CALL and language.called_values and (variable := receivers.known(name, start, holder)):
            add(kind, name, f"{CALLED_VALUE}{variable}", start, end, holder, arguments)
    return table.table()


class _Part(NamedTuple):
    """A part of the text that is taken for a node."""

    start_byte: int
    end_byte: int


class _Receivers:
    """Receivers as the resolver takes them; what is written often is worked out once."""

    def __init__(self, data: bytes, bound: BoundNames, values: FoundValues, language: Language) -> None:
        self._data = data
        self._bound_names = bound
        self._values = values
        self._paths_apart = language.paths_apart
        self._bound: dict[tuple[str, int | None], str] = {}
        self._chains: dict[int, tuple[int, str]] = {}
        """Where the longest receiver ends so far that begins at a place, and its path."""

    def receiver(self, parts: Sequence[Node], holder: int | None) -> str:
        first, end = parts[0].start_byte, parts[-1].end_byte
        path = self._path(parts[0])
        for part in parts[1:]:
            further = self._path(part)
            path = f"{path}.{further}" if path and further else ""
        if not path:
            return ""
        path = self._bound_names.modules.seen_from_file(path, first, ".", FILE)
        if self._paths_apart and self._data[end : end + 2] == b"::" and not path.startswith(NAMED):
            path = f"{NAMED}.{path}"
        path = self._bound_names.settled(path, first, holder)
        bound = self._bound.get((path, holder))
        if bound is None:
            bound = self._bound[(path, holder)] = self._bound_names.receiver(path, holder)
        return bound

    def known(self, name: str, start: int, holder: int | None) -> str:
        """A variable that is called, "" where nothing is known of its value."""
        return self._bound_names.receiver(self._bound_names.variables.path(name, start), holder)

    def _path(self, node: Node) -> str:
        start, end = node.start_byte, node.end_byte
        if end - start <= _MAX_RECEIVER_BYTES:
            path = self._values.expression(self._data[start:end].decode("utf-8", "replace"))
        else:
            path = self._continued(start, end)
        self._chains[start] = end, path
        return path

    def _continued(self, start: int, end: int) -> str:
        """The path of a long chain of calls: that of the chain without its last links, which was the receiver of a
        name before, and what follows."""
        known_end, path = self._chains.get(start, (end, ""))
        if not path or "|" in path or end - known_end > _MAX_RECEIVER_BYTES:
            return ""
        links = self._data[known_end:end].decode("utf-8", "replace")
        further = self._values.expression(f"{_CHAIN}{links}")
        is_longer = further.startswith(f"{_CHAIN}.") and len(path) + len(further) <= _MAX_RECEIVER_BYTES
        return f"{path}{further.removeprefix(_CHAIN)}" if is_longer and "|" not in further else ""
