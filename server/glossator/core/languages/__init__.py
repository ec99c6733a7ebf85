"""The registry of languages: `languages.toml` and one folder of queries each.

To add a language you must:
1. add an entry to `languages.toml`;
2. add `queries/<id>/definitions.scm`, `references.scm` and `imports.scm` (captures: docs/adding-a-language.md);
3. add one case file, `tests/cases/<id>.txt`.
For a language without a grammar, `extractor` names one of our own instead (`EXTRACTORS` in `core.syntax`), and there
are no queries. Nothing else in the code names a language.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from functools import cache
from typing import Any

from glossator.core.languages.own_files import own_file


@dataclass(frozen=True, slots=True)
class Language:
    """One language as `languages.toml` declares it."""

    id: str
    name: str
    grammar: str = ""
    """Name of the grammar in tree-sitter-language-pack."""
    extractor: str = ""
    """The extractor of our own that reads the language, where there is no grammar (`EXTRACTORS` in `core.syntax`)."""
    embeds: str = ""
    """The language of the scripts in a document of this one (HTML, Vue), whose grammar and `embedded.scm` only tell
    where code stands."""
    query_folders: tuple[str, ...] = ()
    """Folders below `queries` whose queries the language uses, those that win first; its own id if empty."""
    extensions: tuple[str, ...] = ()
    """File name endings without the dot, lower case; longer ones win (`d.ts` before `ts`)."""
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    """Programs named in a `#!` line."""
    language_ids: tuple[str, ...] = ()
    """Identifiers that editors use for the language; its own id is always one."""
    content_pattern: str = ""
    """For an extension that several languages share: a file whose text matches belongs to this one."""
    separator: str = "."
    """What joins the parts of a qualified name."""
    self_names: tuple[str, ...] = ()
    """Names by which a method's code refers to its own object or class (`self`, `this`)."""
    super_names: tuple[str, ...] = ()
    """Names by which a method's code refers to its base class."""
    constructors: tuple[str, ...] = ()
    """Method names that are constructors; `$class` stands for the name of the class itself."""
    makers: tuple[str, ...] = ()
    """Methods of every type that make an object of it (`new` in Ruby)."""
    mixes_modules: bool = False
    """Whether a module gives its members to the types that name it as a base."""
    copies_traits: bool = False
    """Whether a type has the members of its traits as its own, which hide those of its base (PHP)."""
    inherits_constructors: bool = False
    """Whether a type without a constructor is made by that of its base."""
    wrappers: tuple[str, ...] = ()
    """Node types that wrap a definition and belong to it (`decorated_definition`, `export_statement`)."""
    documentation: str = "comments"
    """Where documentation stands: `comments` before the definition, or `docstring` inside it and comments."""
    imports: str = "names"
    """How an import's module path finds files: a strategy of `core.resolve.module_paths`."""
    family: str = ""
    """Languages of one family see each other's symbols (JavaScript and TypeScript, C and C++); own id if empty."""
    import_binds: str = "last"
    """What a plain import of a path (`import a.b`) binds: its `last` part, the whole `path`, or the name that the
    `package` itself has, which may differ (Go)."""
    path_roots: tuple[str, ...] = ()
    """Names at which a path of modules may begin that no import binds (`crate`); `*` stands for any name. Where
    there are roots, any path of several parts may be one as well."""
    case_sensitive: bool = True
    """Whether names that differ in case alone are different ones."""
    implicit_self: bool = False
    """Whether a bare call inside a method may mean a method of the same class (Java, C#, C++)."""
    variables_apart: bool = False
    """Whether variables and functions have name spaces of their own, so that a variable hides no function (Java)."""
    package_scope: bool = False
    """Whether all files of one folder share their top-level names without importing them (Go, Java, C#)."""
    explicit_imports: bool = False
    """Whether any name that is used is local, a member, of the same package, or imported; another is from outside of
    the workspace (Java, C#)."""
    private_imports: bool = False
    """Whether what a file imports is seen in that file alone, and not passed on to those that import it (Java, Go)."""
    global_scope: bool = False
    """Whether top-level names of all files form one scope without imports (C, C++, Bash, Ruby, PHP functions)."""
    blanked: tuple[str, ...] = ()
    """Patterns of text that the grammar does not know, such as attribute macros; what their group 1 matches is
    hidden from the parser."""
    conditional_directives: bool = False
    """Whether `#if` and its like may stand between any two tokens (C#)."""
    separated: tuple[str, ...] = ()
    """Patterns of places where the grammar misses that something ends; what their group 1 matches, one blank, becomes a
    semicolon for the parser."""
    preprocessed: bool = False
    """Whether directives leave lines out of a text before it is read (`#ifdef`); those around what is whole without
    them are hidden from the parser."""
    symbol_literals: bool = False
    """Whether a colon before a name makes it a literal that names something (`:name` in Ruby and Elixir)."""
    clauses: bool = False
    """Whether neighbouring definitions of one name are clauses of one definition (Haskell, Elixir)."""
    parted_types: bool = False
    """Whether a type may be written in several parts, in several files (C#, Ruby)."""
    module_separator: str = ""
    """What joins the parts of the path of a module, where that is not `separator`."""
    namespaces_apart: bool = False
    """Whether the names of a name space are seen in others by import or full path alone, also those of the one
    around; functions of no name space are seen everywhere (PHP)."""
    documented_types: str = ""
    """How documentation tells of types: `type name` (`@param Foo $x`), `{type} name`, `name [type]` or `name type`;
    empty where it does not."""
    open_types: bool = False
    """Whether the members of a type are names of the file as well (Haskell's methods and fields)."""
    module_tables: bool = False
    """Whether a module is a table that its file returns, so that what belongs to a table is exported (Lua)."""
    foreign: tuple[str, ...] = ()
    """Names of namespaces that always lie outside of the workspace (`std`)."""
    literal_brackets: str = ""
    """Brackets that begin a value of a type that is built in, such as a list."""
    allocators: tuple[str, ...] = ()
    """Functions that make a value of the type that is their first argument (Go's `make` and `new`)."""
    marked_names: bool = False
    """Whether names may end in `?` or `!` (Ruby, Elixir)."""
    try_sign: str = ""
    """What behind a value takes the good one out of a result (`?` in Rust)."""
    subscript_methods: tuple[str, ...] = ("__getitem__", "operator[]", "[]", "index", "offsetGet", "get")
    """Methods that give what stands in brackets behind an object."""
    receivers_before: bool = False
    """Whether the query captures the parenthesis behind a name in place of a receiver that is no node, which is then
    read off the text before the name (in macros of Rust, in Zig)."""
    paths_apart: bool = False
    """Whether what stands before `::` is never a variable (Rust)."""
    inner_modules: bool = False
    """Whether a module inside of a file is a scope of its own, whose names are not those of the file (Rust)."""
    macro_sign: str = ""
    """What stands behind the name of a macro where it is called (`!` in Rust); other calls mean no macro."""
    held_methods: tuple[str, ...] = ()
    """Methods of generic types from outside of the workspace that give what those hold (`unwrap`)."""
    optional_methods: tuple[str, ...] = ()
    """Those that give it as an optional (Rust's `get`), out of which others take it."""
    same_methods: tuple[str, ...] = ()
    """Those that give another object that holds the same, and of any type give the object itself (`iter`, `clone`)."""
    defines_outside: bool = False
    """Whether constructors may be defined outside of their type."""
    open_namespaces: bool = False
    """Whether a name space may be written in several parts, in several files."""
    functions_are_called: bool = False
    """Whether a function is only meant where it is called: its bare name before a member means something else."""
    arrays_decay: bool = False
    """Whether an array is passed as a pointer to what it holds (C++)."""
    pointer_methods: tuple[str, ...] = ()
    """Methods by which an object is used like a pointer to what they give (`operator->`)."""
    iterating_methods: tuple[str, ...] = ()
    """Methods that give what a loop over an object goes through (`begin`)."""
    transparent_types: tuple[str, ...] = ()
    """Generic types whose values are used like those of their arguments (`Optional`, `Box`, `shared_ptr`)."""
    counts_arguments: bool = False
    """Whether a call has to have as many arguments as the definition takes, so that their number tells definitions of
    one name apart."""
    spreads_results: bool = False
    """Whether a call that is the only argument gives all of its results as arguments (Go)."""
    further_arguments: bool = False
    """Whether a call may have more arguments than the definition names (PHP)."""
    bare_calls: bool = False
    """Whether the name of a method alone calls it where it takes no arguments (Scala)."""
    implicit_parameter: str = ""
    """The name of the parameter of a lambda that declares none (Kotlin)."""
    types_made_by: str = ""
    """The word before a name that can only be that of a type, of which an object is made (`new` in C#)."""
    generic_arity: bool = False
    """Whether definitions of one name may differ in the number of their type parameters alone (C#)."""
    extends_parameters: bool = False
    """Whether what belongs to a type apart from nesting is called on its first parameter (C#)."""
    implements_all: bool = False
    """Whether a class has all members of its interfaces itself, so that none is seen in it that only they have (C#)."""
    inherits_overloads: bool = False
    """Whether a method of a type hides none of its bases that takes other parameters (Java)."""
    converts_numbers: bool = False
    """Whether a number of any type can be given where one of another type is wanted (C++)."""
    trailing_functions: bool = False
    """Whether the last argument of a call may stand in braces behind it (Kotlin, Swift, Scala)."""
    overloads: bool = False
    """Whether definitions of one name may differ in the types of their parameters alone."""
    alternatives: tuple[str, ...] = ()
    """Operators that choose one of two values (`||`); `?:` is the ternary operator, and `&&` gives the second one."""
    called_values: bool = False
    """Whether a call of a variable is one of the function that the variable is bound to."""
    most_possible: int = 12
    """On an object of unknown type a call may mean any method of its name, unless there are more than these."""
    common_members: tuple[str, ...] = ()
    """Members that objects of built-in types have; called on an object of unknown type they mean those."""
    predefined_types: tuple[str, ...] = ()
    """Types that a cast may name and that are no types of the workspace (`string`)."""
    object_literals: bool = False
    """Whether braces are objects with members, and functions make others (`new Shop()`), as in JavaScript."""
    common_server: bool = False
    """Whether nearly everybody who writes the language in an editor has the same language server for it, so that ours
    is asked for definitions, references and calls only where the user wishes it."""
    module_calls: tuple[str, ...] = ()
    """Functions that give the module whose path is their argument (`require`)."""
    manifest: bool = False
    """Whether files say what a package is called and which files it offers, instead of holding code."""
    verifier: str = ""
    """The library that is asked what a call means where the resolver is not sure (`app.verify_worker`)."""
    test_containers: tuple[str, ...] = ()
    """Names of modules inside a file that hold its tests (Rust's `mod tests`)."""
    test_paths: tuple[str, ...] = ()
    """Patterns (as for `fnmatch`, on the path) of files that hold tests."""

    literal_types: tuple[str, ...] = ()
    """The names of the types of literals (`string=String`), by the sorts of `core.values`; under these they may have
    members that the workspace adds."""

    def literal_type(self, sort: str) -> str:
        """The name of the type of literals of a sort, "" where it is not told."""
        told = (entry.partition("=") for entry in self.literal_types)
        return next((name for known, _, name in told if sort == f"%{known}"), "")

    def key(self, name: str) -> str:
        """What a name is compared by: itself, or its letters without case."""
        return name if self.case_sensitive else name.casefold()


