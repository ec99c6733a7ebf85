"""Where modules are: the files of a workspace by path, by folder, and by the modules that they declare.

Without project configuration, source roots are unknown; an absolute path therefore matches every file whose own path
ends with it, and those with the longest common beginning with the importing file are taken.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Sequence

from glossator.core.languages import Language
from glossator.core.resolve.module_paths import SEPARATORS, STRATEGIES
from glossator.core.resolve.packages import Packages

_PACKAGE_FILES = frozenset({"__init__", "index", "mod", "init", "main", "lib"})


class ModuleFinder:
    """Finds files by module path. Filled with all files first, then asked; answers are remembered."""

    def __init__(self) -> None:
        self._files: dict[str, Language] = {}
        self._by_stem: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._by_folder: dict[str, list[str]] = {}
        self._folders_by_name: dict[str, list[str]] = {}
        self._declaring: dict[str, dict[str, None]] = {}
        self._namespaces: dict[str, list[str]] = {}
        self._parted: set[str] = set()
        """Files of which name spaces hold parts."""
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
        self._declaring.setdefault(module, {})[path] = None

    def declaring(self, module: str) -> list[str]:
        """The files that declare a module of this full name."""
        return list(self._declaring.get(module, ()))

    def place(self, namespace: str, path: str, *, holds_content: bool = False) -> None:
        """Say that a file stands in a name space or package, or a part of it, where that holds its content."""
        self._namespaces.setdefault(path, []).append(namespace)
        if holds_content:
            self._parted.add(path)

    def namespaces(self, path: str) -> Sequence[str]:
        """The name spaces or packages that a file, or a part of it, stands in."""
        return self._namespaces.get(path, ())

    def is_wholly_placed(self, path: str) -> bool:
        """Whether all of a file stands in a name space, and not only what that holds."""
        return path in self._namespaces and path not in self._parted

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
                path for path in strategy(self, module, importer, language) if self._is_source(path, language)
            )
            self._found[key] = found
        return found

    def _is_source(self, path: str, language: Language) -> bool:
        """Whether a file holds code of the language's family."""
        known = self._files[path]
        return known.family == language.family and not known.manifest

    def by_suffix(self, parts: tuple[str, ...], importer: str, name: str = "") -> list[str]:
        """Files whose path without ending ends with `parts`, the nearest to `importer` only; those of a name with its
        ending if one is given."""
        if not parts:
            return []
        size = len(parts)
        matches = [
            (path, file_parts)
            for file_parts, path in self._by_stem.get(parts[-1], ())
            if file_parts[-size:] == parts
            and path != importer
            and (not name or posixpath.basename(path) == name)
        ]
        if not matches and not name:
            return self._below_root(parts, importer)
        if len(matches) < 2:
            return [path for path, _ in matches]
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
    ends = [match.start() for match in SEPARATORS.finditer(module)]
    return module[: ends[-1]] if ends else ""
