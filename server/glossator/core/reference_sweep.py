"""From the places that a query found to the references of a file, in one sweep from its beginning to its end.

There are tens of places on a line, so this is written to touch each of them a few times only: what holds for a
whole region (the enclosing symbol, the names that are bound there) is looked up when the region begins.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from glossator.core.fact_tables import REFERENCE_KIND_NUMBERS, ReferenceTable, ReferenceTableBuilder
from glossator.core.found_values import BoundNames, FoundValues
from glossator.core.languages import Language
from glossator.core.nesting import EnclosingSymbols
from glossator.core.node_texts import Node
from glossator.core.receiver_text import receiver_before
from glossator.core.written_types import NAMED
from glossator.core.symbols import CALLED_VALUE, ReferenceKind
from glossator.core.written_arguments import arguments_form

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
    is_renamed, renamed_arguments = bound.variables.is_renamed, bound.variables.arguments
    hides_calls = not language.variables_apart
    counts = language.counts_arguments
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
        name = data[start:end].decode("utf-8", "replace")
        arguments = arguments_form(data, end, language) if counts and kind == _CALL else None
        if arguments is not None:
            arguments = renamed_arguments(arguments, start)
        if receivers.stands_apart(parts, end):
            continue
        if parts is not None and receivers.is_bare(parts, start):
            parts = None
        if parts is not None:
            add(kind, name, receiver_of(parts, start, holder), start, end, holder, arguments)
        elif (
            name not in hidden
            and not is_renamed(name)
            or not (hides_calls or kind != _CALL)
            or not bound.hides(name, start)
        ):
            add(kind, name, None, start, end, holder, arguments)
        elif kind == _CALL and language.called_values and (variable := receivers.known(name, start, holder)):
            add(kind, name, f"{CALLED_VALUE}{variable}", start, end, holder, arguments)
    return table.table()


class _Receivers:
    """Receivers as the resolver takes them; what is written often is worked out once."""

    def __init__(self, data: bytes, bound: BoundNames, values: FoundValues, language: Language) -> None:
        self._data = data
        self._bound_names = bound
        self._values = values
        self._paths_apart = language.paths_apart
        self._bound: dict[tuple[str, int | None], str] = {}

    def stands_apart(self, parts: Sequence[Node] | None, end: int) -> bool:
        """Whether the parenthesis that was found behind a name among tokens does not follow it."""
        if parts is None or parts[0].start_byte < end:
            return False
        first = parts[0].start_byte
        return self._data[first : first + 1] == b"(" and bool(self._data[end:first].strip())

    def is_bare(self, parts: Sequence[Node], start: int) -> bool:
        """Whether a name among tokens has no receiver."""
        first = parts[0].start_byte
        if first < start or self._data[first : first + 1] != b"(":
            return False
        begun, end = receiver_before(self._data, start)
        return begun == end == start

    def receiver(self, parts: Sequence[Node], name_start: int, holder: int | None) -> str:
        first, end = parts[0].start_byte, parts[-1].end_byte
        if first > name_start and self._data[first : first + 1] == b"(":
            # What stands before a name among tokens is read off the text.
            first, end = receiver_before(self._data, name_start)
            path = self._path(first, end)
        else:
            path = self._path(first, parts[0].end_byte)
            for part in parts[1:]:
                further = self._path(part.start_byte, part.end_byte)
                path = f"{path}.{further}" if path and further else ""
        if not path:
            return ""
        path = self._bound_names.modules.seen_from_file(path, first, ".")
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

    def _path(self, start: int, end: int) -> str:
        if end - start > _MAX_RECEIVER_BYTES:
            return ""
        return self._values.expression(self._data[start:end].decode("utf-8", "replace"))
