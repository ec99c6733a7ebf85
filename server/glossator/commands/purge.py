"""`glossator purge`: remove what is kept about a workspace, or about all of them."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from glossator.commands.documents import PurgeDocument
from glossator.commands.terminal import FAILED, Terminal

SUMMARY = "Remove the index, the answers, the explanations and the logs of a workspace, or of all."


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the command's own arguments."""
    parser.add_argument(
        "folder", metavar="FOLDER", nargs="?", help="the workspace's root, as --root; it may be gone"
    )
    parser.add_argument("--all", action="store_true", dest="everything", help="of every workspace")


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Remove it and return the exit code."""
    from glossator.app.purging import Purged, purge_everything, purge_workspace
    from glossator.host.folders import Folders

    folders = Folders.for_user()
    root: Path | None = None
    if arguments.everything:
        purged: Purged = purge_everything(folders)
    else:
        root = _root(arguments)
        purged = purge_workspace(folders, root)
    document = PurgeDocument(None if root is None else str(root), purged.files, purged.bytes, purged.in_use)
    if terminal.as_json:
        terminal.json(document)
    else:
        _write(document, terminal)
    return FAILED if document.in_use else 0


def _root(arguments: argparse.Namespace) -> Path:
    if arguments.folder is None:
        return Path(arguments.root)
    return Path(os.path.abspath(Path(arguments.folder).expanduser()))  # noqa: PTH100


def _write(document: PurgeDocument, terminal: Terminal) -> None:
    about = "any workspace" if document.root is None else document.root
    if document.files:
        terminal.line(f"Removed {document.files} files ({document.bytes / 1e6:.1f} MB) about {about}.")
    elif not document.in_use:
        terminal.line(f"Nothing is kept about {about}.")
    for name in document.in_use:
        terminal.note(f"glossator: Another Glossator keeps the index {name}; end it and purge again.")
