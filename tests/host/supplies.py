"""A battery for tests: a folder as the Linux kernel shows it, whose mains can be pulled."""

from __future__ import annotations

from pathlib import Path


class Supplies:
    """The supplies of a laptop below a folder; on battery at first."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._write("BAT0", type="Battery", status="Discharging")
        self.plug(False)

    def plug(self, plugged: bool) -> None:
        """Put the plug into its socket, or pull it."""
        self._write("AC", type="Mains", online="1" if plugged else "0")
        self._write("BAT0", status="Charging" if plugged else "Discharging")

    def _write(self, supply: str, **values: str) -> None:
        (self.folder / supply).mkdir(parents=True, exist_ok=True)
        for name, value in values.items():
            (self.folder / supply / name).write_text(f"{value}\n")
