"""`glossator doctor`: look at everything Glossator needs, and say what to do about what is missing.

To add a check: write a function that yields `DoctorCheck`s, here if it is about the installation, else in
`doctor_workspace`, and put it into `CHECKS`.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import platform
import shutil
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from glossator import __version__
from glossator.commands import doctor_workspace
from glossator.commands.crash import keep_traceback
from glossator.commands.doctor_workspace import OK, PROBLEM, WARNING
from glossator.commands.documents import DoctorCheck, DoctorDocument
from glossator.commands.terminal import FAILED, Terminal
from glossator.commands.workspace import keep_log
from glossator.core.errors import GlossatorError
from glossator.core.settings import Settings
from glossator.host.folders import Folders, create_folder, create_private

if TYPE_CHECKING:
    from glossator.models.ports import Embedder, Generator

SUMMARY = "Check the installation, the models, the folders and the index, and say what to do."

LIBRARIES = (
    "pygls",
    "lsprotocol",
    "tree-sitter",
    "tree-sitter-language-pack",
    "sqlite-utils",
    "numpy",
    "psutil",
)
MODEL_LIBRARY = "llama-cpp-python"

MODEL_TRIAL_SECONDS = 180.0
"""How long a model may take to load and answer."""

_BROKEN_LIBRARIES = {
    ("tree-sitter", "0.26.0"): "this version crashes; update it with pip install -U tree-sitter"
}

_MARKS = {OK: ("ok", "green"), WARNING: ("!!", "yellow"), PROBLEM: ("NO", "red")}


def configure(parser: argparse.ArgumentParser) -> None:
    """The command has no arguments of its own."""


def run(arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Run all checks; the exit code is 1 if there is a problem, warnings do not count."""
    document = DoctorDocument(tuple(_checks(Folders.for_user(), arguments.root)))
    if terminal.as_json:
        terminal.json(document)
    else:
        for check in document.checks:
            mark, style = _MARKS[check.state]
            terminal.line((f"{mark:2}", style), f"  {check.name}: ", check.detail)
            if check.advice:
                terminal.line("    ", (check.advice, style))
        terminal.line(_summary(document))
    return FAILED if any(check.state == PROBLEM for check in document.checks) else 0


def _summary(document: DoctorDocument) -> str:
    """How many things are not as they should be."""
    problems = sum(check.state == PROBLEM for check in document.checks)
    warnings = sum(check.state == WARNING for check in document.checks)
    if not problems and not warnings:
        return "All is well."
    counts = ((problems, "problem"), (warnings, "warning"))
    return ", ".join(f"{number} {word}{'s' if number > 1 else ''}" for number, word in counts if number)


def _checks(folders: Folders, root: Path) -> Iterator[DoctorCheck]:
    from glossator.app.configuration import load_configuration

    settings, problems = load_configuration(folders.config)
    keep_log(folders, settings)
    for check in CHECKS:
        try:
            yield from check(folders, settings, root)
        except Exception as error:
            # Whoever is looking for a fault wants the other checks all the same.
            name = check.__name__.strip("_").replace("_", " ")
            kept = keep_traceback(error)
            yield DoctorCheck(name, PROBLEM, f"cannot be looked at ({type(error).__name__})", f"See {kept}.")
    if not problems:
        found = "read" if folders.config_file.is_file() else "not there, so the defaults hold"
        yield DoctorCheck("settings file", OK, f"{folders.config_file} ({found})", "")
    for problem in problems:
        advice = "Mend the file; docs/configuration.md lists all settings."
        yield DoctorCheck("configuration", WARNING, problem, advice)


def _python(folders: Folders, settings: Settings, root: Path) -> Iterator[DoctorCheck]:
    where = f"{platform.python_implementation()} {platform.python_version()} at {sys.executable}"
    yield DoctorCheck("Python", OK, f"{where}, on {platform.platform()}", "")
    yield DoctorCheck("Glossator", OK, __version__, "")


def _libraries(folders: Folders, settings: Settings, root: Path) -> Iterator[DoctorCheck]:
    for name in LIBRARIES:
        try:
            number = version(name)
        except PackageNotFoundError:
            yield DoctorCheck(
                name, PROBLEM, "not installed", "Install Glossator anew with pip install glossator."
            )
            continue
        advice = _BROKEN_LIBRARIES.get((name, number), "")
        yield DoctorCheck(name, PROBLEM if advice else OK, number, advice)


