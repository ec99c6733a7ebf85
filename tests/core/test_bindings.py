"""Declared types of receivers, text hidden from a grammar, clauses, prototypes, and modules found by their name."""

from __future__ import annotations

import pytest

from glossator.core.languages import detect
from glossator.core.resolve import resolve_workspace
from glossator.core.row_ids import POSITION_BITS
from glossator.core.symbols import FileFacts
from glossator.core.syntax import extract

_MASK = (1 << POSITION_BITS) - 1


def facts_of(path: str, text: str) -> FileFacts:
    language = detect(path, text.encode())
    assert language is not None
    return extract(text.encode(), language)


def callers(files: dict[str, str], path: str, name: str) -> list[tuple[str, str]]:
    """(calling file, certainty) of the edges to one symbol."""
    facts = {each: facts_of(each, text) for each, text in files.items()}
    ordered = sorted(facts)
    found = []
    for edge in resolve_workspace(facts):
        target = ordered[(edge.symbol >> POSITION_BITS) - 1]
        if (target, facts[target].symbols[edge.symbol & _MASK].qualified_name) == (path, name):
            found.append((ordered[(edge.reference >> POSITION_BITS) - 1], edge.certainty.value))
    return found


def values_of(text: str, name: str) -> list[str]:
    """The sources of a name in a file of Rust, in the order of the text."""
    return [value.source for value in facts_of("src/a.rs", text).values if value.name == name]


TWO_TYPES = "struct A;\nimpl A { fn go(&self) {} }\nstruct B;\nimpl B { fn go(&self) {} }\n"


def test_a_name_that_is_bound_twice_has_both_types() -> None:
    text = (
        f"{TWO_TYPES}fn run(a: bool) {{ let item = match a {{ true => A {{}}, _ => B {{}} }}; item.go(); }}\n"
    )
    assert callers({"src/a.rs": text}, "src/a.rs", "A::go") == [("src/a.rs", "possible")]
    assert values_of("fn run() { let x: Price = a(); let x: Cart = b(); }\n", "x") == [":Price"]
    assert values_of("fn run() { let x: Price = a(); let x: Cart = b(); }\n", "x~2") == [":Cart"]


def test_the_type_of_a_type_parameter_is_its_bound() -> None:
    text = "trait Shape { fn area(&self); }\nfn run<T: Shape>(item: T) { item.area(); }\n"
    assert callers({"src/a.rs": text}, "src/a.rs", "Shape::area") == [("src/a.rs", "sure")]


def test_type_parameters_that_name_each_other_end() -> None:
    text = f"{TWO_TYPES}fn run<T: U, U: T>(item: T) {{ item.go(); }}\n"
    assert {certainty for _, certainty in callers({"src/a.rs": text}, "src/a.rs", "A::go")} <= {"possible"}


def test_fields_of_the_own_object_are_followed_from_type_to_type() -> None:
    text = (
        "struct Text;\nimpl Text { fn size(&self) {} }\nstruct Person { name: Text }\n"
        "struct Cart { owner: Person }\nimpl Cart { fn run(&self) { self.owner.name.size(); } }\n"
    )
    assert callers({"src/a.rs": text}, "src/a.rs", "Text::size") == [("src/a.rs", "sure")]


def test_a_call_through_a_declared_type_is_sure_though_others_share_the_name() -> None:
    shared = "struct A;\nimpl A { fn go(&self) {} }\nstruct B;\nimpl B { fn go(&self) {} }\n"
    files = {"src/a.rs": shared + "fn run(a: &A) { a.go(); }\n"}
    assert callers(files, "src/a.rs", "A::go") == [("src/a.rs", "sure")]
    assert callers(files, "src/a.rs", "B::go") == []


