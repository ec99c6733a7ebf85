"""File URIs and paths, both ways and without loss.

Clients spell the same file in many ways (`file:///c%3A/a b`, `file:///C:/a%20b`), so documents are keyed by
`canonical_uri`. In a `file:` URI `#` and `?` are taken as characters of the name: clients send documents,
never fragments or queries, and some do not encode them. A `%` that is not followed by two hexadecimal digits
stands for itself. The Unicode form of names (NFC, NFD) and bytes that are not UTF-8 are kept as they are.
"""

from __future__ import annotations

import ntpath
import os
import re
from pathlib import Path, PurePath
from urllib.parse import quote, unquote_to_bytes

_ON_WINDOWS = os.name == "nt"
_FILE_URI = re.compile(r"file:(?://(?P<authority>[^/\\]*))?(?P<path>.*)", re.IGNORECASE | re.DOTALL)
_ABSOLUTE_ON_WINDOWS = re.compile(r"[a-z]:\\|\\\\[^\\?.][^\\]*\\[^\\]")
_DRIVE = re.compile(r"/*([A-Za-z]):(?=[/\\]|$)")


def path_from_uri(uri: str) -> Path | None:
    """The absolute path that a `file:` URI names, None for other schemes, other machines and malformed URIs.

    The path is not looked up on disk and links in it are not resolved.
    """
    name = file_name_from_uri(uri, windows=_ON_WINDOWS)
    return None if name is None else Path(name)


def uri_from_path(path: str | os.PathLike[str]) -> str:
    """The canonical `file:` URI of an absolute path; `path_from_uri` gives the same path back."""
    return uri_from_file_name(os.fspath(path), windows=_ON_WINDOWS)


def canonical_uri(uri: str) -> str:
    """One spelling for all spellings of the URI of a file; URIs of other schemes are left as they are."""
    path = path_from_uri(uri)
    return uri if path is None else uri_from_path(path)


def file_name_from_uri(uri: str, *, windows: bool) -> str | None:
    """The file name that a `file:` URI means on Windows or elsewhere, whatever system this runs on.

    On Windows a name needs a drive or the server and share that hold it.
    """
    match = _FILE_URI.fullmatch(uri)
    if match is None:
        return None
    try:
        machine = _decoded(match["authority"] or "", windows)
        name = _decoded(match["path"], windows)
    except UnicodeError:
        return None
    if "\0" in machine + name or not name.startswith(("/", "\\") if windows else "/"):
        return None
    is_local = machine.lower() in ("", "localhost")
    if windows:
        name = _windows_name(name if is_local else f"//{machine}{name}")
        return name if _ABSOLUTE_ON_WINDOWS.match(name) else None
    return os.path.normpath("/" + name.lstrip("/")) if is_local else None


def uri_from_file_name(name: str, *, windows: bool) -> str:
    """The canonical `file:` URI of an absolute file name of Windows or another system."""
    if not windows:
        # Exactly one slash: POSIX lets two leading slashes mean something else, and URIs do not keep them.
        return "file:///" + quote(os.fsencode(name).lstrip(b"/"), safe="/")
    name = _windows_name(name).replace("\\", "/")
    encoded = quote(name.encode("utf-8", "surrogatepass"), safe="/:")
    return f"file:{encoded}" if name.startswith("//") else f"file:///{encoded}"


def relative_path(root: PurePath, path: PurePath) -> str | None:
    """`path` in the form of the index (relative to `root`, "/"-separated), None if it lies outside of `root`.

    Neither is looked up on disk. On Windows letter case does not matter for being inside.
    """
    try:
        inside = path.relative_to(root)
    except ValueError:
        return None
    return inside.as_posix()


def _decoded(encoded: str, windows: bool) -> str:
    on_undecodable = "surrogatepass" if windows else "surrogateescape"
    try:
        raw = encoded.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        raw = encoded.encode("utf-8", "surrogatepass")
    return unquote_to_bytes(raw).decode("utf-8", on_undecodable)


def _windows_name(name: str) -> str:
    """A Windows name with backslashes, a lower-case drive and no slash before it."""
    if match := _DRIVE.match(name):
        name = f"{match[1].lower()}:{name[match.end() :] or '/'}"
    return ntpath.normpath(name)
