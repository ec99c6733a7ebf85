"""Any file comes out as text or is told to be none, whatever its bytes are."""

from __future__ import annotations

import codecs
import random
from encodings.aliases import aliases

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glossator.core.decoding import decode_file, looks_binary

ESCAPES = ("undefined", "punycode", "idna", "unicode_escape", "raw_unicode_escape", "utf_7")
CODECS = sorted({*aliases.values(), *ESCAPES})
SCRIPTS = [
    "é ß ñ",
    "ő ž",
    "цена",
    "τιμή",
    "値段",
    "价格",
    "가격",
    "שלום",
    "سعر",
    "ราคา",
    "ğış",
    "Ķēž",
    "café",
]
MARKS = [codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE]


def coding_lines() -> st.SearchStrategy[bytes]:
    """Lines that name an encoding, or nearly do."""
    names = st.one_of(
        st.sampled_from(CODECS),
        st.text("utf-8_.x", max_size=6),
        st.sampled_from(["latin-1-unix", "utf8-dos"]),
    )
    return st.builds(
        "{}coding{}{}\n".format,
        st.sampled_from(["# ", "// ", "-- ", ""]),
        st.sampled_from([": ", "="]),
        names,
    ).map(str.encode)


RAW = st.tuples(
    st.sampled_from([b"", *MARKS]),
    st.one_of(st.just(b""), coding_lines()),
    st.one_of(st.binary(max_size=60), st.text(max_size=20).map(lambda text: text.encode("utf-8", "replace"))),
).map(b"".join)


