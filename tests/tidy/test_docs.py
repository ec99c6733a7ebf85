"""Every setting, command and message of our own is documented, and every link leads somewhere."""

from __future__ import annotations

import ast
import re
from argparse import SUPPRESS
from pathlib import Path, PurePosixPath

import pytest
from tests.tidy import generate_docs
from tests.tidy.sources import PROJECT, SERVER

from glossator.cli import build_parser

DOCS = PROJECT / "docs"
PAGES = [PROJECT / "README.md", PROJECT / "CHANGELOG.md", *sorted(DOCS.glob("*.md"))]
REQUIRED = (
    "adding-a-feature",
    "adding-a-language",
    "architecture",
    "benchmarks",
    "command-line",
    "configuration",
    "models",
    "privacy",
    "protocol",
    "reliability",
)
TEST = re.compile(r"`((?:app|clients|core|host|lsp|models|privacy|store|tidy)/[\w/*]*(?:\.py)?)(?:::(\w+))?`")
"""A test named on a page: its file below `tests`, which may have a star in it, and perhaps its name."""
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


def _strings(path: Path, prefix: str) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    values = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return {value for value in values if isinstance(value, str) and re.fullmatch(prefix + r"[\w.]+", value)}


@pytest.mark.parametrize("name", REQUIRED)
def test_a_page_is_there(name: str) -> None:
    assert (DOCS / f"{name}.md").read_text(encoding="utf-8").startswith(("# ", "<!--"))


def test_the_configuration_page_is_in_step_with_the_settings() -> None:
    assert generate_docs.CONFIGURATION.read_text(encoding="utf-8") == generate_docs.render(), (
        "run `make docs`"
    )


def test_every_command_and_option_is_documented() -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    (commands,) = (action for action in build_parser()._actions if action.dest == "command")
    assert commands.choices
    missing = []
    for name, parser in dict(commands.choices).items():  # type: ignore[call-overload]
        shown = [action for action in parser._actions if action.help != SUPPRESS]
        options = [option for action in shown for option in action.option_strings]
        wanted = [f"glossator {name}", *(option for option in options if option.startswith("--"))]
        missing += [f"{name}: {each}" for each in wanted if each not in page and each != "--help"]
    assert missing == []


@pytest.mark.parametrize("prefix", ["glossator/", r"glossator\.server\."])
def test_every_message_and_command_of_our_own_is_documented(prefix: str) -> None:
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    names = _strings(SERVER / "glossator" / "lsp" / "methods.py", prefix)
    assert names
    assert {name for name in names if f"`{name}`" not in page} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page: Path) -> None:
    links = [link for link in LINK.findall(page.read_text(encoding="utf-8")) if ":" not in link]
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_is_linked_from_the_readme() -> None:
    readme = (PROJECT / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in DOCS.glob("*.md") if f"docs/{page.name}" not in readme] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_test_that_is_named_is_there(page: Path) -> None:
    missing = []
    for file, name in TEST.findall(page.read_text(encoding="utf-8")):
        if not PurePosixPath(file).name.startswith("test_"):
            continue
        found = sorted((PROJECT / "tests").glob(file))
        if not found or (name and not any(f"def {name}" in each.read_text("utf-8") for each in found)):
            missing.append(f"{file}::{name}" if name else file)
    assert missing == []
