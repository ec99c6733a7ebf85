"""Texts that are nested deeper than anything a person writes, in every way that a grammar of ours allows."""

from __future__ import annotations

from dataclasses import dataclass

DEPTH = 100_000


@dataclass(frozen=True, slots=True)
class Nesting:
    """What stands before, on each level, at the bottom, at the end of each level, and behind."""

    path: str
    opened: str
    closed: str = ""
    before: str = ""
    bottom: str = ""
    behind: str = ""

    def text(self, depth: int = DEPTH) -> bytes:
        levels = (self.before, self.opened * depth, self.bottom, self.closed * depth, self.behind)
        return "".join(levels).encode()


KINDS = {
    "brackets": Nesting("a.py", "[", "]", before="x = "),
    "brackets that never close": Nesting("a.py", "(", before="x = "),
    "calls": Nesting("a.py", "f(", ")"),
    "operators": Nesting("a.py", "not ", before="x = ", bottom="y"),
    "attributes": Nesting("a.py", ".b()", before="a"),
    "decorators": Nesting("a.py", "@d\n", behind="def f(): pass\n"),
    "string templates": Nesting("a.js", "`${", "}`"),
    "functions": Nesting("a.js", "function a(){", "}"),
    "ifs": Nesting("a.js", "if(a)", behind=";"),
    "else ifs": Nesting("a.js", "if(a);else ", behind=";"),
    "tags": Nesting("a.tsx", "<a>", "</a>", before="x="),
    "generics": Nesting("a.ts", "A<", ">", before="let x: ", bottom="B"),
    "blocks": Nesting("a.c", "{", "}", before="void f(){", behind="}"),
    "conditions for the preprocessor": Nesting("a.c", "#if A\n", "#endif\n"),
    "namespaces": Nesting("a.cpp", "namespace a{", "}"),
    "classes": Nesting("A.java", "class A{", "}"),
    "comments": Nesting("a.rs", "/*", "*/", behind="\nfn f(){}"),
    "macros": Nesting("a.rs", "m!(", ")"),
    "blocks of words": Nesting("a.rb", "a do\n", "end\n"),
    "substitutions": Nesting("a.sh", "$(", ")", before="x="),
    "here documents": Nesting("a.sh", "cat <<A\n"),
}
"""One text for each way to nest."""

LANGUAGES = {
    "bash": Nesting("a.sh", "if a; then\n", "fi\n"),
    "c": Nesting("a.c", "(", ")", before="int x = ", bottom="1", behind=";"),
    "c++": Nesting("a.cpp", "A<", ">", bottom="int", behind=" x;"),
    "c#": Nesting("a.cs", "namespace A{", "}"),
    "elixir": Nesting("a.ex", "defmodule A do\n", "end\n"),
    "go": Nesting("a.go", "func(){", "}", before="package a\nvar x = "),
    "haskell": Nesting("a.hs", "(", ")", before="x = ", bottom="1"),
    "java": Nesting("A.java", "{", "}", before="class A{void f()", behind="}"),
    "javascript": Nesting("a.js", "{a:", "}", before="x=", bottom="1"),
    "kotlin": Nesting("a.kt", "fun a(){", "}"),
    "lua": Nesting("a.lua", "function a() ", "end "),
    "php": Nesting("a.php", "function a(){", "}", before="<?php "),
    "ruby": Nesting("a.rb", "def a\n", "end\n"),
    "rust": Nesting("a.rs", "mod a{", "}"),
    "scala": Nesting("a.scala", "def a={", "}"),
    "swift": Nesting("a.swift", "func a(){", "}"),
    "swift comments": Nesting("a.swift", "/*", "*/"),
    "typescript": Nesting("a.ts", "a=>", bottom="1"),
    "zig": Nesting("a.zig", "{", "}", before="fn f() void ", bottom=""),
    "kotlin templates": Nesting("a.kt", '"${\n', "}", before="val x = "),
    "python strings": Nesting("a.py", 'f"{', '}"', before="x = "),
}
"""One more for each language."""
