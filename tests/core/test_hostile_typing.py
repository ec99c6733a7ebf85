"""A text that is being typed is broken most of the time: what nobody touched stays defined, what is deleted goes."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.fact_invariants import check_facts
from tests.core.sources import LANGUAGES, Source, broken_texts, definitions, sources
from tests.fuzzing import examples

from glossator.core.languages import Language, languages
from glossator.core.last_good import MOST_DOUBTS, LastGood, facts_after
from glossator.core.merged_facts import ParsedText
from glossator.core.symbols import FileFacts, ParseState, Symbol
from glossator.core.syntax import extract

PYTHON = languages()["python"]


@dataclass
class Typing:
    """A document while it is typed. `facts` are what it defines, `state` what its own parse says."""

    language: Language
    last: LastGood | None = None
    state: ParseState = ParseState.TEXT
    facts: FileFacts = field(default_factory=lambda: FileFacts("", ParseState.TEXT))

    def become(self, data: bytes | str) -> Typing:
        """Have the text of the document."""
        data = data.encode() if isinstance(data, str) else data
        parsed = ParsedText(data, extract(data, self.language))
        self.state = parsed.facts.state
        self.facts, self.last = facts_after(self.last, parsed)
        check_facts(data, self.facts)
        return self

    def names(self) -> list[str]:
        return [symbol.qualified_name for symbol in self.facts.symbols]

    def calls(self) -> list[tuple[str, str]]:
        """(caller, name) of all references."""
        symbols = self.facts.symbols
        return [
            ("" if each.enclosing is None else symbols[each.enclosing].qualified_name, each.name)
            for each in self.facts.references
        ]


def line_starts(source: Source) -> list[int]:
    """Where the lines begin on which a symbol at top level begins."""
    data = source.data
    return [
        data.rfind(b"\n", 0, each.span.start) + 1 for each in source.facts.symbols if each.container is None
    ]


def has_broken_texts(name: str) -> bool:
    language = languages().get(name)
    return language is None or bool(language.grammar and not language.manifest and not language.embeds)


WITH_GRAMMAR = [name for name in LANGUAGES if has_broken_texts(name)]
"""Languages that have broken texts. An extractor of our own reads each line anew, whatever stands before it, and what
stands behind the scripts of a page breaks none of them."""


def places(symbols: list[Symbol], moved_by: int) -> set[tuple[str, int]]:
    return {(symbol.qualified_name, symbol.name_span.start + moved_by) for symbol in symbols}


def check_that_nothing_behind_is_lost(source: Source, at: int, typed: bytes, lengths: list[int]) -> int:
    """Type into the source at the beginning of a line; the number of texts that their own parse loses something of."""
    typing = Typing(source.language).become(source.data)
    behind = [symbol for symbol in source.facts.symbols if symbol.name_span.start >= at]
    losing = 0
    for length in lengths:
        data = source.data[:at] + typed[:length] + b"\n\n" + source.data[at:]
        typing.become(data)
        if typing.state is ParseState.PARSED:
            # A text that parses may well say that what follows is a comment or an argument.
            continue
        wanted = places(behind, length + 2)
        assert wanted <= places(list(typing.facts.symbols), 0), typed[:length]
        losing += not wanted <= places(list(extract(data, source.language).symbols), 0)
    return losing


@pytest.mark.parametrize("name", WITH_GRAMMAR)
def test_a_definition_typed_letter_by_letter_never_loses_those_behind_it(name: str) -> None:
    source = max(sources(name), key=lambda each: len(line_starts(each)))
    typed = max(definitions(name, source.language.grammar), key=len)[:70]
    at = line_starts(source)[len(line_starts(source)) // 2]
    losing = check_that_nothing_behind_is_lost(source, at, typed, list(range(1, len(typed) + 1)))
    assert losing > 0, "the test shows nothing: no text was broken for the parser"


@pytest.mark.parametrize("name", LANGUAGES)
@examples(3)
@given(draw=st.data())
def test_any_definition_typed_anywhere_never_loses_those_behind_it(name: str, draw: st.DataObject) -> None:
    source = draw.draw(st.sampled_from(sources(name)))
    # Of a line that is typed a second time nobody can tell which one was there before.
    others = [
        each for each in definitions(name, source.language.grammar) if each.splitlines()[0] not in source.data
    ]
    typed = draw.draw(st.sampled_from(others or [b"x (y [z"]))
    at = draw.draw(st.sampled_from(line_starts(source)))
    lengths = draw.draw(st.lists(st.integers(1, len(typed)), min_size=4, max_size=12, unique=True))
    check_that_nothing_behind_is_lost(source, at, typed, sorted(lengths))


@pytest.mark.parametrize("name", WITH_GRAMMAR)
def test_a_definition_deleted_from_a_broken_text_is_gone_and_the_others_are_not(name: str) -> None:
    source = max(sources(name), key=lambda each: len(line_starts(each)))
    top = [symbol for symbol in source.facts.symbols if symbol.container is None]
    broken = broken_end(source)
    for symbol in top:
        typing = Typing(source.language).become(source.data)
        typing.become(source.data + broken)
        assert places(list(source.facts.symbols), 0) <= places(list(typing.facts.symbols), 0)
        typing.become(source.data[: symbol.span.start] + source.data[symbol.span.end :] + broken)
        deleted = len(symbol.span)
        before = [each for each in source.facts.symbols if each.span.end <= symbol.span.start]
        behind = [each for each in source.facts.symbols if each.span.start >= symbol.span.end]
        found = {each.name_span.start for each in typing.facts.symbols}
        if typing.state is ParseState.PARTLY_PARSED:
            assert {each.name_span.start for each in before} <= found
            assert {each.name_span.start - deleted for each in behind} <= found
        count = sum(each.qualified_name == symbol.qualified_name for each in source.facts.symbols)
        assert typing.names().count(symbol.qualified_name) < count


def broken_end(source: Source) -> bytes:
    """Something that no text in the language may end with."""
    for end in (b"\n(((", b"\n)))", b"\n{{{ (", b"\n]] ) }", b'\n"', b"\nclass 1 ( {"):
        if extract(source.data + end, source.language).state is ParseState.PARTLY_PARSED:
            return end
    raise AssertionError("nothing breaks a text in this language")


@pytest.mark.parametrize("name", LANGUAGES)
@examples(6)
@given(draw=st.data())
def test_whatever_becomes_of_a_text_its_facts_fit_it(name: str, draw: st.DataObject) -> None:
    source = draw.draw(st.sampled_from(sources(name)))
    typing = Typing(source.language).become(source.data)
    data = source.data
    for _ in range(draw.draw(st.integers(1, 4))):
        data = draw.draw(broken_texts(data))
        typing.become(data)


SHOP = """import tax


