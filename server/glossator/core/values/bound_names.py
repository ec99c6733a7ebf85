"""Which names the functions of a file bind to values, and so hide from what stands inside of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from glossator.core.fact_tables import SYMBOL_KIND_NUMBERS, SymbolTable
from glossator.core.inner_modules import InnerModules
from glossator.core.languages import Language
from glossator.core.symbols import CALLABLE_KINDS, NONE
from glossator.core.values.local_variables import LocalVariables
from glossator.core.values.type_forms import NAMED, split_at

_CALLABLES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in CALLABLE_KINDS)
_NO_NAMES: dict[str, bool] = {}
_HEAD = re.compile(r"[^.(\[<]*")


class BoundNames:
    """Which names the functions of a file bind, and of which of them something is known."""

    def __init__(self, symbols: SymbolTable, language: Language) -> None:
        self._kinds, self._containers, *_ = symbols.views()
        self._language = language
        self.variables = LocalVariables(())
        self.modules = InnerModules((), language)
        self._bound: dict[int | None, dict[str, bool]] = {}
        self._told: set[tuple[int | None, str]] = set()
        self._visible: dict[int | None, dict[str, bool]] = {}

    def add(self, holder: int | None, name: str, is_known: bool) -> None:
        """Say that `holder` binds `name`, and whether something is known of its value."""
        self._visible.clear()
        names = self._bound.setdefault(holder, {})
        names[name] = is_known or names.get(name, False)

    def know(self, holder: int | None, name: str) -> None:
        """Say that something is known of a name, if `holder` binds it."""
        if name in self._bound.get(holder, ()):
            self.add(holder, name, is_known=True)
            self._told.add((holder, name))

    def doubt(self, holder: int | None, name: str) -> None:
        """Say that nothing is known of a name after all, if `holder` binds it and no documentation tells of it."""
        names = self._bound.get(holder, {})
        if names.get(name) and (holder, name) not in self._told:
            self._visible.clear()
            names[name] = False

    def visible(self, holder: int | None) -> dict[str, bool]:
        """The names that the functions around `holder` bind (those of the file where there is none), and whether
        something is known of their values. Valid until something is added."""
        visible = self._visible.get(holder)
        if visible is None:
            visible = self._visible[holder] = {}
            for place in self.around(holder) if holder is not None else (None,):
                for name, is_known in self._bound.get(place, {}).items():
                    visible.setdefault(name, is_known)
        return visible

    def _known(self, name: str, holder: int | None) -> bool | None:
        """Whether something is known of the value of a name that is visible there, None for one that is not."""
        for place in self.around(holder) if holder is not None else (None,):
            if (is_known := self._bound.get(place, _NO_NAMES).get(name)) is not None:
                return is_known
        return None

    def receiver(self, path: str, holder: int | None) -> str:
        """The path of a receiver, "" where it begins with a value of which nothing is known; of several paths between
        bars, each of its own."""
        if "|" in path and len(parts := split_at(path, "|")) > 1:
            told = [self._receiver(part, holder) for part in parts]
            return "|".join(told) if any(told) else ""
        return self._receiver(path, holder)

    def _receiver(self, path: str, holder: int | None) -> str:
        head = _HEAD.match(path)
        name = path if head is None else head[0]
        if name in self._language.self_names or name in self._language.super_names:
            return path
        return path if self._known(name, holder) is not False else ""

    def settled(self, path: str, offset: int, holder: int | None) -> str:
        """The path of an expression at an offset with the name of the variable that it begins with. One that begins
        with the name of a module or type says so only where a variable has that name as well."""
        if path.startswith(NAMED):
            inner = path[len(NAMED) + 1 :]
            return path if self._known(inner.partition(".")[0], holder) is not None else inner
        return self.variables.path(path, offset)

    def told(self, path: str, offset: int, holder: int | None) -> str:
        """The path of an expression at an offset, "" where it begins with a value of which nothing is known."""
        settled = self.settled(path, offset, holder)
        return self.receiver(settled, holder)

    def hides(self, name: str, offset: int) -> bool:
        """Whether a name that is bound somewhere around an offset is bound there."""
        return self.variables.seen(name, offset) is not None or not self.variables.declares(name)

    def local_name(self, written: str) -> str:
        """The name of a variable; the brace of a lambda stands for that of its implicit parameter."""
        return self._language.implicit_parameter if written == "{" else written

    def outermost(self, holder: int) -> int:
        """The outermost function around a symbol, or what is outermost of all where there is none."""
        around = list(self.around(holder))
        return next((each for each in reversed(around) if self._kinds[each] in _CALLABLES), around[-1])

    def around(self, holder: int | None) -> Iterator[int]:
        """The symbol and those that enclose it, innermost first."""
        while holder is not None:
            yield holder
            container = self._containers[holder]
            holder = None if container == NONE else container
