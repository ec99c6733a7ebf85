"""Whether a parse that found no error understood a text at all.

A grammar may take what it does not know for something harmless: without its opening tag, a whole PHP file is text
around code, and has neither errors nor definitions. So a text that has no symbols, but lines that define something
in most languages, counts as partly parsed.
"""

from __future__ import annotations

import re
from dataclasses import replace

from glossator.core.symbols import FileFacts, ParseState

_DEFINING_LINE = re.compile(
    rb"^[ \t]*(?:(?:export|default|public|private|protected|static|async|final|abstract|override|pub)[ \t]+){0,4}"
    rb"(?:(?:function|func|fun|fn|def|defp|sub|proc|procedure)[ \t]+[A-Za-z_][\w.]*[ \t]*\("
    rb"|(?:class|interface|trait|struct|enum|module|namespace)[ \t]+[A-Za-z_][\w.]*[^\n;]{0,200}[{:][ \t\r]*$)",
    re.MULTILINE,
)


def with_coverage(facts: FileFacts, data: bytes) -> FileFacts:
    """The facts of a text, called partly parsed if there seem to be definitions and none was found."""
    if facts.state is not ParseState.PARSED or facts.symbols or not _DEFINING_LINE.search(data):
        return facts
    return replace(facts, state=ParseState.PARTLY_PARSED)
