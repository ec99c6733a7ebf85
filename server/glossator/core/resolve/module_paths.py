"""Which files an import's module path means: one strategy for each way in which languages write such paths.

Each language names one of them in `languages.toml`. To add one, write its function and name it in `STRATEGIES`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from glossator.core.languages import Language, detect
from glossator.core.resolve.packages import node

if TYPE_CHECKING:
    from glossator.core.resolve.modules import ModuleFinder

SEPARATORS = re.compile(r"::|[./\\]")
"""What stands between the parts of module paths in any language."""
_MAJOR_VERSION = re.compile(r"v\d+")
_RUST_PROGRAM = re.compile(r"(.*?)(?:^|/)(?:(?:tests|benches|examples)/|src/(?:main\.rs$|bin/))")


def _parts(module: str) -> tuple[str, ...]:
    return tuple(part for part in SEPARATORS.split(module) if part)


def _dotted(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """`a.b.c` by the end of the path; leading dots go up from the importing file (Python)."""
    if module.startswith("."):
        rest = module.lstrip(".")
        folder = posixpath.dirname(importer)
        for _ in range(len(module) - len(rest) - 1):
            folder = posixpath.dirname(folder)
        return finder.by_path(posixpath.join(folder, *_parts(rest)) or ".", language)
    if declared := finder.declaring(module):
        return declared
    found = finder.by_suffix(_parts(module), importer)
    if language.namespaces_apart and "/" not in module and "." not in module:
        # What stands in a name space is found by its name alone.
        return [path for path in found if not finder.namespaces(path)]
    return found


def _relative(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """A path relative to the importing file; a path without dots also by the end of the path."""
    folder = posixpath.dirname(importer)
    found = finder.by_path(posixpath.join(folder, module), language)
    if found or module.startswith("."):
        return found
    stem = re.sub(r"\.\w+$", "", module) if "/" in module or module.count(".") == 1 else module
    named = detect(module)
    ending = posixpath.basename(module) if named is not None and named.family == language.family else ""
    return finder.by_suffix(_parts(stem), importer, ending)


def _package(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """A folder whose path ends like the module path: all its files but external tests (Go). The root of the workspace
    has the name that its package has."""
    parts = without_version(module)
    if not parts or parts[0] in language.foreign:
        return []
    found = [path for folder in finder.folders(parts) for path in finder.files_in(folder)]
    found = found or [path for path in finder.files_in("") if finder.package(path) == parts[-1]]
    return [path for path in found if not finder.package(path).endswith("_test")]


def without_version(module: str) -> tuple[str, ...]:
    """The parts of the path of a Go package, without a major version at its end."""
    parts = tuple(part for part in module.split("/") if part)
    if len(parts) > 1 and _MAJOR_VERSION.fullmatch(parts[-1]):
        parts = parts[:-1]
    return (*parts[:-1], re.sub(r"\.v\d+$", "", parts[-1])) if parts else ()


def _rust(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """`crate::a`, `self::a`, `super::a`, or a module declared in the importing file."""
    parts = [part for part in module.split("::") if part]
    folder = posixpath.dirname(importer)
    stem = posixpath.basename(importer).split(".", 1)[0]
    inner = folder if stem in ("mod", "lib", "main") else posixpath.join(folder, stem)
    if parts and parts[0] == "crate":
        head, source, _ = importer.rpartition("src/")
        root = (head + source).rstrip("/") if source else folder
        return finder.by_path(posixpath.join(root, *parts[1:]) if parts[1:] else root, language)
    if parts == ["self"]:
        return [importer]
    if parts and parts[0] == "self":
        return finder.by_path(posixpath.join(inner, *parts[1:]), language)
    ups = 0
    while ups < len(parts) and parts[ups] == "super":
        inner = posixpath.dirname(inner)
        ups += 1
    if ups:
        return finder.by_path(posixpath.join(inner, *parts[ups:]), language)
    for base in (inner, folder):
        if found := finder.by_path(posixpath.join(base, *parts), language):
            return found
    return _rust_crate(finder, parts, importer, language)


def _rust_crate(finder: ModuleFinder, parts: list[str], importer: str, language: Language) -> list[str]:
    """Another crate of the workspace by the name of its folder, or the library that a test or program uses."""
    if not parts or parts[0] in ("std", "core", "alloc"):
        return []
    name, *rest = parts
    libraries = [
        path
        for folder in dict.fromkeys((name, name.replace("_", "-")))
        for path in finder.by_suffix((folder, "src", "lib"), importer)
        if path.split("/")[-3:-2] == [folder]
    ]
    if not libraries and (match := _RUST_PROGRAM.match(importer)):
        libraries = finder.by_path(posixpath.join(match[1], "src", "lib.rs"), language)
    if not rest:
        return libraries
    return [
        path
        for library in libraries
        for path in finder.by_path(posixpath.join(posixpath.dirname(library), *rest), language)
    ]


def _declared(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """The files that declare the module by its full name (Elixir)."""
    return finder.declaring(module)


def _namespaces(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """The files that declare the name space by its full name, or by its name in one around the importing file (C#)."""
    return list(finder.declared_from(module, importer))


def _names(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    return finder.by_suffix(_parts(module), importer)


def _member(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """A member of a source file (`library/file,member`), or a path as it is written (RPG)."""
    source, comma, member = module.rpartition(",")
    if not comma:
        written = posixpath.join(posixpath.dirname(importer), module)
        if found := finder.by_path(written, language) or finder.by_path(module.lstrip("/"), language):
            return found
        source, _, member = module.replace("\\", "/").rpartition("/")
        member = member.split(".", 1)[0]
    parts = [language.key(part) for part in (source.rpartition("/")[2], member.strip()) if part]
    return finder.by_suffix(tuple(parts), importer) or finder.by_suffix(tuple(parts[-1:]), importer)


Strategy = Callable[["ModuleFinder", str, str, Language], list[str]]
STRATEGIES: dict[str, Strategy] = {
    "dotted": _dotted,
    "relative": _relative,
    "node": node,
    "package": _package,
    "rust": _rust,
    "names": _names,
    "declared": _declared,
    "member": _member,
    "namespaces": _namespaces,
}
"""The values that `imports` may take in `languages.toml`."""
