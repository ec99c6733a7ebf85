"""A small project and a real application over it, for the tests of this folder."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from glossator.app.application import Application
from glossator.app.uris import uri_from_path
from glossator.core.settings import Settings
from glossator.core.text import Span
from glossator.host.folders import Folders

PROJECT = {
    "shop/prices.py": '''"""Prices."""


def total(amounts, rate=0.2):
    """The sum of amounts with tax."""
    return sum(amounts) * (1 + rate)


def unused():
    return 0
''',
    "shop/orders.py": """from shop.prices import total


class Order:
    def __init__(self, amounts):
        self.amounts = amounts

    def price(self):
        return total(self.amounts)


print(total([1]))
""",
    "tests/test_prices.py": """from shop.prices import total


def test_total():
    assert total([1], 0) == 1
""",
}


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def settings_without_models(**index: object) -> Settings:
    """Settings under which no model is asked; two parse processes."""
    settings = Settings()
    return replace(
        settings,
        index=replace(settings.index, **({"embed": False, "workers": 2} | index)),
        models=replace(settings.models, language="none", embedding="none"),
    )


@asynccontextmanager
async def session(
    root: Path, home: Path, settings: Settings | None = None, *, settled: bool = True
) -> AsyncIterator[Application]:
    """An application with `root` open and, unless told otherwise, wholly indexed."""
    folders = Folders.below(home)
    if models := os.environ.get("GLOSSATOR_MODELS"):
        folders = folders.with_models(Path(models))
    app = Application(settings or settings_without_models(), folders)
    try:
        await app.open_workspace([root])
        if settled:
            await app.wait_settled()
        yield app
    finally:
        await app.close()


async def callers_of(
    app: Application, root: Path, path: str, code: str
) -> list[tuple[str, str, str, list[int]]]:
    """(path, name, certainty, one-based lines) of the usages of the symbol at the first `code` in a file."""
    snapshot = app.documents.snapshot(uri_from_path(root / path))
    place = snapshot.data.index(code.encode())
    _, usages, _ = await app.callers(snapshot, Span(place, place))
    return [
        (usage.place.path, usage.name, usage.certainty.value, [use.line + 1 for use in usage.uses])
        for usage in usages
    ]
