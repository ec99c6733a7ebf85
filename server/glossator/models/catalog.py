"""The models that Glossator knows by name, read from `catalog.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any

from glossator.core.embedding_text import TextForm
from glossator.core.errors import UserError


class Purpose(StrEnum):
    """What a model is for."""

    EMBEDDING = "embedding"
    LANGUAGE = "language"


@dataclass(frozen=True, slots=True)
class WheelSource:
    """A file inside a wheel of the Python package index; `conversion` names how it becomes a GGUF."""

    package: str
    version: str
    sha256: str
    size: int
    member: str
    conversion: str = ""


@dataclass(frozen=True, slots=True)
class HubSource:
    """A file of a Hugging Face repository at a revision."""

    repository: str
    revision: str
    file: str


@dataclass(frozen=True, slots=True)
class EmbeddingTraits:
    """What a text must look like for an embedding model, and what its vectors look like."""

    dimensions: int
    pooling: str
    query_prefix: str = ""
    document_prefix: str = ""
    text_form: TextForm = TextForm.CODE


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """One known model. `size` is in bytes, `context` in tokens; `sha256` is "" where it is not known."""

    name: str
    purpose: Purpose
    file: str
    summary: str
    licence: str
    size: int
    context: int
    source: WheelSource | HubSource
    sha256: str = ""
    default: bool = False
    traits: EmbeddingTraits | None = None
    recognise: tuple[str, ...] = ()

    @property
    def origin(self) -> str:
        """Where the model comes from, for people."""
        if isinstance(self.source, WheelSource):
            return f"Python package {self.source.package} {self.source.version}"
        return f"Hugging Face {self.source.repository}"


@cache
def entries() -> tuple[CatalogEntry, ...]:
    """All known models, defaults first."""
    text = files(__package__).joinpath("catalog.toml").read_text(encoding="utf-8")
    return tuple(_entry(table) for table in tomllib.loads(text)["model"])


def defaults() -> tuple[CatalogEntry, ...]:
    """The models that are fetched when none is named."""
    return tuple(entry for entry in entries() if entry.default)


def find(name: str) -> CatalogEntry | None:
    """The model of that name, in any case, or None."""
    wanted = name.strip().lower()
    return next((entry for entry in entries() if entry.name == wanted), None)


def require(name: str) -> CatalogEntry:
    """The model of that name; `UserError` naming the known ones if there is none."""
    if entry := find(name):
        return entry
    known = ", ".join(entry.name for entry in entries())
    raise UserError(f"There is no model named '{name}'; known are {known}.")


def recognise(own_name: str) -> CatalogEntry | None:
    """The embedding model that a GGUF file's own name speaks of, or None."""
    lowered = own_name.lower()
    return next(
        (entry for entry in entries() if any(word in lowered for word in entry.recognise)),
        None,
    )


def _entry(table: Mapping[str, Any]) -> CatalogEntry:
    purpose = Purpose(table["purpose"])
    return CatalogEntry(
        name=table["name"],
        purpose=purpose,
        file=table["file"],
        summary=table["summary"],
        licence=table["licence"],
        size=table["size"],
        context=table["context"],
        source=WheelSource(**table["wheel"]) if "wheel" in table else HubSource(**table["hub"]),
        sha256=table.get("sha256", ""),
        default=table.get("default", False),
        traits=_traits(table) if purpose is Purpose.EMBEDDING else None,
        recognise=tuple(table.get("recognise", ())),
    )


def _traits(table: Mapping[str, Any]) -> EmbeddingTraits:
    return EmbeddingTraits(
        dimensions=table["dimensions"],
        pooling=table["pooling"],
        query_prefix=table["query_prefix"],
        document_prefix=table["document_prefix"],
        text_form=TextForm(table["text_form"]),
    )
