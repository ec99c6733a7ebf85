"""The imports of one file, from what the query found to the bindings that they make."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import itemgetter

from glossator.core.inner_modules import InnerModules
from glossator.core.nesting import EnclosingSymbols
from glossator.core.node_texts import Node, NodeTexts
from glossator.core.redaction import redact_address
from glossator.core.symbols import Import
from glossator.core.text import Span

DEFAULT_EXPORT = "default"
"""The name of what a module exports without a name (ECMAScript's `export default`)."""

_GENERICS = re.compile(r"(?<=\w)\s*<.*>\s*$", re.DOTALL)
"""The arguments of a generic type, to which a name is given."""
_Order = tuple[int, int, int]


class FoundImports:
    """Gathers imports match by match."""

    def __init__(self, texts: NodeTexts) -> None:
        self._texts = texts
        self._imports: list[tuple[_Order, Import]] = []
        self.bound_at: set[int] = set()
        """Where names that imports bind start."""

    def take(self, captures: Mapping[str, Sequence[Node]]) -> None:
        """Take one match."""
        texts = self._texts
        node = captures["import"][0]
        module = captures.get("module")
        names = captures.get("name")
        alias = captures.get("alias")
        # A path in several parts is that of a nested list: `use a::{b::{c}}`.
        parts = (_GENERICS.sub("", texts.text(part)).strip("\"'`<>") for part in module or ())
        path = texts.language.separator.join(parts)
        local = texts.text(alias[0]) if alias else None
        if path:
            self.bound_at.update(node.start_byte for node in alias or names or ())
        wildcard = captures.get("wildcard")
        taken = ["*"] if wildcard else [texts.name(*texts.name_place(name)) for name in names or ()]
        if captures.get("default"):
            # The default export of a module: taken by an import, or what an export calls a name.
            taken, local = taken or [DEFAULT_EXPORT], DEFAULT_EXPORT if taken else local
        first = names[0] if names else node
        order = (node.start_byte, first.start_byte, (module or [node])[-1].start_byte)
        span = Span(node.start_byte, node.end_byte)
        bound: list[str | None] = [*taken] or [None]
        self._imports += ((order, Import(redact_address(path), name, local, span)) for name in bound)

    def bound_names(self, enclosing: EnclosingSymbols) -> set[tuple[int | None, str | None]]:
        """The names that imports bind, each with the position of the symbol that it is bound in."""
        return {(enclosing(start), entry.local_name) for (_, start, _), entry in self._imports}

    def imports(self, enclosing: EnclosingSymbols, modules: InnerModules) -> tuple[Import, ...]:
        """All of them in the order of the text."""
        found = []
        for (_, start, _), entry in sorted(self._imports, key=itemgetter(0)):
            # A binding taken from the file itself is one of its exports, which stand at top level.
            holder = enclosing(start) if entry.module else None
            if holder is None and entry.module:
                holder = modules.around(start)
            module = modules.seen_from_file(entry.module, start, self._texts.language.separator)
            found.append(Import(module, entry.name, entry.alias, entry.span, holder))
        return tuple(found)
