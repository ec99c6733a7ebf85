"""In which languages something is offered that other servers offer as well."""

from __future__ import annotations

from dataclasses import fields

import pytest

from glossator.core.languages import languages
from glossator.core.offers import Offer, is_offered, offered_languages
from glossator.core.settings import NavigationSettings


def test_every_offer_has_a_setting_of_its_name() -> None:
    assert {each.value for each in Offer} | {"languages"} == {
        each.name for each in fields(NavigationSettings)
    }


def test_by_itself_what_a_common_server_answers_is_left_to_it() -> None:
    settings = NavigationSettings()
    for offer in (Offer.DEFINITION, Offer.REFERENCES, Offer.CALL_HIERARCHY):
        offered = {language.id for language in offered_languages(offer, settings)}
        assert not offered & {"python", "typescript", "tsx", "javascript", "go", "rust", "java", "c", "cpp"}
        assert {"bash", "kotlin"} <= offered
    everywhere = {language.id for language in languages().values() if not language.manifest}
    assert {each.id for each in offered_languages(Offer.DOCUMENT_SYMBOL, settings)} == everywhere


@pytest.mark.parametrize("offer", list(Offer))
def test_a_setting_of_its_own_goes_before_that_of_all(offer: Offer) -> None:
    python, bash = languages()["python"], languages()["bash"]
    for of_all in ("auto", "always", "never"):
        for own, expected in (("always", (True, True)), ("never", (False, False)), ("auto", (False, True))):
            settings = NavigationSettings(**{"languages": of_all, offer.value: own})
            assert (is_offered(offer, python, settings), is_offered(offer, bash, settings)) == expected
            settings = NavigationSettings(**{"languages": own, offer.value: "default"})
            assert (is_offered(offer, python, settings), is_offered(offer, bash, settings)) == expected


def test_plain_text_and_manifests_have_nothing_to_offer() -> None:
    settings = NavigationSettings(languages="always")
    assert not is_offered(Offer.DEFINITION, None, settings)
    assert not any(language.manifest for language in offered_languages(Offer.DEFINITION, settings))
