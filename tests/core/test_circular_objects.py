"""Objects, modules and pointers that have their members from each other, perhaps in a circle or without end."""

from __future__ import annotations

import pytest

from glossator.core.languages import languages
from glossator.core.resolve import resolve_workspace
from glossator.core.syntax import extract

SCRIPT = "class K { run() {} go() {} }\n"
CLASSES = "struct K { void run() {} };\n"


def called(files: dict[str, str]) -> list[str]:
    """What the edges of the files say of their reason."""
    ids = {"js": "javascript", "ts": "typescript", "cpp": "cpp", "py": "python"}
    facts = {
        path: extract(text.encode(), languages()[ids[path.rpartition(".")[2]]])
        for path, text in files.items()
    }
    return [edge.why for edge in resolve_workspace(facts)]


@pytest.mark.parametrize(
    "use", ["const a = require('./a')\na.x.run()\n", "const a = require('./a')\na().run()\n"]
)
@pytest.mark.parametrize(
    "given", ["require('./{}')", "{{...require('./{}')}}"], ids=["the module", "its members"]
)
def test_modules_that_give_each_other_as_their_own_end(given: str, use: str) -> None:
    modules = {f"{one}.js": f"module.exports = {given.format(other)}\n" for one, other in ("ab", "ba")}
    called({**modules, "c.js": use, "k.js": SCRIPT})


@pytest.mark.parametrize("text", ["const x = {...x}\n", "const y = {...x}\nconst x = {...y}\n"])
def test_objects_that_are_spread_in_each_other_end(text: str) -> None:
    called({"a.js": f"{text}x.run()\nx.run.go()\n", "k.js": SCRIPT})


def test_a_member_is_found_through_objects_that_are_spread_in_a_circle() -> None:
    text = "const x = {...y}\nconst y = {...x, run() {}}\n\nfunction use() { x.run() }\n"
    assert called({"a.js": text}) == ["object"]


def test_a_module_that_is_another_as_a_whole_is_called_as_that_one() -> None:
    files = {
        "a.js": "module.exports = require('./b')\n",
        "b.js": "class K { run() {} }\nmodule.exports = K\n",
        "c.js": "const K = require('./a')\nnew K().run()\n",
    }
    assert "module ./b" in called(files)


@pytest.mark.parametrize(
    "text",
    [
        "struct B;\nstruct A { B* operator->(); };\nstruct B { A* operator->(); };\nvoid f(A a) { a->c->run(); }\n",
        "template<class T> struct A { A<A<T>> operator->(); };\nvoid f(A<int> a) { a->c->run(); }\n",
        "template<class T> struct A { A<P<T, T>> operator->(); };\nvoid f(A<int> a) { a->c->run(); }\n",
    ],
    ids=["a circle", "deeper and deeper", "twice as many"],
)
def test_pointers_that_lead_to_pointers_for_ever_end(text: str) -> None:
    called({"a.cpp": text, "k.cpp": CLASSES})


def test_types_that_hold_twice_as_many_with_each_step_end() -> None:
    text = "class A<T> { b: A<P<T, T>>; go() {} }\nfunction f(a: A<string>) { a" + ".b" * 50 + ".go() }\n"
    assert called({"a.ts": text, "k.ts": SCRIPT})


def test_a_function_type_that_does_not_say_what_it_gives_is_called() -> None:
    text = "class K:\n    def run(self): pass\n\ndef f(x: fn):\n    x().run()\n"
    assert called({"a.py": text}) == ["method of the name"]


@pytest.mark.parametrize(
    "given",
    [
        "import * as y from './m{}';\nexport {{ y as default }};\n",
        "export * as default from './m{}';\n",
        "module.exports = require('./m{}');\n",
        "const y = require('./m{}');\nmodule.exports = y;\n",
    ],
)
@pytest.mark.parametrize("is_circle", [False, True])
def test_modules_that_pass_each_other_on_by_the_thousand_end(given: str, is_circle: bool) -> None:
    count = 2000
    modules = {f"m{number}.js": given.format((number + 1) % count) for number in range(count)}
    last = {} if is_circle else {f"m{count - 1}.js": "export function run() {}\n"}
    called({**modules, **last, "use.js": "import x from './m0';\nx.run();\n"})


def test_names_of_types_that_each_stand_for_several_others_end() -> None:
    levels = "".join(
        f"struct S{level}{number} {{ using t{level} = t{level + 1}; }};\n"
        for level in range(30)
        for number in range(5)
    )
    called({"a.cpp": f"{levels}{CLASSES}void f(t0 a) {{ a.run(); a->run(); }}\n"})
