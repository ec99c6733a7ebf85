"""git's rules about ignored files, followed without git: every source of patterns in git's order.

From weak to strong: the user's own excludes file, `info/exclude` of the repository, and each `.gitignore` from
the top of the work tree down. Tracked files cannot be told from others here, so an ignored file is left out
even if it is tracked.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from pathlib import Path

from glossator.app.repository import Repository, ignore_list, ignore_settings
from glossator.core.ignore import PatternList, parse_ignore_file

_FOLDERS_OF_TOOLS = parse_ignore_file(
    b".hg/\n.svn/\n.bzr/\nCVS/\n.jj/\n.idea/\n.vs/\n.gradle/\n"
    b"node_modules/\nbower_components/\n.venv/\n.tox/\n.nox/\n.direnv/\n"
    b"__pycache__/\n.mypy_cache/\n.pytest_cache/\n.ruff_cache/\n.cache/\n"
)
"""What practically every repository ignores. Without a repository nobody may have said so, so it is the
weakest list there; a `.gitignore` can take it back."""


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The lists of patterns that hold in a folder, weakest first; paths are relative to the top of the rules."""

    lists: tuple[PatternList, ...]
    ignore_case: bool = False

    def ignores(self, path: str, *, is_folder: bool) -> bool:
        """Whether the entry at `path` is ignored, given that the folder in which it lies is not."""
        raw = os.fsencode(path)
        for patterns in reversed(self.lists):
            if (pattern := patterns.deciding(raw, is_folder)) is not None:
                return not pattern.negated
        return False

    def inside(self, folder: Path, base: str) -> IgnoreRules:
        """The rules with those of the `.gitignore` in `folder`, which is `base` ("" or "a/b/") for the rules."""
        own = ignore_list(folder / ".gitignore", base, ignore_case=self.ignore_case, follow_links=False)
        return self if own is None else replace(self, lists=(*self.lists, own))


def rules_outside() -> IgnoreRules:
    """The rules for a folder that lies in no repository."""
    settings = ignore_settings(None)
    return IgnoreRules((_FOLDERS_OF_TOOLS, *settings.lists), settings.ignore_case)


def rules_above(folder: Path, repository: Repository) -> tuple[IgnoreRules, str] | None:
    """The rules that the repository sets for what lies in `folder` apart from the folder's own `.gitignore`,
    and the folder's path in the repository ("" or "a/b/"). None if the repository ignores the folder."""
    settings = ignore_settings(repository)
    rules = IgnoreRules(settings.lists, settings.ignore_case)
    base = ""
    place = Path(os.path.realpath(repository.top))
    for part in Path(os.path.realpath(folder)).relative_to(place).parts:
        rules = rules.inside(place, base)
        if rules.ignores(base + part, is_folder=True):
            return None
        base, place = f"{base}{part}/", place / part
    return rules, base
