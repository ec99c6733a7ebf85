"""Trying all grammars in a process of their own, as files would have them loaded: which of them cannot be used."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from glossator.app import parse_worker
from glossator.core.errors import GlossatorError
from glossator.core.languages import languages
from glossator.host.process import Child

TRIAL_SECONDS = 60.0
"""How long loading one grammar may take; all of them together take some seconds."""


async def grammar_problems(log_path: Path, language_ids: Iterable[str]) -> list[str]:
    """What is wrong with the grammars of these languages: texts of two sentences, of which the second says what to do;
    none if all can be used. `log_path` is the log of the process."""
    found: dict[str, None] = {}
    trial: Child | None = None
    for language in map(languages().__getitem__, language_ids):
        try:
            trial = trial or await _started(log_path, lambda _, sentence: found.update({str(sentence): None}))
        except GlossatorError as error:
            found[f"Code is not parsed: {error} Look into {log_path}, and install Glossator again."] = None
            break
        try:
            await _load(trial, language.id)
        except GlossatorError as error:
            found[
                f"{language.name} cannot be parsed, and its files are left out: {error} "
                "Install Glossator again to mend it."
            ] = None
            await trial.close()
            trial = None
    if trial is not None:
        await trial.close()
    return list(found)


async def _started(log_path: Path, on_notify: Callable[[str, Any], None]) -> Child:
    """A parser that can work, as far as that is no matter of a grammar."""
    trial = await Child.start(
        parse_worker.ENTRY,
        log_path=log_path,
        name="parser",
        on_notify=on_notify,
    )
    try:
        await _load(trial, "")
    except GlossatorError:
        await trial.close()
        raise
    return trial


async def _load(trial: Child, language_id: str) -> None:
    payload = {"path": os.fsencode(""), "language_id": language_id}
    await trial.call("load", payload, timeout=TRIAL_SECONDS)
