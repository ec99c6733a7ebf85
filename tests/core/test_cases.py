"""Runs the case files of `tests/cases`: small sources and the facts that must come out of them.

    === a sentence that names the case
    --- file: pkg/a.py
    …source; `file (crlf)` and `file (cr)` give the text these line ends…
    --- symbols: pkg/a.py
    method Shop.price  lines 3-5  [declaration] [doc 1-2] [owner Shop] [decorators 1]
      signature: def price(self)
    --- references: pkg/a.py
    call total  receiver self  in Shop.price  line 4
    --- imports: pkg/a.py
    module a.b  name c  alias d  in <module>  line 1
    --- callers: pkg/a.py::Shop.price
    pkg/b.py::main  sure  lines 4, 9
    --- usages: pkg/a.py::Shop.price
    pkg/b.py::main  sure  lines 4, 9  call
    pkg/b.py::TABLE  sure  line 12  read

Callers are who calls; usages are all references that have an edge. All sections but the files are optional. Lines
count from 1; those of a symbol run from the line of its name to its end. A receiver that is not a path of names is
written `(expression)`.

With `UPDATE_CASES=1` in the environment the expectations are rewritten instead of checked; review what
changed.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from tests.core.fact_invariants import is_written

from glossator.core.languages import detect
from glossator.core.resolve import resolve_workspace
from glossator.core.row_ids import POSITION_BITS, row_id
from glossator.core.symbols import MODULE, FileFacts, Import, Reference, ReferenceKind, Symbol
from glossator.core.syntax import extract
from glossator.core.text import LineIndex, Span

CASES = Path(__file__).parent.parent / "cases"
UPDATE = bool(os.environ.get("UPDATE_CASES"))

_SECTION = re.compile(r"^--- (file|symbols|references|imports|callers|usages)(?: \((crlf|cr)\))?: (.+)$")
UsageKey = tuple[str, str, str, str]
"""Certainty, path, qualified name of the enclosing symbol, and kind."""

_LINE_ENDS = {"crlf": "\r\n", "cr": "\r"}


@dataclass(slots=True)
class Section:
    """A header line and the text up to the next header."""

    header: str
    kind: str
    subject: str
    line_end: str
    lines: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)


@dataclass(slots=True)
class Case:
    """A title and its sections, in the order of the file."""

    source: Path
    title: str
    sections: list[Section] = field(default_factory=list)

    @property
    def files(self) -> dict[str, bytes]:
        """The sources by path."""
        return {
            section.subject: section.text.replace("\n", section.line_end).encode()
            for section in self.sections
            if section.kind == "file"
        }

    def render(self) -> str:
        """The text of the case as it stands in its file."""
        lines = [f"=== {self.title}"]
        for section in self.sections:
            lines += [section.header, *section.lines]
        return "".join(f"{line}\n" for line in lines)


def read_cases(path: Path) -> list[Case]:
    """The cases of one file."""
    cases: list[Case] = []
    for line in path.read_text(encoding="utf-8").split("\n")[:-1]:
        if line.startswith("=== "):
            cases.append(Case(path, line.removeprefix("=== ")))
        elif match := _SECTION.match(line):
            kind, line_end, subject = match[1], _LINE_ENDS.get(match[2], "\n"), match[3]
            cases[-1].sections.append(Section(line, kind, subject, line_end))
        else:
            cases[-1].sections[-1].lines.append(line)
    return cases


@cache
def _facts(path: str, data: bytes) -> FileFacts:
    language = detect(path, data)
    assert language is not None, f"no language for {path}"
    return extract(data, language)


def _facts_of(case: Case) -> dict[str, FileFacts]:
    return {path: _facts(path, data) for path, data in case.files.items()}


def _with_actual_expectations(case: Case) -> Case:
    """The same case with every expectation replaced by what the program says now."""
    facts = _facts_of(case)
    actual = Case(case.source, case.title)
    for section in case.sections:
        lines = section.lines
        if section.kind in ("callers", "usages"):
            lines = list(_usages(section, case.files, facts))
        elif section.kind != "file":
            data = case.files[section.subject]
            lines = list(_RENDERERS[section.kind](facts[section.subject], data))
        # Blank lines at the end of a section are layout.
        trailing = [line for line in _trailing_blank_lines(section) if section.kind != "file"]
        actual.sections.append(
            Section(section.header, section.kind, section.subject, section.line_end, [*lines, *trailing])
        )
    return actual


def _trailing_blank_lines(section: Section) -> list[str]:
    count = len(section.lines)
    while count and not section.lines[count - 1]:
        count -= 1
    return section.lines[count:]


def _symbols(facts: FileFacts, data: bytes) -> Iterator[str]:
    index = LineIndex(data)
    for symbol in facts.symbols:
        last = symbol.span.end - (data[symbol.span.end - 1 : symbol.span.end] == b"\n")
        parts = [f"{symbol.kind} {symbol.qualified_name}", _lines(index, Span(symbol.name_span.start, last))]
        yield "  ".join([*parts, *_flags(symbol, index)])
        signature = data[symbol.signature_span.start : symbol.signature_span.end].decode()
        yield f"  signature: {' '.join(signature.split())}"


def _flags(symbol: Symbol, index: LineIndex) -> Iterator[str]:
    if symbol.is_declaration:
        yield "[declaration]"
    if symbol.doc_span is not None:
        yield f"[doc {_lines(index, symbol.doc_span).split()[-1]}]"
    if symbol.owner is not None:
        yield f"[owner {symbol.owner}]"
    if symbol.decorator_spans:
        yield f"[decorators {len(symbol.decorator_spans)}]"


def _lines(index: LineIndex, span: Span) -> str:
    first = index.line_at(span.start) + 1
    last = index.line_at(max(span.start, span.end - 1)) + 1
    return f"line {first}" if first == last else f"lines {first}-{last}"


def _enclosing(facts: FileFacts, item: Reference | Import) -> str:
    return MODULE if item.enclosing is None else facts.symbols[item.enclosing].qualified_name


def _references(facts: FileFacts, data: bytes) -> Iterator[str]:
    index = LineIndex(data)
    for reference in facts.references:
        parts = [f"{reference.kind} {reference.name}"]
        if reference.receiver is not None:
            parts.append(f"receiver {reference.receiver or '(expression)'}")
        parts += [f"in {_enclosing(facts, reference)}", f"line {index.line_at(reference.span.start) + 1}"]
        yield "  ".join(parts)


def _imports(facts: FileFacts, data: bytes) -> Iterator[str]:
    index = LineIndex(data)
    for entry in facts.imports:
        parts = [f"module {entry.module}"]
        parts += [f"name {entry.name}"] if entry.name is not None else []
        parts += [f"alias {entry.alias}"] if entry.alias is not None else []
        parts += [f"in {_enclosing(facts, entry)}", f"line {index.line_at(entry.span.start) + 1}"]
        yield "  ".join(parts)


_RENDERERS = {"symbols": _symbols, "references": _references, "imports": _imports}


def _usages(section: Section, sources: Mapping[str, bytes], facts: Mapping[str, FileFacts]) -> Iterator[str]:
    """The usages of `path::qualified.name`, those proved first, then by path and place; callers are those that call."""
    path, _, qualified_name = section.subject.partition("::")
    paths = sorted(facts)
    found: dict[UsageKey, list[int]] = defaultdict(list)
    wanted = {
        row_id(paths.index(path) + 1, position)
        for position, symbol in enumerate(facts[path].symbols)
        if symbol.qualified_name == qualified_name
    }
    assert wanted, f"no symbol {section.subject}"
    calls_only = section.kind == "callers"
    for edge in resolve_workspace(facts):
        user = paths[(edge.reference >> POSITION_BITS) - 1]
        reference = facts[user].references[edge.reference & ((1 << POSITION_BITS) - 1)]
        if edge.symbol in wanted and (reference.kind is ReferenceKind.CALL or not calls_only):
            line = LineIndex(sources[user]).line_at(reference.span.start) + 1
            kind = "" if calls_only else f"  {reference.kind}"
            found[str(edge.certainty), user, _enclosing(facts[user], reference), kind].append(line)
    for (certainty, user, name, kind), lines in _sure_first(found.items()):
        label = "line" if len(set(lines)) == 1 else "lines"
        yield f"{user}::{name}  {certainty}  {label} {', '.join(map(str, sorted(set(lines))))}{kind}"


def _sure_first(items: Iterable[tuple[UsageKey, list[int]]]) -> list[tuple[UsageKey, list[int]]]:
    return sorted(items, key=lambda item: (item[0][0] != "sure", item[0][1], min(item[1])))


CASE_FILES = sorted(CASES.glob("*.txt"))


def _parameters() -> Iterator[object]:
    for path in CASE_FILES:
        for case in read_cases(path):
            yield pytest.param(case, id=f"{path.stem}: {case.title}")


@pytest.mark.parametrize("path", CASE_FILES, ids=lambda path: path.stem)
def test_titles_of_cases_are_unique_in_their_file(path: Path) -> None:
    titles = [case.title for case in read_cases(path)]
    assert sorted(set(titles)) == sorted(titles)


if UPDATE:

    @pytest.mark.parametrize("path", CASE_FILES, ids=lambda path: path.stem)
    def test_rewrite_expectations(path: Path) -> None:
        text = "".join(_with_actual_expectations(case).render() for case in read_cases(path))
        path.write_text(text, encoding="utf-8", newline="\n")

else:

    @pytest.mark.parametrize("case", list(_parameters()))
    def test_facts_are_those_of_the_case(case: Case) -> None:
        assert _with_actual_expectations(case).render() == case.render()

    @pytest.mark.parametrize("case", list(_parameters()))
    def test_spans_lie_in_the_text_and_name_what_they_say(case: Case) -> None:
        for path, data in case.files.items():
            facts = _facts(path, data)
            for symbol in facts.symbols:
                assert symbol.span.covers(symbol.name_span) or symbol.name_span.start >= symbol.span.start
                assert symbol.span.covers(symbol.signature_span)
                assert symbol.span.end <= len(data)
                assert symbol.container is None or symbol.container < len(facts.symbols)
            for reference in facts.references:
                assert is_written(reference.name, data, reference.span)

    @pytest.mark.parametrize("case", list(_parameters()))
    def test_a_source_cut_after_any_line_gives_facts_without_an_error(case: Case) -> None:
        for path, data in case.files.items():
            language = detect(path, data)
            assert language is not None
            for end in LineIndex(data).starts:
                extract(data[:end], language)
