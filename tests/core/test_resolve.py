"""From references to edges: scope, class, file, imports, and what stays only possible."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from glossator.core.languages import detect, languages
from glossator.core.resolve import resolve_workspace
from glossator.core.row_ids import POSITION_BITS
from glossator.core.symbols import MODULE, FileFacts
from glossator.core.syntax import extract

Found = list[tuple[str, str, str]]


def facts_of(files: dict[str, str]) -> dict[str, FileFacts]:
    facts = {}
    for path, text in files.items():
        language = detect(path)
        assert language is not None
        facts[path] = extract(text.encode(), language)
    return facts


def edges(files: dict[str, str]) -> list[tuple[str, str, str, str, str, str]]:
    """(calling file, caller, callee file, callee, certainty, kind) of all edges."""
    facts = facts_of(files)
    ordered = sorted(facts)
    mask = (1 << POSITION_BITS) - 1
    found = []
    for edge in resolve_workspace(facts):
        source, target = (
            ordered[(edge.reference >> POSITION_BITS) - 1],
            ordered[(edge.symbol >> POSITION_BITS) - 1],
        )
        reference = facts[source].references[edge.reference & mask]
        holder = (
            MODULE
            if reference.enclosing is None
            else facts[source].symbols[reference.enclosing].qualified_name
        )
        symbol = facts[target].symbols[edge.symbol & mask]
        found.append(
            (source, holder, target, symbol.qualified_name, edge.certainty.value, reference.kind.value)
        )
    return found


def callers(files: dict[str, str], path: str, name: str, kind: str = "call") -> Found:
    return [
        (source, holder, certainty)
        for source, holder, target, symbol, certainty, found in edges(files)
        if (target, symbol, found) == (path, name, kind)
    ]


def test_a_nested_function_hides_one_of_the_file() -> None:
    files = {"a.py": "def f(): pass\ndef g():\n    def f(): pass\n    f()\ndef h():\n    f()\n"}
    assert callers(files, "a.py", "f") == [("a.py", "h", "sure")]
    assert callers(files, "a.py", "g.f") == [("a.py", "g", "sure")]


def test_a_parameter_or_variable_of_the_same_name_is_no_call_of_the_function() -> None:
    files = {"a.py": "def f(): pass\ndef g(f):\n    f()\ndef h():\n    f = 1\n    f()\n"}
    assert callers(files, "a.py", "f") == []


def test_top_level_code_is_a_caller() -> None:
    assert callers({"a.py": "def f(): pass\nf()\n"}, "a.py", "f") == [("a.py", MODULE, "sure")]


def test_self_means_the_own_class_and_its_bases() -> None:
    files = {
        "base.py": "class Base:\n    def shared(self): pass\n    def other(self): pass\n",
        "a.py": (
            "from base import Base\n"
            "class A(Base):\n"
            "    def own(self):\n        self.shared()\n        self.other()\n        super().other()\n"
            "    def other(self): pass\n"
            "class B:\n    def shared(self): pass\n"
        ),
    }
    assert callers(files, "base.py", "Base.shared") == [("a.py", "A.own", "sure")]
    assert callers(files, "a.py", "A.other") == [("a.py", "A.own", "sure")]
    assert callers(files, "base.py", "Base.other") == [("a.py", "A.own", "sure")]
    assert callers(files, "a.py", "B.shared") == []


def test_imports_of_every_form_are_followed() -> None:
    files = {
        "pkg/__init__.py": "from .impl import work as labour\n",
        "pkg/impl.py": "def work(): pass\n",
        "pkg/sub/__init__.py": "",
        "pkg/sub/deep.py": "from ..impl import work\nfrom .. import impl\ndef d():\n    work()\n    impl.work()\n",
        "a.py": "from pkg.impl import work\ndef a(): work()\n",
        "b.py": "import pkg.impl\ndef b(): pkg.impl.work()\n",
        "c.py": "import pkg.impl as p\ndef c(): p.work()\n",
        "d.py": "from pkg import labour\ndef d(): labour()\n",
        "e.py": "from pkg.impl import *\ndef e(): work()\n",
        "f.py": "def f():\n    from pkg.impl import work as w\n    w()\n",
        "g.py": "def g(): work()\n",
    }
    found = callers(files, "pkg/impl.py", "work")
    assert {(path, holder) for path, holder, _ in found} == {
        ("pkg/sub/deep.py", "d"),
        ("a.py", "a"),
        ("b.py", "b"),
        ("c.py", "c"),
        ("d.py", "d"),
        ("e.py", "e"),
        ("f.py", "f"),
    }
    assert {certainty for _, _, certainty in found} == {"sure"}


def test_a_name_imported_from_outside_has_no_edge() -> None:
    files = {"a.py": "from os.path import join\njoin()\n", "b.py": "def join(): pass\n"}
    assert callers(files, "b.py", "join") == []


def test_import_cycles_end() -> None:
    files = {"a.py": "from b import f\nf()\n", "b.py": "from a import f\n"}
    assert edges(files) == []


def test_a_call_through_an_unknown_object_is_possible_for_every_method_of_the_name() -> None:
    files = {
        "a.py": "class A:\n    def run(self): pass\n",
        "b.py": "class B:\n    def run(self): pass\ndef run(): pass\n",
        "c.py": "def c(thing): thing.run()\n",
    }
    assert callers(files, "a.py", "A.run") == [("c.py", "c", "possible")]
    assert callers(files, "b.py", "B.run") == [("c.py", "c", "possible")]
    assert callers(files, "b.py", "run") == []


def test_one_method_of_the_name_is_still_only_possible() -> None:
    files = {"a.py": "class A:\n    def run(self): pass\ndef c(thing): thing.run()\n"}
    assert callers(files, "a.py", "A.run") == [("a.py", "c", "possible")]


def test_a_name_that_too_many_methods_share_says_nothing() -> None:
    classes = "".join(
        f"class C{n}:\n    def run(self): pass\n" for n in range(languages()["python"].most_possible + 1)
    )
    assert not [edge for edge in edges({"a.py": classes + "def c(thing): thing.run()\n"}) if edge[1] == "c"]


def test_a_method_called_through_its_class_is_sure() -> None:
    files = {
        "a.py": "class A:\n    @staticmethod\n    def make(): pass\n",
        "b.py": "from a import A\nA.make()\n",
        "c.py": "import a\na.A.make()\n",
    }
    assert callers(files, "a.py", "A.make") == [("b.py", MODULE, "sure"), ("c.py", MODULE, "sure")]


def test_two_definitions_of_one_name_are_both_possible() -> None:
    files = {"a.py": "if x:\n    def f(): pass\nelse:\n    def f(): pass\nf()\n"}
    assert [certainty for _, _, certainty in callers(files, "a.py", "f")] == ["possible", "possible"]


def test_a_function_that_is_passed_on_is_referenced_but_not_called() -> None:
    files = {"a.py": "def f(): pass\ndef g():\n    run(f)\n@f\ndef h(): pass\n"}
    assert callers(files, "a.py", "f") == []
    assert callers(files, "a.py", "f", "argument") == [("a.py", "g", "sure")]
    assert callers(files, "a.py", "f", "decorator") == [("a.py", MODULE, "sure")]


def test_languages_do_not_see_each_other() -> None:
    files = {
        "a.py": "class A:\n    def run(self): pass\n",
        "b.js": "function b(thing) { thing.run() }\n",
    }
    assert callers(files, "a.py", "A.run") == []


def test_a_workspace_opened_inside_of_its_package_still_resolves() -> None:
    files = {"core/text.py": "def f(): pass\n", "app/a.py": "from product.core.text import f\nf()\n"}
    assert callers(files, "core/text.py", "f") == [("app/a.py", MODULE, "sure")]


NAMES = st.sampled_from(["f", "g", "h", "A", "B"])


@st.composite
def modules(draw: st.DrawFn) -> str:
    lines = []
    for _ in range(draw(st.integers(0, 6))):
        kind = draw(st.integers(0, 5))
        name, other = draw(NAMES), draw(NAMES)
        lines.append(
            [
                f"def {name}(): {other}()",
                f"class {name}:\n    def {other}(self): self.{name}()",
                f"from m{draw(st.integers(0, 2))} import {name} as {other}",
                f"import m{draw(st.integers(0, 2))}",
                f"{name}.{other}()",
                f"m{draw(st.integers(0, 2))}.{name}()",
            ][kind]
        )
    return "\n".join(lines)


@given(st.lists(modules(), min_size=3, max_size=3))
def test_resolving_is_deterministic_and_edges_are_well_formed(texts: list[str]) -> None:
    facts = facts_of({f"m{number}.py": text for number, text in enumerate(texts)})
    first = resolve_workspace(facts)
    assert first == resolve_workspace(dict(reversed(facts.items())))
    by_reference: dict[int, list[str]] = {}
    for edge in first:
        by_reference.setdefault(edge.reference, []).append(edge.certainty.value)
    for certainties in by_reference.values():
        # A sure edge is the only one of its reference.
        assert certainties == ["sure"] or set(certainties) == {"possible"}


def test_a_parameter_or_variable_hides_an_import_of_its_name_as_a_receiver() -> None:
    files = {
        "pkg/__init__.py": "",
        "pkg/mod.py": "def func(): pass\nclass T:\n    def wait(self): pass\n",
        "a.py": (
            "from pkg import mod\nimport pkg.mod\n"
            "def by_parameter(mod): mod.func()\n"
            "def by_variable():\n    mod = make()\n    mod.func()\n"
            "def by_path(): pkg.mod.func()\n"
            "def by_import(): mod.func()\n"
        ),
        "b.py": "import pkg.mod\ndef b(mod):\n    mod.wait()\n",
    }
    assert {holder for _, holder, _ in callers(files, "pkg/mod.py", "func")} == {"by_path", "by_import"}
    assert callers(files, "pkg/mod.py", "T.wait") == [("b.py", "b", "possible")]


def test_a_variable_named_like_a_module_is_no_module() -> None:
    files = {
        "src/lib.rs": "pub mod engine;\npub mod other;\n",
        "src/engine.rs": "pub struct Engine;\nimpl Engine {\n    pub fn start(&self) {}\n}\npub fn free() {}\n",
        "src/other.rs": "fn go() {\n    with(|engine| {\n        engine.start();\n    });\n}\n",
        "tests/it.rs": "fn test() {\n    with(|anything| {\n        anything.start();\n    });\n}\n",
        "src/paths.rs": "fn call() {\n    crate::engine::free();\n}\n",
    }
    assert {(path, holder) for path, holder, _ in callers(files, "src/engine.rs", "Engine::start")} == {
        ("src/other.rs", "go"),
        ("tests/it.rs", "test"),
    }
    assert callers(files, "src/engine.rs", "free") == [("src/paths.rs", "call", "sure")]


def test_overloads_are_declarations_of_one_function() -> None:
    files = {
        "a.py": (
            "import typing as t\n"
            "class A:\n"
            "    @t.overload\n    def find(self, x: int) -> int: ...\n"
            "    @t.overload\n    def find(self, x: str) -> str: ...\n"
            "    def find(self, x): return x\n"
            "    def use(self): return self.find(1)\n"
        )
    }
    assert callers(files, "a.py", "A.find") == [("a.py", "A.use", "sure")]


def test_a_property_of_the_own_object_is_read_in_any_expression() -> None:
    uses = [
        "if self.size: pass",
        "x = not self.size",
        "x = a and self.size",
        "x = self.size > 3",
        "f(1, [self.size])",
    ]
    methods = "".join(f"    def m{number}(self, a, f):\n        {use}\n" for number, use in enumerate(uses))
    files = {"a.py": f"class A:\n    @property\n    def size(self): return 1\n{methods}"}
    found = callers(files, "a.py", "A.size", "read")
    assert [holder for _, holder, _ in found] == [f"A.m{number}" for number in range(len(uses))]


def test_a_generic_type_called_with_its_arguments_is_called() -> None:
    files = {"a.py": "class Table(Generic[T]):\n    pass\nrows = Table[int](3)\n"}
    assert callers(files, "a.py", "Table") == [("a.py", MODULE, "sure")]