class TestDecoding:
    @settings(deadline=None, max_examples=400)
    @given(RAW)
    def test_any_bytes_become_valid_utf8(self, raw: bytes) -> None:
        decode_file(raw)[0].decode("utf-8")
        looks_binary(raw)

    @settings(deadline=None)
    @given(st.text())
    def test_utf8_stays_as_it_is(self, text: str) -> None:
        raw = text.encode("utf-8", "ignore")
        assert decode_file(raw) == (raw.removeprefix(codecs.BOM_UTF8), "utf-8")

    @pytest.mark.parametrize("name", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
    def test_a_byte_order_mark_tells_the_encoding_and_is_dropped(self, name: str) -> None:
        raw = "\ufeffx = '🚀'\n".encode(name)
        assert decode_file(raw) == ("x = '🚀'\n".encode(), name)
        assert not looks_binary(raw)

    @pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-8"])
    @pytest.mark.parametrize("lost", [1, 2, 3])
    def test_a_file_that_ends_inside_a_character_keeps_the_others(self, name: str, lost: int) -> None:
        raw = "\ufeffdef f(): pass\n# 🚀".encode(name)[:-lost]
        text = decode_file(raw)[0].decode()
        assert text.startswith("def f(): pass\n# ")
        assert not looks_binary(raw)

    @pytest.mark.parametrize("codec", CODECS)
    def test_a_file_in_the_encoding_that_its_coding_line_names_is_read(self, codec: str) -> None:
        """Encodings that no coding line can be read in are left: what comes out is text of some kind."""
        for script in SCRIPTS:
            text = f"# -*- coding: {codec} -*-\ndef f(): pass  # {script}\n"
            try:
                raw = text.encode(codec)
            except (UnicodeError, LookupError, ValueError):
                continue
            decoded, _ = decode_file(raw)
            if raw.startswith(b"# -*- coding") and codec not in ESCAPES:
                assert decoded.decode() == text
                assert not looks_binary(raw)
            else:
                decoded.decode()

    def test_a_coding_line_in_the_first_two_lines_counts(self) -> None:
        text = "#!/usr/bin/python\n# -*- coding: cp1251 -*-\n# цена\n"
        assert decode_file(text.encode("cp1251")) == (text.encode(), "cp1251")
        text = "# vim: set fileencoding=shift_jis :\n# 値段\n"
        assert decode_file(text.encode("shift_jis")) == (text.encode(), "shift_jis")

    @pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
    def test_the_second_line_is_found_behind_any_line_end(self, line_end: str) -> None:
        text = line_end.join(["#!/usr/bin/python", "# coding: koi8-r", "# цена", ""])
        assert decode_file(text.encode("koi8-r")) == (text.encode(), "koi8-r")

    @pytest.mark.parametrize("line_ends", ["unix", "dos", "mac"])
    def test_a_coding_line_of_emacs_may_name_line_ends_too(self, line_ends: str) -> None:
        text = f"# -*- coding: cp1252-{line_ends} -*-\n# 5 €\n"
        assert decode_file(text.encode("cp1252")) == (text.encode(), "cp1252")

    @pytest.mark.parametrize("line_end", [b"\n", b"\r\n", b"\r"])
    def test_a_coding_line_further_down_does_not_count(self, line_end: bytes) -> None:
        raw = line_end.join([b"# one", b"# two", b"# coding: cp1251", b"# \xe9", b""])
        assert decode_file(raw) == (raw.decode("latin-1").encode(), "latin-1")

    @pytest.mark.parametrize(
        "name",
        [
            "none-such",
            "rot13",
            "hex",
            "unicode_escape",
            "raw_unicode_escape",
            "utf-7",
            "punycode",
            "undefined",
            "utf-16",
            "utf-16-le",
            "utf-32-be",
            "cp037",
        ],
    )
    def test_a_coding_line_that_names_no_encoding_of_the_file_is_ignored(self, name: str) -> None:
        for padding in ("", " ", "  ", "   "):
            raw = f"# coding: {name}\nx = '\\n \\u0041 +AGE-'{padding}  # ".encode() + b"\xe9\n"
            assert decode_file(raw) == (raw.decode("latin-1").encode(), "latin-1")

    def test_a_coding_line_that_the_bytes_contradict_is_ignored(self) -> None:
        raw = b"# coding: ascii\n# \xe9\n"
        assert decode_file(raw) == ("# coding: ascii\n# é\n".encode(), "latin-1")

    @pytest.mark.parametrize("name", ["unicode_escape", "rot13", "utf-16", "cp1251", "utf-8"])
    def test_valid_utf8_needs_no_coding_line(self, name: str) -> None:
        raw = f"# coding: {name}\nx = 'é'\n".encode()
        assert decode_file(raw) == (raw, "utf-8")

    @pytest.mark.parametrize("broken", [b"\xe9", b"\xff", b"\xf0\x9f\x9a", b"\xc0\x80", b"\xed\xa0\x80"])
    def test_utf8_with_a_broken_character_stays_utf8_elsewhere(self, broken: bytes) -> None:
        before, after = "größe = 'naïve ☃ 🚀'  # ".encode(), "\nmaß = größe\n".encode()
        decoded, name = decode_file(before + broken + after)
        assert name == "utf-8"
        assert decoded.startswith(before)
        assert decoded.endswith(after)
        assert set(decoded[len(before) : -len(after)].decode()) == {"\ufffd"}

    @pytest.mark.parametrize("codec", ["latin-1", "cp1252"])
    def test_a_file_without_hints_that_is_no_utf8_is_latin_1(self, codec: str) -> None:
        raw = "# café, naïve, größe\ndef prix(): pass\n".encode(codec)
        assert decode_file(raw) == (raw.decode("latin-1").encode(), "latin-1")


class TestBinaryFiles:
    @pytest.mark.parametrize(
        "raw",
        [
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
            b"\x7fELF\x02\x01\x01\0",
            b"PK\x03\x04\x14\0",
            b"\xff\xd8\xff\xe0\0\x10JFIF\0",
            b"GIF89a\x01\0\x01\0",
            b"\x1f\x8b\x08\0\0\0\0\0",
            b"ID3\x03\0\0\0",
            b"RIFF\x24\0\0\0WAVEfmt ",
            b"def f(): pass\n\0",
            bytes(range(1, 9)) * 9,
        ],
    )
    def test_binary_files_are_told(self, raw: bytes) -> None:
        assert looks_binary(raw)

    @pytest.mark.parametrize("size", [256, 1000, 8192, 65536])
    @pytest.mark.parametrize("head", [b"", b"\xff\xfe", b"\xfe\xff", b"\xff\xfe\0\0", b"\0\0\xfe\xff"])
    def test_random_bytes_are_told_with_and_without_nul(self, size: int, head: bytes) -> None:
        for seed in range(50):
            raw = head + random.Random(seed).randbytes(size)
            assert looks_binary(raw)
            assert looks_binary(head + raw[len(head) :].replace(b"\0", b"\x80"))

    @pytest.mark.parametrize(
        "raw",
        [
            b"",
            b"x = 1\n",
            "Цена".encode("cp1251"),
            "名前".encode("shift_jis"),
            b"\x0c\ndef f(): pass\n",
            b"\x1b[1mbold",
            "値段".encode("iso2022_jp"),
            "가격 가격".encode("iso2022_kr") + b"def f(): pass",
        ],
    )
    def test_texts_are_not_taken_for_binary(self, raw: bytes) -> None:
        assert not looks_binary(raw)

    @pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
    def test_texts_of_every_script_behind_a_mark_are_not_taken_for_binary(self, name: str) -> None:
        text = "\ufeff" + "\n".join([*SCRIPTS, "👩\u200d👧 e\u0301 \x0c\x1b[1m"]) * 400
        assert not looks_binary(text.encode(name))

    @settings(deadline=None)
    @given(st.text(st.characters(exclude_categories=["Cs", "Cc"])))
    def test_no_text_without_control_characters_is_binary(self, text: str) -> None:
        assert not looks_binary(text.encode())

    def test_a_character_at_the_end_of_the_block_may_be_cut(self) -> None:
        for shift in range(4):
            raw = b"\x01" * 400 + b"x" * shift + "🚀".encode() * 4000
            assert not looks_binary(raw)
