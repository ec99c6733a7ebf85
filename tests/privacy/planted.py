"""A project with marks in every kind of place, and the search for these marks in files, in whatever form."""

from __future__ import annotations

import base64
import bz2
import contextlib
import gzip
import json
import lzma
import os
import subprocess
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

STRINGS = ("stringzqx_planted", "Xq7StringOfAnIdentifier", "zeile 4711 ünïcode_planted")
COMMENTS = ("commentzqx_planted", "blockzqx_planted", "docstringzqx_planted")
LINES = ("return sum(quxamounts) * (1 + quxrate) - 424242424242", "quxlocal = quxparameter ** 3 % 7777777")
SECRETS = {
    "token": "ghp_" + "Zx9Yw8Vu7Ts6Rq5Po4Nm3Lk2Ji1Hg0Fe9Dc8B",
    "cloud": "AKIA" + "QX7PLANTEDKEY234",
    "password": "hunter22-Planted!",
    "connection": "s3cr3tPlanted99",
    "default": "d3faultPlanted77",
    "line of a key": "MIIEpAIBAAKCAQEAplantedPLANTED0123456789abcdefghijklmnopqrstuv12",
}
IN_SECRET_FILES = ("environmentzqx_planted", "keyfilezqx_planted", "linkedzqx_planted")

VISIBLE = ("total_price", "Basket", "connect_store")
"""Names, which an index holds by design; that they are found shows that the search looks in the right place."""

SECRET_FILES = (".env", "sub/.ENV.Local", "id_rsa", "deploy.pem", ".git-credentials", ".aws/credentials")

PIPE = "shop/pipe.py"
"""A named pipe: whoever opens it waits for ever."""

FILES = {
    "shop/prices.py": f'''"""{COMMENTS[2]}"""
import os

PASSWORD = "{SECRETS["password"]}"
API_TOKEN = "{SECRETS["token"]}"
STORE = "postgresql://me:{SECRETS["connection"]}@db.invalid/shop"
KEY = """-----BEGIN RSA PRIVATE KEY-----
{SECRETS["line of a key"]}
c2hvcnRwbGFudGVk
-----END RSA PRIVATE KEY-----"""


def total_price(quxamounts, quxrate=0.2, aws_access_key="{SECRETS["cloud"]}"):
    """Sum of the prices, {COMMENTS[2]}."""
    # {COMMENTS[0]}
    quxtext = "{STRINGS[0]}"; quxnames = {{"{STRINGS[1]}": '{STRINGS[2]}'}}
    {LINES[0]}


def connect_store(password="{SECRETS["default"]}"):
    """Open it."""
    return total_price([len(password)], aws_access_key="{SECRETS["cloud"]}")
''',
    "shop/basket.ts": f'''// {COMMENTS[0]}
import {{ Store }} from "https://me:{SECRETS["connection"]}@code.invalid/store.ts";
/* {COMMENTS[1]} */
export class Basket {{
  private readonly apiKey = "{SECRETS["token"]}";
  add(quxparameter: number): number {{
    const quxlocal = `{STRINGS[0]}`;
    return this.price("{STRINGS[1]}", quxparameter);
  }}
  price(name: string, amount: number): number {{ return amount; }}
}}
''',
    "settings.yaml": f"# {COMMENTS[0]}\nstore:\n  password: {SECRETS['password']}\n  title: {STRINGS[0]}\n",
    "shop/test_prices.py": "from shop.prices import total_price\n\ndef test_total():\n    total_price([1], 0)\n",
    "README.md": f"# {STRINGS[0]}\n\nCall `total_price` ({COMMENTS[0]}).\n",
}