def total(items):
    return sum(items) * tax.rate()


class Shop:
    def price(self):
        return total([1])

    def sell(self):
        self.price()


def last():
    return total([])
"""


def test_a_half_written_head_leaves_everything_else() -> None:
    typing = Typing(PYTHON).become(SHOP)
    typing.become(SHOP.replace("class Shop:", "def broken(:\n\n\nclass Shop:"))
    assert typing.state is ParseState.PARTLY_PARSED
    assert typing.names() == ["total", "broken", "Shop", "Shop.price", "Shop.sell", "last"]
    assert ("Shop.price", "total") in typing.calls()
    assert ("last", "total") in typing.calls()


def test_an_unclosed_bracket_leaves_everything_behind_it_and_belongs_to_its_function() -> None:
    typing = Typing(PYTHON).become(SHOP)
    typing.become(SHOP.replace("* tax.rate()\n", "* tax.rate(\n    sold()\n"))
    assert typing.names() == ["total", "Shop", "Shop.price", "Shop.sell", "last"]
    total = typing.facts.symbols[0]
    assert ("total", "sold") in typing.calls()
    assert total.span.end < SHOP.index("class Shop") + len("\n    sold()")


def test_a_new_definition_is_seen_before_the_text_is_whole_again() -> None:
    typing = Typing(PYTHON).become(SHOP)
    typing.become(SHOP.replace("class Shop:", "def extra(a):\n    return (a\n\n\nclass Shop:"))
    assert typing.names() == ["total", "extra", "Shop", "Shop.price", "Shop.sell", "last"]


def test_a_method_is_written_into_its_class() -> None:
    typing = Typing(PYTHON).become(SHOP)
    typing.become(SHOP.replace("    def sell", "    def buy(self):\n        self.pay(\n\n    def sell"))
    assert typing.names() == ["total", "Shop", "Shop.price", "Shop.buy", "Shop.sell", "last"]


def test_what_is_written_below_a_function_belongs_to_it_by_its_indentation() -> None:
    typing = Typing(PYTHON).become(SHOP)
    text = SHOP + "    call(last\n"
    assert typing.become(text).facts.symbols[-1].span.end >= text.index("call(last")
    typing.become(SHOP + "call(last\n")
    assert typing.facts.symbols[-1].span.end <= len(SHOP)


def test_a_deleted_method_and_its_calls_are_gone() -> None:
    typing = Typing(PYTHON).become(SHOP)
    text = SHOP.replace("    def price(self):\n        return total([1])\n", "    (\n")
    assert typing.become(text).names() == ["total", "Shop", "Shop.sell", "last"]
    assert ("Shop.price", "total") not in typing.calls()


def test_a_renamed_function_has_its_new_name_alone() -> None:
    typing = Typing(PYTHON).become(SHOP)
    typing.become(SHOP.replace("def last", "def latest") + "\n\nx = (\n")
    assert "last" not in typing.names()


def test_a_function_is_gone_that_became_a_comment_line_by_line() -> None:
    typing = Typing(PYTHON).become(SHOP + "\n\nx = (\n")
    typing.become(SHOP)
    text = SHOP.replace("def last():\n    return", "# def last():\n#    return") + "\n\nx = (\n"
    assert "last" not in typing.become(text).names()


def test_when_the_text_is_whole_again_its_parse_is_all_that_counts() -> None:
    typing = Typing(PYTHON).become(SHOP)
    typing.become(SHOP.replace("class Shop:", "def broken(:\n\n\nclass Shop:"))
    text = SHOP.replace("class Shop:", "def broken():\n    pass\n\n\nclass Shop:")
    assert typing.become(text).facts == extract(text.encode(), PYTHON)


def test_a_text_that_cannot_be_parsed_at_all_keeps_what_stands() -> None:
    good = LastGood(ParsedText(SHOP.encode(), extract(SHOP.encode(), PYTHON)))
    text = SHOP.replace("    def sell", "    [[[[\n    def sell").encode()
    facts, last = facts_after(good, ParsedText(text, FileFacts("text", ParseState.TEXT)))
    check_facts(text, facts)
    assert [symbol.name for symbol in facts.symbols] == ["total", "Shop", "price", "sell", "last"]
    assert last is good


def test_a_parse_by_chance_does_not_take_a_definition_away() -> None:
    script = languages()["javascript"]
    source = "function run() {\n  stop();\n}\n"
    typing = Typing(script).become(source)
    typing.become(f"const a =\n\n{source}")
    assert typing.state is ParseState.PARSED
    assert "run" in typing.names()
    typing.become(f"const a = (\n\n{source}")
    assert "run" in typing.names()


def test_what_is_commented_out_by_a_block_is_gone_at_once_and_for_good_after_a_while() -> None:
    script = languages()["javascript"]
    source = "function run() {\n  stop();\n  go();\n}\n\nfunction stop() {}\n"
    commented = source.replace("function run", "/* function run").replace("go();\n}", "go();\n} */")
    typing = Typing(script).become(source)
    for number in range(MOST_DOUBTS + 2):
        assert typing.become(f"{commented}// {number}\n").names() == ["stop"]
    assert typing.become(f"{commented}\nlet x = (\n").names()[0] == "stop"


def test_a_definition_put_into_a_container_is_found_there_after_a_while() -> None:
    script = languages()["javascript"]
    source = "function run() {\n  stop();\n}\n"
    typing = Typing(script).become(source)
    for number in range(MOST_DOUBTS + 2):
        typing.become(f"function around() {{\n{source}}}\n// {number}\n")
    assert typing.names() == ["around", "around.run"]


C_WITH_GAP = """int first(void) { return 1; }

