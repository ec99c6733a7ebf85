"""git's globs as regular expressions, with the meaning of its `wildmatch.c`.

`*` and `?` stop at "/", `**` between slashes does not, brackets know POSIX classes. The expressions match in
polynomial time whatever the glob: a star that another star follows takes the first match and never returns,
which changes no answer because the later star can take what the first one leaves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_GLOB_SPECIAL = re.compile(rb"[*?\[\\]")


@dataclass(frozen=True, slots=True)
class _Token:
    """A piece of a glob. For a star, `regex` takes as much as possible and `lazy` as little."""

    regex: bytes
    lazy: bytes = b""
    crosses_slashes: bool = False

    @property
    def is_star(self) -> bool:
        return bool(self.lazy)


_ANY_NAME = _Token(b".*", b".*?")
_STAR = _Token(b"[^/]*", b"[^/]*?")
_FOLDERS = _Token(b"(?:.*/)?", b"(?:.*?/)??", crosses_slashes=True)
_TREE = _Token(b".*", b".*?", crosses_slashes=True)


def translate(glob: bytes, *, slashes_count: bool, ignore_case: bool = False) -> bytes | None:
    """The regular expression of a glob for `fullmatch` with `DOTALL`, None if the glob can match nothing.

    Without `slashes_count` the glob is compared with single names only. With `ignore_case` the expression
    needs `IGNORECASE` as well.
    """
    tokens = _tokens(glob, slashes_count, ignore_case)
    if tokens is None:
        return None
    units: list[list[_Token]] = [[]]
    for token in tokens:
        if token.crosses_slashes:
            units.append([])
        units[-1].append(token)
    return b"".join(_unit(unit, is_last=unit is units[-1]) for unit in units)


def _unit(tokens: list[_Token], *, is_last: bool) -> bytes:
    """The expression of the part of a glob from one `**` up to the next."""
    if tokens and tokens[0].crosses_slashes:
        rest = _unit(tokens[1:], is_last=is_last)
        return tokens[0].regex + rest if is_last else b"(?>" + tokens[0].lazy + rest + b")"
    stars = [at for at, token in enumerate(tokens) if token.is_star]
    out = [token.regex for token in tokens[: stars[0] if stars else None]]
    for star, end in zip(stars, [*stars, len(tokens)][1:], strict=True):
        fixed = b"".join(token.regex for token in tokens[star + 1 : end])
        returns = is_last and end == len(tokens)
        out.append(tokens[star].regex + fixed if returns else b"(?>" + tokens[star].lazy + fixed + b")")
    return b"".join(out)


def _tokens(glob: bytes, slashes_count: bool, ignore_case: bool) -> list[_Token] | None:
    """The pieces of a glob, None if git would never match it.

    git compares the part before the first special character literally and begins to match after it; so `**`
    right after that part counts as standing at the beginning, whatever precedes it.
    """
    special = _GLOB_SPECIAL.search(glob)
    start = special.start() if special else len(glob)
    out = [_Token(re.escape(glob[:start]))]
    at = start
    while at < len(glob):
        if glob[at] == ord("*"):
            token, at = _stars(glob, at, start, slashes_count)
        elif glob[at] == ord("?"):
            token, at = _Token(b"[^/]"), at + 1
        elif glob[at] == ord("["):
            bracket = _bracket(glob, at, ignore_case)
            if bracket is None:
                return None
            token, at = bracket
        else:
            at += glob[at] == ord("\\")
            if at == len(glob):
                return None
            token, at = _Token(re.escape(glob[at : at + 1])), at + 1
        out.append(token)
    return out


def _stars(glob: bytes, at: int, start: int, slashes_count: bool) -> tuple[_Token, int]:
    """The run of stars at `at`, and where the glob goes on."""
    end = at
    while glob[end : end + 1] == b"*":
        end += 1
    if not slashes_count:
        return _ANY_NAME, end
    opens = at == start or glob[at - 1] == ord("/")
    closes = end == len(glob) or glob[end : end + 1] == b"/" or glob[end : end + 2] == b"\\/"
    if end - at == 1 or not (opens and closes):
        return _STAR, end
    return (_FOLDERS, end + 1) if glob[end : end + 1] == b"/" else (_TREE, end)


_CLASSES = {
    name: frozenset(byte for byte in range(128) if re.match(rb"[%b]" % members, bytes([byte])))
    for name, members in {
        b"alnum": rb"0-9A-Za-z",
        b"alpha": rb"A-Za-z",
        b"blank": rb" \t",
        b"cntrl": rb"\x00-\x1f\x7f",
        b"digit": rb"0-9",
        b"graph": rb"!-~",
        b"lower": rb"a-z",
        b"print": rb" -~",
        b"punct": rb"!-/:-@\[-`{-~",
        b"space": rb" \t\n\v\f\r",
        b"upper": rb"A-Z",
        b"xdigit": rb"0-9A-Fa-f",
    }.items()
}


def _bracket(glob: bytes, at: int, ignore_case: bool) -> tuple[_Token, int] | None:
    """The bracket at `at` and where the glob goes on, None if git would never match it.

    With `ignore_case` git lowers the letter of the name only, so an upper-case letter in a bracket matches
    nothing unless it stands in a range or a class.
    """
    at += 1
    negated = glob[at : at + 1] in (b"!", b"^")
    at += negated
    members: set[int] = set()
    previous = 0
    first = True
    while first or glob[at : at + 1] != b"]":
        first = False
        taken = _bracket_member(glob, at, previous)
        if taken is None:
            return None
        added, previous, at = taken
        members |= added
        if ignore_case and len(added) > 1:
            members.update(bytes(added).lower())
    if ignore_case:
        members = {byte for byte in range(256) if bytes([byte]).lower()[0] in members}
    chosen = set(range(256)) - members if negated else members
    chosen.discard(ord("/"))
    if not chosen:
        return _Token(rb"(?!)"), at + 1
    escaped = b"".join(rb"\x%02x" % byte for byte in sorted(chosen))
    return _Token(b"[" + escaped + b"]"), at + 1


def _bracket_member(glob: bytes, at: int, previous: int) -> tuple[set[int], int, int] | None:
    """The bytes meant by what stands at `at`, the byte that may begin a range (0: none), and the next offset."""
    if at >= len(glob):
        return None
    if glob[at] == ord("-") and previous and at + 1 < len(glob) and glob[at + 1] != ord("]"):
        at += 1 + (glob[at + 1] == ord("\\"))
        return None if at >= len(glob) else (set(range(previous, glob[at] + 1)), 0, at + 1)
    if glob[at : at + 2] == b"[:":
        end = glob.find(b"]", at + 2)
        if end == -1:
            return None
        if end > at + 2 and glob[end - 1] == ord(":"):
            members = _CLASSES.get(glob[at + 2 : end - 1])
            return None if members is None else (set(members), 0, end + 1)
    at += glob[at] == ord("\\")
    return None if at >= len(glob) else ({glob[at]}, glob[at], at + 1)
