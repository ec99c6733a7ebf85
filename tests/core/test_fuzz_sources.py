"""Whatever stands in a text: facts are made without an error, and they fit the text and each other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.fact_invariants import check_facts
from tests.core.sources import LANGUAGES, broken_texts, sources, token_soup
from tests.fuzzing import examples

from glossator.core.languages import languages
from glossator.core.syntax import extract


@pytest.mark.parametrize("name", LANGUAGES)
@examples(12)
@given(draw=st.data())
def test_facts_of_a_broken_text_fit_it(name: str, draw: st.DataObject) -> None:
    source = draw.draw(st.sampled_from(sources(name)))
    data = draw.draw(broken_texts(source.data))
    check_facts(data, extract(data, source.language))


@pytest.mark.parametrize("name", LANGUAGES)
@examples(6)
@given(data=token_soup() | st.binary(max_size=200))
def test_facts_of_what_is_no_code_fit_it(name: str, data: bytes) -> None:
    check_facts(data, extract(data, languages()[name]))


@pytest.mark.parametrize("name", LANGUAGES)
def test_facts_of_the_sources_fit_them(name: str) -> None:
    for source in sources(name):
        check_facts(source.data, source.facts)


@pytest.mark.parametrize("name", LANGUAGES)
def test_halves_of_surrogate_pairs_are_survived(name: str) -> None:
    source = sources(name)[0]
    for place in range(0, len(source.data), 29):
        data = source.data[:place] + "\ud83d".encode("utf-8", "surrogatepass") + source.data[place:]
        check_facts(data, extract(data, source.language))
