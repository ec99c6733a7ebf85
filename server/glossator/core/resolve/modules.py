"""Which files an import's module path means.

Each language names one of the strategies below in `languages.toml`. Without project configuration, source
roots are unknown; an absolute path therefore matches every file whose own path ends with it, and those with the
longest common beginning with the importing file are taken.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence

from glossator.core.languages import Language
from glossator.core.resolve.packages import Packages, node

_SEPARATORS = re.compile(r"::|[./\\]")
_MAJOR_VERSION = re.compile(r"v\d+")
_RUST_PROGRAM = re.compile(r"(.*?)(?:^|/)(?:(?:tests|benches|examples)/|src/(?:main\.rs$|bin/))")
_PACKAGE_FILES = frozenset({"__init__", "index", "mod", "init", "main", "lib"})


class ModuleFinder:
    """Finds files by module path. Filled with all files first, then asked; answers are remembered."""

    def __init__(self) -> None:
        self._files: dict[str, Language] = {}
        self._by_stem: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._by_folder: dict[str, list[str]] = {}
        self._folders_by_name: dict[str, list[str]] = {}
        self._declaring: dict[str, list[str]] = {}
        self._namespaces: dict[str, list[str]] = {}
        self._packages: dict[str, str] = {}
        self._found: dict[tuple[str, str, str], tuple[str, ...]] = {}
        self.packages = Packages()

    def add(self, path: str, language: Language) -> None:
        self._files[path] = language
        folder, name = posixpath.split(path)
        stem = language.key(name.split(".", 1)[0])
        parts = tuple(language.key(part) for part in folder.split("/") if part)
        self._by_stem.setdefault(stem, []).append(((*parts, stem), path))
        if stem in _PACKAGE_FILES and parts:
            self._by_stem.setdefault(parts[-1], []).append((parts, path))
        if folder not in self._by_folder:
            self._folders_by_name.setdefault(parts[-1] if parts else "", []).append(folder)
        self._by_folder.setdefault(folder, []).append(path)

    def declare(self, module: str, path: str) -> None:
        """Say that a file declares a module under this full name, whatever the file is called."""
        self._declaring.setdefault(module, []).append(path)

    def declaring(self, module: str) -> list[str]:
        """The files that declare a module of this full name."""
        return list(dict.fromkeys(self._declaring.get(module, ())))

    def place(self, namespace: str, path: str) -> None:
        """Say that a file, or a part of it, stands in a name space or package."""
        self._namespaces.setdefault(path, []).append(namespace)

    def namespaces(self, path: str) -> Sequence[str]:
        """The name spaces or packages that a file, or a part of it, stands in."""
        return self._namespaces.get(path, ())

    def call(self, path: str, package: str) -> None:
        """Say what the package of a file is called, whatever its folder is."""
        self._packages[path] = package

    def package(self, path: str) -> str:
        """What the package of a file is called, "" where it does not say."""
        return self._packages.get(path, "")

    def neighbours(self, path: str) -> list[list[str]]:
        """The files whose top-level names a file sees without importing them, nearest scope first: those of its
        name space and of the ones around that, or those of its folder if it stands in none."""
        scopes: list[str] = []
        if self._files[path].namespaces_apart:
            if path in self._namespaces:
                return [self.declaring(namespace) for namespace in self._namespaces[path]]
            return [[file for file in self.folder_files(path) if file not in self._namespaces]]
        for namespace in self._namespaces.get(path, ()):
            while namespace:
                scopes.append(namespace)
                namespace = _outer(namespace)
        return [self.declaring(scope) for scope in scopes] or [self.folder_files(path)]

    def declared_from(self, module: str, path: str) -> tuple[str, ...]:
        """The files that declare a module of this name, or of this name below a name space of the file `path`."""
        scopes = ["", *self._namespaces.get(path, ())]
        while scopes:
            scope = scopes.pop()
            if found := self.declaring(f"{scope}.{module}" if scope else module):
                return tuple(found)
            if scope and (outer := _outer(scope)):
                scopes.append(outer)
        return ()

    def folder_files(self, path: str) -> list[str]:
        """The files in the folder of `path`, itself included."""
        return self._by_folder.get(posixpath.dirname(path), [])

    def find(self, module: str, importer: str, language: Language) -> tuple[str, ...]:
        """The files that `module`, imported in the file `importer`, may mean; empty when it is external. An empty
        module is the file itself, which gives another name to something of its own."""
        if not module:
            return (importer,)
        key = (module, importer, language.id)
        found = self._found.get(key)
        if found is None:
            strategy = STRATEGIES[language.imports]
            found = tuple(
                path
                for path in strategy(self, module, importer, language)
                if self._is_source(path, language)
            )
            self._found[key] = found
        return found

    def _is_source(self, path: str, language: Language) -> bool:
        """Whether a file holds code of the language's family."""
        known = self._files[path]
        return known.family == language.family and not known.manifest

    def by_suffix(self, parts: tuple[str, ...], importer: str) -> list[str]:
        """Files whose path without ending ends with `parts`, the nearest to `importer` only."""
        if not parts:
            return []
        size = len(parts)
        matches = [
            (path, file_parts)
            for file_parts, path in self._by_stem.get(parts[-1], ())
            if file_parts[-size:] == parts and path != importer
        ]
        if not matches:
            return self._below_root(parts, importer)
        if len(matches) == 1:
            return [matches[0][0]]
        here = importer.split("/")
        scored = [(_common(here, path.split("/")), -len(file_parts), path) for path, file_parts in matches]
        best = max(score[:2] for score in scored)
        return sorted(path for *score, path in scored if tuple(score) == best)

    def _below_root(self, parts: tuple[str, ...], importer: str) -> list[str]:
        """Files whose whole path is the end of `parts`: the workspace was opened inside of the package."""
        return [
            path
            for file_parts, path in self._by_stem.get(parts[-1], ())
            if 1 < len(file_parts) < len(parts)
            and parts[-len(file_parts) :] == file_parts
            and path != importer
        ]

    def by_path(self, path: str, language: Language, *, packages: bool = True) -> list[str]:
        """The file at `path` as written, with an ending of the language's family, or a package file inside it; that
        which a manifest names if `packages`."""
        normal = posixpath.normpath(path) if path else ""
        if normal in self._files:
            return [normal]
        stem = re.sub(r"\.(?:m|c)?jsx?$", "", normal)
        for candidate in (normal, stem):
            folder, name = posixpath.split(candidate)
            siblings = self._by_folder.get(folder, ())
            exact = [file for file in siblings if posixpath.basename(file).split(".", 1)[0] == name]
            exact += [file for file in siblings if posixpath.basename(file).rsplit(".", 1)[0] == name]
            if same := sorted({file for file in exact if self._files[file].family == language.family}):
                return same
        inner = "" if normal == "." else normal
        if packages and self.packages and (main := self.packages.main(self, inner, language)):
            return main
        inside = self._by_folder.get(inner, ())
        package = [file for file in inside if posixpath.basename(file).split(".", 1)[0] in _PACKAGE_FILES]
        only = [file for file in inside if self._is_source(file, language)]
        # Without a package file the only source file of a folder stands for it.
        return package or (only if len(only) == 1 else [])

    def folders(self, parts: tuple[str, ...]) -> list[str]:
        """Folders whose path matches the longest possible end of `parts`."""
        candidates = self._folders_by_name.get(parts[-1], ()) if parts else ()
        best: list[str] = []
        longest = 0
        for folder in candidates:
            common = _common(list(reversed(parts)), list(reversed(folder.split("/"))))
            if common > longest:
                best, longest = [folder], common
            elif common == longest and common:
                best.append(folder)
        return best

    def files_in(self, folder: str) -> list[str]:
        return self._by_folder.get(folder, [])


