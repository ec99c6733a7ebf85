"""The layers of settings of one session, and what is said about values that cannot be used."""

from __future__ import annotations

from glossator.core.settings import IndexSettings, Settings
from glossator.lsp.configuration import Configuration


class Complaints(list[str]):
    """Collects what the user is told."""

    def configuration(self, base: Settings | None = None, problems: list[str] | None = None) -> Configuration:
        """A session's settings that complain here."""
        return Configuration(base or Settings(), self.append, problems or ())


def test_the_client_overrides_the_options_and_these_override_the_file() -> None:
    complaints = Complaints()
    configuration = complaints.configuration(Settings(index=IndexSettings(workers=1, max_file_size_kib=1)))
    settings = configuration.use_initialization_options({"index": {"workers": 2, "embed": False}})
    assert (settings.index.workers, settings.index.max_file_size_kib) == (2, 1)
    settings = configuration.use_client_settings({"index": {"workers": 3}})
    assert (settings.index.workers, settings.index.embed) == (3, False)
    assert complaints == []


def test_what_the_client_no_longer_says_falls_back_to_the_layer_below() -> None:
    configuration = Complaints().configuration()
    configuration.use_initialization_options({"index": {"workers": 2}})
    configuration.use_client_settings({"index": {"workers": 3}})
    assert configuration.use_client_settings(None).index.workers == 2


def test_the_section_may_be_wrapped_in_its_name() -> None:
    configuration = Complaints().configuration()
    wrapped = {"glossator": {"index": {"workers": 4}}, "python": {}}
    assert configuration.use_initialization_options(wrapped).index.workers == 4
    assert configuration.use_client_settings({"glossator": {"index": {"workers": 5}}}).index.workers == 5


def test_all_problems_of_a_change_come_in_one_message_and_only_once() -> None:
    complaints = Complaints()
    configuration = complaints.configuration()
    wrong = {"index": {"workers": "two", "colour": 1}}
    assert configuration.use_client_settings(wrong) == Settings()
    assert len(complaints) == 1
    assert "index.workers" in complaints[0]
    assert "index.colour" in complaints[0]
    configuration.use_client_settings(wrong)
    assert len(complaints) == 1


def test_problems_of_the_settings_file_are_shown_with_the_first_change() -> None:
    complaints = Complaints()
    complaints.configuration(problems=["config.toml: broken."]).use_initialization_options(None)
    assert complaints == ["Settings of Glossator: config.toml: broken."]


def test_settings_that_are_the_editors_own_are_passed_over() -> None:
    complaints = Complaints()
    configuration = complaints.configuration()
    configuration.use_client_settings({"server": {"path": "x"}, "trace": {"server": "off"}})
    assert complaints == []


def test_options_that_are_no_table_are_reported_and_change_nothing() -> None:
    complaints = Complaints()
    assert complaints.configuration().use_initialization_options([1]) == Settings()
    assert len(complaints) == 1
