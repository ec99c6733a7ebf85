"""What a query asks for: its shape, its words, its filters, and which kinds and sides of a project it names.

Every string is a query. Identifiers lean on names, paths on the names of files, messages and sentences on words and
meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from glossator.core.languages import detect
from glossator.core.search.filters import EVERYTHING, Filters, kinds_named, take_filters
from glossator.core.symbols import SymbolKind
from glossator.core.terms import part_stems, query_terms, words_of


class Shape(StrEnum):
    """What a query looks like."""

    EMPTY = "empty"
    IDENTIFIER = "identifier"
    PATH = "path"
    MESSAGE = "message"
    WORDS = "words"
    SENTENCE = "sentence"


class Side(StrEnum):
    """Sides of a project that stand below the code itself unless a query asks for them."""

    TESTS = "tests"
    PROSE = "documentation"
    SETTINGS = "configuration"
    EXAMPLES = "examples"
    GENERATED = "generated code"


LONGEST_QUERY = 4000
"""Characters of a query that are looked at; a pasted file is found by its beginning."""

_MOST_SENTENCE_LIKE_NAMES = 3

_IDENTIFIER = re.compile(
    r"[@#$.:]*[^\W\d]\w*(?:(?:\.|::|->|#|/(?=\w+/\d))[^\W\d]\w*)*(?:\(\)?|[!?=*])?", re.UNICODE
)
_JOINT = re.compile(r"\.|::|->|#")
_PATH = re.compile(r"[^\s:*?\"<>|]*[\w\-.](?::\d+)*")
_MESSAGE = re.compile(
    r"\b[A-Za-z]*(?:Error|Exception|Warning|Panic)\b|\b(?:error|fatal|panic|exception|traceback|warning)\s*(?:\[?\w*\]?):"
    r"|\bline \d+\b|\berrno\b|0x[0-9a-f]{4,}|'[^']+' (?:is not|has no|was not|not found|undefined)",
    re.IGNORECASE,
)
_SILENT = """
a an the of in on at to for from by with and or not is are was were be been being it its this that these those as into
over under between during per via if then than there here has have had you we i they them their our your how what
where when which who why does do did done can could should would will
use uses used using get gets set code function functions class classes method methods implementation implement
implements implemented work works handle handles handled handling
"""
_STOP_WORDS = frozenset(_SILENT.split())
"""Words of questions that say nothing about the code that is meant."""

_SIDES = {
    Side.TESTS: "test tests testing tested spec specs unittest fixture fixtures benchmark benchmarks",
    Side.PROSE: "documentation docs readme changelog tutorial guide changes",
    Side.SETTINGS: "configured configuration config settings manifest dependency dependencies",
    Side.EXAMPLES: "example examples sample samples demo demos",
    Side.GENERATED: "generated",
}
_SIDE_WORDS = {word: side for side, words in _SIDES.items() for word in words.split()}


@dataclass(frozen=True, slots=True)
class Query:
    """A query as it is understood.

    `text` is the query without filters. `terms` are digests of its words without those that say nothing, `stems` the
    stems among them. `names` are the words that may be names of definitions, as written. `kinds` are preferred, the
    filters are strict.
    """

    text: str
    shape: Shape
    terms: tuple[int, ...] = ()
    stems: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    container: tuple[str, ...] = ()
    """What stands before the name in a query that is one qualified name: `Utils` of `Utils.parse_query`."""
    kinds: frozenset[SymbolKind] = frozenset()
    sides: frozenset[Side] = frozenset()
    filters: Filters = EVERYTHING

    @property
    def has_meaning(self) -> bool:
        """Whether the meaning of the query says anything: that of a name, or of nothing, does not."""
        return self.shape not in (Shape.EMPTY, Shape.IDENTIFIER)


def understand(query: str, scope: str = "") -> Query:
    """Read a query, which any string is. `scope` is the folder in which is searched, relative to the root."""
    text, filters = take_filters(query[:LONGEST_QUERY])
    filters = replace(filters, scope=scope.strip("/"))
    shape = _shape(text)
    words = words_of(text)
    names_kinds = shape in (Shape.WORDS, Shape.SENTENCE)
    kinds = frozenset(kind for word in words for kind in kinds_named(word)) if names_kinds else frozenset()
    if len(words) == 2 and kinds and (rest := [word for word in words if not kinds_named(word)]):
        # "class Router": the kind is not a part of the name.
        words, shape = rest, Shape.IDENTIFIER
    is_qualified = shape is Shape.IDENTIFIER and len(words) > 1 and _JOINT.search(text) is not None
    telling = [word for word in words if word.lower() not in _STOP_WORDS or not word.islower()] or words
    return Query(
        text=text,
        shape=shape,
        terms=query_terms(" ".join(telling)),
        stems=tuple(dict.fromkeys(stem for word in telling for stem in part_stems(word))),
        names=_names(words, shape)[-1:] if is_qualified else _names(words, shape),
        container=tuple(words[:-1]) if is_qualified else (),
        kinds=kinds,
        sides=frozenset(side for word in words if (side := _SIDE_WORDS.get(word.lower()))),
        filters=filters,
    )


def _shape(text: str) -> Shape:
    if not text:
        return Shape.EMPTY
    if _MESSAGE.search(text) and len(text.split()) > 1:
        return Shape.MESSAGE
    if len(text.split()) == 1:
        if _is_path(text):
            return Shape.PATH
        return Shape.IDENTIFIER if _IDENTIFIER.fullmatch(text) else Shape.WORDS
    words = text.split()
    asks = any(word.lower() in _STOP_WORDS for word in words)
    return Shape.SENTENCE if asks or len(words) > _MOST_SENTENCE_LIKE_NAMES else Shape.WORDS


def _is_path(text: str) -> bool:
    """Whether a single word names a file or a folder: by slashes, or by the ending of a language we know."""
    if not _PATH.fullmatch(text) or "::" in text:
        return False
    path = re.sub(r"(?::\d+)+$", "", text)
    if "/" in path.strip("/") or "\\" in path:
        return True
    return "." in path.strip(".") and detect(path) is not None


def _names(words: list[str], shape: Shape) -> tuple[str, ...]:
    """The words that may be names: every word of a query that is an identifier, else those that are written like one,
    with a capital inside or an underscore."""
    if shape is Shape.IDENTIFIER:
        return tuple(dict.fromkeys(words))
    return tuple(dict.fromkeys(word for word in words if "_" in word or any(map(str.isupper, word[1:]))))
