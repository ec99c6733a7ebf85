"""What a grammar does not know is hidden from it, nothing else is, and that takes no longer than reading the text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from glossator.core.blanking import blanked
from glossator.core.languages import languages

PATIENCE_SECONDS = 120.0

HIDDEN = [
    ("c", "EXPORT int name(void);\n", "EXPORT"),
    ("c", "static EXPORT(1, 2) unsigned long  int *  *name (void);\n", "EXPORT(1, 2)"),
    ("c", "EXPORT\nstruct a *name\t(void)\n", "EXPORT"),
    ("c", '#ifdef __cplusplus\nextern "C" {\n#endif\n', 'extern "C" {'),
    ("c", '#if defined(__cplusplus)\r\nextern "C"\r\n  {\r\n#endif\r\n', 'extern "C"\r\n  {'),
    ("c", "static void PRINTF_LIKE(2, 3) name(int a);\n", "PRINTF_LIKE(2, 3)"),
    ("cpp", "  virtual EXPORT std::vector<a::b> &  name::of(int);\n", "EXPORT"),
    ("cpp", "EXPORT a<b>::c *name(int);\n", "EXPORT"),
    ("bash", '@test "it works {}" {\n  true\n}\n', '@test "it works {}" '),
    ("bash", "\t@test name {  \n", "@test name "),
    ("zig", "pub const a = 1;\n", "pub"),
]
SHOWN = [
    ("c", "EXPORT name(void);\n"),
    ("c", "EXPORT int\tname(void);\n"),
    ("c", "EXPORT int * a b(void);\n"),
    ("c", "EXPORT int 1name(void);\n"),
    ("c", "EXPORT *name(void);\n"),
    ("c", 'extern "C" {\n'),
    ("cpp", "EXPORT a & <b>(int);\n"),
    ("bash", "@test name { true; }\n"),
    ("bash", "@tested {\n"),
    ("zig", "public();\n"),
]


@pytest.mark.parametrize(("language", "text", "hidden"), HIDDEN)
def test_what_the_grammar_does_not_know_is_hidden(language: str, text: str, hidden: str) -> None:
    assert text.count(hidden) == 1
    blanks = "".join(each if each in "\r\n" else " " for each in hidden)
    assert blanked(text.encode(), languages()[language]).decode() == text.replace(hidden, blanks)


@pytest.mark.parametrize(("language", "text"), SHOWN)
def test_nothing_else_is_hidden(language: str, text: str) -> None:
    assert blanked(text.encode(), languages()[language]).decode() == text


def test_no_text_is_looked_through_again_and_again() -> None:
    """A file of two hundred thousand spaces, brackets or continued lines, after all that a pattern begins with."""
    trial = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("blanking_trial.py"))],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )
    assert trial.returncode == 0, trial.stdout.splitlines()[-1:] + trial.stderr.splitlines()[-1:]
    assert {line.split(":")[0] for line in trial.stdout.splitlines()} >= {"c", "cpp", "bash", "zig"}
