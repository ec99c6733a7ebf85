"""File URIs: every spelling of a file means that file, and no name is lost on the way there and back."""

from __future__ import annotations

import os
import string
from pathlib import Path, PureWindowsPath
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glossator.app.uris import (
    canonical_uri,
    file_name_from_uri,
    path_from_uri,
    relative_path,
    uri_from_file_name,
    uri_from_path,
)

NAMES = [
    "a b",
    "50%",
    "a%20b",
    "#x",
    "?x",
    "ü",
    "日本",
    "[1]",
    "^",
    "é",
    "e\u0301",
    "a;b",
    "~",
    "a\nb",
    "a\\b",
    "a:b",
    "🚀",
]
NAMES += [os.fsdecode(b"\xff\xc3"), "%", "%zz", "a+b", "a&b=c", "'\"", "{}", " "]

SPELLINGS = (
    "file:///w/a.py",
    "file:/w/a.py",
    "FILE:///w/a.py",
    "file://localhost/w/a.py",
    "file:///w/%61.py",
)
SPELLINGS += ("file:///w/./a.py", "file:///w/x/../a.py", "file:///w//a.py", "file:////w/a.py")
NO_FILES = (
    "untitled:Untitled-1",
    "vscode-notebook-cell:/w/a.ipynb#X1",
    "git:/w/a.py?ref",
    "https://h/a.py",
    "",
)
NO_FILES += (
    "file://other-machine/share/a.py",
    "file:///a%00b",
    "file:relative/a.py",
    "vscode-remote://h/w/a.py",
)
TEXT = st.text(
    st.one_of(st.sampled_from("/\\:%.?#cC|~ 25fF\0"), st.characters(), st.characters(categories=["Cs"]))
)


@pytest.mark.parametrize("name", NAMES)
def test_a_name_comes_back_from_its_uri(name: str) -> None:
    path = Path("/w") / name / "f.py"
    uri = uri_from_path(path)
    assert uri.isascii()
    assert path_from_uri(uri) == path
    assert canonical_uri(uri) == uri


@pytest.mark.parametrize("name", [name for name in NAMES if unquote(name) == name])
def test_an_unencoded_spelling_means_the_same_file(name: str) -> None:
    assert canonical_uri(f"file:///w/{name}") == uri_from_path(f"/w/{name}")
    assert path_from_uri(f"file:///w/{name}") == Path("/w") / name


@settings(deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=8).filter(lambda raw: not set(raw) & set(b"\0/")), min_size=1))
def test_any_bytes_of_a_name_survive(parts: list[bytes]) -> None:
    parts = [part for part in parts if part not in (b".", b"..")] or [b"x"]
    path = Path("/" + "/".join(os.fsdecode(part) for part in parts))
    assert os.fsencode(path_from_uri(uri_from_path(path)) or "") == os.fsencode(path)


@settings(deadline=None)
@given(TEXT)
def test_any_text_gives_a_path_or_none_and_never_an_error(text: str) -> None:
    for uri in (text, f"file:{text}", f"file://{text}", f"file:///{text}"):
        for windows in (True, False):
            name = file_name_from_uri(uri, windows=windows)
            if name is not None:
                again = file_name_from_uri(uri_from_file_name(name, windows=windows), windows=windows)
                assert again == name
        canonical = canonical_uri(uri)
        assert canonical_uri(canonical) == canonical


@pytest.mark.parametrize("uri", SPELLINGS)
def test_all_spellings_have_one_canonical_form(uri: str) -> None:
    assert canonical_uri(uri) == "file:///w/a.py"


@pytest.mark.parametrize("uri", NO_FILES)
def test_what_names_no_file_of_this_machine_has_no_path(uri: str) -> None:
    assert path_from_uri(uri) is None
    assert canonical_uri(uri) == uri


@pytest.mark.parametrize(
    ("uri", "name"),
    [
        ("file:///c%3A/Work/My%20App", "c:\\Work\\My App"),
        ("file:///C:/Work/My%20App/a%23b.py", "c:\\Work\\My App\\a#b.py"),
        ("file:///c:/Work/My App", "c:\\Work\\My App"),
        ("file:///C%3a/", "c:\\"),
        ("file:///c:", "c:\\"),
        ("file://server/share/a.py", "\\\\server\\share\\a.py"),
        ("file:////server/share/a.py", "\\\\server\\share\\a.py"),
        ("file://wsl%24/Ubuntu/a.py", "\\\\wsl$\\Ubuntu\\a.py"),
        ("file:///Users/a.py", None),
    ],
)
def test_on_windows_drives_and_shares_are_understood(uri: str, name: str | None) -> None:
    assert file_name_from_uri(uri, windows=True) == name
    if name is None:
        return
    canonical = uri_from_file_name(name, windows=True)
    assert file_name_from_uri(canonical, windows=True) == name


