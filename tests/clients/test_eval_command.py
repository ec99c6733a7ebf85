"""eval measures parts of Glossator on the user's own code, without an index."""

from __future__ import annotations

from pathlib import Path

from tests.clients.command_line import glossator
from tests.clients.json_schemas import conforming

from glossator.commands.eval_documents import EvalChunksDocument

BODY = b"".join(b"    value_%d = compute(%d, 'some words')\n" % (number, number) for number in range(90))


def test_chunks_are_measured_by_language_beside_the_reference(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(
        b"import os\n\n\ndef first():\n" + BODY[:1500] + b"\n\ndef second():\n" + BODY
    )
    (tmp_path / "b.md").write_bytes(b"# Title\n\nSome words.\n")
    outcome = glossator("eval", "chunks", str(tmp_path), "--json")
    answer: EvalChunksDocument = conforming(outcome.json, "eval-chunks")
    python, text = answer.languages
    assert (python.language, python.files, text.language, text.files) == ("Python", 1, "text", 1)
    assert (python.chunks.cut_tokens, text.chunks.chunks) == (0, 1)
    assert python.chunks.definitions == python.reference.definitions == 2
    assert (python.chunks.kept_whole, python.reference.kept_whole) == (0.5, 0)
    shown = glossator("eval", "chunks", str(tmp_path))
    assert "Python" in shown.out
    assert "reference" in shown.out


def test_an_empty_folder_has_nothing_to_measure(tmp_path: Path) -> None:
    outcome = glossator("eval", "chunks", str(tmp_path))
    assert (outcome.code, outcome.out) == (0, "There are no files.\n")


def test_what_is_to_be_measured_has_to_be_said() -> None:
    assert glossator("eval").code == 2
