"""Where the imports of a file name a symbol that the file uses.

That an import means the symbol is proved by a use: a bare name that means it and that the import binds.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import NamedTuple

from glossator.app.current_texts import CurrentText
from glossator.app.use import Use
from glossator.core.symbols import Certainty, Import, ReferenceKind
from glossator.core.text import Span


class Bound(NamedTuple):
    """A bare name that means the symbol, and how sure that is."""

    name: str
    certainty: Certainty
    why: str


def import_uses(
    text: CurrentText, imports: Iterable[Import], bound: Iterable[Bound], names: Collection[str]
) -> list[Use]:
    """The places in imports of symbols with one of the names, as far as the bare names prove them."""
    proofs: dict[str, Bound] = {}
    for each in bound:
        if each.name not in proofs or each.certainty is Certainty.SURE:
            proofs[each.name] = each
    found = {}
    for entry in imports:
        proof = proofs.get(entry.local_name or "")
        if proof is not None and entry.name is not None and entry.name in names:
            span = _name_span(text.data, entry)
            found[span] = Use(text, span, ReferenceKind.IMPORT, proof.certainty, proof.why, None)
    return list(found.values())


def _name_span(data: bytes, entry: Import) -> Span:
    """Where the name stands that an import takes; the whole import where it is written in another way."""
    assert entry.name is not None
    start, end = entry.span.start, entry.span.end
    module = _module_span(data[start:end], entry.module)
    word = re.compile(rb"(?<![\w$])" + re.escape(entry.name.encode("utf-8", "surrogatepass")) + rb"(?![\w$])")
    for match in word.finditer(data, start, end):
        if not module[0] <= match.start() - start < module[1]:
            return Span(*match.span())
    return entry.span


def _module_span(written: bytes, module: str) -> tuple[int, int]:
    """Where the module's path stands in an import: in quotes, else where it is written first."""
    path = module.encode("utf-8", "surrogatepass")
    quoted = (written.find(quote + path) for quote in (b'"', b"'", b"`"))
    at = next((place + 1 for place in quoted if place >= 0), written.find(path))
    return at, at + len(path)
