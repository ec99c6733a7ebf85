"""Which files, and which parts of files, hold tests."""

from __future__ import annotations

from fnmatch import fnmatchcase

from glossator.core.languages import Language

COMMON_TEST_PATHS = ("tests/*", "test/*", "*/tests/*", "*/test/*", "*/__tests__/*", "spec/*", "*/spec/*")


def is_test_path(path: str, language: Language | None) -> bool:
    """Whether a path looks like a test's, by the language's patterns and the common folders."""
    patterns = COMMON_TEST_PATHS + (language.test_paths if language else ())
    return any(fnmatchcase(path, pattern) for pattern in patterns)


def is_in_test_container(qualified_name: str, language: Language | None) -> bool:
    """Whether a symbol stands in a part of its file that the language sets apart for tests."""
    if language is None or not language.test_containers:
        return False
    return not set(qualified_name.split(language.separator)).isdisjoint(language.test_containers)
