"""Model files on this machine: what a setting means, and what identifies a file."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from glossator.core.errors import ModelUnavailable, UserError
from glossator.host.folders import Folders, create_private, open_private
from glossator.models import catalog, gguf_check
from glossator.models.catalog import CatalogEntry, EmbeddingTraits, Purpose
from glossator.models.child import MISSING_LIBRARY

OFF = "none"
"""The value of a setting that switches a model off."""

_BLOCK_BYTES = 1 << 20


@dataclass(frozen=True, slots=True)
class LocalFile:
    """A model file that a setting names; `entry` is its place in the catalogue, if it has one.

    `problem` is one sentence if the setting names nothing that could be a file.
    """

    name: str
    path: Path
    entry: CatalogEntry | None = None
    problem: str = ""


def locate(setting: str, folders: Folders) -> LocalFile:
    """The file that `setting` names: a name of the catalogue or a path, relative ones below the models folder.

    The file need not exist.
    """
    if entry := catalog.find(setting):
        return LocalFile(entry.name, folders.models / entry.file, entry)
    path = folders.models / Path(setting).expanduser()
    if setting.lower().endswith(".gguf"):
        return LocalFile(path.stem, path)
    known = ", ".join(each.name for each in catalog.entries())
    problem = f"There is no model named '{setting}'; give one of {known}, or the path of a .gguf file."
    return LocalFile(setting, path, problem=problem)


def missing_reason(file: LocalFile) -> str:
    """Why the model cannot run on this machine now, as far as can be said without reading it; "" if it can."""
    if file.problem:
        return file.problem
    if find_spec("llama_cpp") is None or find_spec("jinja2") is None:
        return MISSING_LIBRARY
    if os.path.lexists(file.path):
        return ""
    if file.entry is None:
        return f"The model file {file.path} does not exist; correct the setting."
    argument = "" if file.entry.default else f" {file.name}"
    return f"The model {file.name} is not on this machine; run `glossator models fetch{argument}`."


def traits_of(file: LocalFile, facts: gguf_check.GgufFacts) -> EmbeddingTraits:
    """Dimensions, pooling and prefixes of an embedding model: those of the catalogue if its name is known there,
    else what the file says, without prefixes."""
    entry = file.entry or catalog.recognise(f"{facts.name} {file.path.stem}")
    if entry is not None and entry.traits is not None and entry.traits.dimensions == facts.dimensions:
        return entry.traits
    return EmbeddingTraits(dimensions=facts.dimensions, pooling=facts.pooling)


def stamp(path: Path) -> tuple[int, int] | None:
    """Size and time of a file, which change when it is exchanged; None if there is none."""
    with suppress(OSError):
        state = path.stat()
        return state.st_size, state.st_mtime_ns
    return None


def digest(path: Path, folders: Folders) -> str:
    """The SHA-256 of a model file in hexadecimal, remembered in the cache folder by path, size and time."""
    try:
        state = path.stat()
    except OSError as error:
        raise ModelUnavailable(f"The model file {path} cannot be read: {error.strerror}.") from error
    key = hashlib.blake2b(os.fsencode(path), digest_size=8).hexdigest()
    memory = folders.cache / "models" / f"{key}.json"
    stamp = [state.st_size, state.st_mtime_ns]
    with suppress(OSError, ValueError, KeyError, TypeError):
        remembered = json.loads(memory.read_text(encoding="ascii"))
        if remembered["stamp"] == stamp:
            return str(remembered["sha256"])
    value = sha256(path)
    with suppress(OSError, UserError):
        create_private(memory.parent)
        part = memory.with_suffix(f".{os.getpid()}.part")
        with open(part, "w", encoding="ascii", opener=open_private) as file:
            json.dump({"stamp": stamp, "sha256": value}, file)
        part.replace(memory)
    return value


def sha256(path: Path) -> str:
    """The SHA-256 of a file in hexadecimal."""
    value = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK_BYTES):
            value.update(block)
    return value.hexdigest()


def embedding_fingerprint(
    weights: str, traits: EmbeddingTraits, max_tokens: int, versions: tuple[str, ...]
) -> str:
    """One value for all that shapes a vector apart from the text."""
    recipe = [
        weights,
        traits.dimensions,
        traits.pooling,
        traits.query_prefix,
        traits.document_prefix,
        traits.text_form,
        max_tokens,
        *versions,
    ]
    return hashlib.blake2b(json.dumps(recipe).encode(), digest_size=16).hexdigest()


def check_file(file: LocalFile, purpose: Purpose) -> gguf_check.GgufFacts:
    """Everything that can be checked before native code sees the file; `ModelUnavailable` with the reason."""
    if reason := missing_reason(file):
        raise ModelUnavailable(reason)
    return gguf_check.check(file.path, purpose)
