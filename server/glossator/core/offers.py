"""In which languages editors are offered what other language servers offer as well.

Where a language has a server that nearly everybody uses, a second answer to the same question only repeats the first.
Which languages those are is declared in `languages.toml` (`common_server`); the user's settings have the last word.
"""

from __future__ import annotations

from enum import StrEnum

from glossator.core.languages import Language, languages
from glossator.core.settings import NavigationSettings


class Offer(StrEnum):
    """What may be offered or not. The value is the name of its setting in `NavigationSettings`."""

    DEFINITION = "definition"
    REFERENCES = "references"
    CALL_HIERARCHY = "call_hierarchy"
    DOCUMENT_SYMBOL = "document_symbol"


def is_offered(offer: Offer, language: Language | None, settings: NavigationSettings) -> bool:
    """Whether it is offered in documents of a language; in plain text, None, there is nothing to offer."""
    if language is None or language.manifest:
        return False
    own: str = getattr(settings, offer.value)
    where = settings.languages if own == "default" else own
    return where == "always" or (where == "auto" and not language.common_server)


def offered_languages(offer: Offer, settings: NavigationSettings) -> tuple[Language, ...]:
    """The languages in which it is offered, in the order of their declaration."""
    return tuple(language for language in languages().values() if is_offered(offer, language, settings))
