"""What comments tell of types is read in the forms of all languages."""

from __future__ import annotations

import pytest

from glossator.core.values.documented_types import DocumentedType, documented_types


@pytest.mark.parametrize(
    ("text", "form", "told"),
    [
        ("/** @param Foo|null $x what it is */", "type name", [("parameter", "$x", "Foo|null")]),
        ("@param ?Foo ...$all", "type name", [("parameter", "$all", "[]<Foo>")]),
        ("@return array<string, Foo> by name", "type name", [("result", "", "array<string,Foo>")]),
        ("@return Foo | Bar", "type name", [("result", "", "Foo|Bar")]),
        ("@var \\A\\B[]", "type name", [("value", "", "[]<%root.A.B>")]),
        ("@var Foo $x", "type name", [("value", "$x", "Foo")]),
        ("@property-read Foo $x", "type name", [("member", "$x", "Foo")]),
        (
            "@template T of Foo\n@template-covariant U",
            "type name",
            [("type parameter", "T", "Foo"), ("type parameter", "U", "")],
        ),
        ("@phpstan-return list<Foo>", "type name", [("result", "", "list<Foo>")]),
        (
            "@param {Foo} x - text\n@returns {Bar<Baz>}",
            "{type} name",
            [("parameter", "x", "Foo"), ("result", "", "Bar<Baz>")],
        ),
        (
            "# @param [Foo] x text\n# @return [Bar]",
            "[type] name",
            [("parameter", "x", "Foo"), ("result", "", "Bar")],
        ),
        (
            "---@param x Foo\n---@return Bar[]\n---@field y? Foo",
            "name type",
            [("parameter", "x", "Foo"), ("result", "", "[]<Bar>"), ("member", "y", "Foo")],
        ),
        ("@param\n@return\n@var", "type name", []),
        ("@parameter Foo $x @returned Foo", "type name", []),
        ("@param Foo(", "type name", []),
        ("@param {Foo", "{type} name", []),
    ],
)
def test_types_are_read_from_documentation(text: str, form: str, told: list[tuple[str, str, str]]) -> None:
    assert list(documented_types(text, form)) == [DocumentedType(*each) for each in told]