def _grammars(folders: Folders, settings: Settings, root: Path) -> Iterator[DoctorCheck]:
    """Load every grammar, in a process that may end of it."""
    from glossator.app.grammar_trial import grammar_problems
    from glossator.core.languages import languages

    try:
        problems = asyncio.run(grammar_problems(folders.child_log("parser"), languages()))
    except GlossatorError as error:
        # What is wrong with the folder of the log is told with the folders.
        yield DoctorCheck("grammars", WARNING, "not tried", str(error))
        return
    for problem in problems:
        what, _, advice = problem.partition(". ")
        yield DoctorCheck("grammars", PROBLEM, f"{what}.", advice)
    if not problems:
        yield DoctorCheck("grammars", OK, f"{len(languages())} languages can be parsed", "")


def _git(folders: Folders, settings: Settings, root: Path) -> Iterator[DoctorCheck]:
    git = shutil.which("git")
    if git is not None:
        yield DoctorCheck("git", OK, git, "")
    else:
        advice = "Install git to have tracked files indexed although they match an ignore rule."
        yield DoctorCheck("git", WARNING, "not found; the ignore rules are applied without it", advice)


def _writable_folders(folders: Folders, settings: Settings, root: Path) -> Iterator[DoctorCheck]:
    for name in ("cache", "log", "models"):
        folder: Path = getattr(folders, name)
        fault = _writing_fault(folder, create_folder if name == "models" else create_private)
        if fault is None:
            yield DoctorCheck(f"{name} folder", OK, str(folder), "")
        else:
            advice = "Make it writable, or set GLOSSATOR_HOME to a folder that is."
            yield DoctorCheck(f"{name} folder", PROBLEM, f"{folder}: {fault}", advice)


def _writing_fault(folder: Path, create: Callable[[Path], Path]) -> str | None:
    """Why no file can be made in `folder`, None if one can."""
    try:
        create(folder)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch(mode=0o600)
        probe.unlink()
    except GlossatorError as error:
        return str(error)
    except OSError as error:
        return error.strerror or type(error).__name__
    return None


def _models(folders: Folders, settings: Settings, root: Path) -> Iterator[DoctorCheck]:
    """Start each model and have it count the tokens of a word, which shows the library, the file and the device."""
    if not settings.models.endpoint:
        try:
            yield DoctorCheck(MODEL_LIBRARY, OK, version(MODEL_LIBRARY), "")
        except PackageNotFoundError:
            advice = (
                "Install it with pip install 'glossator[models]'; facts and lexical search work without it."
            )
            yield DoctorCheck(MODEL_LIBRARY, WARNING, "not installed", advice)
    yield from asyncio.run(_model_trials(folders, settings))


async def _model_trials(folders: Folders, settings: Settings) -> list[DoctorCheck]:
    from glossator.models.choose import open_embedder, open_generator

    models: list[tuple[str, Embedder | Generator | None]] = [
        ("language model", open_generator(settings.models, folders)),
        ("embedding model", open_embedder(settings.models, folders)),
    ]
    return [await _model_trial(name, model) for name, model in models]


async def _model_trial(name: str, model: Embedder | Generator | None) -> DoctorCheck:
    if model is None:
        return DoctorCheck(name, OK, "switched off in the settings", "")
    try:
        async with asyncio.timeout(MODEL_TRIAL_SECONDS):
            await model.count_tokens(["probe"])
    except TimeoutError:
        advice = "Choose a smaller model, or close other programs."
        return DoctorCheck(name, WARNING, f"{model.name} does not answer in time", advice)
    except GlossatorError as error:
        return DoctorCheck(name, WARNING, model.name, str(error))
    else:
        status = model.status()
        where = f" on {status.device}" if status.device else ""
        detail = f". {status.detail}" if status.detail else ""
        return DoctorCheck(name, OK, f"{model.name} answers{where}{detail}", "")
    finally:
        await model.close()


Check = Callable[[Folders, Settings, Path], Iterator[DoctorCheck]]

CHECKS: tuple[Check, ...] = (
    _python,
    _libraries,
    _grammars,
    _git,
    _writable_folders,
    doctor_workspace.machine,
    _models,
    doctor_workspace.index,
    doctor_workspace.log,
)
