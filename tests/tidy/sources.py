"""The product's own Python files, read as syntax trees. Nothing is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
SERVER = PROJECT / "server"
CLIENTS = PROJECT / "clients"


@dataclass(frozen=True)
class Source:
    """One module: `name` as it is imported, `place` as it is shown."""

    path: Path
    name: str
    tree: ast.Module
    lines: int

    @property
    def place(self) -> str:
        return self.path.relative_to(PROJECT).as_posix()

    @property
    def layer(self) -> str:
        """The package below `glossator`, or "" for the modules at its top."""
        parts = self.path.relative_to(SERVER / "glossator").parts if SERVER in self.path.parents else ()
        return parts[0] if len(parts) > 1 else ""

    def imports(self, *, top_level_only: bool = False) -> Iterator[tuple[str, int]]:
        """Every module that is imported anywhere in the file, absolute, with its line."""
        for node in self.tree.body if top_level_only else ast.walk(self.tree):
            yield from ((module, getattr(node, "lineno", 0)) for module in self._imported_by(node))

    def calls(self) -> Iterator[tuple[str, int]]:
        """Every function that is called by its plain name, with its line."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id, node.lineno

    def _imported_by(self, node: ast.AST) -> Iterator[str]:
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom():
                base = self._absolute(node)
                yield base
                yield from (f"{base}.{alias.name}" for alias in node.names)
            case ast.Call(args=[ast.Constant(value=str(module)), *_]):
                if _called(node) in {"import_module", "__import__"}:
                    yield module

    def _absolute(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return node.module or ""
        package = self.name.split(".")
        if self.path.name != "__init__.py":
            package = package[:-1]
        kept = package[: len(package) - node.level + 1]
        return ".".join([*kept, *([node.module] if node.module else [])])


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


@cache
def sources(folder: Path) -> tuple[Source, ...]:
    """The modules below `server` or `clients`, by path."""
    return tuple(_read(path, folder) for path in sorted(folder.rglob("*.py")))


def _read(path: Path, folder: Path) -> Source:
    text = path.read_text(encoding="utf-8")
    name = path.relative_to(folder).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    return Source(path, name, ast.parse(text, str(path)), text.count("\n"))


def is_below(module: str, package: str) -> bool:
    """Whether `module` is `package` or lies in it."""
    return module == package or module.startswith(package + ".")
