"""The arrows between layers go down only, and each foreign library has one place that knows it."""

from __future__ import annotations

import pytest
from tests.tidy.sources import CLIENTS, SERVER, Source, is_below, sources

LAYERS = {
    "core": set(),
    "host": {"core"},
    "store": {"core", "host"},
    "models": {"core", "host"},
    "app": {"core", "host", "store", "models"},
    "lsp": {"core", "host", "store", "models", "app"},
    "commands": {"core", "host", "store", "models", "app", "lsp"},
}
"""Each layer and those that it may import beside itself. Modules at the top may import all."""

ONE_PLACE = {
    "pygls": "glossator.lsp",
    "lsprotocol": "glossator.lsp",
    "tree_sitter": "glossator.core.syntax",
    "tree_sitter_language_pack": "glossator.core.syntax",
    "llama_cpp": "glossator.models",
    "gguf": "glossator.models",
    "sqlite3": "glossator.store",
    "sqlite_utils": "glossator.store",
}

CHILD_ENTRY = "glossator.models.child"
"""Its functions are started by name in a process of their own, and load the library there."""

IMPURE = (
    "asyncio",
    "concurrent",
    "ctypes",
    "datetime",
    "http",
    "io",
    "logging",
    "multiprocessing",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "urllib",
)
"""What the core never imports: files, clocks, chance, threads, processes, the network."""


def _wrong(source: Source, forbidden: str, line: int) -> str:
    return f"{source.place}:{line} imports {forbidden}"


def test_arrows_between_layers_go_down_only() -> None:
    wrong = []
    for source in sources(SERVER):
        allowed = LAYERS.get(source.layer)
        if allowed is None:
            continue
        for module, line in source.imports():
            parts = module.split(".")
            if parts[0] == "glossator" and len(parts) > 1 and parts[1] not in {*allowed, source.layer}:
                wrong.append(_wrong(source, module, line))
    # `from glossator import __version__` names no layer.
    assert [each for each in wrong if not each.endswith("__version__")] == []


def test_every_package_of_the_server_is_a_known_layer() -> None:
    assert {source.layer for source in sources(SERVER)} - {""} == set(LAYERS)


@pytest.mark.parametrize("library", ONE_PLACE)
def test_a_library_is_known_in_one_place_alone(library: str) -> None:
    assert [
        _wrong(source, module, line)
        for source in sources(SERVER)
        if not is_below(source.name, ONE_PLACE[library])
        for module, line in source.imports()
        if is_below(module, library)
    ] == []


def _loading(library: str) -> set[str]:
    """Names of the modules that load `library` when they are imported, directly or through each other."""
    tops = {source.name: set(source.imports(top_level_only=True)) for source in sources(SERVER)}
    loading = {
        name for name, tops_of in tops.items() if any(is_below(module, library) for module, _ in tops_of)
    }
    while (
        more := {name for name, tops_of in tops.items() if {module for module, _ in tops_of} & loading}
        - loading
    ):
        loading |= more
    return loading


def test_llama_cpp_is_loaded_only_in_a_child() -> None:
    """The modules that load it belong to the models and are imported by each other and the child's entry alone."""
    loading = _loading("llama_cpp")
    assert [name for name in loading if not name.startswith("glossator.models.")] == []
    assert [
        _wrong(source, module, line)
        for source in sources(SERVER)
        if source.name not in {*loading, CHILD_ENTRY}
        for module, line in source.imports()
        if module in loading
    ] == []


def test_the_core_is_pure() -> None:
    core = [source for source in sources(SERVER) if source.layer == "core"]
    assert [
        _wrong(source, module, line)
        for source in core
        for module, line in source.imports()
        if any(is_below(module, impure) for impure in IMPURE)
    ] == []
    assert [
        f"{source.place}:{line} calls {name}()"
        for source in core
        for name, line in source.calls()
        if name in {"open", "input", "print", "exec", "eval"}
    ] == []


def test_server_and_clients_know_the_protocol_alone() -> None:
    """Neither imports the other; the command line finds the client's commands through entry points."""
    for folder, other in ((CLIENTS, "glossator"), (SERVER, "glossator_client")):
        assert [
            _wrong(source, module, line)
            for source in sources(folder)
            for module, line in source.imports()
            if is_below(module, other)
        ] == []


def test_the_source_folders_are_no_packages() -> None:
    assert not (SERVER / "__init__.py").exists()
    assert not (CLIENTS / "__init__.py").exists()
    assert [
        _wrong(source, module, line)
        for folder in (SERVER, CLIENTS)
        for source in sources(folder)
        for module, line in source.imports()
        if module.split(".")[0] in {"server", "clients"}
    ] == []
