"""Inheritance and imports as no person writes them are resolved without recursion and without repeating work."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from glossator.core.languages import languages
from glossator.core.resolve import SymbolEntry, Workspace, resolve_workspace
from glossator.core.row_ids import position_of
from glossator.core.symbols import FileFacts
from glossator.core.syntax import extract

PYTHON = languages()["python"]


def edges(source: str) -> list[tuple[str, str]]:
    """(name of the reference, qualified name of its symbol) of a file's edges."""
    facts = extract(source.encode(), PYTHON)
    return [
        (
            facts.references[position_of(edge.reference)].name,
            facts.symbols[position_of(edge.symbol)].qualified_name,
        )
        for edge in resolve_workspace({"a.py": facts})
    ]


def test_a_base_that_is_looked_for_in_the_next_class_again_and_again_ends() -> None:
    count = 2000
    classes = "".join(f"class A{n}(A{n + 1}.Inner):\n    def m(self): self.foo()\n" for n in range(count))
    found = edges(f"{classes}class A{count}:\n    class Inner:\n        def foo(self): pass\n")
    assert ("Inner", f"A{count}.Inner") in found


def test_a_long_line_of_bases_is_followed_as_far_as_people_write_them() -> None:
    classes = "".join(f"class A{n}(A{n - 1}): pass\n" for n in range(1, 2000))
    found = edges(f"class A0:\n    def foo(self): pass\n{classes}class Z(A5):\n    def m(self): self.foo()\n")
    assert ("foo", "A0.foo") in found


def test_bases_that_share_their_bases_are_looked_at_once() -> None:
    levels = "".join(
        f"class {name}{level}(A{level - 1}, B{level - 1}, C{level - 1}): pass\n"
        for level in range(1, 16)
        for name in "ABC"
    )
    top = "class A0: pass\nclass B0: pass\nclass C0: pass\n"
    found = edges(
        f"{top}{levels}class Z(A15):\n    def m(self): self.foo()\n\n\nclass Q:\n    def foo(self): pass\n"
    )
    assert ("A14", "A14") in found
    assert ("foo", "A0.foo") not in found


def test_classes_that_inherit_from_each_other_end() -> None:
    assert ("B", "B") in edges("class A(B): pass\nclass B(A):\n    def m(self): self.foo()\n")


def passed_on(count: int, last: str) -> dict[str, FileFacts]:
    """Modules of which each takes a name from the next and uses it."""
    line = "from m{following} import foo\n\n\ndef use(): foo()\n"
    files = {f"m{n}.py": line.format(following=n + 1) for n in range(count)}
    return {path: extract(text.encode(), PYTHON) for path, text in (files | {f"m{count}.py": last}).items()}


@pytest.mark.parametrize("last", ["def foo(): pass\n", "from m0 import foo\n"], ids=["a line", "a circle"])
def test_a_name_that_is_passed_on_by_many_modules_is_followed_once_through_each(
    last: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = 0
    exports = Workspace.exports

    def counted(self: Workspace, path: str, name: str) -> Sequence[SymbolEntry]:
        nonlocal steps
        steps += 1
        return exports(self, path, name)

    monkeypatch.setattr(Workspace, "exports", counted)
    count = 1500
    found = resolve_workspace(passed_on(count, last))
    calls = [edge for edge in found if edge.why.startswith("imported")]
    assert len(calls) == (count if last.startswith("def") else 0)
    assert steps < 20 * count


TYPESCRIPT = languages()["typescript"]


@pytest.mark.parametrize(
    "text",
    [
        "type A = B;\ntype B = A;\nfunction f(a: A) { a.run(); }\nclass C { run() {} }\n",
        "class N<T extends N<T>> { own(): T { } run() {} }\nfunction f(n: N<any>) { n.own().own().run(); }\n",
        "function a() { return b(); }\nfunction b() { return a(); }\n"
        "function f() { a().run(); }\nclass C { run() {} }\n",
        "class A { x = this.y; y = this.x; f() { this.x.run(); } }\nclass C { run() {} }\n",
        "let a = b.c; let b = a.c;\nfunction f() { a.run(); b.run(); }\nclass C { run() {} }\n",
    ],
)
def test_values_and_types_that_stand_for_each_other_end(text: str) -> None:
    resolve_workspace({"a.ts": extract(text.encode(), TYPESCRIPT)})


def test_a_long_line_of_calls_is_followed_without_recursion() -> None:
    text = "class A:\n    def a(self) -> 'A': pass\n\ndef f(x: A):\n    x" + ".a()" * 60 + ".a()\n"
    found = edges(text)
    assert len(found) == 62


def test_a_long_line_of_modules_in_a_file_passes_names_on_as_far_as_people_write_them() -> None:
    count = 3000
    modules = "".join(f"pub mod m{n} {{ pub use crate::m{n + 1}::*; }}\n" for n in range(count))
    named = "".join(f"pub mod n{n} {{ pub use crate::n{n + 1}::go; }}\n" for n in range(count))
    ends = f"pub mod m{count} {{ pub fn go() {{}} }}\npub mod n{count} {{ pub use crate::n0::go; }}\n"
    uses = f"fn near() {{ m{count - 5}::go(); }}\nfn far() {{ m0::go(); n0::go(); }}\n"
    facts = extract(f"{modules}{named}{ends}{uses}".encode(), languages()["rust"])
    found = resolve_workspace({"src/lib.rs": facts})
    callers = [facts.references[position_of(edge.reference)].enclosing for edge in found]
    assert "near" in {facts.symbols[each].name for each in callers if each is not None}
