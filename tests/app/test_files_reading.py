"""What is read of a file, and why another is not."""

from __future__ import annotations

import hashlib
import os
import random
import threading
from pathlib import Path

import pytest
from tests.app.trees import write

from glossator.app.files import FileContent, Skipped, read_file
from glossator.app.reading import NotRegular, read_regular_file

LIMIT = 1024 * 1024


def content(root: Path, path: str, raw: bytes) -> FileContent | Skipped:
    (root / path).write_bytes(raw)
    return read_file(root, path, LIMIT)


def text_of(root: Path, path: str, raw: bytes) -> tuple[str, str]:
    read = content(root, path, raw)
    assert isinstance(read, FileContent)
    return read.data.decode("utf-8"), read.encoding


def reason(root: Path, path: str, raw: bytes) -> str:
    read = content(root, path, raw)
    return read.reason if isinstance(read, Skipped) else "read"


def test_a_file_comes_with_hash_and_encoding(tmp_path: Path) -> None:
    raw = b"x = 1\r\n"
    read = content(tmp_path, "a.py", raw)
    digest = hashlib.blake2b(raw, digest_size=16).digest()
    assert read == FileContent(digest, raw, "utf-8")


def test_an_empty_file_is_read(tmp_path: Path) -> None:
    assert text_of(tmp_path, "a.py", b"") == ("", "utf-8")


def test_legacy_encodings_are_decoded(tmp_path: Path) -> None:
    assert text_of(tmp_path, "l.py", b"# caf\xe9\ndef prix(): pass\n")[0] == "# café\ndef prix(): pass\n"
    cyrillic = "# -*- coding: cp1251 -*-\n# цена\n"
    assert text_of(tmp_path, "k.py", cyrillic.encode("cp1251")) == (cyrillic, "cp1251")
    assert text_of(tmp_path, "u.py", "\ufeffx = 'é'\n".encode("utf-16-le")) == ("x = 'é'\n", "utf-16-le")


def test_binary_files_are_told_by_content(tmp_path: Path) -> None:
    assert reason(tmp_path, "pic.py", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") == "binary"
    assert reason(tmp_path, "data.ts", random.Random(1).randbytes(64 * 1024)) == "binary"
    assert reason(tmp_path, "ok.ts", b"export function ok() {}\n") == "read"


def test_the_limit_holds_to_the_byte(tmp_path: Path) -> None:
    write(tmp_path, "a.py", text="#" * 2048)
    assert isinstance(read_file(tmp_path, "a.py", 2048), FileContent)
    write(tmp_path, "a.py", text="#" * 2049)
    assert read_file(tmp_path, "a.py", 2048) == Skipped("larger than 2 KiB")


def test_a_file_that_holds_more_than_its_size_says_is_read_up_to_the_limit() -> None:
    # The system makes such files up while they are read and says that they are empty.
    proc = Path("/proc/self")
    read = read_file(proc, "status", LIMIT)
    assert (proc / "status").stat().st_size == 0
    assert isinstance(read, FileContent)
    assert b"Pid:" in read.data
    assert read_file(proc, "status", 10) == Skipped("larger than 0 KiB")


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "p.py")
    write(tmp_path, "real.py", "folder/x.py")
    (tmp_path / "alias.py").symlink_to("real.py")
    (tmp_path / "device.py").symlink_to("/dev/zero")
    assert read_file(tmp_path, "p.py", LIMIT) == Skipped("not a regular file")
    assert read_file(tmp_path, "folder", LIMIT) == Skipped("not a regular file")
    assert read_file(tmp_path, "alias.py", LIMIT) == Skipped("link")
    assert read_file(tmp_path, "device.py", LIMIT) == Skipped("link")
    assert read_file(Path("/dev"), "zero", LIMIT) == Skipped("not a regular file")


@pytest.mark.parametrize("follow_links", [True, False])
def test_what_turns_into_a_pipe_before_it_is_opened_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, follow_links: bool
) -> None:
    write(tmp_path, "a.py")
    before = (tmp_path / "a.py").stat()
    (tmp_path / "a.py").unlink()
    os.mkfifo(tmp_path / "a.py")
    monkeypatch.setattr(Path, "stat", lambda *_, **__: before)
    with pytest.raises(NotRegular):
        read_regular_file(tmp_path / "a.py", LIMIT, follow_links=follow_links)