BEGIN_DECLS(foo bar) int )x;

int second(void) { return first(); }

int third(void) { return second(); }
"""


def test_a_bracket_that_the_parser_adds_by_itself_counts_as_an_error() -> None:
    script = languages()["javascript"]
    source = "?a;\nfunction one() { two(); }\nfunction two() {}\n"
    typing = Typing(script).become(source)
    assert typing.state is ParseState.PARTLY_PARSED
    for number in range(MOST_DOUBTS + 2):
        typing.become(source.replace("two(); }", "two(); ") + f"// {number}\n")
        assert typing.names() == ["one", "two"]


def test_a_text_that_never_parses_whole_keeps_its_definitions_as_well() -> None:
    language = languages()["c"]
    typing = Typing(language).become(C_WITH_GAP)
    assert typing.state is ParseState.PARTLY_PARSED
    known = [name for name in typing.names() if name in ("first", "second", "third")]
    assert known == ["first", "second", "third"]
    text = C_WITH_GAP.replace("int second", "int broken(int a { if (\n\nint second")
    typing.become(text)
    assert [name for name in typing.names() if name in known] == known
    whole = C_WITH_GAP.replace("int second", "int mended(int a) { return a; }\n\nint second")
    assert "mended" in typing.become(whole).names()
    assert typing.last is not None
    assert typing.last.parsed.data == whole.encode()
    assert "third" not in typing.become(whole.replace("int third(void) { return second(); }\n", "")).names()
