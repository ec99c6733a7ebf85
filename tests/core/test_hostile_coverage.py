"""A parse without errors that found nothing in a text full of definitions is not taken for a whole one."""

from __future__ import annotations

import pytest
from tests.core.sources import LANGUAGES, sources

from glossator.core.languages import languages
from glossator.core.parse_coverage import with_coverage
from glossator.core.symbols import FileFacts, ParseState
from glossator.core.syntax import extract

PHP = languages()["php"]


def facts(text: str) -> FileFacts:
    return with_coverage(extract(text.encode(), PHP), text.encode())


def names(text: str) -> list[str]:
    return [symbol.name for symbol in facts(text).symbols]


@pytest.mark.parametrize("mark", ["'sql9'", '"sql9"', "sql9"])
def test_a_string_over_many_lines_does_not_swallow_what_follows(mark: str) -> None:
    text = f"<?php\n$q = <<<{mark}\nSELECT {{ ' \" /* FROM (\nsql9;\n\nfunction run_it($a) {{ return $a; }}\n"
    assert "run_it" in names(text)


def test_code_between_the_lines_of_a_page_is_found() -> None:
    text = (
        "<html><?php if ($a): ?><b>x</b><?php endif ?>\n<?php function show_it() { return 1; } ?>\n</html>\n"
    )
    assert "show_it" in names(text)


@pytest.mark.parametrize(
    "text",
    [
        "function run_it($a) {\n    return $a;\n}\n",
        "class Shop extends Base {\n    public function sell() {}\n}\n",
    ],
)
def test_code_without_its_opening_tag_is_partly_parsed(text: str) -> None:
    assert extract(text.encode(), PHP).state is ParseState.PARSED
    assert facts(text).state is ParseState.PARTLY_PARSED
    assert names(text) == []


@pytest.mark.parametrize("text", ["", "<p>a function of the class</p>\n", "<?php\nreturn ['a' => 1];\n"])
def test_a_text_that_defines_nothing_is_whole(text: str) -> None:
    assert facts(text).state is ParseState.PARSED


@pytest.mark.parametrize("name", LANGUAGES)
def test_a_text_whose_definitions_were_found_is_whole(name: str) -> None:
    for source in sources(name):
        assert with_coverage(source.facts, source.data) == source.facts
