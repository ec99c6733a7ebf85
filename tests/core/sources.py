"""The sources of the case files, by language, and what hypothesis makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hypothesis import strategies as st
from tests.core.test_cases import CASE_FILES, read_cases

from glossator.core.languages import Language, detect
from glossator.core.symbols import CALLABLE_KINDS, FileFacts, ParseState
from glossator.core.syntax import extract

LANGUAGES = tuple(path.stem for path in CASE_FILES)

_PIECES = (
    b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b'"', b"'", b"`", b'"""', b"/*", b"*/", b"//", b"#", b"--", b"{-",
    b":", b";", b",", b".", b"=", b"@", b"$", b"\\", b"\n", b"\r", b"\t", b"    ", b"\0", b"\x0c", b"\xef\xbb\xbf",
    b"\xe2\x80\xa8", b"\xf0\x9f\x9a\x80", b"\xed\xa0\x80", b"\xff", b"<<A\n", b"${", b"#{", b"end\n",
    b"def ", b"class ",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Source:
    """A text without errors in a language, with its facts."""

    path: str
    data: bytes
    language: Language
    facts: FileFacts


@cache
def sources(name: str) -> tuple[Source, ...]:
    """The sources of one case file that parse without errors and define something."""
    (case_file,) = [path for path in CASE_FILES if path.stem == name]
    found = []
    for case in read_cases(case_file):
        for path, data in case.files.items():
            if (language := detect(path, data)) is None:
                continue
            facts = extract(data, language)
            if facts.state is ParseState.PARSED and facts.symbols:
                found.append(Source(path, data, language, facts))
    return tuple(found)


@cache
def definitions(name: str, grammar: str) -> tuple[bytes, ...]:
    """Functions and methods out of the sources of a language, short enough to be typed."""
    return tuple(
        source.data[symbol.span.start : symbol.span.end].rstrip()
        for source in sources(name)
        for symbol in source.facts.symbols
        if source.language.grammar == grammar
        and symbol.kind in CALLABLE_KINDS
        and not symbol.is_declaration
        and 20 <= len(symbol.span) <= 400
    )


@st.composite
def broken_texts(draw: st.DrawFn, data: bytes) -> bytes:
    """The text after some cuts, insertions, copies and exchanges of words."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 40)))
        match draw(st.sampled_from(("cut", "insert", "bytes", "copy", "end", "begin", "words"))):
            case "cut":
                data = data[:start] + data[end:]
            case "insert":
                pieces = draw(st.lists(st.sampled_from(_PIECES), min_size=1, max_size=4))
                data = data[:start] + b"".join(pieces) + data[start:]
            case "bytes":
                data = data[:start] + draw(st.binary(min_size=1, max_size=6)) + data[start:]
            case "copy":
                data = data[:start] + data[start:end] + data[start:]
            case "end":
                data = data[:start]
            case "begin":
                data = data[start:]
            case _:
                words = data.split(b" ")
                data = b" ".join(draw(st.permutations(words)) if len(words) < 200 else words[::-1])
    return data


def token_soup() -> st.SearchStrategy[bytes]:
    """Pieces of code in no order."""
    words = st.sampled_from(
        (*_PIECES, b"a", b"b ", b"1", b"fn ", b"func ", b"if ", b"do\n", b"=> ", b"-> ", b" ")
    )
    return st.lists(words, max_size=60).map(b"".join)
