"""By what code is reached without a call that can be seen: it is where a program begins, a test that a runner finds by
its name, decorated for a framework, or offered to others.

Only signs are told, never a proof: what has one is not called unused. The signs of each language are data, in
`entry_points.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from fnmatch import fnmatchcase
from functools import cache
from pkgutil import get_data
from typing import Any, TypeVar

from glossator.core.invisible import one_line
from glossator.core.languages import Language
from glossator.core.symbols import CALLABLE_KINDS, Symbol, SymbolKind

_WORD = re.compile(r"\w+")
_LONGEST_NAME = 100
_MOST_BASES = 64
"""A type with more bases than these, one behind the other, is not looked at further."""


class EntryKind(StrEnum):
    """Why something may be reached without a call."""

    START = "start"
    TEST = "test"
    DECORATED = "decorated"
    BASE = "base"
    FRAMEWORK = "framework"
    RUNTIME = "runtime"
    EXPORTED = "exported"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True)
class EntryPoint:
    """Why something may be reached without a call; `by` is the decorator, base or file behind it, "" for none."""

    kind: EntryKind
    by: str = ""

    @property
    def sentence(self) -> str:
        """The same in words, for people."""
        by = one_line(self.by).replace("`", "'")
        by = by if len(by) <= _LONGEST_NAME else by[: _LONGEST_NAME - 1] + "…"
        return _SENTENCES[self.kind].replace("{}", f"'{by}'" if by else "a base")


_SENTENCES = {
    EntryKind.START: "A program may begin here.",
    EntryKind.TEST: "A test runner finds it by its name.",
    EntryKind.DECORATED: "It is decorated with {}, because of which other code may call it.",
    EntryKind.BASE: "It may be called through {}, whose member it takes the place of.",
    EntryKind.FRAMEWORK: "Its type has the base {} from outside of this project, which may call it.",
    EntryKind.RUNTIME: "The language or a library may call it by its name.",
    EntryKind.IMPORTED: "It is imported in {}, which may pass it on to others.",
    EntryKind.EXPORTED: "It is offered to other files or programs, which may use it.",
}


@dataclass(frozen=True, slots=True)
class _Signs:
    """The signs of one language, see `entry_points.toml`."""

    starts: tuple[str, ...] = ()
    runtime: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()
    annotation: str = ""
    inert: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    overriding: tuple[str, ...] = ()
    exporting: tuple[str, ...] = ()
    exported: tuple[str, ...] = ()
    listing: str = ""


@cache
def known_signs() -> dict[str, _Signs]:
    """The signs of each language, by its id."""
    data = get_data(__name__, "entry_points.toml") or b""
    known = {field.name for field in fields(_Signs)}
    signs = {}
    for language, entry in tomllib.loads(data.decode("utf-8")).items():
        if unknown := set(entry) - known:
            raise ValueError(f"entry_points.toml: unknown keys {sorted(unknown)} under [{language}]")
        values: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()
        }
        signs[language] = _Signs(**values)
    return signs


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a definition.

    `decorators` are told by name, `modifiers` are the words of its signature before its name. `base` is one of the
    workspace whose member it takes the place of, `outside_base` one of its type from elsewhere, `importer` a file that
    imports it without using it, each "" for none. `is_offered` says that its file offers it to others by a list or an
    export, `is_program` that the project names it as a program.
    """

    name: str
    kind: SymbolKind
    in_test: bool = False
    decorators: Sequence[str] = ()
    modifiers: Sequence[str] = ()
    base: str = ""
    outside_base: str = ""
    is_offered: bool = False
    is_program: bool = False
    importer: str = ""


def entry_point(language: Language | None, seen: Seen) -> EntryPoint | None:
    """The strongest sign that a definition is reached without a call, None if there is none."""
    signs = known_signs().get(language.id if language else "", _Signs())
    marks = {*(decorator.rpartition(".")[2] for decorator in seen.decorators), *seen.modifiers}
    if seen.is_program or (seen.name in signs.starts and seen.kind in CALLABLE_KINDS):
        return EntryPoint(EntryKind.START)
    if seen.in_test and _fits(seen.name, signs.tests):
        return EntryPoint(EntryKind.TEST)
    telling = {*signs.inert, *signs.overriding}
    for decorator in seen.decorators:
        if decorator.rpartition(".")[2] not in telling:
            return EntryPoint(EntryKind.DECORATED, decorator)
    if seen.base or marks.intersection(signs.overriding):
        return EntryPoint(EntryKind.BASE, seen.base)
    if _fits(seen.name, signs.runtime):
        return EntryPoint(EntryKind.RUNTIME)
    if seen.outside_base and seen.outside_base not in signs.bases:
        return EntryPoint(EntryKind.FRAMEWORK, seen.outside_base)
    if seen.is_offered or marks.intersection(signs.exporting) or _fits(seen.name, signs.exported):
        return EntryPoint(EntryKind.EXPORTED)
    return EntryPoint(EntryKind.IMPORTED, seen.importer) if seen.importer else None


def written_signs(language: Language | None, text: str, symbol: Symbol) -> tuple[list[str], list[str]]:
    """The decorators and the modifiers that stand in `text`, the signature of a symbol up to its name."""
    signs = known_signs().get(language.id if language else "", _Signs())
    decorators: list[str] = []
    if signs.annotation:
        decorators = re.findall(signs.annotation, text)
        text = re.sub(signs.annotation, " ", text)
    return decorators, [word for word in _WORD.findall(text) if word != symbol.name]


def is_listed(language: Language | None, text: str, name: str) -> bool:
    """Whether a list in the text of a file names what the file offers, and this name among it."""
    signs = known_signs().get(language.id if language else "", _Signs())
    if not signs.listing or name not in text:
        return False
    lists: Iterable[str] = re.findall(signs.listing, text)
    return any(name in _WORD.findall(each) for each in lists)


def _fits(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


Type = TypeVar("Type", bound=Hashable)


def base_with_member(
    name: str,
    types: Iterable[Type],
    bases: Callable[[Type], Iterable[tuple[str, Type | None]]],
    members: Callable[[Type], Container[str]],
) -> tuple[str, str]:
    """The name of a base of the workspace that has a member of a name, and that of one from outside of it, of which
    nothing is known; "" for each that there is not.

    `bases` gives what a type names as its bases, with None for one from outside. `members` gives the names of a type's
    own members.
    """
    waiting = list(types)
    seen = set(waiting)
    outside = ""
    while waiting and len(seen) <= _MOST_BASES:
        for written, base in bases(waiting.pop()):
            if base is None:
                outside = outside or written
            elif name in members(base):
                return written, ""
            elif base not in seen:
                seen.add(base)
                waiting.append(base)
    return "", outside
