"""`glossator/usages` and `glossator/related`, without models and with the real embedding model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.lsp.in_process import Session
from tests.lsp.navigation import Navigator, write

from glossator.app.application import Application
from glossator.app.uris import path_from_uri
from glossator.core.settings import ModelSettings, Settings
from glossator.host.folders import Folders
from glossator.lsp.server import create_server

STREAM = "stream"

FILES = {
    "net/download.py": '''"""Downloads."""


def download_with_retries(url, attempts=3):
    """Fetch a URL over HTTP and try again after errors of the connection."""
    for attempt in range(attempts):
        try:
            return connect(url).read()
        except ConnectionError:
            wait_before_retry(attempt)


def connect(url):
    return open(url)


def wait_before_retry(attempt):
    return attempt * 2
''',
    "legacy/http.py": '''"""Old downloads."""


def fetch_url_with_retry(url, tries=5):
    """Download a URL over HTTP, trying again when the connection has errors."""
    for attempt in range(tries):
        try:
            return urlopen(url).read()
        except ConnectionError:
            sleep(attempt)
''',
    "app/weather.py": '''"""Weather."""
from net.download import download_with_retries


def weather_forecast(city):
    """The weather forecast of a city for tomorrow."""
    return download_with_retries("https://weather/" + city)


def weather_warnings(city):
    """Warnings of storms in the weather of a city."""
    return download_with_retries("https://weather/warnings/" + city)
''',
    "app/avatars.py": '''"""Avatars."""
from net.download import download_with_retries as load


def user_avatar_image(user):
    """The picture of a user's profile as PNG."""
    name = "日本🚀é"; return load(user.picture + name)
''',
    "app/paint.py": '''"""Colours."""


def mix_colours(red, green, blue):
    """One colour out of three parts of light."""
    return (red << 16) + (green << 8) + blue
