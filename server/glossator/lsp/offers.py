"""What the settings let be offered to the client, and in which documents.

A client that can is told while the session goes on, with the documents that it is about. To any other everything is
offered from the beginning, and where something is off the answer is empty.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from glossator.app.documents import Snapshot
from glossator.core.languages import Language, detect
from glossator.core.offers import Offer, is_offered, offered_languages

if TYPE_CHECKING:
    from glossator.lsp.server import GlossatorServer

_METHODS = {
    Offer.DEFINITION: types.TEXT_DOCUMENT_DEFINITION,
    Offer.REFERENCES: types.TEXT_DOCUMENT_REFERENCES,
    Offer.CALL_HIERARCHY: types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
}
"""Offers that are registered; the outline of a document is offered from the beginning."""

Selector = tuple[types.TextDocumentFilterLanguage | types.TextDocumentFilterPattern, ...]


class Offers:
    """What is on in one session."""

    def __init__(self, server: GlossatorServer) -> None:
        self._server = server
        self._begun = False
        self._registered: dict[Offer, Selector] = {}

    def allows(self, offer: Offer, snapshot: Snapshot) -> bool:
        """Whether something is offered in a document."""
        language = detect(snapshot.path or snapshot.uri, snapshot.data, snapshot.language_id)
        return is_offered(offer, language, self._server.app.settings.navigation)

    def begin(self) -> None:
        """The client may be told from now on."""
        self._begun = True
        self.update()

    def update(self) -> None:
        """Tell the client what has changed, if it can be told."""
        if not self._begun:
            return
        for offer, method in _METHODS.items():
            if method not in self._server.client.registers:
                continue
            selector = _selector(offered_languages(offer, self._server.app.settings.navigation))
            before = self._registered.pop(offer, ())
            if selector != before and before:
                self._unregister(method)
            if selector != before and selector:
                self._register(method, selector)
            if selector:
                self._registered[offer] = selector

    def _register(self, method: str, selector: Selector) -> None:
        options: Any = types.TextDocumentRegistrationOptions(document_selector=selector)
        registration = types.Registration(id=_id(method), method=method, register_options=options)
        self._server.client_register_capability(types.RegistrationParams(registrations=[registration]))

    def _unregister(self, method: str) -> None:
        one = types.Unregistration(id=_id(method), method=method)
        self._server.client_unregister_capability(types.UnregistrationParams(unregisterations=[one]))


def _id(method: str) -> str:
    return f"glossator.{method}"


def _selector(languages: Sequence[Language]) -> Selector:
    """The documents of some languages: by what editors call these, and by the names of files, for an editor may know
    a language under another name or not at all. What it takes in too much is answered with nothing."""
    ids = dict.fromkeys(each for language in languages for each in (language.id, *language.language_ids))
    filters: list[Any] = [types.TextDocumentFilterLanguage(language=each) for each in ids]
    for language in languages:
        filters += [types.TextDocumentFilterPattern(pattern=each) for each in _patterns(language)]
    return tuple(filters)


def _patterns(language: Language) -> Iterable[str]:
    if language.extensions:
        yield f"**/*.{_one_of(language.extensions)}"
    if language.filenames:
        yield f"**/{_one_of(language.filenames)}"


def _one_of(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{{{','.join(names)}}}"
