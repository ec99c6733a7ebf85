"""What modules are as values: some give themselves another object, or members of one, to those that import them."""

from __future__ import annotations

from glossator.core.resolve.bindings import WHOLE_MODULE
from glossator.core.resolve.typing.bound_values import BoundValues
from glossator.core.resolve.typing.meanings import Meaning, Meanings, Sort, few
from glossator.core.resolve.workspace import Workspace


class ModuleObjects:
    """Finds what modules offer in a workspace that does not change."""

    def __init__(self, workspace: Workspace, values: BoundValues) -> None:
        self._workspace = workspace
        self._values = values

    def offered(self, module: Meaning, name: str) -> Meanings | None:
        """What the object that a module is offers under a name; None where it offers nothing of the name."""
        values = self._workspace.values
        for path in module.files:
            for whole in values.get((path, WHOLE_MODULE[-1]), ()):
                if whole[:1] == "{" and (path, f"{whole}.{name}") in values:
                    return self._values.of_source(f"{whole}.{name}", path, None)
            given = values.get((path, f"{WHOLE_MODULE[-1]}.{name}"))
            if given is not None:
                return self._values.of_sources(given, path, None)
        return None

    def is_replaced(self, meaning: Meaning, name: str) -> bool:
        """Whether a module offers something else under a name than what it defines."""
        if meaning.sort is not Sort.MODULE or (offered := self.offered(meaning, name)) is None:
            return False
        return not offered or any(each.sort is Sort.EXTERNAL for each in offered)

    def whole(self, module: Meaning) -> Meanings:
        """What a module is as a whole, where that is a value; it may be another module."""
        values = self._workspace.values
        return few(
            found
            for path in module.files
            for name in WHOLE_MODULE
            if (sources := values.get((path, name))) is not None
            for found in self._values.of_sources(sources, path, None)
        )

    def at_last(self, module: Meaning) -> Meanings:
        """What a module is as a whole, followed through modules that are others as a whole, perhaps in a circle."""
        found: list[Meaning] = []
        waiting, seen = [module], {module.files}
        while waiting:
            current = waiting.pop()
            if current.sort is not Sort.MODULE:
                found.append(current)
                continue
            onward = [
                each for each in self.whole(current) if each.sort is not Sort.MODULE or each.files not in seen
            ]
            seen.update(each.files for each in onward if each.sort is Sort.MODULE)
            waiting += reversed(onward)
        return few(found)
