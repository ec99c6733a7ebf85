"""Reading the notifications from which the text of a document is known, without taking one type for another.

The protocol's converter makes a text of whatever stands where a text belongs: of `null` the text "None". In a question
that is harmless; here it would be taken for the user's code.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, get_args

from cattrs import Converter
from cattrs.cols import is_sequence
from lsprotocol import types
from lsprotocol.converters import get_converter

_READ_EXACTLY = frozenset(
    {
        types.DidOpenTextDocumentNotification,
        types.DidChangeTextDocumentNotification,
        types.DidSaveTextDocumentNotification,
        types.DidCloseTextDocumentNotification,
    }
)


def is_read_exactly(message: type[Any]) -> bool:
    """Whether messages of a class are to be read by `exact_converter`."""
    return message in _READ_EXACTLY


@cache
def exact_converter() -> Converter:
    """A converter of the protocol's classes that raises an exception where a text, number or list is something else."""
    converter = get_converter()
    converter.register_structure_hook(str, _text)
    converter.register_structure_hook(int, _integer)
    converter.register_structure_hook(types.LanguageKind | str, _text)
    converter.register_structure_hook_factory(is_sequence, _list_hook)
    return converter


def _text(value: Any, _: Any) -> str:
    if not isinstance(value, str):
        raise TypeError("not a text")
    return value


def _integer(value: Any, _: Any) -> int:
    """Some clients know no integers, and write 1 as 1.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError("not an integer")
    return value


def _list_hook(type_: Any, converter: Converter) -> Any:
    (item_type,) = get_args(type_)
    read_item = converter.get_structure_hook(item_type)

    def structure(value: Any, _: Any) -> Sequence[Any]:
        if not isinstance(value, list):
            raise TypeError("not a list")
        return tuple(read_item(each, item_type) for each in value)

    return structure
