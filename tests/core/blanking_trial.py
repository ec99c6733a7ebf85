"""Hides what grammars do not know from long texts made to be hard; run as a program, which ends when one takes long.

What is done is written before it begins. The time that counts is that of the processor.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

from glossator.core.blanking import blanked
from glossator.core.languages import languages

LENGTH = 200_000
SECONDS = 20.0
"""A text that is looked through once takes hundredths of a second, one that is looked through from each of its places
again takes a minute or more."""

BEGINNINGS = {
    "c_family": [
        *(
            "",
            "EXPORT",
            "EXPORT ",
            "EXPORT int",
            "static EXPORT(1) int",
            "static int",
            "static int PRINTF(1, 2)",
        ),
        *(
            "#if",
            "#if defined(",
            "#ifdef __cplusplus\n",
            '#ifdef __cplusplus\nextern "C"',
            "#ifdef __cplusplus\n}",
        ),
        *(
            "class EXPORT",
            "class EXPORT Name",
            "int a",
            "int a GUARDED_BY(",
            "Q_OBJECT",
            "public",
            "signals",
            "emit a",
            "SOME_API(",
            'SOME_API("',
            "a() const SOME_OVERRIDE(",
            "template <class A, ENABLE_IF(",
            "#if a\n",
        ),
    ],
    "bash": ["", "@test", "@test a", "@test a {"],
    "zig": ["", "pub"],
    "ecmascript": ["", " <", " <A", " (a: ", " (", " (a): ", " <A<B>>(a?: C): "],
    "kotlin": ["", "expect", "actual public", "expect public\t"],
}
REPEATED = [
    *(" ", "\t", "\n", "* ", "a ", "A_", "(", "{", "::", "#define X \\\n", "static "),
    *(
        "<A>",
        "a?: A,\n",
        " (",
        " <",
        "public ",
        "expect public ",
        "EXPORT ",
        "EXPORT(1)\n",
        "SOME_API ",
        "A_",
        "template <A ",
        "#if a\n{\n#endif\n",
        "#ifdef __cplusplus\n",
    ),
]


def texts(family: str) -> Iterator[str]:
    """Texts of which most repeats one piece."""
    for beginning in BEGINNINGS[family]:
        for piece in REPEATED:
            yield beginning + piece * (LENGTH // len(piece)) + "x"


def main() -> None:
    """Go through all texts of the languages that hide anything."""
    done: set[tuple[str, ...]] = set()
    for language in languages().values():
        patterns = language.blanked + language.separated
        if not patterns or patterns in done:
            continue
        done.add(patterns)
        for text in texts(language.query_folders[-1] if language.query_folders else language.id):
            sys.stdout.write(f"{language.id}: {text[:60]!r}\n")
            sys.stdout.flush()
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            assert len(blanked(text.encode(), language)) == len(text)


if __name__ == "__main__":
    main()
