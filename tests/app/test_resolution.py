"""Edges that are kept up change by change equal those that are made at once."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from glossator.app.resolution import Resolution
from glossator.core.cancel import NEVER
from glossator.core.languages import detect
from glossator.core.row_ids import file_of, position_of
from glossator.core.symbols import FileFacts
from glossator.core.syntax import extract
from glossator.store.rows import FileRow
from glossator.store.writer import IndexWriter, open_writer

TEXTS = {
    "base.py": (
        "class Base:\n    def run(self):\n        return 1\n",
        "class Base:\n    def run(self):\n        return helper()\n    def stop(self):\n        pass\n",
        "class Other:\n    def run(self):\n        pass\nBase = Other\n",
        "from rest import *\n",
    ),
    "rest.py": (
        "def helper():\n    pass\n",
        "def first():\n    pass\ndef helper():\n    return first()\n",
        "class Base:\n    def run(self):\n        pass\n",
        "helper = 1\n",
    ),
    "middle.py": (
        "from base import Base\nclass Middle(Base):\n    def go(self):\n        self.run()\n",
        "from rest import Base\nclass Middle(Base):\n    def go(self):\n        self.run()\n",
        "import base\nclass Middle(base.Base):\n    def run(self):\n        pass\n",
        "from base import Base as Middle\nfrom rest import helper as aid\n",
    ),
    "use.py": (
        "from middle import Middle\ndef main(m: Middle):\n    m.run()\n    m.go()\n    Middle()\n",
        "from middle import aid, Middle as M\ndef main():\n    aid()\n    M().stop()\n",
        "import rest\nrest.helper()\nrest.first()\nunknown.run()\n",
        "def main():\n    pass\n\n\nmain()\n",
    ),
    # What a value means in one file follows from what is bound in another, and in a third.
    "make.py": (
        "from base import Base\ndef make():\n    return Base()\n",
        "from rest import Base\nclass Maker:\n    def __init__(self):\n        self.it = Base()\n"
        "def make():\n    return Maker().it\n",
        "from middle import Middle\ndef make() -> Middle: ...\n",
        "def make():\n    return 1\n",
        "made = None\n",
    ),
    "chain.py": (
        "from make import make\ndef go():\n    x = make()\n    x.run()\n    return x\nit = go()\n",
        "from make import make as build\nit = build()\ndef go(): return it\n",
        "from make import Maker\nit = Maker().it\nit.run()\n",
    ),
    "end.py": (
        "from chain import it\nit.run()\n",
        "import chain\nchain.it.run()\nchain.go().stop()\n",
        "from chain import it as that\nwhat = that\nwhat.go()\n",
    ),
    # Names without regard to case, prototypes that announce other names, procedures that are private.
    "lib.rpgle": (
        "**free\ndcl-proc Helper export;\nend-proc;\n",
        "**free\ndcl-proc HELPER;\nend-proc;\ndcl-proc Real export;\n  helper();\nend-proc;\n",
        "**free\ndcl-proc real export;\nend-proc;\ndcl-proc helper export;\nend-proc;\n",
    ),
    "protos.rpgleinc": (
        "**free\ndcl-pr helper;\nend-pr;\n",
        "**free\ndcl-pr alias extproc('Real');\nend-pr;\ndcl-pr HELPER;\nend-pr;\n",
    ),
    "program.rpgle": (
        "**free\n/copy PROTOS\nHelper();\nALIAS();\n",
        "**free\nHelper();\nreal();\n",
    ),
    "notes.txt": ("run helper\n", "nothing\n"),
}
CHANGES = st.one_of(
    *(
        st.tuples(st.just(path), st.none() | st.sampled_from(range(len(variants))))
        for path, variants in TEXTS.items()
    )
)

Texts = dict[str, str]


def facts_of(path: str, text: str) -> FileFacts | None:
    language = detect(path)
    return extract(text.encode(), language) if language else None


def put(resolution: Resolution, path: str, text: str) -> None:
    language = detect(path)
    row = FileRow(path, len(text), 1, None, language.id if language else "text", "indexed")
    known = resolution.writer.known_files().get(path)
    resolution.put_file(row, facts_of(path, text), [0], known)


def edges(writer: IndexWriter) -> Iterable[tuple[str, int, str, int, bool, str]]:
    """All edges by paths and places."""
    paths = {file.id: path for path, file in writer.known_files().items()}
    found = writer._connection.execute("SELECT ref_id, symbol_id, kind, enclosing, sure, why FROM edges")
    return sorted(
        (
            paths[file_of(reference)],
            position_of(reference),
            paths.get(file_of(symbol), ""),
            position_of(symbol),
            *rest,
        )
        for reference, symbol, *rest in found
    )


def made_at_once(folder: Path, texts: Texts) -> Iterable[object]:
    with open_writer(folder / "fresh.sqlite", on_notice=pytest.fail) as writer:
        resolution = Resolution(writer)
        for path, text in sorted(texts.items()):
            put(resolution, path, text)
        resolution.resolve_pending(NEVER)
        return edges(writer)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(CHANGES, st.sampled_from(["resolve", "wait", "restart"])), max_size=8))
def test_any_changes_leave_the_edges_of_a_fresh_index(
    changes: list[tuple[tuple[str, int | None], str]],
) -> None:
    texts: Texts = {path: variants[0] for path, variants in TEXTS.items()}
    with (
        tempfile.TemporaryDirectory() as name,
        open_writer(Path(name, "kept.sqlite"), on_notice=pytest.fail) as writer,
    ):
        resolution = Resolution(writer)
        for path, text in texts.items():
            put(resolution, path, text)
        resolution.resolve_pending(NEVER)
        for (path, variant), then in changes:
            if variant is None:
                known = writer.known_files()
                resolution.remove_files(known, [path] if path in known else [])
                texts.pop(path, None)
            else:
                texts[path] = TEXTS[path][variant]
                put(resolution, path, texts[path])
            if then == "restart":
                resolution = Resolution(writer)
            if then != "wait":
                resolution.resolve_pending(NEVER)
        resolution.resolve_pending(NEVER)
        assert edges(writer) == made_at_once(Path(name), texts)


@pytest.mark.parametrize(
    ("path", "then", "texts"),
    [
        pytest.param(
            "m.py",
            "from a import A, B\nclass C(B):\n    pass\n",
            {
                "a.py": "class A:\n    def run(self): ...\nclass B:\n    def run(self): ...\n",
                "m.py": "from a import A, B\nclass C(A):\n    pass\n",
                "use.py": "from m import C\ndef main(c: C):\n    c.run()\n",
            },
            id="another base",
        ),
        pytest.param(
            "a.py",
            "A = 1\n",
            {
                "a.py": "class A:\n    pass\n",
                "b.py": "class B:\n    def run(self): ...\n",
                "use.py": "from a import A\ndef main(x: A):\n    x.run()\n",
            },
            id="a type that is none any more",
        ),
        pytest.param(
            "m.py",
            "from b import f\n",
            {
                "a.py": "def f(): ...\n",
                "b.py": "def f(): ...\n",
                "m.py": "from a import f\n",
                "use.py": "from m import f as g\ng()\n",
            },
            id="another import that is passed on",
        ),
        pytest.param(
            "Shop.cs",
            "namespace Other { class Shop { } }\n",
            {
                "Shop.cs": "namespace Mine { class Shop { } }\n",
                "Use.cs": "namespace Mine { class Use { void Go() { Shop.Open(); new Shop(); } } }\n",
                "Rest.cs": "namespace Rest { class Else { static void Open() { } } }\n",
            },
            id="another name space",
        ),
    ],
)
def test_what_a_file_says_about_others_has_them_resolved_again(
    path: str, then: str, texts: Texts, tmp_path: Path
) -> None:
    with open_writer(tmp_path / "index.sqlite", on_notice=pytest.fail) as writer:
        resolution = Resolution(writer)
        for each, text in texts.items():
            put(resolution, each, text)
        resolution.resolve_pending(NEVER)
        before = edges(writer)
        put(resolution, path, then)
        resolution.resolve_pending(NEVER)
        assert before != edges(writer)
        assert edges(writer) == made_at_once(tmp_path, texts | {path: then})


def test_a_line_that_is_edited_inside_of_a_function_leaves_other_files_alone(tmp_path: Path) -> None:
    with open_writer(tmp_path / "index.sqlite", on_notice=pytest.fail) as writer:
        resolution = Resolution(writer)
        for path, variants in TEXTS.items():
            put(resolution, path, variants[0])
        resolution.resolve_pending(NEVER)
        put(resolution, "rest.py", "def helper():\n    return len('more')\n")
        assert resolution.resolve_pending(NEVER) == 1


def test_a_new_function_has_references_to_its_name_looked_at_and_no_others(tmp_path: Path) -> None:
    with open_writer(tmp_path / "index.sqlite", on_notice=pytest.fail) as writer:
        resolution = Resolution(writer)
        texts = {"a.py": "def f():\n    pass\n", "b.py": "from a import *\ng()\n", "c.py": "h()\n"}
        for path, text in texts.items():
            put(resolution, path, text)
        resolution.resolve_pending(NEVER)
        put(resolution, "a.py", "def f():\n    pass\ndef g():\n    pass\n")
        assert resolution.resolve_pending(NEVER) == 2
        assert [(edge[0], edge[2]) for edge in edges(writer)] == [("b.py", "a.py")]
