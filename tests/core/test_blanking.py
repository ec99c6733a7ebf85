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
    ("c", '#ifdef __cplusplus\nextern "C" {\n#else\n#endif\n', 'extern "C" {'),
    ("c", '#if defined(__cplusplus)\r\nextern "C"\r\n  {\r\n#else\r\n#endif\r\n', 'extern "C"\r\n  {'),
    ("c", "static void PRINTF_LIKE(2, 3) name(int a);\n", "PRINTF_LIKE(2, 3)"),
    ("cpp", "  virtual EXPORT std::vector<a::b> &  name::of(int);\n", "EXPORT"),
    ("cpp", "EXPORT a<b>::c *name(int);\n", "EXPORT"),
    ("cpp", 'SOME_DEPRECATED("use (it)")\nint name();\n', 'SOME_DEPRECATED("use (it)")\n'),
    ("cpp", "  SOME_API INLINE Type::Type(int a) : b(a) {}\n", "SOME_API INLINE "),
    ("cpp", "String SOME_API name(int a);\n", "SOME_API "),
    ("cpp", "  Type(Type &&other) SOME_NOEXCEPT;\n", "SOME_NOEXCEPT"),
    ("cpp", "  void of(int) const SOME_OVERRIDE { run(); }\n", "SOME_OVERRIDE"),
    ("cpp", "  T as() const SOME_TEMPLATE_DELETE;\n", "SOME_TEMPLATE_DELETE"),
    ("cpp", "SOME_BEGIN_NAMESPACE\nint a;\n", "SOME_BEGIN_NAMESPACE"),
    ("cpp", "SOME_TRY { run(); }\n", "SOME_TRY"),
    ("cpp", "#if SOME_HAS_INCLUDE(<version>)\nint a;\n#else\n#endif\n", "<version>"),
    ("cpp", "a = new Type*[3];\n", "*"),
    ("cpp", "a = new const char[3];\n", "const"),
    ("cpp", "template <class T, ENABLE_IF(!a<T>::b)> void f();\n", ", ENABLE_IF(!a<T>::b)"),
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
    ("cpp", "EXPORTED a & <b>(int);\n"),
    ("cpp", "#define SOME_API SOME_INLINE static\n"),
    ("cpp", '// SOME_API is\nint a = f("SOME_API is", SOME_INLINE);\n'),
    ("cpp", "enum a {\n  ITEM_BEGIN,\n  ITEM_END\n};\n"),
    ("cpp", "if (a) SOME_FAILURE;\n"),
    ("c", "#if A\nint a;\n#else\nint b;\n#endif\n"),
    ("c", "#ifdef A\n}\n#endif\n"),
    ("c", "#ifdef A\nint a;\n#endif\n#endif\n"),
    ("c", "#ifdef A\nint a;\n"),
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


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_conditions_around_what_is_whole_are_hidden(language: str) -> None:
    text = """#ifndef A
  # define A \\
   1
int a[] = {
#  if B /* why */
  1,
#endif
#if C
};
#endif
"""
    hidden = text.replace("#ifndef A\n", " " * 9 + "\n", 1).replace("#  if B /* why */", " " * 17)
    hidden = hidden.replace("#endif\n#if C", "      \n#if C")
    text, hidden = (each.replace("#if C\n};\n#endif\n", "};\n") for each in (text, hidden))
    assert blanked((text + "#endif\n").encode(), languages()[language]).decode() == hidden + " " * 6 + "\n"


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
