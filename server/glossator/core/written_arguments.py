"""From the arguments of a call and the parameters of a definition as they stand in the source to one form.

Arguments are paths of expressions (`core.written_expressions`), parameters types (`core.written_types`), both joined
by semicolons; an empty part is one of which nothing is known. They tell definitions of one name apart that take as
many arguments.
"""

from __future__ import annotations

import re

from glossator.core.arity import count_arguments, split_arguments, split_parameters
from glossator.core.languages import Language
from glossator.core.symbols import NONE
from glossator.core.written_expressions import FUNCTION, NOTHING, TRUTH, expression_path
from glossator.core.written_types import type_path

_MOST = 12
"""Further arguments are not told."""
_LONGEST_BYTES = 200
_FUNCTION = re.compile(r"(?:async\s+)?(?:\([^()]*\)|\w+)\s*(?:=>|->)|\[[^\]]*\]\s*(?:\(|\{)|delegate\b|function\b|\w+(?:\.\w+)*::\w+$")
_WORDS = {"true": TRUTH, "false": TRUTH, "null": NOTHING, "nullptr": NOTHING, "NULL": NOTHING, "nil": NOTHING}
_NAMED = re.compile(r"\w+\s*:(?!:)\s*")
_DEFAULT = re.compile(r"=(?!=).*$", re.DOTALL)
_ATTRIBUTE = re.compile(r"^(?:\s*(?:\[[^\]]*\]|@\w+(?:\([^()]*\))?))+\s*")
_PARAMETER = re.compile(r"^(.*[\w>\]*&?.])(?:\s+|(?<=[*&>\]])\s*)([^\W\d]\w*)\s*((?:\[\w*\])*)$", re.DOTALL)


def arguments_form(data: bytes, end: int, language: Language) -> str | None:
    """The arguments of the call whose name ends at `end`, behind their number (`2:a.b();%string`); of a language whose
    definitions of one name differ in numbers of arguments alone, just the number. None where they cannot be told."""
    if not language.overloads:
        count = count_arguments(data, end)
        return None if count == NONE else str(count)
    written = split_arguments(data, end)
    if written is None:
        return None
    parts = ";".join(_argument(text, language) for text in written[:_MOST])
    return f"{len(written)}:{parts}"


def number_of(form: str | None) -> int:
    """The number of arguments in a form that `arguments_form` made, `NONE` for None."""
    return NONE if form is None else int(form.partition(":")[0])


def _argument(raw: bytes, language: Language) -> str:
    if len(raw) > _LONGEST_BYTES:
        return FUNCTION if b"=>" in raw[:80] or b"->" in raw[:80] else ""
    text = raw.decode("utf-8", "replace").strip()
    if known := _WORDS.get(text):
        return known
    if _FUNCTION.match(text):
        return FUNCTION
    named = _NAMED.match(text)
    return expression_path(text[named.end() :] if named else text, language)


def parameters_form(data: bytes, end: int) -> str | None:
    """The types of the parameters of the definition whose name ends at `end`."""
    written = split_parameters(data, end)
    if written is None:
        return None
    return ";".join(_parameter(raw.decode("utf-8", "replace")) for raw in written[:_MOST])


def _parameter(text: str) -> str:
    text = _DEFAULT.sub("", _ATTRIBUTE.sub("", text)).strip().removeprefix("this ")
    match = _PARAMETER.match(text)
    written = match[1] + match[3] if match is not None else text
    return type_path(written.replace("...", "[]") if "..." in written else written)
