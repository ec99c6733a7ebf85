"""What paths of names mean where name spaces are apart from types, so that both may have the same name (PHP).

A path begins with a name that an import binds, in the own name space, or at the root of all names. All but the last of
the names of a type is a name space.
"""

from __future__ import annotations

from collections.abc import Sequence

from glossator.core.languages import Language
from glossator.core.resolve.bindings import ImportBindings
from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.workspace import Workspace
from glossator.core.values.type_forms import ROOT


class NameSpaces:
    """Finds name spaces in a workspace that does not change."""

    def __init__(self, workspace: Workspace, bindings: ImportBindings) -> None:
        self._workspace = workspace
        self._bindings = bindings

    def files(self, names: Sequence[str], path: str, holder: int | None, language: Language) -> list[str]:
        """The files of the name space that a path of names means where it stands."""
        separator, modules = language.module_separator, self._workspace.modules
        head, *rest = names
        if head == ROOT:
            return modules.declaring(separator.join(rest)) if rest else []
        imported = self._bindings.path_of(head, path, holder, language)
        if imported is not None:
            begun = [imported]
        else:
            begun = [f"{around}{separator}{head}" for around in modules.namespaces(path)]
            begun += [] if modules.is_wholly_placed(path) else [head]
        written = (separator.join([each, *rest]) for each in begun)
        return [file for each in written for file in modules.declaring(each)]

    def named(
        self, names: Sequence[str], path: str, holder: int | None, language: Language
    ) -> Sequence[SymbolEntry]:
        """What a path of several names means that ends with the name of something in a name space."""
        return self._bindings.exported(self.files(names[:-1], path, holder, language), names[-1])
