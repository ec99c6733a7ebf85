"""Every setting, declared once: name on the wire, type, default, meaning.

To add a setting: add a field to one of the groups below with `_setting(default, "sentence")`; the reference in
`docs/configuration.md` is generated from here (`make docs`) and a test fails when it is out of step.
The wire form is nested JSON or TOML with camelCase keys (`{"index": {"maxFileSizeKib": 1024}}`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, get_args, get_origin, get_type_hints


def _setting(default: Any, doc: str, choices: tuple[str, ...] = ()) -> Any:
    metadata = {"doc": doc, "choices": choices}
    if isinstance(default, list):
        raise TypeError("defaults are immutable: use a tuple")
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """What is indexed and how."""

    include: tuple[str, ...] = _setting(
        (), "Patterns in the syntax of .gitignore; when given, only files that match one of them are indexed."
    )
    exclude: tuple[str, ...] = _setting(
        (), "Patterns in the syntax of .gitignore for files that are left out beside those that git ignores."
    )
    max_file_size_kib: int = _setting(1024, "Files larger than this many KiB are left out.")
    max_files: int = _setting(
        250_000, "With more files than this, the rest of the folder is left out; that bounds memory and time."
    )
    workers: int = _setting(0, "Number of parse processes; 0 leaves one core to the user.")
    embed: bool = _setting(True, "Whether vectors are made in the background once the structure is indexed.")
    verify: bool = _setting(
        True,
        "Whether calls that the resolver is not sure of are verified in the background, where a library for their "
        "language is installed (Python: jedi). It reads the project's files and runs none of its code.",
    )
    on_battery: str = _setting(
        "pause",
        "What is done while the computer runs on battery, if the platform tells: `pause` leaves the index as it is "
        "until there is mains or work is resumed by command, `structure` keeps it up to date but makes no vectors, "
        "`run` makes no difference. A command of the command line always runs.",
        ("pause", "structure", "run"),
    )
    allow_home: bool = _setting(
        False, "Whether a home folder or a drive's root may be indexed when it is opened as the workspace."
    )


@dataclass(frozen=True, slots=True)
class ModelSettings:
    """Which models answer and with what resources."""

    language: str = _setting(
        "smollm2-135m-instruct",
        "The language model: a name of the catalogue, the path of a GGUF file, or `none` for facts without prose.",
    )
    embedding: str = _setting(
        "all-minilm-l6-v2",
        "The embedding model: a name of the catalogue, the path of a GGUF file, or `none` for lexical search.",
    )
    context_tokens: int = _setting(
        0, "Context window in tokens; 0 takes the model's own, at most 8192. A larger one needs more memory."
    )
    prompt_tokens: int = _setting(
        0,
        "Longest prompt in tokens. 0 takes the whole context window on a GPU or at an endpoint and 768 on a CPU, "
        "which reads so many in some seconds (up to twice as many where the definition itself is long); more shows the "
        "model more callers and lets you wait longer.",
    )
    max_answer_tokens: int = _setting(400, "Longest answer in tokens.")
    threads: int = _setting(
        0, "Threads of a model process; 0 takes all cores for an answer and leaves one for vectors."
    )
    gpu_layers: int = _setting(
        -1, "Layers put on the GPU where the build supports one; -1 means all, 0 none."
    )
    idle_seconds: int = _setting(
        600,
        "A model process that was not asked for so many seconds is stopped, and what searches hold of an index in "
        "memory is given back.",
    )
    endpoint: str = _setting(
        "",
        "Base URL of an OpenAI-compatible endpoint (llama-server, Ollama, vLLM) that answers instead of a local "
        "language model. Setting it lets Glossator open a connection to it; nothing else does.",
    )
    endpoint_model: str = _setting("", "Name of the language model at the endpoint.")
    endpoint_embedding_model: str = _setting(
        "", "Name of an embedding model at the endpoint; empty keeps embeddings local."
    )
    endpoint_key_variable: str = _setting(
        "", "Environment variable that holds the endpoint's API key; empty sends none."
    )
    endpoint_context_tokens: int = _setting(
        8192, "Context window of the endpoint's language model in tokens."
    )


_WHERE = ("auto", "always", "never")
"""In which languages something is offered."""


@dataclass(frozen=True, slots=True)
class NavigationSettings:
    """What is offered to editors that other language servers offer as well. A change takes effect at once."""

    languages: str = _setting(
        "auto",
        "In which languages definitions, references and the call hierarchy are offered: `auto` in those that have no "
        "language server of their own that nearly everybody uses, `always` in all, `never` in none. `auto` is "
        "meant for editors that ask several servers and show all answers.",
        _WHERE,
    )
    definition: str = _setting(
        "default",
        "Where `textDocument/definition` is offered; `default` as `languages` says.",
        ("default", *_WHERE),
    )
    references: str = _setting(
        "default",
        "Where `textDocument/references` is offered; `default` as `languages` says.",
        ("default", *_WHERE),
    )
    call_hierarchy: str = _setting(
        "default",
        "Where the call hierarchy is offered; `default` as `languages` says. Many servers that find references have "
        "none.",
        ("default", *_WHERE),
    )
    document_symbol: str = _setting(
        "always",
        "Where the outline of a document is offered; `default` as `languages` says.",
        ("default", *_WHERE),
    )


@dataclass(frozen=True, slots=True)
class DocumentSettings:
    """How the editor keeps the server's copies of open documents in step."""

    full_sync: bool = _setting(
        False,
        "Whether the editor is asked for the whole text at every edit instead of what has changed; for an editor "
        "whose changes are wrong. Read when a session starts, from `config.toml` and `initializationOptions` alone.",
    )


