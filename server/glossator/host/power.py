"""Whether the computer runs on battery, as far as the platform tells."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path

SUPPLIES_VARIABLE = "GLOSSATOR_POWER_SUPPLIES"
"""The environment variable that names another folder of supplies, so that a test has the battery that it needs."""

_SUPPLIES = "/sys/class/power_supply"


def on_battery() -> bool | None:
    """Whether the computer runs on battery; None if it has none or the platform does not tell."""
    if sys.platform == "linux" or SUPPLIES_VARIABLE in os.environ:
        return on_battery_by_supplies(Path(os.environ.get(SUPPLIES_VARIABLE, _SUPPLIES)))
    import psutil

    battery = None
    # The platforms fail in ways of their own where there is no battery.
    with suppress(OSError, RuntimeError, NotImplementedError, AttributeError, psutil.Error):
        battery = psutil.sensors_battery()
    return None if battery is None or battery.power_plugged is None else not battery.power_plugged


def on_battery_by_supplies(folder: Path) -> bool | None:
    """The same by what the Linux kernel says of each supply of power below `folder`.

    psutil takes the battery of a wireless mouse for the computer's and knows mains under two names only; this
    follows systemd's `on_ac_power`: a supply of a device counts for nothing, one mains that is on is enough.
    """
    mains_off = discharging = False
    for supply in _entries(folder):
        if _read(supply / "scope") == "Device":
            continue
        kind = _read(supply / "type")
        if kind in ("Mains", "USB"):
            online = _read(supply / "online")
            if online == "1":
                return False
            mains_off = mains_off or (kind == "Mains" and online == "0")
        elif kind == "Battery" and _read(supply / "status") == "Discharging":
            discharging = True
    return True if discharging else (False if mains_off else None)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:
        return []


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