''',
    "tests/test_download.py": """from net.download import download_with_retries


def test_download():
    assert download_with_retries("x") is None
""",
}
TARGET = ("net/download.py", "def download_with_retries", "download_with_retries")


@pytest.fixture
async def plain(fresh: Session, tmp_path: Path) -> Navigator:
    """A session without models."""
    return await Navigator.begin(fresh, write(tmp_path.resolve() / "workspace", FILES))


@pytest.fixture
async def meaning(tmp_path: Path, embedding_model: str) -> Any:
    """A session with all vectors."""
    root = write(tmp_path.resolve() / "workspace", FILES)
    folders = Folders.below(tmp_path / "home").with_models(Folders.for_user().models)
    app = Application(Settings(models=ModelSettings(language="none", embedding=embedding_model)), folders)
    session = Session(create_server(app))
    navigator = await Navigator.begin(session, root, options={})
    await app.wait_settled()
    yield navigator
    await session.server.close()


def names(definition: Any, basis: str) -> list[set[str]]:
    """The names of the usages of each group of a kind."""
    return [
        {definition["usages"][place]["name"] for place in group["usages"]}
        for group in definition["groups"]
        if group["basis"] == basis
    ]


async def usages(navigator: Navigator, **more: Any) -> Any:
    """The answer about the function of the sample."""
    return await navigator.ask("glossator/usages", navigator.at(*TARGET, **more))


async def test_without_vectors_usages_are_grouped_by_place_and_it_is_said(plain: Navigator) -> None:
    answer = await usages(plain)
    (definition,) = answer["definitions"]
    assert definition["target"]["qualifiedName"] == "download_with_retries"
    assert names(definition, "place") == [{"weather_forecast", "weather_warnings"}, {"user_avatar_image"}]
    assert names(definition, "tests") == [{"test_download"}]
    assert definition["groups"][-1]["basis"] == "tests"
    assert definition["similar"] == []
    assert answer["completeness"]["lexicalOnly"]
    assert answer["completeness"]["note"].startswith("lexical only")


async def test_a_use_leads_to_the_usages_of_what_it_names(plain: Navigator) -> None:
    place = plain.at("app/avatars.py", "load(user", "load")
    answer = await plain.ask("glossator/usages", place)
    assert [each["target"]["name"] for each in answer["definitions"]] == ["download_with_retries"]


async def test_words_lead_to_usages_of_the_definition_that_they_mean(plain: Navigator) -> None:
    answer = await plain.ask("glossator/usages", {"query": "where do we download with retries"})
    assert answer["definitions"][0]["target"]["name"] == "download_with_retries"
    assert answer["definitions"][0]["score"] > 0
    assert answer["definitions"][0]["total"] == len(answer["definitions"][0]["usages"]) >= 4
    assert "lexical only" in answer["completeness"]["note"]
    nothing = await plain.ask("glossator/usages", {"query": "zebra xylophone"})
    assert nothing["definitions"] == []


async def test_a_scope_and_a_limit_are_kept(plain: Navigator) -> None:
    scope = plain.uri("legacy")
    answer = await plain.ask("glossator/usages", {"query": "retry url", "scopeUri": scope})
    assert [each["target"]["place"]["path"] for each in answer["definitions"]] == ["legacy/http.py"]
    (definition,) = (await usages(plain, limit=2))["definitions"]
    assert (len(definition["usages"]), definition["total"] > 2) == (2, True)
    assert sorted(place for group in definition["groups"] for place in group["usages"]) == [0, 1]


async def test_where_nothing_is_defined_is_an_error_of_one_sentence(plain: Navigator) -> None:
    place = {"textDocument": {"uri": plain.uri("app/paint.py")}, "position": {"line": 1, "character": 0}}
    answer = await plain.session.ask("glossator/usages", place)
    assert answer["error"]["code"] == -32803


async def test_unsaved_edits_count(plain: Navigator) -> None:
    changed = plain.text("app/weather.py").replace(
        "    return download", "    # moved\n    return download", 1
    )
    await plain.open("app/weather.py", changed)
    (definition,) = (await usages(plain))["definitions"]
    lines = {
        usage["name"]: [use["range"]["start"]["line"] for use in usage["uses"]]
        for usage in definition["usages"]
    }
    assert lines["weather_forecast"] == [7]


async def test_a_file_that_changed_on_disk_is_read_again(plain: Navigator) -> None:
    path = plain.root / "app" / "weather.py"
    path.write_text("# a new line\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    (definition,) = (await usages(plain))["definitions"]
    for usage in definition["usages"]:
        for use in usage["uses"]:
            line = (
                (plain.root / use["path"])
                .read_text(encoding="utf-8")
                .split("\n")[use["range"]["start"]["line"]]
            )
            assert "load" in line


async def test_steps_stream_in_before_the_answer(plain: Navigator) -> None:
    session = plain.session
    before = len(session.sent)
    answer = await usages(plain, partialResultToken=STREAM)
    steps = [
        message["params"]["value"]
        for message in session.sent[before:]
        if message.get("method") == "$/progress" and message["params"]["token"] == STREAM
    ]
    assert [(step["kind"], step["definition"]) for step in steps] == [
        ("usages", 0),
        ("groups", 0),
        ("similar", 0),
    ]
    (definition,) = answer["definitions"]
    for step in steps:
        for part in set(step) - {"kind", "definition"}:
            assert step[part] == definition[part]


async def test_a_cancel_is_answered_and_the_next_request_is_served(plain: Navigator) -> None:
    session = plain.session
    params = plain.at(*TARGET, partialResultToken=STREAM)
    before = len(session.sent)
    await session.receive({"jsonrpc": "2.0", "id": 70, "method": "glossator/usages", "params": params})
    await session.message(lambda each: each.get("method") == "$/progress", before)
    await session.notify("$/cancelRequest", {"id": 70})
    answer = await session.message(lambda each: each.get("id") == 70, before)
    # What has ended before the cancel came has its answer.
    assert "result" in answer or answer["error"]["code"] == -32800
    await session.receive({"jsonrpc": "2.0", "id": 71, "method": "glossator/usages", "params": params})
    await session.notify("$/cancelRequest", {"id": 71})
    assert (await session.message(lambda each: each.get("id") == 71))["error"]["code"] == -32800
    assert (await usages(plain))["definitions"]


async def test_the_command_shows_the_groups(fresh: Session, tmp_path: Path) -> None:
    root = write(tmp_path.resolve() / "workspace", FILES)
    fresh.replies["window/showDocument"] = {"result": {"success": True}}
    capabilities = {"window": {"showDocument": {"support": True}}}
    navigator = await Navigator.begin(fresh, root, capabilities=capabilities)
    argument = {"uri": navigator.uri(TARGET[0]), "position": navigator.position(*TARGET)}
    command = {"command": "glossator.server.usages", "arguments": [argument]}
    assert await navigator.ask("workspace/executeCommand", command) is None
    shown = await fresh.message(lambda each: each.get("method") == "window/showDocument")
    path = path_from_uri(shown["params"]["uri"])
    assert path is not None
    text = path.read_text(encoding="utf-8")
    assert path.name.startswith("usages-of-")
    assert "# Usages of `download_with_retries`" in text
    assert text.index("`weather_forecast`") < text.index("## tests")


async def test_usages_are_grouped_by_what_they_are_for(meaning: Navigator) -> None:
    answer = await usages(meaning)
    (definition,) = answer["definitions"]
    assert {"weather_forecast", "weather_warnings"} in names(definition, "meaning")
    assert {"user_avatar_image"} in names(definition, "meaning")
    label = next(group["label"] for group in definition["groups"] if len(group["usages"]) == 2)
    assert "weather" in label
    assert answer["completeness"]["note"] == ""
    assert not answer["completeness"]["lexicalOnly"]


async def test_code_that_does_the_same_is_told_and_what_is_unlike_is_not(meaning: Navigator) -> None:
    (definition,) = (await usages(meaning))["definitions"]
    assert [hit["name"] for hit in definition["similar"]] == ["fetch_url_with_retry"]
    assert definition["similar"][0]["score"] >= 0.8
    place = meaning.at("app/paint.py", "def mix_colours", "mix_colours")
    answer = await meaning.ask("glossator/usages", place)
    assert answer["definitions"][0]["similar"] == []
    assert answer["completeness"]["note"] == ""


async def test_related_code_is_told_while_reading_and_nothing_where_nothing_is_related(
    meaning: Navigator,
) -> None:
    answer = await meaning.ask("glossator/related", meaning.at("net/download.py", "for attempt in"))
    assert answer["hits"][0]["name"] == "fetch_url_with_retry"
    assert answer["hits"] == sorted(answer["hits"], key=lambda hit: -hit["score"])
    assert "download_with_retries" not in [hit["name"] for hit in answer["hits"]]
    nothing = await meaning.ask("glossator/related", meaning.at("app/paint.py", "red << 16"))
    assert nothing["hits"] == []
    assert nothing["completeness"]["note"] == ""
    outside = {"textDocument": {"uri": meaning.uri("app/paint.py")}, "position": {"line": 1, "character": 0}}
    assert (await meaning.ask("glossator/related", outside))["hits"] == []


async def test_related_code_follows_what_is_typed(meaning: Navigator) -> None:
    text = meaning.text("app/paint.py").split("def ")[0]
    typed = (
        "def download_page_with_retries(url, attempts):\n"
        '    """Fetch a URL over HTTP and try again after errors of the connection."""\n'
        "    for attempt in range(attempts):\n"
        "        try:\n            return open(url).read()\n"
        "        except ConnectionError:\n            wait_before_retry(attempt)\n"
    )
    await meaning.open("app/paint.py", text + typed)
    answer = await meaning.ask("glossator/related", meaning.at("app/paint.py", "return open(url)"))

    assert {"download_with_retries", "fetch_url_with_retry"} <= {hit["name"] for hit in answer["hits"]}


async def test_without_a_model_related_code_is_no_answer_and_it_is_said(plain: Navigator) -> None:
    answer = await plain.ask("glossator/related", plain.at("net/download.py", "for attempt in"))
    assert answer["hits"] == []
    assert answer["completeness"]["note"].startswith("lexical only")
