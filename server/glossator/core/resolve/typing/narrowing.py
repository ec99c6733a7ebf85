"""Which of several meanings one means, by the member that is taken or by the call that follows."""

from __future__ import annotations

from glossator.core.resolve.bindings import ImportBindings
from glossator.core.resolve.members import Members
from glossator.core.resolve.typing.meanings import Meaning, Meanings, Sort


class Narrowing:
    """Chooses among meanings in a workspace that does not change."""

    def __init__(self, bindings: ImportBindings, members: Members) -> None:
        self._bindings = bindings
        self._members = members

    def with_member(self, meanings: Meanings, name: str) -> Meanings:
        """The meanings without those that only a test says, unless nothing else has a member of the name."""
        if not any(each.is_narrowed for each in meanings):
            return meanings
        firm = tuple(each for each in meanings if not each.is_narrowed)
        if any(self._has(each, name) for each in firm):
            return firm
        tested = tuple(each for each in meanings if each.is_narrowed and self._has(each, name))
        if any(each.sort is Sort.EXTERNAL and not each.type_name.islower() for each in firm):
            # Others may have it as well.
            return (*firm, *tested)
        return tested or firm

    def nearer(self, meanings: Meanings, name: str) -> Meanings:
        """Those among meanings that a member belongs to where an object has several types, and where a name means a
        module and what that exports as a whole."""
        if any(each.is_part for each in meanings):
            return tuple(each for each in meanings if not each.is_part or self._has(each, name)) or meanings
        modules = [each for each in meanings if each.sort is Sort.MODULE]
        if not modules or len(meanings) == 1:
            return meanings
        if name[0] not in "([" and any(self._bindings.exported(each.files, name) for each in modules):
            return tuple(modules)
        others = tuple(each for each in meanings if each.sort is not Sort.MODULE)
        return others if name[0] == "(" or any(self._has(each, name) for each in others) else meanings

    def _has(self, meaning: Meaning, name: str) -> bool:
        return meaning.symbol is not None and bool(self._members.members(meaning.symbol, name))


def of_use(meanings: Meanings, *, is_called: bool) -> Meanings:
    """Those among meanings that are functions where one is called, the others elsewhere; a type may have a field and
    a method of one name."""
    other = (Sort.INSTANCE, Sort.EXTERNAL) if is_called else (Sort.FUNCTION,)
    fitting = tuple(each for each in meanings if each.sort not in other)
    is_mixed = any(each.sort is Sort.FUNCTION for each in meanings)
    return fitting if fitting and is_mixed else meanings
