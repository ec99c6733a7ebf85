"""The forms that services give their tokens, and the forms of private keys: secrets that can be told by sight.

To add the tokens of a service: add their form to `_FORMS`, with an example in `tests/core/test_redaction.py`. A form
has a beginning of its own and somewhere 16 letters, digits, `_` and `-` in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from glossator.core.text import Span

_FORMS = (
    # Clouds and code hosts.
    rb"(?:AKIA|ASIA|ABIA|ACCA|AGPA|AIDA|AIPA|ANPA|ANVA|AROA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    rb"AIza[\w-]{35}",
    rb"ya29\.[\w-]{20,}",
    rb"GOCSPX-[\w-]{20,}",
    rb"1//0[\w-]{30,}",
    rb"do[opr]_v1_[0-9a-f]{60,}",
    rb"gh[pousr]_[A-Za-z0-9]{30,}",
    rb"github_pat_\w{22,}",
    rb"gl(?:pat|ptt|dt|rtr?|cbt|oas|soat|agent|ft|imt|ffct|wt)-[\w.-]{18,}",
    rb"ATATT3[\w=-]{60,}",
    # Signed web tokens.
    rb"eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){1,3}",
    # Registries of packages and images.
    rb"npm_[A-Za-z0-9]{30,}",
    rb"pypi-[\w-]{40,}",
    rb"rubygems_[0-9a-f]{40,}",
    rb"dckr_(?:pat|oat)_[\w-]{20,}",
    # Payment and shops.
    rb"[srp]k_(?:live|test)_[A-Za-z0-9]{10,}",
    rb"whsec_[\w+/=-]{20,}",
    rb"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    rb"sq0(?:atp|csp)-[\w-]{22,}",
    rb"EAA[A-Za-z0-9]{60,}",
    # Chat, mail and telephone.
    rb"xox[abeoprs]-[\w.-]{10,}",
    rb"xapp-\d-[\w-]{10,}",
    rb"SG\.[\w-]{16,}\.[\w-]{16,}",
    rb"key-[0-9a-f]{32}",
    rb"[0-9a-f]{32}-us\d{1,2}",
    rb"(?:AC|SK)[0-9a-f]{32}(?![A-Za-z0-9])",
    rb"\d{8,10}:AA[\w-]{32,}",
    rb"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}",
    # Providers of language models.
    rb"sk-(?:proj-|svcacct-|admin-|ant-)?(?=[\w-]{0,200}\d)[\w-]{24,}",
    rb"hf_[A-Za-z0-9]{30,}",
    rb"gsk_[A-Za-z0-9]{40,}",
    rb"r8_[A-Za-z0-9]{35,}",
    # Tools.
    rb"hv[sbr]\.[\w-]{20,}",
    rb"[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,}",
    rb"dapi[0-9a-f]{32}",
    rb"dp\.(?:pt|st|sa|ct|scim|audit)\.\w{40,}",
    rb"pul-[0-9a-f]{40}",
    rb"sbp_[0-9a-f]{40}",
    rb"pscale_(?:tkn|pw|oauth)_[\w.-]{30,}",
    rb"lin_api_\w{30,}",
    rb"(?:secret|ntn)_[A-Za-z0-9]{40,}",
    rb"NRAK-[A-Z0-9]{27}",
    rb"gls[ac]_\w{30,}",
    rb"figd_[\w-]{30,}",
    rb"PMAK-[0-9a-f]{24}-[0-9a-f]{34}",
    rb"sntry[su]_[\w=+/-]{40,}",
    rb"AGE-SECRET-KEY-1[0-9A-Z]{50,}",
)
_TOKEN = re.compile(rb"(?<![A-Za-z0-9])(?:" + rb"|".join(_FORMS) + rb")")
_CLASSES = bytes(
    ord("a") if chr(byte).isascii() and (chr(byte).isalnum() or byte in b"_-") else ord(" ")
    for byte in range(256)
)
_LONG_RUN = re.compile(b"a" * 16 + b"a*")
_DIGIT = re.compile(rb"\d")
_WORD = re.compile(rb"[\w.:/+=-]*")
_BEFORE = 24
"""Bytes of a token that may stand before its first run of letters and digits."""

_KEY_BLOCK = re.compile(
    rb"----[- ]BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY[A-Z ]{0,10}----(.{0,30000}?)(?:----[- ]END |\Z)", re.DOTALL
)
_KEY_LINE = re.compile(rb"[A-Za-z0-9+/=]{40,}")
_KEY_PART = re.compile(rb"[A-Za-z0-9+/=]{4,}")


def token_spans(data: bytes) -> Iterator[Span]:
    """Where tokens of known services stand in a text (UTF-8)."""
    # Looking at long runs alone, and at those with a digit, takes a tenth of the time.
    for run in _LONG_RUN.finditer(data.translate(_CLASSES)):
        if _DIGIT.search(data, *run.span()):
            word = _WORD.match(data, run.start())
            end = run.end() if word is None else word.end()
            for token in _TOKEN.finditer(data, max(0, run.start() - _BEFORE), end):
                yield Span(*token.span())


def private_key_spans(data: bytes) -> Iterator[Span]:
    """Where the lines of private keys in PEM or OpenPGP armour stand in a text, their heads and ends aside."""
    if b"PRIVATE KEY" not in data:
        return
    for block in _KEY_BLOCK.finditer(data):
        if _KEY_LINE.search(block[1]):
            for part in _KEY_PART.finditer(data, *block.span(1)):
                yield Span(*part.span())
