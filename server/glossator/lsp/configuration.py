"""Where the settings of a session come from, lowest first: the user's file, `initializationOptions`, the
client.

A client that has `workspace/configuration` is asked for the section `glossator`, at the start and whenever it
says that something has changed; others send the section with `workspace/didChangeConfiguration`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from glossator.core.settings import Settings, merge

SECTION = "glossator"

CLIENT_GROUPS = frozenset({"server", "trace"})
"""Groups of the section that are the editor's own (how to start the server, what to trace)."""


class Configuration:
    """The layers of one session. `complain` gets all problems of a change in one text; `base_problems` are
    those of the lowest layer."""

    def __init__(
        self, base: Settings, complain: Callable[[str], None], base_problems: Sequence[str] = ()
    ) -> None:
        self._base = base
        self._base_problems = list(base_problems)
        self._complain = complain
        self._initial: object = None
        self._client: object = None
        self._reported: list[str] = []

    def use_initialization_options(self, options: object) -> Settings:
        """Take the options of `initialize`: the section itself, or an object that holds it."""
        self._initial = section_of(options)
        return self._resolve()

    def use_client_settings(self, settings: object) -> Settings:
        """Take what the client says now; it replaces what the client said before."""
        self._client = section_of(settings)
        return self._resolve()

    def _resolve(self) -> Settings:
        settings, problems = merge(self._base, _without_client_groups(self._initial))
        settings, more = merge(settings, _without_client_groups(self._client))
        problems = list(dict.fromkeys(self._base_problems + problems + more))
        if problems and problems != self._reported:
            self._complain("Settings of Glossator: " + " ".join(problems))
        self._reported = problems
        return settings


def section_of(value: object) -> object:
    """The section `glossator` if `value` is an object that holds it, else `value` itself."""
    if isinstance(value, Mapping) and SECTION in value:
        return value[SECTION]
    return value


def _without_client_groups(wire: object) -> Any:
    if not isinstance(wire, Mapping):
        return wire
    return {key: value for key, value in wire.items() if key not in CLIENT_GROUPS}
