"""What functions are called with that are given to others, by the places of arguments and parameters.

`items.each((item) => …)` gives `item` the source `items.each(0,0)`: the first thing with which the function is called
that is the first argument. `on({done: (result) => …})` gives `on(0,done,0)`. A function that says with what it calls
one of its parameters has values of the names `(0,0)`, or `(0)` where a type of that name says it, and such a type has
the values `(0)`, or `done(0)` for its member.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, cast

from glossator.core.node_texts import Node

Captures = Mapping[str, Sequence[Node]]


class _Tree(Protocol):
    """A node with what is inside of it."""

    @property
    def start_byte(self) -> int: ...
    @property
    def end_byte(self) -> int: ...
    @property
    def type(self) -> str: ...
    @property
    def named_children(self) -> Sequence[_Tree]: ...


def callback_step(captures: Captures, key: str) -> str:
    """The step behind a function that leads to what it calls its argument with: the parameter `local` among
    `parameters` (or alone) of the argument among `arguments`, or of its member called `key`."""
    local = captures["local"][0]
    argument = _place(local, captures["arguments"][0])
    parameters = captures.get("parameters")
    parameter = _place(local, parameters[0]) if parameters else 0
    return f"({argument},{key},{parameter})" if key else f"({argument},{parameter})"


def callback_name(captures: Captures, name: str) -> str:
    """The name of the value that says with what a function is called which is the parameter `callback` of `signature`,
    or else the member `name` of a type, or a value of the type itself."""
    parameters = captures.get("parameters")
    parameter = str(_place(captures["type"][0], parameters[0])) if parameters else ""
    signature = captures.get("signature")
    if signature is None:
        return f"{name}({parameter})"
    place = _place(captures["callback"][0], signature[0])
    return f"({place},{parameter})" if parameters else f"({place})"


def _place(node: Node, around: Node) -> int:
    """Among how many others a node stands; comments and a parameter that is the own object do not count."""
    place = 0
    for child in cast(_Tree, around).named_children:
        if child.start_byte <= node.start_byte and node.end_byte <= child.end_byte:
            break
        if child.type != "comment" and not any(inner.type == "this" for inner in child.named_children[:1]):
            place += 1
    return place
