"""Public projects whose callers are known, fetched once from PyPI and npm: `python -m tests.truth.projects`.

They are kept in the virtual environment and are no part of this project. What is known of them lies in `slice/`.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(sys.prefix) / "share" / "glossator-truth"


class Project(NamedTuple):
    """A project by its package, with the SHA-256 of the archive and the folder in it that is laid out."""

    name: str
    version: str
    sha256: str
    registry: str
    root: str

    @property
    def path(self) -> Path:
        """Where it lies once it is fetched."""
        return FOLDER / f"{self.name}-{self.version}"


PROJECTS = (
    Project(
        "requests",
        "2.34.2",
        "2a0d60c172f83ac6ab31e4554906c0f3b3588d37b5cb939b1c061f4907e278e0",
        registry="pypi",
        root="",
    ),
    Project(
        "rxjs",
        "7.8.2",
        "2312f8ffd9726ffd7bd53ea12c5f13663d09a3dc3326f448c70b88f5ef6fac82",
        registry="npm",
        root="package/src",
    ),
    Project(
        "express",
        "4.22.3",
        "5414b9a1a1a87a182475559c39b471f8bea7b069160c76a7876818b1da80a09c",
        registry="npm",
        root="package/lib",
    ),
)


def fetch(project: Project) -> None:
    """Lay a project out, unless it is there. Raises if its registry does not answer or has another archive."""
    if project.path.is_dir():
        return
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=FOLDER) as name:
        archive = _download(project, Path(name))
        found = hashlib.sha256(archive.read_bytes()).hexdigest()
        if found != project.sha256:
            raise SystemExit(
                f"{archive.name} is not the archive that the tests know: its SHA-256 is {found}."
            )
        shutil.unpack_archive(archive, Path(name, "all"), "zip" if zipfile.is_zipfile(archive) else "gztar")
        kept = Path(name, "kept")
        # The paths in what is known begin at the root of the package.
        target = kept.joinpath(*project.root.split("/")[1:])
        shutil.copytree(Path(name, "all", project.root), target)
        kept.rename(project.path)


def _download(project: Project, folder: Path) -> Path:
    wanted = f"{project.name}{'==' if project.registry == 'pypi' else '@'}{project.version}"
    if project.registry == "pypi":
        command = [
            sys.executable,
            "-m",
            "pip",
            "download",
            "--quiet",
            "--no-deps",
            "--only-binary=:all:",
            wanted,
        ]
    else:
        command = ["npm", "pack", "--silent", wanted]
    try:
        subprocess.run(
            command, cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
    except FileNotFoundError:
        raise SystemExit(f"Fetching {wanted} needs {command[0]}, which is not installed.") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{wanted} could not be fetched: {error.stderr.strip()}") from None
    (archive,) = (path for path in folder.iterdir() if path.suffix in (".whl", ".tgz"))
    return archive


if __name__ == "__main__":
    for each in PROJECTS:
        fetch(each)
