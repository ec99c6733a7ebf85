"""Of methods that differ in nothing but whether they change their object, the right one is called."""

from __future__ import annotations

import pytest

from glossator.core.languages import languages
from glossator.core.resolve import resolve_workspace
from glossator.core.row_ids import position_of
from glossator.core.symbols import Certainty
from glossator.core.syntax import extract

_TYPES = """
class Tree {
 public:
  int first() { return 1; }
  int first() const { return 2; }
  const Tree& same() const;
  Tree* own();
  void change() { first(); }
  void look() const { this->first(); }
};
class Wood {
 public:
  void walk() const;
  void cut();
  Tree inside_;
  Tree* away_;
  const Tree* frozen_;
};
"""


@pytest.mark.parametrize(
    ("code", "is_constant"),
    [
        ("void f(Tree& tree) { tree.first(); }", False),
        ("void f(const Tree& tree) { tree.first(); }", True),
        ("void f(Tree* tree) { tree->first(); }", False),
        ("void f() { const Tree tree; tree.first(); }", True),
        ("void f(Tree& tree) { tree.same().first(); }", True),
        ("void f(Tree& tree) { tree.own()->first(); }", False),
        ("void f(const Tree& tree) { auto& other = tree; other.first(); }", True),
        ("void Wood::walk() const { inside_.first(); }", True),
        ("void Wood::walk() const { away_->first(); }", False),
        ("void Wood::cut() { inside_.first(); }", False),
        ("void Wood::cut() { frozen_->first(); }", True),
        ("void f(const Wood& wood) { wood.inside_.first(); }", True),
        ("void f(const Wood& wood) { wood.away_->first(); }", False),
    ],
)
def test_methods_for_constant_objects_are_told_from_the_others(code: str, is_constant: bool) -> None:
    facts = extract(f"{_TYPES}{code}\n".encode(), languages()["cpp"])
    methods = [place for place, symbol in enumerate(facts.symbols) if symbol.qualified_name == "Tree::first"]
    last = max(place for place, each in enumerate(facts.references) if each.name == "first")
    found = [edge for edge in resolve_workspace({"a.cpp": facts}) if position_of(edge.reference) == last]
    assert [(position_of(edge.symbol), edge.certainty) for edge in found] == [
        (methods[is_constant], Certainty.SURE)
    ]