@dataclass(frozen=True, slots=True)
class LogSettings:
    """What is written to the log file; never source text."""

    level: str = _setting(
        "info", "Least severe messages that are kept.", ("debug", "info", "warning", "error")
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings in resolved form."""

    index: IndexSettings = field(default_factory=IndexSettings)
    models: ModelSettings = field(default_factory=ModelSettings)
    navigation: NavigationSettings = field(default_factory=NavigationSettings)
    documents: DocumentSettings = field(default_factory=DocumentSettings)
    log: LogSettings = field(default_factory=LogSettings)


@dataclass(frozen=True, slots=True)
class SettingInfo:
    """One setting as documentation and editors show it."""

    key: str
    type: str
    default: Any
    doc: str
    choices: tuple[str, ...]


def wire_name(name: str) -> str:
    """The camelCase form of a field's name."""
    head, *rest = name.split("_")
    return head + "".join(part.capitalize() for part in rest)


_TYPE_NAMES = {str: "string", int: "integer", bool: "boolean"}


def catalogue() -> Iterator[SettingInfo]:
    """Every setting, in the order of declaration, under its dotted wire name."""
    for group in fields(Settings):
        group_type = get_type_hints(Settings)[group.name]
        hints = get_type_hints(group_type)
        for setting in fields(group_type):
            hint = hints[setting.name]
            type_name = "list of strings" if get_origin(hint) is tuple else _TYPE_NAMES[hint]
            yield SettingInfo(
                key=f"{wire_name(group.name)}.{wire_name(setting.name)}",
                type=type_name,
                default=setting.default,
                doc=setting.metadata["doc"],
                choices=setting.metadata["choices"],
            )


def merge(settings: Settings, wire: object) -> tuple[Settings, list[str]]:
    """`settings` overridden by what the wire form holds, and one sentence for each value that was not taken.

    Unknown keys and values of a wrong type are reported and leave the setting as it was.
    """
    problems: list[str] = []
    if wire is None:
        return settings, problems
    if not isinstance(wire, Mapping):
        return settings, [f"The settings must be a table of groups, not {type(wire).__name__}."]
    groups = {wire_name(group.name): group.name for group in fields(Settings)}
    changed: dict[str, Any] = {}
    for key, values in wire.items():
        if key not in groups:
            problems.append(f"Unknown group of settings '{key}'.")
        elif not isinstance(values, Mapping):
            problems.append(f"The settings under '{key}' must be a table.")
        else:
            name = groups[key]
            changed[name] = _merge_group(getattr(settings, name), key, values, problems)
    return replace(settings, **changed), problems


def _merge_group(group: Any, prefix: str, wire: Mapping[str, object], problems: list[str]) -> Any:
    hints = get_type_hints(type(group))
    declared = {wire_name(setting.name): setting for setting in fields(group)}
    taken: dict[str, Any] = {}
    for key, value in wire.items():
        if key not in declared:
            problems.append(f"Unknown setting '{prefix}.{key}'.")
            continue
        setting = declared[key]
        if value is None:
            continue
        ok, converted = _convert(value, hints[setting.name], setting.metadata["choices"])
        if ok:
            taken[setting.name] = converted
        else:
            problems.append(f"The setting '{prefix}.{key}' has a value of the wrong kind; it is ignored.")
    return replace(group, **taken)


def _convert(value: object, hint: Any, choices: tuple[str, ...]) -> tuple[bool, Any]:
    if get_origin(hint) is tuple:
        (item_type, _) = get_args(hint)
        good = isinstance(value, list | tuple) and all(isinstance(item, item_type) for item in value)
        return good, tuple(value) if good and isinstance(value, list | tuple) else ()
    if hint is int and isinstance(value, bool):
        return False, None
    if not isinstance(value, hint) or (choices and value not in choices):
        return False, None
    return True, value
