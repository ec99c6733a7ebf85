"""`glossator models`: which models there are, fetching them, where they lie, and whether they are whole."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from glossator.commands.documents import (
    ModelCheckDocument,
    ModelDocument,
    ModelPathDocument,
    ModelsCheckDocument,
    ModelsListDocument,
    ModelsPathDocument,
)
from glossator.commands.progress import Progress
from glossator.commands.terminal import FAILED, Terminal
from glossator.core.errors import ModelUnavailable, UserError
from glossator.host.folders import Folders

if TYPE_CHECKING:
    from glossator.models.acquire import FetchProgress
    from glossator.models.catalog import CatalogEntry

SUMMARY = "List, fetch, locate and check the models."

ACTIONS = ("list", "fetch", "path", "check")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument(
        "action",
        choices=ACTIONS,
        help="list the catalogue; fetch models over the network; print the path of models; check model files",
    )
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="names of the catalogue (default: the two default models; for check also paths of GGUF files)",
    )
    parser.add_argument("--again", action="store_true", help="fetch anew what is there already")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Do what `action` says and return the exit code."""
    folders = Folders.for_user()
    names: list[str] = arguments.names
    if arguments.action == "fetch":
        return _fetch(names, folders, terminal, again=arguments.again)
    if arguments.action == "path":
        return _path(names, folders, terminal)
    if arguments.action == "check":
        return _check(names, folders, terminal)
    if names:
        raise UserError("'glossator models list' takes no names.")
    return _list(folders, terminal)


def _list(folders: Folders, terminal: Terminal) -> int:
    from glossator.models import catalog

    document = ModelsListDocument(
        tuple(_model_document(entry, folders) for entry in catalog.entries()), str(folders.models)
    )
    if terminal.as_json:
        terminal.json(document)
        return 0
    for model in document.models:
        where = ("here", "green") if model.path is not None else ("not fetched", "dim")
        default = ", default" if model.default else ""
        terminal.line(
            (model.name, "bold"), f"  {model.purpose}{default}, {model.bytes / 2**20:.0f} MiB, ", where
        )
        terminal.line((f"  {model.summary}", "dim"))
        terminal.line((f"  {model.origin}; licence {model.licence}", "dim"))
    terminal.line(f"Models are kept in {document.folder}")
    return 0


def _model_document(entry: CatalogEntry, folders: Folders) -> ModelDocument:
    path = folders.models / entry.file
    return ModelDocument(
        name=entry.name,
        purpose=entry.purpose.value,
        summary=entry.summary,
        origin=entry.origin,
        licence=entry.licence,
        bytes=entry.size,
        default=entry.default,
        path=str(path) if path.is_file() else None,
    )


def _fetch(names: Sequence[str], folders: Folders, terminal: Terminal, *, again: bool) -> int:
    from glossator.models.acquire import fetch

    fetched = []
    with terminal.progress() as progress:
        for entry in _chosen(names):
            path = fetch(entry, folders.models, progress=lambda news: _show(news, progress), again=again)
            fetched.append(ModelPathDocument(entry.name, str(path)))
    if terminal.as_json:
        terminal.json(ModelsPathDocument(tuple(fetched)))
    else:
        for each in fetched:
            terminal.line((each.name, "bold"), f"  {each.path}")
    return 0


def _show(news: FetchProgress, progress: Progress) -> None:
    if news.step == "done":
        return
    size = f" {news.done / 2**20:.0f} of {news.total / 2**20:.0f} MiB" if news.total else ""
    percent = news.done * 100 // news.total if news.total else None
    progress.show(f"{news.model}: {news.step}{size}", percent)


def _path(names: Sequence[str], folders: Folders, terminal: Terminal) -> int:
    found = []
    for entry in _chosen(names):
        path = folders.models / entry.file
        if not path.is_file():
            raise UserError(
                f"The model {entry.name} is not on this machine; 'glossator models fetch {entry.name}' gets it."
            )
        found.append(ModelPathDocument(entry.name, str(path)))
    if terminal.as_json:
        terminal.json(ModelsPathDocument(tuple(found)))
    else:
        for each in found:
            terminal.line(each.path)
    return 0


def _check(names: Sequence[str], folders: Folders, terminal: Terminal) -> int:
    checks = tuple(_checked(name, folders) for name in names or [entry.name for entry in _chosen([])])
    if terminal.as_json:
        terminal.json(ModelsCheckDocument(checks))
    else:
        for check in checks:
            mark = ("ok", "green") if check.ok else ("NO", "red")
            terminal.line(mark, f"  {check.name}: {check.detail}")
    return 0 if all(check.ok for check in checks) else FAILED


def _checked(name: str, folders: Folders) -> ModelCheckDocument:
    """Look at a model file without loading it: present, whole, of the right kind, and of the known hash."""
    from glossator.models import gguf_check, local_files

    try:
        file = local_files.locate(name, folders)
        if file.entry is None:
            facts = gguf_check.inspect(file.path)
        else:
            facts = gguf_check.check(file.path, file.entry.purpose)
            if file.entry.sha256 and local_files.sha256(file.path) != file.entry.sha256:
                raise ModelUnavailable(
                    f"{file.path} has other bytes than the catalogue says; "
                    f"'glossator models fetch --again {name}' gets it anew."
                )
    except ModelUnavailable as error:
        return ModelCheckDocument(name, None, ok=False, detail=str(error))
    detail = f"{facts.architecture}, {facts.size / 2**20:.0f} MiB at {file.path}"
    return ModelCheckDocument(file.name, str(file.path), ok=True, detail=detail)


def _chosen(names: Sequence[str]) -> list[CatalogEntry]:
    from glossator.models import catalog

    return [catalog.require(name) for name in names] if names else list(catalog.defaults())