_LIKE = "like"
"""The key of an entry that names another one, which says what is not said."""
_OWN = frozenset(
    {"grammar", "query_folders", "extensions", "filenames", "interpreters", "language_ids", "verifier"}
)
"""What an entry never has from another."""


def _load() -> dict[str, Language]:
    raw: dict[str, dict[str, Any]] = tomllib.loads(own_file("languages.toml") or "")
    known = {entry.name for entry in fields(Language)}
    languages = {}
    for language_id, entry in raw.items():
        if (model := entry.pop(_LIKE, None)) is not None:
            inherited = {key: value for key, value in raw[model].items() if key not in _OWN}
            entry = {"family": model} | inherited | entry
        if unknown := set(entry) - known:
            raise ValueError(f"languages.toml: unknown keys {sorted(unknown)} under [{language_id}]")
        values: dict[str, Any] = {"family": language_id}
        values |= {key: tuple(value) if isinstance(value, list) else value for key, value in entry.items()}
        languages[language_id] = Language(id=language_id, **values)
    return languages


@cache
def languages() -> dict[str, Language]:
    """All languages by id, in the order of the file."""
    return _load()


@cache
def _by_extension() -> dict[str, tuple[Language, ...]]:
    table: dict[str, list[Language]] = {}
    for language in languages().values():
        for extension in language.extensions:
            table.setdefault(extension, []).append(language)
    return {extension: tuple(entries) for extension, entries in table.items()}


