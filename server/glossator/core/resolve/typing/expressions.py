"""Expressions, followed step by step from their beginning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from glossator.core.languages import Language
from glossator.core.resolve.bindings import Binding, ImportBindings
from glossator.core.resolve.entries import SymbolEntry
from glossator.core.resolve.members import Members
from glossator.core.resolve.scopes import Scopes
from glossator.core.resolve.typing.bound_values import BoundValues
from glossator.core.resolve.typing.callback_arguments import CallbackArguments
from glossator.core.resolve.typing.calls import Calls
from glossator.core.resolve.typing.declared_types import DeclaredTypes
from glossator.core.resolve.typing.elements import Elements
from glossator.core.resolve.typing.external_objects import awaited
from glossator.core.resolve.typing.heads import Heads
from glossator.core.resolve.typing.meanings import (
    UNKNOWN,
    Meaning,
    Meanings,
    Place,
    Sort,
    few,
    uncertain,
)
from glossator.core.resolve.typing.member_meanings import MemberMeanings, member_of_enumeration
from glossator.core.resolve.typing.memo import ExpressionMemo
from glossator.core.resolve.typing.module_objects import ModuleObjects
from glossator.core.resolve.typing.names import Names
from glossator.core.resolve.typing.narrowing import Narrowing, of_use
from glossator.core.resolve.typing.steps import Step, is_called, steps_of
from glossator.core.resolve.workspace import Workspace
from glossator.core.values.type_forms import split_at, split_type


class Typing:
    """Follows expressions in a workspace that does not change; remembers what it has found."""

    def __init__(
        self, workspace: Workspace, bindings: ImportBindings, scopes: Scopes, members: Members
    ) -> None:
        self.members = members
        self._workspace = workspace
        self._memo = ExpressionMemo()
        self._narrowing = Narrowing(bindings, members)
        self._values = BoundValues(workspace, members, self, self._memo)
        self._modules = ModuleObjects(workspace, self._values)
        self._calls = Calls(workspace, members, self._values, self._modules)
        self._objects = MemberMeanings(
            workspace, bindings, scopes, members, self._values, self._modules, self._calls
        )
        self._types = DeclaredTypes(
            workspace, scopes, members, self._values, self._objects, self._narrowing, self._memo
        )
        self._heads = Heads(
            workspace,
            bindings,
            members,
            self._values,
            self._types,
            self._objects,
            Names(workspace, scopes, members, self._values, self._objects),
        )
        self._callbacks = CallbackArguments(workspace, members, self._values)
        self._elements = Elements(members, self._values, self._objects, self._calls)

    def meanings(self, expression: str, path: str, holder: int | None) -> Meanings:
        """What an expression at a place may mean; empty where that is not known."""
        if not expression:
            return UNKNOWN
        key = expression, path, holder
        found = self._memo.known(key)
        if found is not None:
            return found
        if "|" in expression and len(parts := split_at(expression, "|")) > 1:
            return self._any_of(parts, path, holder)
        language = self._workspace.language(path)
        if language is None or self._memo.is_cut(key):
            return UNKNOWN
        return self._memo.followed(key, partial(self._follow, expression, Place(path, holder, language)))

    def declared(
        self, source: str, path: str, holder: int | None, given: Mapping[str, Meanings] | None = None
    ) -> Meanings:
        """What a value of a type in the common form may mean. `given` are the arguments of generic types by the name
        of their parameter."""
        return self._types.declared(source, path, holder, given)

    def of_symbols(self, symbols: Iterable[SymbolEntry]) -> Meanings:
        """What symbols mean where they stand in an expression."""
        return self._values.of_symbols(symbols, "value")

    def member(self, meaning: Meaning, name: str) -> Meanings:
        """What a member of what is meant may mean."""
        return self._objects.member(meaning, name)

    def with_member(self, meanings: Meanings, name: str) -> Meanings:
        """The meanings without those that only a test says, unless nothing else has a member of the name."""
        return self._narrowing.with_member(meanings, name)

    def nearer(self, meanings: Meanings, name: str) -> Meanings:
        """Those among meanings that a member belongs to."""
        return self._narrowing.nearer(meanings, name)

    def offered(self, binding: Binding) -> Meanings:
        """What an import takes from the object that a module is."""
        return self._objects.offered(binding)

    def is_replaced(self, meaning: Meaning, name: str) -> bool:
        """Whether a module offers something else under a name than what it defines."""
        return self._modules.is_replaced(meaning, name)

    def reached(self, meanings: Meanings, language: Language) -> Meanings:
        """What objects lead to that are used like pointers."""
        return self._calls.reached(meanings, language)

    def _any_of(self, expressions: Sequence[str], path: str, holder: int | None) -> Meanings:
        """What one of several expressions may mean."""
        found = [self.meanings(expression, path, holder) for expression in expressions]
        meant = few(each for meanings in found for each in meanings)
        return meant if all(found) else uncertain(meant)

    def _follow(self, expression: str, place: Place) -> Meanings:
        """Follow an expression from its beginning through all steps."""
        steps = steps_of(expression)
        if not steps:
            return UNKNOWN
        current, taken = self._heads.head(steps, place)
        if taken == 1:
            current = self._called_with(current, steps[0], place)
        calls_bare = place.language.bare_calls
        if calls_bare and not is_called(steps, taken):
            current = self._calls.called_bare(current, place.path)
        for following in range(taken + 1, len(steps) + 1):
            if not current:
                return UNKNOWN
            current = few(self._step(current, steps[following - 1], place))
            if len(current) > 1:
                current = of_use(current, is_called=is_called(steps, following))
            if calls_bare and not is_called(steps, following):
                current = self._calls.called_bare(current, place.path)
        return current

    def _step(self, meanings: Meanings, step: Step, place: Place) -> Iterator[Meaning]:
        """What one step makes of meanings."""
        name = step.name
        if name[0] not in "([":
            meanings = self._narrowing.with_member(meanings, name)
        for meaning in self._narrowing.nearer(meanings, name):
            if name == "()":
                yield from self._calls.called(meaning, place.path)
            elif name[0] == "(":
                yield from self._callbacks.given(meaning, name[1:-1].split(","))
            elif name[0] == "[":
                yield from self._elements.element(meaning, name[1:-1], place.language)
            elif name == "await":
                yield from awaited(meaning)
            elif meaning.sort is Sort.TYPE and name in place.language.self_names:
                # `Outer.this`
                yield meaning._replace(sort=Sort.INSTANCE)
            elif (made := member_of_enumeration(meaning, name)) is not None:
                yield made
            else:
                found = self._objects.member(meaning, name)
                if step.arguments and any(each.sort is Sort.EXTERNAL for each in found):
                    yield self._with_arguments(step, place)
                else:
                    yield from self._called_with(found, step, place)

    def _called_with(self, meanings: Meanings, step: Step, place: Place) -> Meanings:
        """Meanings with the arguments for the type parameters of functions that a step writes."""
        if not step.arguments or not any(each.sort is Sort.FUNCTION for each in meanings):
            return meanings
        _, parts = split_type(f"T{step.arguments}")
        arguments = tuple(self.declared(part, place.path, place.holder) for part in parts)
        return tuple(
            each._replace(arguments=arguments) if each.sort is Sort.FUNCTION else each for each in meanings
        )

    def _with_arguments(self, step: Step, place: Place) -> Meaning:
        """A member of something external that is called with arguments of generic types."""
        _, parts = split_type(f"T{step.arguments}")
        arguments = (self.declared(part, place.path, place.holder) for part in parts)
        return Meaning(Sort.EXTERNAL, arguments=tuple(arguments), name=step.name)
