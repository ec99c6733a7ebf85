"""What a benchmark returns, and how figures are shown."""

from __future__ import annotations

import json
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from os import cpu_count
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Measurement:
    """One figure. `target` says what it should be, in words; `note` what it was measured on."""

    what: str
    value: float
    unit: str
    target: str = ""
    note: str = ""


def machine() -> str:
    """The processor, its cores and the interpreter, in one line."""
    return f"{_processor()}, {cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def table(measurements: Sequence[Measurement]) -> str:
    """The figures as a Markdown table."""
    rows = [("what", "measured", "target", "note")]
    rows += [
        (each.what, f"{_shown(each.value)} {each.unit}", each.target, each.note) for each in measurements
    ]
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join([lines[0], "| --- | --- | --- | --- |", *lines[1:]])


def as_json(measurements: Sequence[Measurement]) -> str:
    """The machine and all figures as one JSON object."""
    return json.dumps(
        {"machine": machine(), "measurements": [asdict(each) for each in measurements]}, ensure_ascii=False
    )


def _shown(value: float) -> str:
    """Three significant digits, and never an exponent."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("model name")]
    return names[0] if names else platform.machine()
