"""The vocabulary of code: symbols, references, imports, and the facts of one file.

All spans are byte ranges in the document. Everything here is immutable and holds names and coordinates but no
source text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from glossator.core.text import Span

MODULE = "<module>"
"""The name under which top-level code of a file appears as a caller."""


NONE = -1
"""Stands for a number, place or position that there is not."""


class Parameters(NamedTuple):
    """How many arguments a definition takes at least and at most, both `NONE` where that is not known."""

    least: int = NONE
    most: int = NONE


ANY_PARAMETERS = Parameters()
"""Those of a definition of which the number is not known."""


class SymbolKind(StrEnum):
    """What a definition is. The value is the capture suffix in `definitions.scm` (`@definition.<kind>`)."""

    FUNCTION = "function"
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    CLASS = "class"
    INTERFACE = "interface"
    TRAIT = "trait"
    STRUCT = "struct"
    UNION = "union"
    ENUM = "enum"
    ENUM_MEMBER = "enum_member"
    TYPE = "type"
    MODULE = "module"
    NAMESPACE = "namespace"
    CONSTANT = "constant"
    VARIABLE = "variable"
    FIELD = "field"
    PROPERTY = "property"
    MACRO = "macro"
    PROCEDURE = "procedure"
    SUBROUTINE = "subroutine"


CALLABLE_KINDS = frozenset(
    {
        SymbolKind.FUNCTION,
        SymbolKind.METHOD,
        SymbolKind.CONSTRUCTOR,
        SymbolKind.MACRO,
        SymbolKind.PROCEDURE,
        SymbolKind.SUBROUTINE,
        SymbolKind.PROPERTY,
    }
)
TYPE_KINDS = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.TRAIT,
        SymbolKind.STRUCT,
        SymbolKind.UNION,
        SymbolKind.ENUM,
        SymbolKind.TYPE,
    }
)
EXPLAINABLE_KINDS = CALLABLE_KINDS | TYPE_KINDS
"""Kinds that can be the target of an explanation."""


class ReferenceKind(StrEnum):
    """How a place uses a name. The value is the capture suffix in `references.scm` (`@reference.<kind>`)."""

    CALL = "call"
    IMPORT = "import"
    TYPE = "type"
    READ = "read"
    WRITE = "write"
    DECORATOR = "decorator"
    ARGUMENT = "argument"
    INHERIT = "inherit"


@dataclass(frozen=True, slots=True)
class Symbol:
    """A named definition.

    `container` is the position of the enclosing symbol in the file's list of symbols, or None at top level.
    `qualified_name` joins the names of the containers and the symbol's own with the language's separator. A
    symbol is identified in a workspace by path, qualified name and `ordinal`, its number among the symbols of
    the same qualified name in the file. `span` is the whole definition with decorators, modifiers and doc
    comment; `signature_span` goes from the first modifier to where the body begins.
    """

    kind: SymbolKind
    name: str
    qualified_name: str
    container: int | None
    ordinal: int
    name_span: Span
    span: Span
    signature_span: Span
    body_span: Span | None = None
    doc_span: Span | None = None
    decorator_spans: tuple[Span, ...] = ()
    is_declaration: bool = False
    """Whether this is a prototype or an abstract declaration without a body."""
    owner: str | None = None
    """The type that this symbol belongs to when the language names it apart from nesting: the receiver of a Go
    method, the type of a Rust `impl`, the class of a C++ `Class::method` definition outside of the class."""
    parameters: Parameters = ANY_PARAMETERS

    @property
    def container_name(self) -> str:
        """The qualified name of what the symbol stands in, "" for none."""
        return self.qualified_name[: -len(self.name)].rstrip(".:")


@dataclass(frozen=True, slots=True)
class Reference:
    """A place that names a symbol.

    `enclosing` is the position of the innermost enclosing symbol in the file's list, None for top-level code.
    `receiver` is the expression before the name in the form of `core.values.expressions` (`self`, `a.b`, `f().c[]`),
    "" for one that has no such form or begins with a value of which nothing is known, None if there is none.
    """

    kind: ReferenceKind
    name: str
    span: Span
    enclosing: int | None
    receiver: str | None = None
    arguments: str | None = None
    """The arguments of a call in the form of `core.values.arguments`, None where they are not told."""


@dataclass(frozen=True, slots=True)
class Import:
    """A binding made by an import.

    `module` is the path as written, unquoted (`a.b`, `./x`, `..pkg`, `foo::bar`). `name` is the name taken
    from it, None when the module itself is bound, `*` for a wildcard. `alias` is the local name when it
    differs from `name` (or from the module's own). `enclosing` as in `Reference`.
    """

    module: str
    name: str | None
    alias: str | None
    span: Span
    enclosing: int | None = None

    @property
    def local_name(self) -> str | None:
        """The name that the import binds in its file, None for a wildcard."""
        if self.alias is not None:
            return self.alias
        return None if self.name == "*" else self.name


class Value(NamedTuple):
    """What is known of the type of a name that holds a value.

    `holder` is the position of the function, method or type that binds `name`, None for the file. The name of what a
    function results in is `RESULT`, of what an alias of a type stands for `ALIAS`; that of the types of a function's
    parameters is `PARAMETERS`, and their form that of `core.values.arguments`. `INSIDE` and `OVERRIDE` mark methods
    that are only seen inside of their type, and those that override others. Any other `source` is in the forms of
    `core.values.types` and `core.values.expressions`: `:Type` where the type is declared, `?Type` where a test says
    it (`?Type x` of the variable `x`), `<Bound` for the parameter of a generic type or function (a bare `<` without a
    bound), an expression that the name is bound to, and "" for one that is no path. A name may have several values.
    """

    holder: int | None
    name: str
    source: str


CALLED_VALUE = "="
"""Begins the receiver of a call of a variable: what follows is the variable."""
RESULT = "()"
ALIAS = "="
IMPLEMENTS = "+"
"""Stands before the name of a type that has the members of the source, as a declaration apart from both says."""
PACKAGE = "package"
"""The name of what a file says that its package is called, where that is no symbol."""
OPENED = "namespace"
"""The name of the name spaces that macros of a file open, without the parser seeing it."""
PARAMETERS = "("
UNCHANGING = "const"
"""The name of what marks methods that leave their object as it is."""
CONSTANT, POINTING = " const", " pointer"
"""Behind the name of a value, or of a result, these mark one that may not be changed, and one that only leads to an
object."""
WITHIN = "^"
"""Begins a source that is an expression as seen in another symbol than its holder: the position of that symbol, a
blank, and the expression."""
_PLACED = ("#", WITHIN)
_POSITION = re.compile(r"([#^])(\d+)")


def with_symbols(source: str, called: Callable[[int], object]) -> str:
    """A source with what a symbol is called instead of its position, if it begins with one: an object's function
    (`#3`), or the symbol in which an expression is seen."""
    if source[:1] not in _PLACED or (match := _POSITION.match(source)) is None:
        return source
    return f"{match[1]}{called(int(match[2]))}{source[match.end() :]}"


INSIDE = "_"
CONDITIONAL = "#if"
"""The name of what marks extensions that are only there under a condition, mostly where the type has no such method."""
ARROW = "=>"
"""The name of what marks functions in an object for which the own object is that of the code around."""
BASE = "super"
"""The name of the type that a method belongs to which is given to one object alone."""
OVERRIDE = "^"
CONFORMING = "~"
"""The name of what marks methods that a type has because of a trait, and that come after others of its own."""
SUPERTYPE = "<:"
"""The name of the bases of a type that are generic, with their arguments."""
EXPLICIT = "::"
"""The name of what marks members that are only seen through an interface (C#)."""
ANNOUNCED = "@"
"""The name of what a declaration announces where that is called otherwise: `:name`."""
PRIVATE = "-"
"""The name by which a symbol is told to be seen in its file, and where that is included, but nowhere else."""


class ParseState(StrEnum):
    """How much of a file the parser understood."""

    PARSED = "parsed"
    PARTLY_PARSED = "partly parsed"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What one file says about itself, made by `core.syntax.extract` from its text alone.

    `symbols` are ordered by start of their span, containers before what they contain. Symbols and references that
    come from the parser or the index are tables, see `core.fact_tables`, which also says how facts are sent.
    """

    language: str
    state: ParseState
    symbols: Sequence[Symbol] = ()
    references: Sequence[Reference] = ()
    imports: tuple[Import, ...] = ()
    error_spans: tuple[Span, ...] = field(default=())
    values: tuple[Value, ...] = ()


class Certainty(StrEnum):
    """How well an edge is proved."""

    SURE = "sure"
    POSSIBLE = "possible"
