"""Whatever stands in a text: its chunks cover it once and in order, and none starts or ends inside of a token."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.core.chunk_invariants import check_chunks, check_cover
from tests.core.sources import LANGUAGES, broken_texts, sources, token_soup
from tests.core.test_cases import CASE_FILES, read_cases
from tests.fuzzing import examples

from glossator.core.chunks import cut
from glossator.core.languages import detect, languages
from glossator.core.outline import Outline
from glossator.core.syntax import extract

MOST_SECONDS = 1.5


@pytest.mark.parametrize("case_file", CASE_FILES, ids=lambda path: path.stem)
def test_chunks_of_all_cases(case_file: Path) -> None:
    for case in read_cases(case_file):
        for path, data in case.files.items():
            check_chunks(data, detect(path, data))


@pytest.mark.parametrize("name", LANGUAGES)
def test_chunks_of_sources_that_follow_each_other(name: str) -> None:
    """Larger files than the cases have, with either end of lines."""
    for source in sources(name):
        times = 1 + 6000 // len(source.data)
        check_chunks(source.data * times, source.language)
        check_chunks(b"\r\n".join(source.data.splitlines()) * times, source.language)


@pytest.mark.parametrize("name", LANGUAGES)
@examples(12)
@given(draw=st.data())
def test_chunks_of_a_broken_text(name: str, draw: st.DataObject) -> None:
    source = draw.draw(st.sampled_from(sources(name)))
    data = source.data * draw.draw(st.integers(1, 1 + 4000 // len(source.data)))
    check_chunks(draw.draw(broken_texts(data)), source.language)


@pytest.mark.parametrize("name", LANGUAGES)
@examples(6)
@given(data=token_soup() | st.binary(max_size=3000))
def test_chunks_of_what_is_no_code(name: str, data: bytes) -> None:
    check_chunks(data, languages()[name])


@examples(60)
@given(
    data=st.text(max_size=4000).map(lambda text: text.encode("utf-8", "replace")) | st.binary(max_size=6000)
)
def test_chunks_of_a_text_of_no_language(data: bytes) -> None:
    check_chunks(data, None)


HOSTILE = {
    "brackets": b"(" * 50_000,
    "lists": b"[" * 30_000 + b"]" * 30_000,
    "sum": b"x = " + b" + ".join([b"a"] * 20_000),
    "one line": b"f(a, b);" * 30_000,
    "statements": b"a = 1\n" * 20_000,
    "comments": b"# c\n" * 20_000,
    "comments on a line": b"/* c */ " * 20_000,
    "words": b"word " * 30_000,
    "long word": b"w" * 400_000,
    "white space": b" " * 200_000 + b"\n" * 200_000 + b"x",
    "open string": b'x = """' + b"line\n" * 20_000,
    "nested functions": b"".join(b" " * depth + b"def f%d():\n" % depth for depth in range(600)),
    "decorators": b"@a\n" * 20_000 + b"def f(): pass\n",
}


@pytest.mark.parametrize("name", ["python", "javascript", "c", "csharp", "vue", "text"])
@pytest.mark.parametrize("shape", HOSTILE)
def test_a_hostile_text_is_cut_in_no_time(name: str, shape: str) -> None:
    """What is cut is walked along once, however deep or broad it is."""
    language = languages().get(name)
    data = HOSTILE[shape] if language is None else HOSTILE[shape][:20_000]
    outline = Outline()
    symbols = () if language is None else extract(data, language, outline).symbols
    start = time.process_time()
    chunks = cut(data, symbols, outline.units)
    assert time.process_time() - start < MOST_SECONDS
    check_cover(data, chunks)


def test_an_empty_text_has_no_chunks() -> None:
    for language in (None, *languages().values()):
        for data in (b"", b"\n", b" \r\n\t", b"\f"):
            assert check_chunks(data, language)[1] == []
