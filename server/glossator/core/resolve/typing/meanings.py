"""The vocabulary of typing: what an expression may mean, and where it is written."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple

from glossator.core.languages import Language
from glossator.core.resolve.entries import SymbolEntry
from glossator.core.symbols import SymbolKind


class Sort(IntEnum):
    """What an expression can mean: an object of a type, a type, a function, a module, something external, or an object
    that is written out (see `core.values.object_literals`)."""

    INSTANCE = 0
    TYPE = 1
    FUNCTION = 2
    MODULE = 3
    EXTERNAL = 4
    OBJECT = 5


class Meaning(NamedTuple):
    """One thing that an expression may mean.

    `symbol` is the type of an instance, the type, or the function. `arguments` are the meanings of the arguments of a
    generic type or function. `owner` is the object that a method was taken from. `files` are those of a module. `why`
    is a short phrase for people.
    """

    sort: Sort
    symbol: SymbolEntry | None = None
    arguments: tuple[tuple[Meaning, ...], ...] = ()
    owner: Meaning | None = None
    files: tuple[str, ...] = ()
    why: str = ""
    name: str = ""
    type_name: str = ""
    """The name of the type of an external object, or the literal that it is."""
    is_certain: bool = True
    """Whether that is what is meant, and not only what something of that name may be."""
    is_narrowed: bool = False
    """Whether only a test somewhere says so: it counts for members that nothing else has."""
    is_part: bool = False
    """Whether this is one of several types that the same object has, of which one has the member."""


Meanings = tuple[Meaning, ...]
EXTERNAL = Meaning(Sort.EXTERNAL)
UNKNOWN: Meanings = ()

NOTHING = frozenset(
    {
        "any",
        "unknown",
        "None",
        "null",
        "undefined",
        "void",
        "nil",
        "never",
        "unit",
        "Unit",
        "NoReturn",
        "Never",
    }
)
"""Types and values that say nothing about the members of what has them."""
NAME_SPACES = frozenset({SymbolKind.NAMESPACE, SymbolKind.MODULE})
VALUE_KINDS = frozenset({SymbolKind.FIELD, SymbolKind.VARIABLE, SymbolKind.CONSTANT, SymbolKind.PROPERTY})
_MOST_MEANINGS = 6


class Place(NamedTuple):
    """Where an expression or a type is written: its file, the symbol around it, and the language of the file."""

    path: str
    holder: int | None
    language: Language


def identity(meaning: Meaning) -> tuple[object, ...]:
    """What two meanings have in common that stand for the same thing."""
    name = meaning.name if meaning.sort is Sort.OBJECT else ""
    symbol = meaning.symbol.id if meaning.symbol is not None else None
    return meaning.sort, name, symbol, meaning.files, meaning.arguments, meaning.type_name


def few(meanings: Iterable[Meaning]) -> Meanings:
    """Different meanings, the first of them only where they are many."""
    found: dict[tuple[object, ...], Meaning] = {}
    for each in meanings:
        found.setdefault(identity(each), each)
    return tuple(found.values())[:_MOST_MEANINGS]


def uncertain(meanings: Iterable[Meaning]) -> Meanings:
    """The same, of which it is not certain that they are meant."""
    return tuple(each._replace(is_certain=False) for each in meanings)
