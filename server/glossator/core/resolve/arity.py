"""Definitions of one name that differ in the number of their type parameters."""

from __future__ import annotations

import re
from collections.abc import Sequence

from glossator.core.resolve.entries import ReferenceEntry, SymbolEntry
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import NONE, PARAMETERS, TYPE_KINDS
from glossator.core.values.arguments import type_arguments_of

_WORD = re.compile(r"\w+")


def of_arity(
    workspace: Workspace, symbols: Sequence[SymbolEntry], reference: ReferenceEntry
) -> Sequence[SymbolEntry]:
    """Those that have as many type parameters as a call has type arguments, which may be left out where the parameters
    of a function tell them; all if there is none."""
    language = workspace.language(reference.path)
    if language is None or not language.generic_arity or len(symbols) < 2:
        return symbols
    if any(entry.name != reference.name for entry in symbols):
        # A name may be given to a type with its arguments.
        return symbols
    written = type_arguments_of(reference.arguments)

    def fits(entry: SymbolEntry) -> bool:
        parameters = workspace.type_parameters(entry.id)
        if len(parameters) == max(0, written):
            return True
        forms = workspace.values.get((entry.id, PARAMETERS), ("",))
        is_told = set(_WORD.findall(forms[0])).issuperset(parameters)
        return written == NONE and entry.kind not in TYPE_KINDS and is_told

    return [entry for entry in symbols if fits(entry)] or symbols
