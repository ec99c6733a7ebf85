"""Filters in a query: `lang:python`, `path:src/http`, `kind:class`, each also with a `-` before it to leave out.

A value with blanks stands in quotes. Several filters of one kind mean any of them. What looks like a filter and is
none (`std::map`, `kind:sunny`) stays a part of the words.

To add a filter: give it a name in `_READERS` and a field in `Filters`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from glossator.core.languages import Language, languages
from glossator.core.symbols import SymbolKind
from glossator.core.wildmatch import translate

_FILTER = re.compile(r"(?<!\S)(-?)(\w+):(\"[^\"]+\"|[^\s\":]\S*)(?!\S)")


@dataclass(frozen=True, slots=True)
class Filters:
    """What a hit must be and must not be. Languages by id; paths as written, compared without regard to case."""

    languages: frozenset[str] = frozenset()
    other_languages: frozenset[str] = frozenset()
    paths: tuple[str, ...] = ()
    other_paths: tuple[str, ...] = ()
    kinds: frozenset[SymbolKind] = frozenset()
    other_kinds: frozenset[SymbolKind] = frozenset()
    scope: str = ""
    """A folder relative to the root, with "/" between names and none at the end; everything lies in ""."""

    def allows_file(self, path: str, language: str) -> bool:
        """Whether hits in the file at this path, relative to the root, may be shown."""
        return self.allows_files((path,), (language,))[0]

    def allows_files(self, paths: Sequence[str], languages: Sequence[str]) -> list[bool]:
        """The same for many files, with their languages at the same places."""
        conditions: list[Iterable[bool]] = []
        if self.scope:
            below = f"{self.scope}/"
            conditions.append(path.startswith(below) or path == self.scope for path in paths)
        if self.languages:
            conditions.append(language in self.languages for language in languages)
        if self.other_languages:
            conditions.append(language not in self.other_languages for language in languages)
        lowered = [path.lower() for path in paths] if self.paths or self.other_paths else []
        if self.paths:
            conditions.append(map(any, zip(*(_are_on(lowered, each) for each in self.paths), strict=True)))
        for other in self.other_paths:
            conditions.append(not is_on for is_on in _are_on(lowered, other))
        return [*map(all, zip(*conditions, strict=True))] if conditions else [True] * len(paths)

    def allows_kind(self, kind: SymbolKind | None) -> bool:
        """Whether a hit of this kind may be shown; None for code that is no definition."""
        return kind not in self.other_kinds and (not self.kinds or kind in self.kinds)

    @property
    def restrict_files(self) -> bool:
        """Whether any file may be left out."""
        return bool(self.scope or self.languages or self.other_languages or self.paths or self.other_paths)

    @property
    def are_given(self) -> bool:
        """Whether a query has any, the scope that it is asked in aside."""
        return replace(self, scope="") != EVERYTHING

    @property
    def restrict_kinds(self) -> bool:
        """Whether any kind may be left out."""
        return bool(self.kinds or self.other_kinds)


EVERYTHING = Filters()


def take_filters(query: str) -> tuple[str, Filters]:
    """The query without its filters, and the filters."""
    filters = EVERYTHING

    def take(match: re.Match[str]) -> str:
        nonlocal filters
        negated, name, value = bool(match[1]), match[2].lower(), match[3].strip('"')
        reader = _READERS.get(name)
        changed = reader(filters, value, negated) if reader is not None else None
        if changed is None:
            return match[0]
        filters = changed
        return ""

    words = _FILTER.sub(take, query)
    return " ".join(words.split()) if words != query else query.strip(), filters


def kinds_named(word: str) -> frozenset[SymbolKind]:
    """The kinds of definitions that a word stands for, in any number; none if it stands for no kind."""
    word = word.lower()
    for form in (word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("ies") + "y"):
        if form in _KINDS:
            return _KINDS[form]
    return frozenset()


def _read_language(filters: Filters, value: str, negated: bool) -> Filters | None:
    language = _language_named(value)
    if language is None:
        return None
    if negated:
        return replace(filters, other_languages=filters.other_languages | {language.id})
    return replace(filters, languages=filters.languages | {language.id})


def _read_path(filters: Filters, value: str, negated: bool) -> Filters | None:
    if negated:
        return replace(filters, other_paths=(*filters.other_paths, value))
    return replace(filters, paths=(*filters.paths, value))


def _read_kind(filters: Filters, value: str, negated: bool) -> Filters | None:
    kinds = kinds_named(value)
    if not kinds:
        return None
    if negated:
        return replace(filters, other_kinds=filters.other_kinds | kinds)
    return replace(filters, kinds=filters.kinds | kinds)


_Reader = Callable[[Filters, str, bool], Filters | None]
_READERS: dict[str, _Reader] = {
    "lang": _read_language,
    "language": _read_language,
    "path": _read_path,
    "file": _read_path,
    "kind": _read_kind,
}


def _language_named(word: str) -> Language | None:
    """The language with that id, name, or ending of file names."""
    word = word.lower().lstrip(".")
    for language in languages().values():
        if word in (language.id, language.name.lower(), *language.language_ids, *language.extensions):
            return language
    return None


def _are_on(lowered_paths: Sequence[str], wanted: str) -> list[bool]:
    """Whether paths have the wanted part; a glob with "*" or "?" must match the whole path or the end of it."""
    wanted = wanted.lower().replace("\\", "/").removeprefix("./")
    if not any(sign in wanted for sign in "*?"):
        return [wanted in path for path in lowered_paths]
    expression = translate(wanted.encode("utf-8", "surrogateescape"), slashes_count=True)
    if expression is None:
        return [False] * len(lowered_paths)
    glob = re.compile(b"(?:.*/)?" + expression, re.DOTALL)
    names = (path.encode("utf-8", "surrogateescape") for path in lowered_paths)
    return [glob.fullmatch(name) is not None for name in names]


_FUNCTIONS = frozenset(
    {
        SymbolKind.FUNCTION,
        SymbolKind.METHOD,
        SymbolKind.CONSTRUCTOR,
        SymbolKind.PROCEDURE,
        SymbolKind.SUBROUTINE,
    }
)
_INTERFACES = frozenset({SymbolKind.INTERFACE, SymbolKind.TRAIT})
_CLASSES = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT})
_KINDS: dict[str, frozenset[SymbolKind]] = {
    **{kind.value: frozenset({kind}) for kind in SymbolKind},
    "function": _FUNCTIONS,
    "func": _FUNCTIONS,
    "method": frozenset({SymbolKind.METHOD, SymbolKind.CONSTRUCTOR}),
    "procedure": frozenset({SymbolKind.PROCEDURE, SymbolKind.SUBROUTINE, SymbolKind.FUNCTION}),
    "subroutine": frozenset({SymbolKind.SUBROUTINE, SymbolKind.PROCEDURE}),
    "class": _CLASSES,
    "struct": _CLASSES,
    "interface": _INTERFACES,
    "trait": _INTERFACES,
    "protocol": _INTERFACES,
    "typeclass": _INTERFACES,
    "record": _CLASSES,
    "type": _CLASSES | _INTERFACES | {SymbolKind.TYPE, SymbolKind.ENUM, SymbolKind.UNION},
    "enum": frozenset({SymbolKind.ENUM}),
    "enumeration": frozenset({SymbolKind.ENUM}),
    "module": frozenset({SymbolKind.MODULE, SymbolKind.NAMESPACE}),
    "namespace": frozenset({SymbolKind.MODULE, SymbolKind.NAMESPACE}),
    "const": frozenset({SymbolKind.CONSTANT}),
}