def test_a_call_through_a_type_from_outside_is_no_call_of_a_method_of_the_name() -> None:
    files = {"src/a.rs": "struct A;\nimpl A { fn len(&self) {} }\nfn run(list: &Vec<u8>) { list.len(); }\n"}
    assert callers(files, "src/a.rs", "A::len") == []
    unknown = {"src/a.rs": "struct A;\nimpl A { fn len(&self) {} }\nfn run() { with(|l| l.len()); }\n"}
    assert callers(unknown, "src/a.rs", "A::len") == [("src/a.rs", "possible")]


def test_a_call_of_a_prototype_leads_to_the_definition() -> None:
    files = {
        "price.h": "int price(int item);\n",
        "price.c": '#include "price.h"\nint price(int item) { return item; }\n',
        "main.c": '#include "price.h"\nint main(void) { return price(1); }\n',
    }
    assert callers(files, "price.c", "price") == [("main.c", "sure")]
    assert callers(files, "price.h", "price") == []


def test_a_call_through_an_interface_stays_at_its_declaration() -> None:
    files = {
        "src/a.rs": "trait T { fn go(&self); }\nstruct A;\nimpl T for A { fn go(&self) {} }\n"
        "fn run(t: &dyn T) { t.go(); }\n"
    }
    assert callers(files, "src/a.rs", "T::go") == [("src/a.rs", "sure")]
    assert callers(files, "src/a.rs", "A::go") == []


@pytest.mark.parametrize(
    "text",
    [
        "class A : public B { void f() { g(); } };\nclass B : public A { void g() {} };\n",
        "class A : public A::C { void f() { g(); } };\n",
        "class A : public B::C { void f() { g(); } };\nclass B : public A::C { void g() {} };\n",
        "class A : public Unknown { void f() { g(); } };\nvoid g();\n",
    ],
)
def test_base_classes_that_lead_to_themselves_end(text: str) -> None:
    assert isinstance(callers({"a.cpp": text}, "a.cpp", "B::g"), list)


def test_a_module_is_found_by_the_name_it_declares() -> None:
    files = {
        "lib/any_name.ex": "defmodule Shop.Price do\n  def total(p), do: p\nend\n",
        "lib/cart.ex": "defmodule Shop.Cart do\n  alias Shop.Price\n  def sum(i), do: Price.total(i)\nend\n",
    }
    assert callers(files, "lib/any_name.ex", "Shop.Price.total") == [("lib/cart.ex", "sure")]


def test_text_hidden_from_the_grammar_moves_no_span() -> None:
    text = "// A price.\nclass SHOP_EXPORT Price : public Base {\n  int total() GUARDED_BY(lock);\n};\n"
    facts = facts_of("a.h", text)
    price = facts.symbols[0]
    assert text[price.name_span.start : price.name_span.end] == "Price"
    assert text[price.signature_span.start : price.signature_span.end] == (
        "class SHOP_EXPORT Price : public Base"
    )
    assert price.doc_span is not None
    assert not facts.error_spans


def test_clauses_of_one_name_are_one_symbol_and_those_of_another_scope_are_not() -> None:
    text = "defmodule A do\n  def f(1), do: a()\n  def f(2), do: b()\n  def g(), do: f(1)\n  def f(3), do: c()\nend\n"
    facts = facts_of("a.ex", text)
    assert [each.name for each in facts.symbols] == ["A", "f", "g", "f"]
    first = facts.symbols[1]
    assert text[first.span.start : first.span.end].count("def ") == 2
    calls = [(each.name, each.enclosing) for each in facts.references if each.name in "abc"]
    assert calls == [("a", 1), ("b", 1), ("c", 3)]


def test_a_type_signature_is_the_signature_of_its_equations() -> None:
    text = "f :: Int -> Int\nf 0 = a\nf n = b n\ng = f\n"
    facts = facts_of("a.hs", text)
    assert [(each.name, each.is_declaration) for each in facts.symbols] == [("f", False), ("g", False)]
    first = facts.symbols[0]
    assert text[first.signature_span.start : first.signature_span.end] == "f :: Int -> Int"
