"""Packages of npm: which files of the workspace an import by the name of a package means.

A manifest (`package.json`) says what its package is called and which files it offers. Those are often built out of
others; then the files that they were built from are meant.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from glossator.core.languages import Language

if TYPE_CHECKING:
    from glossator.core.resolve.modules import ModuleFinder

_ROOT = "."
_SOURCES = ("src", "lib", "source", "")
"""Folders in which the files stand that others are built from."""
_BUILT = re.compile(
    r"^(?:\./)?(?:dist|lib|build|out|output|esm|cjs|es|umd|types|typings|dist-types)/(?:(?:esm|cjs|es|src|types|node|browser)/)*"
)
_ENDING = re.compile(r"(?:\.d)?\.[cm]?[jt]sx?$")
_ALIASED = re.compile(r"^[@~#]/|^~(?=\w)|^#(?=\w)")
"""How paths begin that people let begin at the root of their sources."""

Offers = Sequence[tuple[str, str]]


class Packages:
    """The manifests of a workspace: by the folder that they stand in, what they offer under which path."""

    def __init__(self) -> None:
        self._offers: dict[str, Offers] = {}
        self._paths: set[str] = set()

    def __bool__(self) -> bool:
        return bool(self._offers)

    def add(self, path: str, offers: Iterable[tuple[str, str]]) -> None:
        """Add the manifest at `path`, which offers files (relative to it) under paths or keys."""
        self._offers[posixpath.dirname(path)] = tuple(offers)
        self._paths.add(path)

    def folder(self, path: str) -> str | None:
        """The folder of a manifest, None for another file."""
        return posixpath.dirname(path) if path in self._paths else None

    def main(self, finder: ModuleFinder, folder: str, language: Language) -> list[str]:
        """The file that the package in a folder is imported as; none if no manifest stands there."""
        return self.files(finder, folder, "", language) if folder in self._offers else []

    def files(self, finder: ModuleFinder, folder: str, inner: str, language: Language) -> list[str]:
        """The files that the path `inner` in the package in `folder` means."""
        wanted = f"./{inner}" if inner else _ROOT
        offers = self._offers.get(folder, ())
        targets = list(_offered(offers, wanted))
        for target in targets:
            if found := _at(finder, folder, target, language):
                return found
        for target in [*targets, inner or "index"]:
            bare = _BUILT.sub("", target.removeprefix("./"))
            for source in _SOURCES:
                if found := _at(finder, folder, posixpath.join(source, bare), language):
                    return found
        return []


def _offered(offers: Offers, wanted: str) -> Iterator[str]:
    """The targets that a manifest names for a path, patterns (`./locales/*`) after those that are written out."""
    for path, target in offers:
        if path == wanted or (wanted == _ROOT and not path.startswith((".", "#"))):
            yield target
    for path, target in offers:
        before, star, behind = path.partition("*")
        if star and wanted.startswith(before) and wanted.endswith(behind) and len(wanted) >= len(path) - 1:
            yield target.replace("*", wanted[len(before) : len(wanted) - len(behind)])


def _at(finder: ModuleFinder, folder: str, target: str, language: Language) -> list[str]:
    path = posixpath.join(folder, target)
    return finder.by_path(path, language, packages=False) or finder.by_path(
        _ENDING.sub("", path), language, packages=False
    )


def node(finder: ModuleFinder, module: str, importer: str, language: Language) -> list[str]:
    """As Node and those who build for browsers find modules: a path relative to the importing file, the name of a
    package of the workspace with a path in it, or a path from some root of sources."""
    folder = posixpath.dirname(importer)
    if module.startswith("."):
        return finder.by_path(posixpath.join(folder, module), language)
    parts = module.split("/")
    size = 2 if module.startswith("@") and len(parts) > 1 else 1
    name, inner = "/".join(parts[:size]), "/".join(parts[size:])
    for path in finder.declaring(name):
        package = finder.packages.folder(path)
        if package is not None and (found := finder.packages.files(finder, package, inner, language)):
            return found
    bare = _ALIASED.sub("", module)
    if bare == module and (len(parts) == 1 or module.startswith("node:")):
        return []
    return finder.by_suffix(tuple(part for part in _ENDING.sub("", bare).split("/") if part), importer)
