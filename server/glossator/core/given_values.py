"""Secrets told by the name that they are given to: `password = "..."`, `TOKEN: ...`, `https://user:...@host`.

A value is judged by how telling its name is: one that is called a password may be any word, one that is called a
token or key has to look random. Names of secrets, placeholders and messages are no secrets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from glossator.core.text import Span

_STEMS = (b"pass", b"pw", b"secret", b"token", b"credential", b"auth", b"key")
_NUMBER = rb"(?:[_-]?\d{1,2}|[_-]value)?"
_STRONG = re.compile(
    rb"(?:(?:passw(?:or)?ds?|passphrase|passcode|pwd)" + _NUMBER + rb"|pass(?:_?\d)?|pw)(?![a-z0-9_-])"
)
_WEAK = re.compile(
    rb"(?:(?:secrets?|tokens?|credentials?|authorization|keys?(?:_base)?)"
    + _NUMBER
    + rb"|auth)(?![a-z0-9_-])"
)
_BEFORE_KEY = re.compile(
    rb"(?:api|access|auth|account|secret|private|signing|encryption|master|shared|license|service|storage|app|"
    rb"deploy|session|webhook|hmac|jwt|cookie)[_.-]?\Z"
)
_SHORT = (b"pass", b"pw", b"auth")

_QUOTED = re.compile(
    rb"(?P<close>[\\\"'`\]\)]*)[ \t]*"
    rb"(?::[ \t]*[\w\[\]<>., ?*&|]{1,60}?[ \t]*(?==[^=>])|\[\d*\][ \t]*|[a-z]\w*[ \t]*(?==[^=>]))?"
    rb"(?P<separator>:?={1,3}>?|!==?|:{1,2}|,|\?\?|\|\|?=?|\?:|<-|->|\+=|\(|)\s{0,80}(?:\(\s{0,80})?"
    rb"(?:[A-Za-z]{1,2}8?#{0,3}|@|\$)?"
    rb"(?:(?P<quote>\"\"\"|'''|[\"'`])(?P<value>(?:(?!(?P=quote))[^\n\\]|\\[^\n]){1,2000})(?P=quote)"
    rb"|\\(?P<inner_quote>[\"'])(?P<inner>[^\"'\\\n]{1,2000})\\(?P=inner_quote))"
)
_NEXT_QUOTED = re.compile(rb"\s*,\s*(?P<quote>[\"'])(?P<value>[^\"'\n]{3,500})(?P=quote)")
_BARE = re.compile(
    rb"[\"'`\]]{0,2}(?P<separator>[ \t]*[=:]>?[ \t]*|[ \t]+)(?P<value>[^\s\"'`,;&(){}\[\]<>|]{3,500})"
)
_ELEMENT = re.compile(rb">\s*([^<>\s]{3,500})\s*</")
_ATTRIBUTE = re.compile(
    rb"[\"'](?:\s+\w+\s*=\s*[\"'][^\"'\n]{0,80}[\"']){0,3}\s+value\s*=\s*[\"']([^\"'\n]{3,500})[\"']"
)
_CONNECTION = re.compile(rb"(?:[;&?][ \t]?|\w=[^\s\"'`,()]+[ \t]+)[\w. -]*\Z")
_NAME = re.compile(rb"\w*\Z")
_QUOTED_NAME = re.compile(rb"[\"'][\w.-]*\Z")
_CALL_BEFORE = re.compile(rb"\w\(\s*[\"'][\w.-]*\Z")
_CALL_AFTER = re.compile(rb"\s*\)")
_GIVING = re.compile(
    rb"(?:.*_)?(?:set|with|use|put|add|new|change|update|create|encrypt|hash|check|verify|login)?_?"
)
_IN_A_TUPLE = re.compile(rb"\w\s*,\s*[\w.]*\Z")
_APOSTROPHE = re.compile(rb"(?<=[A-Za-z]{2})'(?=[a-z])")

_URL_PASSWORD = re.compile(rb"://[^\s/?#:@\"'<>`\\]{0,200}:([^\s/\"'<>`\\]{1,300})@[\w\[]")
_HOOK = re.compile(rb"hooks(?:\.slack\.com/[a-z]+/([\w/+-]{20,})|/(\d+/[\w-]{30,}))")
_QUERY = re.compile(
    rb"://[^\s\"'<>`\\]{0,1000}?[?&](?:[Ss]ig|[Ss]ignature|X-\w{1,9}-Signature|key|code)=([\w%+/=-]{16,})"
)
_HEADER = re.compile(rb"(?:bearer|basic|token)[ \t]+([\w.+/~-]{12,}={0,2})", re.IGNORECASE)
_CURL = re.compile(rb"curl\b[^\n]{0,300}?[ \t](?:-u|--user)[ =]?[\"']?[^\s:\"'$]+:([^\s\"'$]{3,})")
_SSHPASS = re.compile(rb"sshpass[ \t]+-p[ \t]?[\"']?([^\s\"'$]{3,})")

_FILLED_IN = re.compile(
    rb"%[sdrv](?![A-Za-z0-9])|%\(\w+\)[sdr]|[$#]?\{\{?[^{}]*\}?\}|\$[A-Z_][A-Z0-9_]*\b|\$\([^()]*\)|<[\w][^<>]*>|%[A-Z_]+%"
)
"""What a program puts something else in the place of."""
_NO_VALUE = re.compile(
    rb"(.)\1*|[\W_]*|!\w+|\*\w+|"
    rb"(?:str|string|text|bytes?|none|null|nil|true|false|undefined|optional|required|hidden|input|varchar|unset|"
    rb"empty|basic|bearer|bool|boolean|int|integer|number|object|array|any)\W?",
    re.DOTALL | re.IGNORECASE,
)
_NAMES_A_SECRET = re.compile(
    rb"passw|passphrase|(?:_|\A)pass\Z|pwd|secret|token|key|auth|credential", re.IGNORECASE
)
_PLAIN = re.compile(rb"[\w .:/-]*")
_IDENTIFIER = re.compile(
    rb"[A-Za-z_][A-Za-z]*\d?|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+|[A-Za-z]+(?:_\w*)+|-?\d[\d._]*[a-z]?|0[xob][\da-fA-F_]+"
)
_ADDRESS = re.compile(rb"(?:[a-z]+:/)?/|[\w.-]+/[\w./-]*$|\.{1,2}/", re.IGNORECASE)
_DIGIT, _LETTER = re.compile(rb"\d"), re.compile(rb"[A-Za-z]")

_LOOK_BACK = 200
"""Bytes of a line that are looked at before a name."""

_CONFIGURATION = (
    *(".cfg", ".conf", ".cnf", ".config", ".env", ".hcl", ".ini", ".json", ".json5", ".jsonc", ".plist"),
    *(".properties", ".props", ".toml", ".xml", ".yaml", ".yml", "dockerfile"),
)
"""Ends of the names of files in which a value need not be quoted."""


def given_values(data: bytes, path: str = "") -> Iterator[Span]:
    """Where values stand that are secrets by their names, in the text (UTF-8) of the file at `path`."""
    lower = data.lower()
    if b"://" in lower:
        yield from _groups(_URL_PASSWORD, data)
        yield from _groups(_QUERY, data)
    if b"hooks" in lower:
        yield from _groups(_HOOK, data)
    for word, pattern in ((b"curl", _CURL), (b"sshpass", _SSHPASS)):
        if word in lower:
            yield from _groups(pattern, data)
    in_configuration = path.lower().endswith(_CONFIGURATION)
    for word in (b"bearer ", b"basic ", b"token "):
        yield from (span for place in _places(word, lower) if (span := _header_value(data, place)))
    for stem in _STEMS:
        for place in _places(stem, lower):
            yield from _assigned(data, lower, place, in_configuration)


def _places(word: bytes, lower: bytes) -> Iterator[int]:
    # Many searches for one word each are faster than one regular expression for all.
    place = lower.find(word)
    while place >= 0:
        yield place
        place = lower.find(word, place + 1)


def _groups(pattern: re.Pattern[bytes], data: bytes) -> Iterator[Span]:
    """The group that took part in each match, unless it is a placeholder."""
    for match in pattern.finditer(data):
        if match.lastindex and not _is_placeholder(match[match.lastindex]):
            yield Span(*match.span(match.lastindex))


def _header_value(data: bytes, place: int) -> Span | None:
    found = _HEADER.match(data, place)
    return Span(*found.span(1)) if found is not None and _is_mixed(found[1]) else None


def _assigned(data: bytes, lower: bytes, place: int, in_configuration: bool) -> Iterator[Span]:
    """The value that is given to the name that ends with the word at `place`, if it looks like a secret."""
    strong = _STRONG.match(lower, place)
    word = strong or _WEAK.match(lower, place)
    if word is None or not _is_telling(data, lower, place, word[0]):
        return
    line_start = data.rfind(b"\n", max(0, place - _LOOK_BACK), place) + 1
    before = data[max(line_start, place - _LOOK_BACK) : place]
    quoted = _QUOTED.match(data, word.end())
    if quoted is not None and not _ends_a_string(before, quoted):
        group = "inner" if quoted["value"] is None else "value"
        if _is_quoted_secret(data, before, quoted, quoted[group], word):
            yield Span(*quoted.span(group))
        further = _NEXT_QUOTED.match(data, quoted.end())
        if further is not None and quoted["separator"] == b"=" and _IN_A_TUPLE.search(before):
            yield Span(*further.span("value"))
    bare = _BARE.match(data, word.end())
    if bare is not None and _is_bare_secret(data, before, bare, strong is not None, in_configuration):
        yield Span(*bare.span("value"))
    for pattern in (_ELEMENT, _ATTRIBUTE):
        marked_up = pattern.match(data, word.end())
        if marked_up is not None and _looks_secret(marked_up[1], strong is not None):
            yield Span(*marked_up.span(1))


def _is_telling(data: bytes, lower: bytes, place: int, word: bytes) -> bool:
    """Whether the word says what a value is where it stands: a key that opens something, a short word of its own."""
    if word.startswith(b"key"):
        return _BEFORE_KEY.search(lower, max(0, place - 12), place) is not None
    if word.rstrip(b"0123456789_-") in _SHORT:
        before = data[place - 1 : place] if place else b""
        return not before.isalnum() or (data[place : place + 1].isupper() and not before.isupper())
    return True


def _ends_a_string(before: bytes, quoted: re.Match[bytes]) -> bool:
    """Whether the quote that seems to open a value closes a string in which the name stands."""
    quote = quoted["quote"]
    if quote is None or len(quote) > 1:
        return False
    opened = _APOSTROPHE.sub(b"", before + quoted["close"])
    return (opened.count(quote) - opened.count(b"\\" + quote)) % 2 == 1


def _is_quoted_secret(
    data: bytes, before: bytes, quoted: re.Match[bytes], value: bytes, word: re.Match[bytes]
) -> bool:
    separator = quoted["separator"]
    strong = word[0].startswith((b"pass", b"pw"))
    if separator in (b"", b",", b"(") and word[0] in _SHORT:
        return False
    if separator == b"":
        return strong and b"\n" not in quoted[0] and _looks_secret(value, strong)
    if separator == b"(":
        name = _NAME.search(before)
        gives = name is not None and _GIVING.fullmatch(name[0].lower()) is not None
        return gives and data[quoted.end() : quoted.end() + 1] == b")" and _looks_secret(value, strong)
    if separator == b",":
        return _QUOTED_NAME.search(before) is not None and _is_secret_in_a_list(
            value, strong, _CALL_BEFORE.search(before) and _CALL_AFTER.match(data, quoted.end())
        )
    spaces = strong and separator in (b"=", b":=") and not value.endswith((b":", b"?", b" ", b"."))
    return _looks_secret(value, strong, spaces=spaces)


def _is_secret_in_a_list(value: bytes, strong: bool, is_pair: object) -> bool:
    """Whether the value after a quoted name is its value, as in `set("password", "...")`, and not another name."""
    if is_pair and strong:
        return _looks_secret(value, strong)
    shortest = 6 if strong else 16
    return len(value) >= shortest and _is_mixed(value) and _looks_secret(value, strong) and b"." not in value


def _is_bare_secret(
    data: bytes, before: bytes, bare: re.Match[bytes], strong: bool, in_configuration: bool
) -> bool:
    separator, value = bare["separator"], bare["value"]
    if data[bare.end() : bare.end() + 1] in (b"(", b"[", b"{", b"<") or _ADDRESS.match(value):
        return False
    if not separator.strip():
        return in_configuration and strong and _is_mixed(value) and not _IDENTIFIER.fullmatch(value)
    if in_configuration or (separator == b"=" and _CONNECTION.search(before)):
        return _looks_secret(value, strong)
    is_code = len(value) < (6 if strong else 10) or _IDENTIFIER.fullmatch(value) is not None
    return not is_code and len(_DIGIT.findall(value)) > 1 and _looks_secret(value, strong)


def _looks_secret(value: bytes, strong: bool, *, spaces: bool = False) -> bool:
    """Whether a value may be a secret and is no name of one, no placeholder, no word of a message.

    `strong` says that its name speaks of a password, which may be any word; a token looks random.
    """
    if len(value) < 3 or _is_placeholder(value) or (b" " in value and not spaces) or b"\t" in value:
        return False
    if not _DIGIT.search(value) and _NAMES_A_SECRET.search(value) and _PLAIN.fullmatch(value):
        return False
    if _ADDRESS.match(value):
        return False
    if strong:
        return True
    return len(value) >= 8 and (_is_mixed(value) or (len(value) >= 20 and _has_both_cases(value)))


def _is_placeholder(value: bytes) -> bool:
    return _NO_VALUE.fullmatch(_FILLED_IN.sub(b"", value)) is not None


def _is_mixed(value: bytes) -> bool:
    """Whether there are letters and digits."""
    return _DIGIT.search(value) is not None and _LETTER.search(value) is not None


def _has_both_cases(value: bytes) -> bool:
    return value.lower() != value and value.upper() != value and b"_" not in value and b"." not in value