def _common(one: list[str], other: list[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count


def _outer(module: str) -> str:
    """The path of a module without its last part, "" if it has only one."""
    ends = [match.start() for match in _SEPARATORS.finditer(module)]
    return module[: ends[-1]] if ends else ""


def _parts(module: str) -> tuple[str, ...]:
    return tuple(part for part in _SEPARATORS.split(module) if part)


def _dotted(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """`a.b.c` by the end of the path; leading dots go up from the importing file (Python)."""
    if module.startswith("."):
        rest = module.lstrip(".")
        folder = posixpath.dirname(importer)
        for _ in range(len(module) - len(rest) - 1):
            folder = posixpath.dirname(folder)
        return finder.by_path(posixpath.join(folder, *_parts(rest)) or ".", language)
    return finder.declaring(module) or finder.by_suffix(_parts(module), importer)


def _relative(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """A path relative to the importing file; a path without dots also by the end of the path."""
    folder = posixpath.dirname(importer)
    found = finder.by_path(posixpath.join(folder, module), language)
    if found or module.startswith("."):
        return found
    stem = re.sub(r"\.\w+$", "", module) if "/" in module or module.count(".") == 1 else module
    return finder.by_suffix(_parts(stem), importer)


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


Strategy = Callable[[ModuleFinder, str, str, Language], list[str]]
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