@cache
def _by_filename() -> dict[str, Language]:
    return {name: language for language in languages().values() for name in language.filenames}


@cache
def _by_interpreter() -> dict[str, Language]:
    return {name: language for language in languages().values() for name in language.interpreters}


@cache
def _by_language_id() -> dict[str, Language]:
    table = {name: language for language in languages().values() for name in language.language_ids}
    return table | languages()


_SHEBANG = re.compile(rb"^#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-\S+[ \t]+)*)?(?:\S*/)?([A-Za-z_+-]+)")
_CONTENT_PROBE_BYTES = 65_536


def detect(path: str, head: bytes = b"", language_id: str = "") -> Language | None:
    """The language of a file by the editor's word, its name, or its first bytes; None means plain text.

    An extension that several languages share is decided by `content_pattern` on the beginning of the text.
    """
    name = path.rsplit("/", 1)[-1]
    candidates = _candidates_by_name(name)
    if not candidates and language_id and (known := _by_language_id().get(language_id)):
        return known
    for language in candidates:
        if language.content_pattern and re.search(
            language.content_pattern.encode(), head[:_CONTENT_PROBE_BYTES], re.MULTILINE
        ):
            return language
    for language in candidates:
        if not language.content_pattern or len(candidates) == 1:
            return language
    if not candidates and (match := _SHEBANG.match(head)):
        return _by_interpreter().get(match[1].decode("ascii"))
    return None


def _candidates_by_name(name: str) -> tuple[Language, ...]:
    if language := _by_filename().get(name):
        return (language,)
    parts = name.lower().split(".")
    for first in range(1, len(parts)):
        if candidates := _by_extension().get(".".join(parts[first:])):
            return candidates
    return ()
