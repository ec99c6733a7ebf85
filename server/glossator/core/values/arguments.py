"""From the arguments of a call and the parameters of a definition as they stand in the source to one form.

Arguments are paths of expressions (`core.values.expressions`), parameters types (`core.values.types`), both joined
by semicolons; an empty part is one of which nothing is known, and `&` precedes what is passed by reference. They tell
definitions of one name apart that take as many arguments.
"""

from __future__ import annotations

import re

from glossator.core.languages import Language
from glossator.core.symbols import NONE
from glossator.core.values.argument_lists import ArgumentLists
from glossator.core.values.expressions import expression_path
from glossator.core.values.literals import FRACTION, FUNCTION, INTEGER, NOTHING, STRING, TRUTH
from glossator.core.values.parameter_lists import split_parameters
from glossator.core.values.type_forms import split_type
from glossator.core.values.types import type_path

_MOST = 12
"""Further arguments are not told."""
_LONGEST_BYTES = 200
_FUNCTION = re.compile(
    r"(?:async\s+)?(?:\([^()]*\)|\w+)\s*(?:=>|->)|\[[^\]]*\]\s*(?:\(|\{)|delegate\b|function\b|\w+(?:\.\w+)*::\w+$"
)
MADE = "*"
_DIGITS = re.compile(r"\D")
_TYPE_ARGUMENTS = re.compile(r"\d+<(\d+)>")
_GENERICS = re.compile(rb"<[\w\s,.?:\[\]<>()]*>(?=\s*[({])")
_WORDS = {
    "true": TRUTH,
    "false": TRUTH,
    "null": NOTHING,
    "nullptr": NOTHING,
    "NULL": NOTHING,
    "nil": NOTHING,
    "function": FUNCTION,
    "delegate": FUNCTION,
}
_NAMED = re.compile(r"\w+\s*:(?!:)\s*")
_REFERENCE = re.compile(r"(?:ref|out)\s+(?=[\w@])")
"""What an argument must have where the parameter has it (C#)."""
_QUOTED = re.compile(r'[$@]{0,2}"(?:\\.|[^"\\])*"')
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_COMPARISON = re.compile(r"==|!=|<=|>=|&&|\|\||\binstanceof\b|\bis\b")
_OPERATOR = re.compile(r"\s*[-+*/%]\s*")
_DEFAULT = re.compile(r"=(?!=).*$", re.DOTALL)
_ATTRIBUTE = re.compile(r"^(?:\s*(?:\[[^\]]*\]|@\w+(?:\([^()]*\))?))+\s*")
_NAMED_PARAMETER = re.compile(r"^[\w\s]*\w\s*:(?!:)\s*(?:inout\s+)?")
_PARAMETER = re.compile(r"^(.*[\w>\]*&?.])(?:\s+|(?<=[*&>\]])\s*)([^\W\d]\w*)\s*((?:\[\w*\])*)$", re.DOTALL)


class Arguments:
    """The arguments of the calls in one file. What is written often is read once."""

    def __init__(self, data: bytes, language: Language) -> None:
        self._data = data
        self._lists = ArgumentLists(data)
        self._language = language
        self._forms: dict[bytes, str] = {}

    def form(self, start: int, end: int) -> str | None:
        """The arguments of the call whose name stands there, behind their number (`2:a.b();%string`); of a language
        whose definitions of one name differ in numbers of arguments alone, just the number. None where they cannot be
        told. Behind the number stand, where the language knows that, the number of type arguments (`2<1>`) and a star
        where an object is made of a type (`2*`)."""
        if self._language.trailing_functions and self._lists.brace_follows(end):
            # What stands in braces may be one more argument, or a block that the call stands before.
            return None
        if not self._language.overloads:
            count = self._lists.count(end)
            if count == 1 and self._language.spreads_results and self._is_call(end):
                return None
            return None if count is None else str(count)
        language = self._language
        is_made = bool(language.types_made_by) and self._follows(start, language.types_made_by.encode())
        written = self._lists.texts(end)
        if written is None:
            if not is_made:
                return None
            # The parenthesis may be missing before an initializer.
            written = []
        number = (
            f"{len(written)}{self._generics(end) if language.generic_arity else ''}{MADE if is_made else ''}"
        )
        return f"{number}:{';'.join(map(self._form, written[:_MOST]))}"

    def _is_call(self, end: int) -> bool:
        """Whether the only argument of the call whose name ends at `end` is a call."""
        written = self._lists.texts(end)
        return written is not None and written[0].rstrip().endswith(b")")

    def _follows(self, start: int, word: bytes) -> bool:
        """Whether a name follows a word and a blank."""
        before = self._data[max(0, start - _LONGEST_BYTES) : start]
        ahead, behind = before.rstrip(), before[-1:].isspace()
        return behind and ahead.endswith(word) and not ahead[: -len(word)][-1:].isalnum()

    def _generics(self, end: int) -> str:
        """The number of type arguments behind a name that ends at `end`."""
        match = _GENERICS.match(self._data, end, end + _LONGEST_BYTES)
        if match is None:
            return ""
        written = match[0].decode("utf-8", "replace")
        return f"<{len(split_type(f'T{written}')[1])}>"

    def _form(self, raw: bytes) -> str:
        form = self._forms.get(raw)
        if form is None:
            form = self._forms[raw] = _argument(raw, self._language)
        return form


def number_of(form: str | None) -> int:
    """The number of arguments in a form that `Arguments` made, `NONE` for None."""
    return NONE if form is None else int(_DIGITS.split(form, 1)[0])


def makes_object(form: str | None) -> bool:
    """Whether a form says that an object is made of a type."""
    return form is not None and form.partition(":")[0].endswith(MADE)


def type_arguments_of(form: str | None) -> int:
    """The number of type arguments in a form, `NONE` where none are written."""
    match = None if form is None else _TYPE_ARGUMENTS.match(form)
    return NONE if match is None else int(match[1])


def _argument(raw: bytes, language: Language) -> str:
    if len(raw) > _LONGEST_BYTES:
        return FUNCTION if b"=>" in raw[:80] or b"->" in raw[:80] else ""
    text = raw.decode("utf-8", "replace").strip()
    if known := _WORDS.get(text):
        return known
    if text.isidentifier():
        return expression_path(text, language)
    if (reference := _REFERENCE.match(text)) is not None:
        return f"&{expression_path(text[reference.end() :], language)}"
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
    text = _NAMED_PARAMETER.sub("", text)
    reference = _REFERENCE.match(text)
    text = text[reference.end() :] if reference is not None else text
    match = _PARAMETER.match(text)
    written = match[1] + match[3] if match is not None else text
    found = type_path(written.replace("...", "[]") if "..." in written else written)
    return f"&{found}" if reference is not None else found
