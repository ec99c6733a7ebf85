"""Callers against truth: `python -m tests.truth FOLDER [LANGUAGE ...]`, or `make bench-truth TRUTH=FOLDER`.

The folder holds what other tools know of public projects: `prepare.py OUT`, which lays the projects out in folders
`OUT/<language>/<project>`, `truth/<language>/`, which says who calls whom in them, and `score_callers.py`, which
compares. Each project is indexed as a user does it, with an index of its own, and its graph is compared.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

GLOSSATOR = (sys.executable, "-P", "-m", "glossator")
_TOTAL = re.compile(r"^TOTAL .*? P=([\d.]+) R=([\d.]+) F1=([\d.]+)", re.MULTILINE)


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit("Name the folder with the truth: make bench-truth TRUTH=FOLDER")
    truth = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="glossator-truth-") as name:
        folder = Path(name)
        subprocess.run(
            [sys.executable, truth / "prepare.py", folder / "projects"], check=True, stdout=sys.stderr
        )
        found = sorted(
            each.name for each in (folder / "projects").iterdir() if (truth / "truth" / each.name).is_dir()
        )
        print("| language | precision | recall | F1 | precision of `sure` | recall of `sure` |")
        print("| --- | --- | --- | --- | --- | --- |")
        for language in sys.argv[2:] or found:
            _measure(language, truth, folder)


def _measure(language: str, truth: Path, folder: Path) -> None:
    predictions = folder / "predictions" / language
    predictions.mkdir(parents=True)
    environment = os.environ | {"GLOSSATOR_HOME": str(folder / "home")}
    for project in sorted((folder / "projects" / language).iterdir()):
        command = (*GLOSSATOR, "index", "--structure-only", "--quiet", project)
        subprocess.run(command, check=True, env=environment, stdout=subprocess.DEVNULL)
        graph = subprocess.run(
            (*GLOSSATOR, "graph", project), check=True, env=environment, capture_output=True
        )
        (predictions / f"{project.name}.jsonl").write_bytes(graph.stdout)
    everything = _score(truth, language, predictions)
    proved = _score(truth, language, predictions, "--certainty", "sure")
    print("| " + " | ".join((language, *everything, *proved[:2])) + " |", flush=True)


def _score(truth: Path, language: str, predictions: Path, *options: str) -> tuple[str, ...]:
    command = (
        sys.executable,
        truth / "score_callers.py",
        truth / "truth" / language,
        predictions,
        "--one-based",
        *options,
    )
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    match = _TOTAL.search(done.stdout)
    if match is None:
        sys.exit(f"The scorer said nothing of {language}:\n{done.stdout}")
    return match.groups()


if __name__ == "__main__":
    main()