def test_on_windows_the_case_of_the_drive_makes_no_difference() -> None:
    spellings = ["file:///c%3A/Work/a.py", "file:///C:/Work/a.py", "file:///c:/Work/a.py"]
    names = {file_name_from_uri(uri, windows=True) for uri in spellings}
    assert names == {"c:\\Work\\a.py"}
    assert uri_from_file_name("C:\\Work\\a.py", windows=True) == "file:///c:/Work/a.py"


def spellings_of(name: str) -> list[str]:
    """How clients write a name in a URI: encoding much, little, or all, with digits in either case."""
    raw = os.fsencode(name)
    plain = string.ascii_letters + string.digits + "-_.~"
    everything = "".join(f"%{byte:02x}" for byte in raw)
    much = "".join(chr(byte) if chr(byte) in plain else f"%{byte:02X}" for byte in raw)
    little = name.replace("%", "%25")
    return [everything, everything.upper(), much, much.lower() if name == name.lower() else much, little]


@settings(deadline=None)
@given(st.one_of(st.sampled_from(NAMES), st.text(min_size=1)).filter(lambda name: not set(name) & set("/\0")))
def test_every_spelling_of_any_name_means_that_file(name: str) -> None:
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        return
    if name in (".", ".."):
        return
    wanted = uri_from_path(f"/w/{name}/f.py")
    assert path_from_uri(wanted) == Path("/w") / name / "f.py"
    for spelling in spellings_of(name):
        assert canonical_uri(f"file:///w/{spelling}/f.py") == wanted


@settings(deadline=None)
@given(
    st.lists(
        st.one_of(
            st.sampled_from(["My App", "50%", "a%20b", "a#b.py", "ü", "日本", "[1]", "^", "e\u0301", "a;b"]),
            st.text("aB ä#%&+", min_size=1),
        ).filter(lambda name: name.strip(" ") == name),
        max_size=4,
    ),
    st.sampled_from("cC"),
)
def test_on_windows_every_spelling_of_a_path_names_the_same_file(parts: list[str], drive: str) -> None:
    name = "\\".join(["c:", *parts]) if parts else "c:\\"
    written = [[quoted[index] for quoted in map(spellings_of, parts)] for index in range(5)]
    for colon in (":", "%3A", "%3a"):
        for spelled in written:
            uri = f"file:///{drive}{colon}/" + "/".join(spelled)
            assert file_name_from_uri(uri, windows=True) == name
    assert file_name_from_uri(uri_from_file_name(name, windows=True), windows=True) == name


@pytest.mark.parametrize(
    "root", ["file:///c%3A/Work/My%20App", "file:///C:/Work/My App", "file:///c:/work/my%20app/"]
)
def test_on_windows_a_document_lies_in_its_root_however_both_are_spelled(root: str) -> None:
    folder = file_name_from_uri(root, windows=True)
    document = file_name_from_uri("file:///C:/Work/My%20App/a%23b.py", windows=True)
    assert document == "c:\\Work\\My App\\a#b.py"
    assert folder is not None
    assert relative_path(PureWindowsPath(folder), PureWindowsPath(document)) == "a#b.py"
    other = PureWindowsPath("c:\\Work\\My App 2\\a#b.py")
    assert relative_path(PureWindowsPath(folder), other) is None
    assert relative_path(PureWindowsPath(folder), PureWindowsPath("d:\\Work\\My App\\a#b.py")) is None


def test_on_windows_a_share_is_a_root_too() -> None:
    folder = file_name_from_uri("file://Server/Share/src", windows=True)
    document = file_name_from_uri("file:////server/share/src/lib/a.py", windows=True)
    assert folder is not None
    assert document is not None
    assert relative_path(PureWindowsPath(folder), PureWindowsPath(document)) == "lib/a.py"


def test_the_path_in_the_index_is_relative_to_the_root() -> None:
    assert relative_path(Path("/w"), Path("/w/a/b.py")) == "a/b.py"
    assert relative_path(Path("/w"), Path("/wx/b.py")) is None
    assert relative_path(Path("/w"), Path("/")) is None
