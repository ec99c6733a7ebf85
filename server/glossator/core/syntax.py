"""From text to facts: the only module that imports tree-sitter.

A file is parsed once and one query, made of the language's three query files, is run over the tree; Python
touches only what the query returns. Nesting is found by sorting spans, never by recursion, so the depth of a
file costs nothing. Native code may hang or crash on hostile input: callers run `extract` in a process that
can be killed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from tree_sitter import Node, Parser, Query, QueryCursor
from tree_sitter_language_pack import get_language

from glossator.core import rpg
from glossator.core.attachments import Place
from glossator.core.blanking import blanked
from glossator.core.conditionals import conditional_extensions
from glossator.core.embedded import Embedded
from glossator.core.fact_tables import SYMBOL_KIND_NUMBERS
from glossator.core.found_imports import FoundImports
from glossator.core.inner_modules import InnerModules
from glossator.core.languages import Language, languages
from glossator.core.languages.query_texts import embedded_source, query_source
from glossator.core.nesting import Definition, Nested, inside_blocks, nest
from glossator.core.node_texts import NodeTexts
from glossator.core.outline import Outline
from glossator.core.query_roles import DefinitionPattern, QueryRoles, roles_of
from glossator.core.reference_sweep import FoundReferences, reference_table
from glossator.core.symbols import NONE, FileFacts, ParseState, SymbolKind, Value
from glossator.core.text import Span
from glossator.core.values.binding import bind_values
from glossator.core.values.bound_names import BoundNames
from glossator.core.values.file_names import FileNames
from glossator.core.values.found_values import FoundValues
from glossator.core.values.type_forms import SEQUENCE

_DOCSTRING_NODES = 3
"""Among how many nodes at the beginning of a body documentation is looked for; comments may precede it."""

_VALUE_KINDS = frozenset({SymbolKind.FIELD, SymbolKind.PROPERTY, SymbolKind.VARIABLE, SymbolKind.CONSTANT})
_VALUES = frozenset(SYMBOL_KIND_NUMBERS[kind] for kind in _VALUE_KINDS)

_Captures = dict[str, list[Node]]


@dataclass(frozen=True, slots=True)
class _Compiled:
    parser: Parser
    query: Query
    roles: QueryRoles


@cache
def _compiled(language: Language) -> _Compiled:
    grammar = get_language(language.grammar)  # type: ignore[arg-type]
    source = query_source(language) + "\n(ERROR) @error\n(MISSING) @error"
    query = Query(grammar, source)
    encoded = source.encode()
    texts = (
        encoded[query.start_byte_for_pattern(number) : query.end_byte_for_pattern(number)].decode()
        for number in range(query.pattern_count)
    )
    return _Compiled(Parser(grammar), query, roles_of(texts))


EXTRACTORS: dict[str, Callable[[bytes, Language], FileFacts]] = {"rpg": rpg.extract}
"""Extractors of our own by the name that a language has for its one in `languages.toml`."""


def extract(data: bytes, language: Language, outline: Outline | None = None) -> FileFacts:
    """The facts of one text (UTF-8), which need not be well formed; the units of its syntax go to `outline`."""
    if language.extractor:
        return EXTRACTORS[language.extractor](data, language)
    if language.embeds:
        return _extract_embedded(data, language, outline)
    compiled = _compiled(language)
    parsed = blanked(data, language)
    root = compiled.parser.parse(parsed).root_node
    if outline is not None:
        outline.take(root.walk(), parsed)
    found: list[list[_Captures]] = [[] for _ in range(compiled.query.pattern_count)]
    for pattern, captures in QueryCursor(compiled.query).matches(root):
        found[pattern].append(captures)
    return _Extraction(data, parsed, language, compiled.roles, found).facts(broken=root.has_error)


@cache
def _host(language: Language) -> tuple[Parser, Query]:
    grammar = get_language(language.grammar)  # type: ignore[arg-type]
    return Parser(grammar), Query(grammar, embedded_source(language))


def _extract_embedded(data: bytes, language: Language, outline: Outline | None) -> FileFacts:
    """The facts of a document that holds code of another language."""
    parser, query = _host(language)
    parsed = blanked(data, language)
    root = parser.parse(parsed).root_node
    captures = QueryCursor(query).captures(root)
    hidden = {_span(node) for node in captures.get("hidden", ())}

    def places(capture: str) -> list[Span]:
        return sorted({_span(node) for node in captures.get(capture, ())} - hidden)

    dialects = [name.removeprefix("script.") for name in captures if name.startswith("script.")]
    inner = languages()[dialects[0] if dialects else language.embeds]
    found = Embedded(*map(places, ("script", "cell", "expression", "component", "source")))
    written_in = {node.text for node in captures.get("language", ())} - {inner.id.encode()}
    if written_in:
        found = Embedded()
    units = None if outline is None else Outline(outline.opened_bytes)
    facts = extract(found.visible(data), inner, units)
    if outline is not None and units is not None:
        outline.take(root.walk(), parsed)
        outline.put_scripts(data, found.scripts, units)
    return found.facts(data, facts, language.id)


def compile_queries(language: Language) -> None:
    """Raise if the grammar can't be loaded or a query does not compile, or if there is no such extractor."""
    if language.extractor:
        EXTRACTORS[language.extractor]
    elif language.embeds:
        _host(language)
        _compiled(languages()[language.embeds])
    else:
        _compiled(language)