def test_a_file_that_grows_while_it_is_read_is_read_up_to_the_limit(tmp_path: Path) -> None:
    write(tmp_path, "a.log", text="x" * 100)
    stop = threading.Event()

    def grow() -> None:
        with (tmp_path / "a.log").open("a", encoding="utf-8") as file:
            while not stop.is_set() and file.tell() < 50 * LIMIT:
                file.write("y" * 4096)
                file.flush()

    writer = threading.Thread(target=grow)
    writer.start()
    try:
        seen = {read_file(tmp_path, "a.log", 4096) for _ in range(50)}
    finally:
        stop.set()
        writer.join()
    kept = {each for each in seen if isinstance(each, FileContent)}
    assert all(len(each.data) <= 4096 for each in kept)
    assert seen - kept <= {Skipped("larger than 4 KiB")}


def test_a_file_that_vanished_is_a_reason_and_no_error(tmp_path: Path) -> None:
    assert read_file(tmp_path, "gone.py", LIMIT) == Skipped("unreadable: no such file or directory")
    assert read_file(tmp_path, "a\0b.py", LIMIT) == Skipped("unreadable: not a path")
    assert read_file(tmp_path, "a" * 300, LIMIT) == Skipped("unreadable: file name too long")


@pytest.mark.parametrize("name", [".env", "id_rsa", "k.pem", ".git-credentials", "sub/.npmrc"])
def test_secret_files_are_never_opened(tmp_path: Path, name: str) -> None:
    # There is no file at all, so anything that opened it would say so.
    assert read_file(tmp_path, name, LIMIT) == Skipped("secret")


def test_a_private_key_is_secret_under_any_name(tmp_path: Path) -> None:
    assert reason(tmp_path, "key.txt", b"-----BEGIN RSA PRIVATE KEY-----\nMIIE\n") == "secret"
    assert reason(tmp_path, "conf.py", b'PASSWORD = "hunter22"\n') == "read"


def test_files_that_a_program_wrote_are_left_out(tmp_path: Path) -> None:
    heads = {
        "a.go": "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage a\n",
        "b.py": "#!/usr/bin/env python\n# @generated by a tool\nx = 1\n",
        "c.cs": "//---\n// <auto-generated>\n//---\nclass C {}\n",
        "d.rs": "/* automatically generated by rust-bindgen 0.69.4 */\n",
        "e.py": "# This file is generated by mk.py. DO NOT EDIT.\n",
        "f.js": "/*\n * Autogenerated file, do not modify.\n */\n",
    }
    for path, text in heads.items():
        assert reason(tmp_path, path, text.encode()) == "generated", path
        assert reason(tmp_path, path, text.replace("\n", "\r\n").encode()) == "generated", path


def test_files_that_speak_of_generated_code_are_kept(tmp_path: Path) -> None:
    texts = [
        '"""Tells generated files by the marker @generated."""\n',
        'MARKER = "Code generated by x. DO NOT EDIT."\n',
        "# The report is generated at night.\n# Do not edit the configuration by hand.\n",
        "// @Generated is an annotation of Java.\n",
        "x = 1\n" * 1000 + "# @generated\n",
    ]
    for number, text in enumerate(texts):
        assert reason(tmp_path, f"{number}.py", text.encode()) == "read", text


def test_minified_code_is_left_out_and_long_prose_kept(tmp_path: Path) -> None:
    assert reason(tmp_path, "gen.h", b"float t[] = {" + b"{0x1p-1f}," * 65536 + b"};") == "minified"
    assert reason(tmp_path, "app.js", (b"f(1);" * 120 + b"\n") * 20) == "minified"
    assert reason(tmp_path, "cr.js", b"\r".join([b"x = 1;"] * 2000)) == "read"
    assert reason(tmp_path, "text.md", b"A long paragraph. " * 1000) == "read"


def test_the_hash_of_a_file_that_was_read_and_left_out_is_kept(tmp_path: Path) -> None:
    raw = b"# @generated\n"
    assert content(tmp_path, "a.py", raw) == Skipped(
        "generated", hashlib.blake2b(raw, digest_size=16).digest()
    )
