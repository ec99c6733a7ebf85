"""RPG: columns and statements mean what they say, and no text stops the sweep over the lines behind it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.fact_invariants import check_facts
from tests.core.sources import Source, broken_texts, sources
from tests.fuzzing import examples

from glossator.core.languages import detect, languages
from glossator.core.resolve import resolve_workspace
from glossator.core.symbols import FileFacts
from glossator.core.syntax import extract

RPG = languages()["rpg"]

NAMES = st.from_regex(r"[A-Za-z#@$][A-Za-z0-9_#@$]{0,13}", fullmatch=True)
MARKS = st.from_regex(r"[ -~]{5}", fullmatch=True).filter(
    lambda mark: "/" not in mark and not mark.startswith("**")
)
LINES = st.one_of(
    st.sampled_from(
        [
            "**FREE", "**", "**CTDATA x", "      /free", "      /end-free", "      /copy a,b", "/include 'x/y.rpgle'",
            "     P one...", "     P             B   EXPORT", "     P one             B", "     P                 E",
            "     D one...", "     D                 PR", "     D one             PI            10I 0",
            "     D two             DS", "     D  field                        10A", "     D                S",
            "     C                   callp     one(", "     C                             two(1))", "     C* one(1)",
            "     C     sub           begsr", "     C                   endsr", "     C                   exsr      s",
            "     C                   call      'A/B'", "     C           SUB       BEGSR", "     C/EXEC SQL",
            "     C+ select one(1)", "     C/END-EXEC", "       dcl-proc two;", "dcl-proc three export;", "end-proc;",
            "  dcl-pi *n;", "  dcl-pr four extproc('one');", "end-pr;", "end-pi;", "dcl-ds five qualified;", "end-ds;",
            "  six char(1);", "  x = one(two(3));", "  one...", "  y = 'it''s +", "  more';", "exec sql select a", ");",
            "begsr seven;", "endsr;", "exsr seven", "callp(e) one;", "// words", "      * words", "\t", "", "'", ";",
        ]
    ),
    st.text(max_size=90),
)  # fmt: skip


def facts_of(text: str) -> FileFacts:
    return extract(text.encode("utf-8", "surrogatepass"), RPG)


def places(facts: FileFacts) -> set[int]:
    return {symbol.name_span.start for symbol in facts.symbols}


@examples(300)
@given(lines=st.lists(LINES, max_size=14), end=st.sampled_from(["\n", "\r\n", "\r"]))
def test_any_lines_give_facts_that_fit_them(lines: list[str], end: str) -> None:
    data = end.join(lines).encode("utf-8", "surrogatepass")
    check_facts(data, extract(data, RPG))


@examples(100)
@given(data=st.binary(max_size=300))
def test_any_bytes_give_facts_that_fit_them(data: bytes) -> None:
    check_facts(data, extract(data, RPG))


@pytest.mark.parametrize("source", sources("rpg"), ids=lambda source: source.path)
def test_a_source_cut_anywhere_gives_facts_that_fit_it(source: Source) -> None:
    for end in range(0, len(source.data), 5):
        check_facts(source.data[:end], extract(source.data[:end], RPG))


@examples(100)
@given(draw=st.data())
def test_a_broken_source_gives_facts_that_fit_it(draw: st.DataObject) -> None:
    data = draw.draw(broken_texts(draw.draw(st.sampled_from(sources("rpg"))).data))
    check_facts(data, extract(data, RPG))


@examples(60)
@given(name=NAMES, mark=MARKS, case=st.sampled_from([str.upper, str.lower, str]))
def test_the_columns_of_a_procedure_hold_its_name(name: str, mark: str, case: type[str]) -> None:
    facts = facts_of(
        f"{mark}{case('p')} {name:<14}  {case('b')}                   {case('export')}\n"
        f"{mark}{case('c')}                   {case('return')}    other(1)\n"
        f"{mark}{case('p')} {name:<14}  {case('e')}\n"
    )
    (symbol,) = facts.symbols
    assert symbol.name == name
    assert [(reference.name, reference.enclosing) for reference in facts.references] == [("other", 0)]
    assert facts.values == ()


@examples(60)
@given(name=NAMES, operation=st.sampled_from(["callp", "CALLP(E)", "eval", "if", "when", "return", "dow"]))
def test_an_expression_in_columns_calls_what_it_names(name: str, operation: str) -> None:
    expression = f"{name}(1)" if operation.lower().startswith("call") else f"x = {name}(1)"
    facts = facts_of(f"     C                   {operation:<10}{expression}\n")
    words = {"and", "or", "not", "in", "to", "downto", "by"}
    called = [reference.name for reference in facts.references]
    assert called == ([] if name.lower() in words and not operation.lower().startswith("call") else [name])


@pytest.mark.parametrize(
    "text", ["dcl-proc added export;\n  dcl-pi *n int(10);\n  end-pi;\n  return 'x' + y(1);\nend-proc;\n"]
)
def test_a_procedure_typed_letter_by_letter_never_loses_those_behind_it(text: str) -> None:
    before = "**free\ndcl-proc first;\n  second();\nend-proc;\n"
    behind = "dcl-proc second;\n  begsr sub;\n  endsr;\nend-proc;\ndcl-s last char(1);\n"
    wanted = places(facts_of(before + behind))
    for length in range(len(text) + 1):
        typed = text[:length] + "\n"
        moved = {place if place < len(before) else place + len(typed) for place in wanted}
        assert moved <= places(facts_of(before + typed + behind)), typed


def test_what_stands_behind_column_80_is_a_comment() -> None:
    line = "     C                   callp     one(1)"
    facts = facts_of(f"{line:<80}two(2)\n")
    assert [reference.name for reference in facts.references] == ["one"]


def test_a_comment_in_free_form_hides_a_quotation_mark() -> None:
    facts = facts_of("**free\none(1); // don't\ntwo(2);\n")
    assert [reference.name for reference in facts.references] == ["one", "two"]


@examples(40)
@given(draw=st.data(), name=NAMES.filter(lambda name: len(name) > 4))
def test_the_case_of_letters_never_decides(draw: st.DataObject, name: str) -> None:
    def written() -> str:
        return "".join(draw.draw(st.sampled_from([letter.lower(), letter.upper()])) for letter in name)

    files = {
        "LIB.RPGLE": f"**free\n/copy protos\ndcl-proc {written()} export;\nend-proc;\n",
        "protos.rpgleinc": f"**free\ndcl-pr {written()};\nend-pr;\n",
        "a.rpgle": f"**free\n/copy PROTOS\ncallp {written()}();\n",
        "b.rpgle": f"**free\nx = {written()}(1);\n",
    }
    found = resolve_workspace({path: facts_of(text) for path, text in files.items()})
    assert [(edge.symbol >> 20, str(edge.certainty)) for edge in found] == [(1, "sure"), (1, "sure")]


@pytest.mark.parametrize(
    "name", ["A.RPGLE", "b.sqlrpgle", "c.rpgleinc", "d.RPGLEM", "e.cpybk", "f.MBR", "g.rpg"]
)
def test_files_of_rpg_are_known_by_their_endings(name: str) -> None:
    assert detect(name) is RPG
