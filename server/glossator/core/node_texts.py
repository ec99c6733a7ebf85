"""What stands at nodes of a syntax tree: texts, names and owners. Nodes are told by start and end alone."""

from __future__ import annotations

import re
from typing import Protocol

from glossator.core.languages import Language
from glossator.core.written_names import owner_path, unquoted

_SYMBOL_LITERAL = re.compile(rb":[^\W\d]|:[\"'\x80-\xff]")


class Node(Protocol):
    """A place in the text, as tree-sitter's nodes are; in bytes."""

    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...


class NodeTexts:
    """Reads the text of one file at nodes."""

    __slots__ = ("_data", "language")

    def __init__(self, data: bytes, language: Language) -> None:
        self._data = data
        self.language = language

    def text(self, node: Node) -> str:
        return self._data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def object_start(self, node: Node) -> int | None:
        """Where the object begins that is written out at a node, perhaps in parentheses; None for anything else."""
        if not self.language.object_literals:
            return None
        start = node.start_byte
        if self._data[start : start + 1] == b"(":
            start += 1
        return start if self._data[start : start + 1] == b"{" else None

    def name(self, start: int, end: int) -> str:
        """What stands there as a name: without quotes and with single spaces."""
        text = self._data[start:end].decode("utf-8", "replace")
        return text if text.isidentifier() else " ".join(unquoted(text).split())

    def name_place(self, node: Node) -> tuple[int, int]:
        """Start and end of the name at a node."""
        place = node.start_byte, node.end_byte
        return self.without_colon(*place) if self.language.symbol_literals else place

    def without_colon(self, start: int, end: int) -> tuple[int, int]:
        """The place without the colon of a symbol literal (`:name`)."""
        return (start + 1 if _SYMBOL_LITERAL.match(self._data, start, end) else start), end

    def owner(self, node: Node) -> str:
        """The type that a node names as an owner."""
        return owner_path(self.text(node), self.language)
