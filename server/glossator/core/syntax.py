"""From text to facts: the only module that imports tree-sitter.

A file is parsed once and one query, made of the language's three query files, is run over the tree; Python
touches only what the query returns. Nesting is found by sorting spans, never by recursion, so the depth of a
file costs nothing. Native code may hang or crash on hostile input: callers run `extract` in a process that
can be killed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache, partial

from tree_sitter import Node, Parser, Query, QueryCursor
from tree_sitter_language_pack import get_language

from glossator.core.bindings import Bindings
from glossator.core.blanking import blanked
from glossator.core.languages import Language, query_source
from glossator.core.nesting import Definition, EnclosingSymbols, inside_blocks, nest
from glossator.core.symbols import FileFacts, Import, ParseState, Reference, ReferenceKind, Symbol, SymbolKind
from glossator.core.text import Span
from glossator.core.written_names import owner_path, receiver_path, unquoted

DEFAULT_EXPORT = "default"
"""The name of what a module exports without a name (ECMAScript's `export default`)."""

_MAX_RECEIVER_BYTES = 120
_TYPE_PATH = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_SYMBOL_LITERAL = re.compile(rb":[^\W\d]|:[\"'\x80-\xff]")

_VALUE_KINDS = frozenset({SymbolKind.FIELD, SymbolKind.PROPERTY, SymbolKind.VARIABLE, SymbolKind.CONSTANT})

_Handler = Callable[[dict[str, list[Node]]], None]


@cache
def _compiled(language: Language) -> tuple[Parser, Query]:
    grammar = get_language(language.grammar)  # type: ignore[arg-type]
    return Parser(grammar), Query(grammar, query_source(language) + "\n(ERROR) @error")


def extract(data: bytes, language: Language) -> FileFacts:
    """The facts of one text (UTF-8), which need not be well formed."""
    parser, query = _compiled(language)
    parsed = blanked(data, language)
    tree = parser.parse(parsed)
    matches = QueryCursor(query).matches(tree.root_node)
    collected = _Collected(data, parsed, language)
    for pattern, captures in matches:
        collected.take(pattern, captures)
    return collected.facts(broken=tree.root_node.has_error)


def compile_queries(language: Language) -> None:
    """Raise if the grammar can't be loaded or a query does not compile."""
    _compiled(language)


class _Collected:
    """What the query returned for one file, sorted by what it says."""

    def __init__(self, data: bytes, parsed: bytes, language: Language) -> None:
        self.data = data
        self.parsed = parsed
        self.language = language
        self.handlers: dict[int, _Handler] = {}
        self.definitions: dict[tuple[int, int], tuple[int, Definition]] = {}
        self.scopes: list[tuple[Span, str]] = []
        self.blocks: list[Span] = []
        self.attachments: list[Span] = []
        self.decorators: set[Span] = set()
        self.locals: dict[tuple[int, str], str | None] = {}
        self.declared: dict[int, str] = {}
        self.receivers: dict[bytes, str] = {}
        self.references: dict[tuple[int, int], tuple[int, ReferenceKind, str | None]] = {}
        self.imports: list[tuple[Span, Import]] = []
        self.imported: set[int] = set()
        self.errors: list[Span] = []

    def take(self, pattern: int, captures: dict[str, list[Node]]) -> None:
        """Take one match of the query; `pattern` is the number of its pattern."""
        handler = self.handlers.get(pattern)
        if handler is None:
            # What a match says depends on its pattern alone, so it is worked out once.
            handler = self.handlers[pattern] = self._handler(pattern, captures)
        handler(captures)

    def _handler(self, pattern: int, captures: dict[str, list[Node]]) -> _Handler:
        for capture in captures:
            group, _, kind = capture.partition(".")
            if group == "reference":
                return partial(self._take_reference, pattern, ReferenceKind(kind), capture)
            if group in ("definition", "declaration"):
                return partial(self._take_definition, pattern, capture, SymbolKind(kind))
            if group == "import":
                return self._take_import
        return self._take_simple

    def _take_simple(self, captures: dict[str, list[Node]]) -> None:
        for capture, nodes in captures.items():
            match capture:
                case "local":
                    declared = captures.get("type")
                    for node in nodes:
                        self._take_local(node, declared[0] if declared else None)
                case "comment":
                    self.attachments.extend(self._trimmed(node) for node in nodes)
                case "decorator":
                    spans = [self._trimmed(node) for node in nodes]
                    self.attachments.extend(spans)
                    self.decorators.update(spans)
                case "block":
                    self.blocks.extend(_span(node) for node in nodes)
                case "error":
                    self.errors.extend(_span(node) for node in nodes)
                case "scope":
                    owner = captures.get("owner")
                    self.scopes.append((_span(nodes[0]), self._owner(owner[0]) if owner else ""))

    def _take_local(self, node: Node, declared: Node | None) -> None:
        key = (node.start_byte, self._text(node))
        self.locals[key] = self._type(declared) or self.locals.get(key)

    def _type(self, declared: Node | None) -> str | None:
        """The path of a declared type, None for one that has no name."""
        name = self._owner(declared).replace(self.language.separator, ".") if declared is not None else ""
        return name if _TYPE_PATH.fullmatch(name) else None

    def _take_reference(
        self, pattern: int, kind: ReferenceKind, capture: str, captures: dict[str, list[Node]]
    ) -> None:
        receiver = None
        if (receivers := captures.get("receiver")) is not None:
            parts = [self._receiver(part) for part in receivers]
            receiver = parts[0] if len(parts) == 1 else ".".join(parts) if all(parts) else ""
        for node in captures[capture]:
            key = self._name_place(node)
            known = self.references.get(key)
            if known is None or pattern < known[0]:
                self.references[key] = (pattern, kind, receiver)

    def _take_definition(
        self, pattern: int, capture: str, kind: SymbolKind, captures: dict[str, list[Node]]
    ) -> None:
        names = captures.get("name")
        if not names:
            return
        node = captures[capture][0]
        name = self._name(names[0])
        name_span = self._name_span(names[0])
        key = (name_span.start, name_span.end)
        known = self.definitions.get(key)
        if not name or (known is not None and known[0] <= pattern):
            return
        bodies = captures.get("body")
        body = bodies[0] if bodies else node.child_by_field_name("body")
        whole = node
        while (parent := whole.parent) is not None and parent.type in self.language.wrappers:
            whole = parent
        owners = captures.get("owner")
        documentation = captures.get("documentation")
        definition = Definition(
            kind=kind,
            name=name,
            name_span=name_span,
            node_span=_span(node),
            whole_span=_span(whole),
            body_span=_body_span(body, node) if body is not None else None,
            docstring_span=_span(documentation[0]) if documentation else self._docstring(body),
            # An owner in several parts is that of a nested type: `void A::B::c()`.
            owner=self.language.separator.join(map(self._owner, owners)) if owners else None,
            is_declaration=capture.startswith("declaration"),
            parent_start=whole.parent.start_byte if whole.parent is not None else None,
            only_outside="outside" in captures,
        )
        self.definitions[key] = (pattern, definition)
        if (types := captures.get("type")) and (declared := self._type(types[0])):
            self.declared[definition.name_span.start] = declared

    def _take_import(self, captures: dict[str, list[Node]]) -> None:
        node = captures["import"][0]
        module = captures.get("module")
        names = captures.get("name")
        alias = captures.get("alias")
        wildcard = captures.get("wildcard")
        # A path in several parts is that of a nested list: `use a::{b::{c}}`.
        path = self.language.separator.join(self._text(part).strip("\"'`<>") for part in module or ())
        local = self._text(alias[0]) if alias else None
        if path:
            self.imported.update(node.start_byte for node in alias or names or ())
        taken = ["*"] if wildcard else [self._name(name) for name in names or ()]
        if captures.get("default"):
            # The default export of a module: taken by an import, or what an export calls a name.
            taken, local = taken or [DEFAULT_EXPORT], DEFAULT_EXPORT if taken else local
        span = _span(names[0] if names else node)
        bound: list[str | None] = [*taken] or [None]
        for name in bound:
            self.imports.append((span, Import(path, name, local, _span(node))))

    def _docstring(self, body: Node | None) -> Span | None:
        if body is None or self.language.documentation != "docstring":
            return None
        for child in body.named_children[:3]:
            if child.type == "comment":
                continue
            inner = child.named_child(0) if child.type == "expression_statement" else child
            return _span(child) if inner is not None and inner.type == "string" else None
        return None

    def _text(self, node: Node) -> str:
        return self.data[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def _trimmed(self, node: Node) -> Span:
        """The node without white space at its end, which some grammars count in."""
        return Span(
            node.start_byte, node.start_byte + len(self.parsed[node.start_byte : node.end_byte].rstrip())
        )

    def _name(self, node: Node) -> str:
        span = self._name_span(node)
        return " ".join(unquoted(self.data[span.start : span.end].decode("utf-8", "replace")).split())

    def _name_span(self, node: Node) -> Span:
        return Span(*self._name_place(node))

    def _name_place(self, node: Node) -> tuple[int, int]:
        """Start and end of the node without the colon of a symbol literal (`:name`)."""
        start, end = node.start_byte, node.end_byte
        if self.data.startswith(b":", start) and _SYMBOL_LITERAL.match(self.data, start, end):
            start += 1
        return start, end

    def _owner(self, node: Node) -> str:
        return owner_path(self._text(node), self.language)

    def _receiver(self, node: Node) -> str:
        start, end = node.start_byte, node.end_byte
        if end - start > _MAX_RECEIVER_BYTES:
            return ""
        written = self.data[start:end]
        receiver = self.receivers.get(written)
        if receiver is None:
            receiver = self.receivers[written] = receiver_path(
                written.decode("utf-8", "replace"), self.language
            )
        return receiver

    def facts(self, *, broken: bool) -> FileFacts:
        inside = inside_blocks((definition for _, definition in self.definitions.values()), self.blocks)
        self.definitions = {
            key: entry for key, entry in self.definitions.items() if entry[1].name_span not in inside
        }
        nested = nest(
            self.parsed,
            self.language,
            [definition for _, definition in self.definitions.values() if not self._is_import(definition)],
            self.scopes,
            self.attachments,
            self.decorators,
        )
        return FileFacts(
            language=self.language.id,
            state=ParseState.PARTLY_PARSED if broken else ParseState.PARSED,
            symbols=nested.symbols,
            references=tuple(self._references(nested.symbols, nested.enclosing)),
            imports=tuple(self._imports(nested.enclosing)),
            error_spans=tuple(sorted(self.errors)),
        )

    def _is_import(self, definition: Definition) -> bool:
        """Whether a variable only holds what an import binds, and so is no symbol of its own."""
        return definition.kind in _VALUE_KINDS and definition.name_span.start in self.imported

    def _references(self, symbols: tuple[Symbol, ...], enclosing: EnclosingSymbols) -> Iterable[Reference]:
        defined = {start for start, _ in self.definitions}
        bindings = self._bindings(symbols, enclosing, defined)
        for (start, end), (_, kind, receiver) in sorted(self.references.items()):
            if start in defined:
                continue
            name = self.data[start:end].decode("utf-8", "replace")
            holder = enclosing(start)
            can_be_hidden = kind is not ReferenceKind.CALL or not self.language.variables_apart
            if receiver is None and can_be_hidden and bindings.hides(name, holder):
                continue
            if receiver:
                receiver = bindings.receiver(receiver, holder)
            yield Reference(kind, name, Span(start, end), holder, receiver)

    def _bindings(
        self, symbols: tuple[Symbol, ...], enclosing: EnclosingSymbols, defined: set[int]
    ) -> Bindings:
        """The names that are bound to values: not to symbols, not by an import."""
        known = {(enclosing(span.start), entry.local_name) for span, entry in self.imports}
        known.update((symbol.container, symbol.name) for symbol in symbols)
        bindings = Bindings(symbols, self.language)
        for symbol in symbols:
            if (declared := self.declared.get(symbol.name_span.start)) and symbol.kind in _VALUE_KINDS:
                bindings.add_member(symbol, declared)
        for (offset, name), local_type in self.locals.items():
            holder = enclosing(offset)
            if offset not in defined and (holder, name) not in known:
                bindings.add(holder, name, local_type)
        return bindings

    def _imports(self, enclosing: EnclosingSymbols) -> Iterable[Import]:
        for span, entry in sorted(self.imports, key=lambda item: (item[1].span, item[0])):
            # A binding taken from the file itself is one of its exports, which stand at top level.
            holder = enclosing(span.start) if entry.module else None
            yield Import(entry.module, entry.name, entry.alias, entry.span, holder)


def _body_span(body: Node, definition: Node) -> Span:
    """The body, which goes to the end of the definition if the grammar only shows where it opens (`{`)."""
    return Span(body.start_byte, body.end_byte if body.is_named else definition.end_byte)


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)
