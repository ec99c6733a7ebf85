"""From the arguments of a call and the parameters of a definition as they stand in the source to one form.

Arguments are paths of expressions (`core.written_expressions`), parameters types (`core.written_types`), both joined
by semicolons; an empty part is one of which nothing is known, and `&` precedes what is passed by reference. They tell
definitions of one name apart that take as many arguments.
"""

from __future__ import annotations

import re

from glossator.core.arity import count_arguments, split_arguments, split_parameters
from glossator.core.languages import Language
from glossator.core.symbols import NONE
from glossator.core.written_expressions import FRACTION, FUNCTION, INTEGER, NOTHING, STRING, TRUTH, expression_path
from glossator.core.written_types import type_path

_MOST = 12
"""Further arguments are not told."""
_LONGEST_BYTES = 200
_FUNCTION = re.compile(r"(?:async\s+)?(?:\([^()]*\)|\w+)\s*(?:=>|->)|\[[^\]]*\]\s*(?:\(|\{)|delegate\b|function\b|\w+(?:\.\w+)*::\w+$")
_WORDS = {"true": TRUTH, "false": TRUTH, "null": NOTHING, "nullptr": NOTHING, "NULL": NOTHING, "nil": NOTHING}
_NAMED = re.compile(r"\w+\s*:(?!:)\s*")
_REFERENCE = re.compile(r"(?:ref|out)\s+(?=[\w@])")
"""What an argument must have where the parameter has it (C#)."""
_QUOTED = re.compile(r'[$@]{0,2}"(?:\\.|[^"\\])*"')
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_COMPARISON = re.compile(r"==|!=|<=|>=|&&|\|\||\binstanceof\b|\bis\b")
_OPERATOR = re.compile(r"\s*[-+*/%]\s*")
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
    if (reference := _REFERENCE.match(text)) is not None:
        return f"&{expression_path(text[reference.end() :], language)}"
    if known := _WORDS.get(text):
        return known
    if _FUNCTION.match(text):
        return FUNCTION
    named = _NAMED.match(text)
    text = text[named.end() :] if named else text
    if text.endswith(".class"):
        return "Class()"
    if text.startswith(("typeof(", "nameof(")):
        return "Type()" if text[0] == "t" else STRING
    return expression_path(text, language) or _operation(text, language)


def _operation(text: str, language: Language) -> str:
    """The kind of value that operators give, "" where only their operands tell."""
    flat = _QUOTED.sub('""', text)
    while (inner := _BRACKETS.sub("", flat)) != flat:
        flat = inner
    if "?" in flat:
        return ""
    if (flat.startswith("!") and not flat.startswith("!new ")) or _COMPARISON.search(flat):
        return TRUTH
    operands = [each for each in _OPERATOR.split(flat) if each]
    if "+" in flat and '""' in operands:
        return STRING
    kinds = {expression_path(each, language) for each in operands}
    return (FRACTION if FRACTION in kinds else INTEGER) if kinds and kinds <= {INTEGER, FRACTION} else ""


def parameters_form(data: bytes, end: int) -> str | None:
    """The types of the parameters of the definition whose name ends at `end`."""
    written = split_parameters(data, end)
    if written is None:
        return None
    return ";".join(_parameter(raw.decode("utf-8", "replace")) for raw in written[:_MOST])


def _parameter(text: str) -> str:
    text = _DEFAULT.sub("", _ATTRIBUTE.sub("", text)).strip().removeprefix("this ")
    reference = _REFERENCE.match(text)
    text = text[reference.end() :] if reference is not None else text
    match = _PARAMETER.match(text)
    written = match[1] + match[3] if match is not None else text
    found = type_path(written.replace("...", "[]") if "..." in written else written)
    return f"&{found}" if reference is not None else found
