"""From candidates to edges: which of several symbols is meant, and how sure that is."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence

from glossator.core.resolve.entries import UNLISTED, Edge, ReferenceEntry, SymbolEntry
from glossator.core.resolve.workspace import Workspace
from glossator.core.symbols import (
    CALLABLE_KINDS,
    PARAMETERS,
    TYPE_KINDS,
    Certainty,
    ReferenceKind,
    SymbolKind,
)
from glossator.core.values.type_forms import split_type

CALLED = CALLABLE_KINDS | TYPE_KINDS


def nearest(entries: Sequence[SymbolEntry], path: str) -> list[SymbolEntry]:
    """Those in the same file, else in the same folder, else all."""
    for key in (lambda entry: entry.path == path, lambda entry: _folder(entry.path) == _folder(path)):
        if near := [entry for entry in entries if key(entry)]:
            return near
    return list(entries)


def distinct(entries: Iterable[SymbolEntry]) -> list[SymbolEntry]:
    """Each entry once: the parts of one type, and types with one base, have the same members."""
    return list({entry.id: entry for entry in entries}.values())


def _folder(path: str) -> str:
    return posixpath.dirname(path)


def meant(reference: ReferenceEntry, symbols: Sequence[SymbolEntry]) -> list[SymbolEntry]:
    """Those of some symbols of one name that a reference of its kind can mean."""
    if reference.kind is ReferenceKind.TYPE:
        # An annotation `@setUp` is no use of the method `setUp`.
        return [entry for entry in symbols if entry.kind in TYPE_KINDS]
    called = [entry for entry in symbols if entry.kind in CALLED]
    return called or (list(symbols) if reference.kind is not ReferenceKind.CALL else [])


def possible_edges(reference: ReferenceEntry, symbols: Sequence[SymbolEntry], why: str) -> list[Edge]:
    return [Edge(reference.id, entry.id, Certainty.POSSIBLE, why) for entry in symbols]


def unlisted(reference: ReferenceEntry) -> list[Edge]:
    """The edge of a call that may mean any of so many symbols that a list of them would say nothing."""
    return [Edge(reference.id, UNLISTED, Certainty.POSSIBLE, "too many of the name")]


def is_unlisted(edges: Sequence[Edge]) -> bool:
    """Whether that is what the edges of a reference say."""
    return bool(edges) and edges[0].symbol == UNLISTED


def at_definitions(workspace: Workspace, edges: list[Edge]) -> list[Edge]:
    """The same edges, led on from prototypes to the definitions that they announce."""
    symbols = workspace.symbols
    if not edges or not all(symbols[edge.symbol].is_declaration for edge in edges):
        return edges
    announced = [entry for edge in edges for entry in _definitions_of(workspace, symbols[edge.symbol])]
    found = list({entry.id: entry for entry in announced}.values())
    if not found:
        return edges
    first = edges[0]
    sure = len(found) == 1 and first.certainty is Certainty.SURE
    certainty = Certainty.SURE if sure else Certainty.POSSIBLE
    return [Edge(first.reference, entry.id, certainty, first.why) for entry in found]


def _definitions_of(workspace: Workspace, declaration: SymbolEntry) -> list[SymbolEntry]:
    """Definitions of the same name and owner in any file; those of an interface are other methods."""
    container = _container(workspace, declaration)
    if container is not None and container.kind in (SymbolKind.INTERFACE, SymbolKind.TRAIT):
        return []
    family = workspace.family(declaration.path)
    owners = {_owner_name(declaration, container)}
    if container is not None and container.kind is SymbolKind.NAMESPACE:
        # Defined outside of the name space, under its name.
        owners.add(container.name)
    found = [
        entry
        for name in workspace.announced(declaration)
        for entry in workspace.by_name.get(name, ())
        if not entry.is_declaration
        and entry.kind in CALLABLE_KINDS
        and workspace.family(entry.path) == family
        and _owner_name(entry, _container(workspace, entry)) in owners
    ]
    if container is not None and container.kind in TYPE_KINDS:
        # What is defined inside of the type is another method.
        outside = [
            entry
            for entry in found
            if entry.container != declaration.container and _may_announce(workspace, declaration, entry)
        ]
        return _of_same_form(workspace, declaration, outside)
    seen = [entry for entry in found if entry.path == declaration.path or not workspace.is_private(entry)]
    near = [entry for entry in seen if entry.path == declaration.path]
    return _of_same_form(workspace, declaration, near or seen or found)


def _may_announce(workspace: Workspace, declaration: SymbolEntry, definition: SymbolEntry) -> bool:
    """Whether a definition outside of a type names the type that the declaration stands in and not another one of its
    name: all types around that, and none around which it is not. Names of name spaces may be left out."""
    language = workspace.language(declaration.path)
    separator = language.separator if language is not None else "."
    around = [entry for entry in workspace.chain(declaration.container) if entry.kind in TYPE_KINDS]
    types = [entry.name for entry in reversed(around)]
    written = (definition.owner or "").replace("::", separator).split(separator) if definition.owner else []
    defined = definition.qualified_name.split(separator)
    return _in_order(types, defined) and _in_order(written, declaration.qualified_name.split(separator))


def _in_order(names: Iterable[str], all_names: Iterable[str]) -> bool:
    """Whether names stand among others in the same order."""
    following = iter(all_names)
    return all(name in following for name in names)


def _of_same_form(
    workspace: Workspace, declaration: SymbolEntry, definitions: list[SymbolEntry]
) -> list[SymbolEntry]:
    """Those of several definitions that take what the declaration says, all where none does."""
    if len(definitions) < 2:
        return definitions
    wanted = _form(workspace, declaration)
    same = [entry for entry in definitions if _form(workspace, entry) == wanted]
    return (
        same
        or [entry for entry in definitions if entry.most_arguments == declaration.most_arguments]
        or definitions
    )


def _form(workspace: Workspace, entry: SymbolEntry) -> list[str]:
    """The names of the types of the parameters, without what they are nested in."""
    forms = workspace.values.get((entry.id, PARAMETERS), ("",))
    return [split_type(part)[0].rpartition(".")[2] for part in forms[0].split(";")]


def with_definitions(workspace: Workspace, entries: Sequence[SymbolEntry]) -> list[SymbolEntry]:
    """Definitions instead of the declarations among them; those of methods stand elsewhere, those of functions are
    among them."""
    if all(entry.is_declaration for entry in entries):
        return list(entries)
    found: list[SymbolEntry] = []
    for entry in entries:
        if not entry.is_declaration:
            found.append(entry)
        elif (container := _container(workspace, entry)) is not None and container.kind in TYPE_KINDS:
            # What an interface announces is a method of its own, beside those that are defined.
            is_interface = container.kind is SymbolKind.INTERFACE
            defined = [] if is_interface else _definitions_of(workspace, entry)
            found += [entry] if is_interface else defined or _without_body(workspace, entry, entries)
    return distinct(found)


def _without_body(
    workspace: Workspace, declaration: SymbolEntry, others: Sequence[SymbolEntry]
) -> list[SymbolEntry]:
    """A method that is only declared, unless another one is its definition and not one that takes something else."""
    language = workspace.language(declaration.path)
    if language is None or not language.overloads:
        return []
    wanted = _form(workspace, declaration)
    defined = (entry for entry in others if not entry.is_declaration)
    return [] if any(_form(workspace, entry) == wanted for entry in defined) else [declaration]


def _container(workspace: Workspace, entry: SymbolEntry) -> SymbolEntry | None:
    return None if entry.container is None else workspace.symbols.get(entry.container)


def _owner_name(entry: SymbolEntry, container: SymbolEntry | None) -> str:
    """The name of the type that a symbol belongs to, "" for a function of a file or namespace."""
    if entry.owner is not None:
        return entry.owner.replace("::", ".").rpartition(".")[2]
    return container.name if container is not None and container.kind in TYPE_KINDS else ""
