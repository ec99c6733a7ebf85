"""The prompt: its order, how it is cut, and what is never cut."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from glossator.core.context import CallerCode, by_usefulness, excerpt, module_excerpt
from glossator.core.errors import UserError
from glossator.core.prompt import PartCosts, Plan, PromptParts, assemble, everything, pieces, plan
from glossator.core.symbols import Certainty
from glossator.core.text import LineIndex, Span


def caller(path: str = "pkg/b.py", name: str = "use", **changes: object) -> CallerCode:
    values = {
        "path": path,
        "name": name,
        "line": 4,
        "code": f"def {name}():\n    before()\n    target()",
        "brief": "…\n    target()",
        "certainty": Certainty.SURE,
        "in_test": False,
        "lines": 1,
    }
    return CallerCode(**(values | changes))  # type: ignore[arg-type]


def parts(**changes: object) -> PromptParts:
    values = {
        "language": "Python",
        "path": "pkg/a.py",
        "line": 9,
        "name": "target",
        "kind": "function",
        "head": ("def target(a,", "           b):", '    """Documentation."""'),
        "body": ("    c = a", "    d = b", "    return c + d"),
        "callers": (caller(), caller(name="other", certainty=Certainty.POSSIBLE)),
        "callers_total": 2,
    }
    return PromptParts(**(values | changes))  # type: ignore[arg-type]


def words(text: str) -> int:
    return len(text.split())


def costs_of(material: PromptParts) -> PartCosts:
    fixed, *groups = pieces(material)
    return PartCosts(words(fixed), *(tuple(map(words, group)) for group in groups))


def test_the_prompt_holds_target_prototypes_callers_and_question_in_that_order() -> None:
    material = parts(prototypes=(("pkg/a.h:3", "int target(int a);"),))
    text = assemble(material, everything(material)).user
    order = [
        "def target(a,",
        "return c + d",
        "pkg/a.h:3",
        "pkg/b.py:5 `use`",
        "`other` (possibly)",
        "Explain in plain",
    ]
    places = [text.index(piece) for piece in order]
    assert places == sorted(places)
    assert "pkg/a.py:10" in text


def test_what_was_left_out_is_said() -> None:
    material = parts(callers_total=41)
    prompt = assemble(material, Plan(1, 1, 0, ((0, False),)))
    assert "1 of 41 callers shown." in prompt.user
    assert "1 lines of the body left out." in prompt.user
    assert "… 1 lines left out …" in prompt.user
    assert (prompt.callers_shown, prompt.callers_total, prompt.body_lines_cut) == (1, 41, 1)


def test_no_callers_is_said_only_when_the_search_was_complete() -> None:
    known = parts(callers=(), callers_total=0)
    assert "No code in this project uses it." in assemble(known, everything(known)).user
    unknown = parts(callers=(), callers_total=0, callers_complete=False)
    assert "No code in this project uses it." not in assemble(unknown, everything(unknown)).user


def test_callers_go_first_then_the_middle_of_the_body() -> None:
    material = parts(body=tuple(f"    line {number}" for number in range(40)))
    costs = costs_of(material)
    whole = costs.fixed + sum(costs.body)
    assert plan(material, costs, whole + costs.callers[0]) == Plan(40, 0, 0, ((0, False),))
    assert plan(material, costs, whole) == Plan(40, 0)
    less = plan(material, costs, whole - 20)
    assert less.callers == ()
    assert 0 < less.body_last < less.body_first < 40


def test_a_caller_that_does_not_fit_is_shown_in_brief_or_passed_over() -> None:
    long = caller(name="long", code="word " * 200, brief="word " * 100)
    shortened = caller(name="shortened", code="word " * 60, brief="word " * 5)
    short = caller(name="short")
    material = parts(callers=(long, shortened, short), callers_total=3)
    costs = costs_of(material)
    room = costs.fixed + sum(costs.body) + costs.brief_callers[1] + costs.callers[2]
    chosen = plan(material, costs, room)
    assert chosen.callers == ((1, True), (2, False))
    text = assemble(material, chosen).user
    assert "2 of 3 callers shown." in text
    assert "`long`" not in text


def test_other_uses_are_shown_as_what_they_are_and_counted() -> None:
    uses = (caller(name="run"), caller(name="Sub", use="inherit"))
    material = parts(callers=uses, callers_total=5)
    text = assemble(material, everything(material)).user
    assert "`Sub` (as inherit)" in text
    assert "2 of 5 uses shown." in text


def test_a_window_too_small_for_the_head_is_an_error_that_names_the_target() -> None:
    material = parts()
    with pytest.raises(UserError, match="'target'"):
        plan(material, costs_of(material), 10)


@given(
    st.lists(st.text(alphabet="ab \t", max_size=30), max_size=60),
    st.integers(min_value=0, max_value=400),
    st.integers(min_value=0, max_value=8),
)
def test_a_planned_prompt_fits_and_keeps_head_and_signature(body: list[str], room: int, callers: int) -> None:
    material = parts(
        body=tuple(body), callers=tuple(caller(name=f"c{n}") for n in range(callers)), callers_total=callers
    )
    costs = costs_of(material)
    budget = costs.fixed + room
    prompt = assemble(material, plan(material, costs, budget))
    assert words(prompt.system) + words(prompt.user) <= budget
    assert "\n".join(material.head) in prompt.user


@given(st.lists(st.text(alphabet="`~ab\n", max_size=40), min_size=1, max_size=5))
def test_code_cannot_close_the_fence_around_it(hostile: list[str]) -> None:
    calls = tuple(caller(code=code) for code in hostile)
    material = parts(body=tuple(hostile), callers=calls, callers_total=len(calls), selection="".join(hostile))
    text = assemble(material, everything(material)).user
    runs = re.findall("`+", text)
    fence = max(runs, key=len)
    # One pair for the target, one for each caller and one for the selection, and nothing in any code is as long.
    assert runs.count(fence) == 2 * (2 + len(calls))
    assert all(fence not in code for code in hostile)


def test_useful_callers_come_first() -> None:
    test = caller("tests/test_a.py", "test_it", in_test=True)
    far = caller("lib/z.py", "far")
    near = caller("pkg/c.py", "near")
    same = caller("pkg/a.py", "same")
    huge = caller("pkg/a.py", "huge", lines=400)
    doubtful = caller("pkg/a.py", "doubtful", certainty=Certainty.POSSIBLE)
    decorated = caller("pkg/a.py", "decorated", use="decorator")
    ordered = by_usefulness([test, decorated, doubtful, far, huge, near, same], "pkg/a.py")
    names = ["same", "huge", "near", "far", "doubtful", "decorated", "test_it"]
    assert [item.name for item in ordered] == names


def test_a_short_caller_is_shown_whole_and_a_long_one_around_its_calls() -> None:
    short = LineIndex(b"def f():\n    g()\n")
    assert excerpt(short, Span(0, 16), Span(0, 8), [Span(13, 14)]) == "def f():\n    g()"
    lines = ["def f():", *(f"    x{number} = {number}" for number in range(100)), "    done()"]
    lines[60] = "    g()"
    data = "\n".join(lines).encode()
    use = data.index(b"g()")
    shown = excerpt(LineIndex(data), Span(0, len(data)), Span(0, 8), [Span(use, use + 1)])
    assert shown.startswith("def f():")
    assert "    g()" in shown
    assert "x58 = 58" in shown
    assert "x30 = 30" not in shown
    assert shown.count("…") == 2
    assert len(shown.splitlines()) < 25


def test_a_long_caller_keeps_its_signature_below_a_long_documentation() -> None:
    doc = [f"// line {number}" for number in range(20)]
    body = [f"    step({number});" for number in range(60)]
    data = "\n".join([*doc, "fn documented() {", *body, "    target();", "}"]).encode()
    signature = data.index(b"fn documented()")
    use = data.index(b"target()")
    spans = Span(0, len(data)), Span(signature, signature + 15), [Span(use, use + 6)]
    for shown in (
        excerpt(LineIndex(data), *spans),
        excerpt(LineIndex(data), *spans, whole_lines=0, around=2),
    ):
        assert shown.startswith("fn documented() {")
        assert "target();" in shown
        assert "…" in shown


def test_top_level_code_is_shown_around_its_calls() -> None:
    data = b"a = 1\nb = 2\nc = 3\nd = f()\ne = 5\n" + b"x\n" * 30 + b"y = f()\n"
    uses = [Span(place, place + 1) for place in (data.index(b"f()"), data.rindex(b"f()"))]
    shown = module_excerpt(LineIndex(data), uses)
    assert shown.splitlines()[:3] == ["b = 2", "c = 3", "d = f()"]
    assert "…" in shown
    assert "y = f()" in shown