def write_planted_project(root: Path) -> Path:
    """Lay the project out below `root`, as a repository that tracks all of it, secret files included."""
    for name, text in FILES.items():
        _write(root / name, text)
    for number, name in enumerate(SECRET_FILES):
        _write(root / name, f"TOKEN={IN_SECRET_FILES[number % 2]}\ndef total_price_{number}(): pass\n")
    _write(root / "sub" / "target.env", f"TOKEN={IN_SECRET_FILES[2]}\n")
    os.mkfifo(root / PIPE)
    (root / "link.py").symlink_to(root / "sub" / "target.env")
    git = ["git", "-C", str(root), "-c", "core.autocrlf=false"]
    subprocess.run([*git, "init", "-q"], check=True)
    subprocess.run([*git, "add", "-f", "."], check=True)
    return root


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@dataclass(frozen=True)
class Found:
    """A mark in a file, and the form it has there."""

    mark: str
    form: str
    file: str


def search(folder: Path, marks: tuple[str, ...]) -> list[Found]:
    """Where the marks stand in the files below `folder`, in any of the forms that text is kept in."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            for form, content in (("plain", data), *_unpacked(data)):
                found += [
                    Found(mark, f"{form}, {way}", path.name) for mark in marks for way in _ways(mark, content)
                ]
    return found


def _ways(mark: str, content: bytes) -> Iterator[str]:
    """The names of the forms in which the mark stands in the content."""
    for way, needle in _needles(mark).items():
        if needle in content:
            yield way


def _needles(mark: str) -> dict[str, bytes]:
    raw = mark.encode("utf-8")
    needles = {
        "utf-8": raw,
        "utf-16-le": mark.encode("utf-16-le"),
        "utf-16-be": mark.encode("utf-16-be"),
        "utf-32": mark.encode("utf-32-le"),
        "latin-1": mark.encode("latin-1"),
        "hexadecimal": raw.hex().encode(),
        "HEXADECIMAL": raw.hex().upper().encode(),
        "URL": quote(mark, safe="").encode(),
        "JSON": json.dumps(mark)[1:-1].encode(),
        "reversed": raw[::-1],
        "lower case": mark.lower().encode(),
        "upper case": mark.upper().encode(),
    }
    # In base64 a text has one of three forms, depending on how many bytes stand before it; the ends depend on its
    # neighbours and are left out.
    for shift in range(3):
        encoded = base64.b64encode(b"\0" * shift + raw)
        inner = encoded[4 if shift else 0 : len(encoded) // 4 * 4 - 4]
        needles[f"base64 {shift}"] = inner
        needles[f"base64 for URLs {shift}"] = inner.translate(bytes.maketrans(b"+/", b"-_"))
    return needles


_PACKED = {
    "zlib": (
        (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda"),
        lambda data: zlib.decompressobj().decompress(data),
    ),
    "gzip": ((b"\x1f\x8b\x08",), lambda data: zlib.decompressobj(31).decompress(data)),
    "bzip2": ((b"BZh",), lambda data: bz2.BZ2Decompressor().decompress(data)),
    "xz": ((b"\xfd7zXZ",), lambda data: lzma.LZMADecompressor().decompress(data)),
}


def _unpacked(data: bytes) -> Iterator[tuple[str, bytes]]:
    """What compressed streams in the data hold, wherever they begin."""
    for form, (beginnings, unpack) in _PACKED.items():
        for beginning in beginnings:
            place = data.find(beginning)
            while place >= 0:
                with contextlib.suppress(zlib.error, OSError, EOFError, lzma.LZMAError, ValueError):
                    yield form, unpack(data[place:])
                place = data.find(beginning, place + 1)


def packed_examples(mark: str) -> dict[str, bytes]:
    """The mark in each of the forms that are searched, amid other bytes."""
    raw = f"before {mark} after".encode()
    packed = {
        "zlib": zlib.compress(raw),
        "gzip": gzip.compress(raw),
        "bzip2": bz2.compress(raw),
        "xz": lzma.compress(raw),
        "base64": base64.b64encode(raw),
        "base64 for URLs": base64.urlsafe_b64encode(b"x" + raw),
        "hexadecimal": raw.hex().encode(),
        "utf-16": raw.decode().encode("utf-16"),
        "JSON": json.dumps(raw.decode()).encode(),
        "plain": raw,
    }
    return {form: b"\x00\x01noise" + data + b"\xff\x00noise" for form, data in packed.items()}
