"""A small project whose callers are known, with an ambiguous name and text that attacks terminals."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "shop/prices.py": '''"""Prices."""


def total(amounts, rate=0.2):
    """The sum of `amounts` with tax at `rate`."""
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

    def show(self):
        print(self.price())


class Invoice:
    def show(self):
        print("invoice")


print(total([1, 2]))
""",
    "tests/test_prices.py": """from shop.prices import total


def test_total():
    assert total([1], 0) == 1
    assert total([]) == 0
""",
    "shop/evil.py": """def title(text="\x1b]0;owned\x07", flipped="\u202eabc"):
    return text
""",
    "notes.bin": "\0\0\0",
}


def write_project(root: Path) -> Path:
    """Lay the project out below `root`."""
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def write_configuration(home: Path) -> Path:
    """Settings without any model, as the user's configuration file below `home`."""
    folder = home / "config"
    folder.mkdir(parents=True, exist_ok=True)
    text = '[models]\nlanguage = "none"\nembedding = "none"\n\n[index]\nembed = false\nworkers = 1\n'
    (folder / "config.toml").write_text(text, encoding="utf-8")
    return home