class _Extraction:
    """What the query returned for one file, by pattern, on its way to facts."""

    def __init__(
        self,
        data: bytes,
        parsed: bytes,
        language: Language,
        roles: QueryRoles,
        found: list[list[_Captures]],
    ) -> None:
        self.data = data
        self.parsed = parsed
        self.language = language
        self.roles = roles
        self.found = found
        self.definitions: dict[Place, Definition] = {}
        self.declared: dict[int, str] = {}
        self.texts = NodeTexts(data, language)
        self.imports = FoundImports(self.texts)
        self.values = FoundValues(self.texts)
        self.scopes: list[tuple[Span, str]] = []
        self.blocks: list[Place] = []
        self.attachments: list[Place] = []
        self.decorators: set[Place] = set()
        self.errors: list[Span] = []

    def facts(self, *, broken: bool) -> FileFacts:
        for pattern in self.roles.imports:
            for captures in self.found[pattern]:
                self.imports.take(captures)
        for role in self.roles.definitions:
            for captures in self.found[role.pattern]:
                self._take_definition(role, captures)
        self._take_others()
        nested = self._nested()
        enclosing = nested.enclosing
        defined = {start for start, _ in self.definitions}
        bound = BoundNames(nested.symbols, self.language)
        bound.modules = InnerModules.of(nested.symbols, self.language)
        values = self._values(nested, defined, bound)
        if self.language.conditional_directives:
            values = (*values, *conditional_extensions(self.data, nested.symbols))
        return FileFacts(
            language=self.language.id,
            state=ParseState.PARTLY_PARSED if broken else ParseState.PARSED,
            symbols=nested.symbols,
            references=reference_table(
                self.data, self._references(), defined, enclosing, bound, self.values, self.language
            ),
            imports=self.imports.imports(enclosing, bound.modules),
            error_spans=tuple(sorted(self.errors)),
            values=values,
        )

    def _take_others(self) -> None:
        for pattern, capture in self.roles.others:
            for captures in self.found[pattern]:
                nodes = captures.get(capture, [])
                if capture == "comment":
                    self.attachments += map(self._trimmed, nodes)
                elif capture == "decorator":
                    places = [self._trimmed(node) for node in nodes]
                    self.attachments += places
                    self.decorators.update(places)
                elif capture == "block":
                    self.blocks += map(_place, nodes)
                elif capture == "region":
                    self.values.regions += map(_place, nodes)
                elif capture == "closure":
                    self.values.closures += map(_place, nodes)
                elif capture == "error":
                    self.errors += map(_span, nodes)
                elif nodes:
                    owner = captures.get("owner")
                    self.scopes.append((_span(nodes[0]), self.texts.owner(owner[0]) if owner else ""))

    def _nested(self) -> Nested:
        inside = inside_blocks(self.definitions.values(), self.blocks)
        if inside:
            self.definitions = {key: entry for key, entry in self.definitions.items() if key not in inside}
        return nest(
            self.parsed,
            self.language,
            [definition for definition in self.definitions.values() if not self._is_import(definition)],
            self.scopes,
            self.attachments,
            self.decorators,
        )

    def _is_import(self, definition: Definition) -> bool:
        """Whether a variable only holds what an import binds, and so is no symbol of its own."""
        return definition.name_place[0] in self.imports.bound_at and definition.kind in _VALUES

    def _references(self) -> FoundReferences:
        """The receivers of each reference by its place, and its kind; of two at one place that of the first pattern."""
        references: FoundReferences = {}
        literals = self.language.symbol_literals
        for role in self.roles.references:
            bare = (role.kind, None)
            capture = role.capture
            for captures in self.found[role.pattern]:
                receivers = captures.get("receiver") if role.has_receiver else None
                for node in captures.get(capture, ()):
                    place = node.start_byte, node.end_byte
                    if literals:
                        place = self.texts.without_colon(*place)
                    if place not in references:
                        references[place] = (role.kind, receivers) if receivers else bare
        return references

    def _values(self, nested: Nested, defined: set[int], bound: BoundNames) -> tuple[Value, ...]:
        """What is known of values, and in `bound` the names of those that are neither symbols nor imported."""
        for pattern in self.roles.values:
            for captures in self.found[pattern.pattern]:
                self.values.take(pattern, captures)
        self.values.forget(self.imports.bound_at)
        enclosing, symbols = nested.enclosing, nested.symbols
        _, containers, *_ = symbols.views()
        known = self.imports.bound_names(enclosing)
        for container, name in zip(containers, symbols.names, strict=True):
            known.add((None if container == NONE else container, name))
        names = FileNames(self.data, self.language, symbols, enclosing, defined, known)
        return bind_values(names, self.values, self.declared, bound, self.attachments)

    def _take_definition(self, role: DefinitionPattern, captures: _Captures) -> None:
        names = captures.get("name")
        if not names:
            return
        place = self.texts.name_place(names[0])
        name = self.texts.name(*place)
        if not name or place in self.definitions:
            return
        node = captures[role.capture][0]
        bodies = captures.get("body")
        body = bodies[0] if bodies else node.child_by_field_name("body")
        whole, parent_start = self._whole(node)
        owners = captures.get("owner")
        documentation = captures.get("documentation")
        self.definitions[place] = Definition(
            kind=role.kind,
            name=name,
            name_place=place,
            node=_place(node),
            whole=_place(whole),
            body=_body(body, node) if body is not None else None,
            docstring=_place(documentation[0]) if documentation else self._docstring(body),
            # An owner in several parts is that of a nested type: `void A::B::c()`.
            owner=self.language.separator.join(map(self.texts.owner, owners)) if owners else None,
            is_declaration=role.is_declaration,
            parent_start=parent_start,
            only_outside="outside" in captures,
        )
        if (types := captures.get("type")) and (declared := self.values.type(self.texts.text(types[0]))):
            self.declared[place[0]] = f":{declared}"
        elif (types := captures.get("elements")) and (
            declared := self.values.type(self.texts.text(types[0]))
        ):
            self.declared[place[0]] = f":{SEQUENCE}<{declared}>"

    def _whole(self, node: Node) -> tuple[Node, int | None]:
        """The node with its wrappers, and where the node around them begins."""
        wrappers = self.language.wrappers
        if not wrappers and not self.language.clauses:
            return node, None
        parent = node.parent
        while parent is not None and parent.type in wrappers:
            node, parent = parent, parent.parent
        return node, parent.start_byte if parent is not None else None

    def _docstring(self, body: Node | None) -> Place | None:
        if body is None or self.language.documentation != "docstring":
            return None
        for place in range(min(_DOCSTRING_NODES, body.named_child_count)):
            child = body.named_child(place)
            if child is None or child.type == "comment":
                continue
            inner = child.named_child(0) if child.type == "expression_statement" else child
            return _place(child) if inner is not None and inner.type == "string" else None
        return None

    def _trimmed(self, node: Node) -> tuple[int, int]:
        """Where the node starts and ends without white space at its end, which some grammars count in."""
        start = node.start_byte
        return start, start + len(self.parsed[start : node.end_byte].rstrip())


def _body(body: Node, definition: Node) -> Place:
    """The body, which goes to the end of the definition if the grammar only shows where it opens (`{`)."""
    return body.start_byte, body.end_byte if body.is_named else definition.end_byte


def _place(node: Node) -> Place:
    return node.start_byte, node.end_byte


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)
