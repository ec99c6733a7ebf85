"""Whether the computer runs on battery, by what the kernel says of each supply."""

from __future__ import annotations

from pathlib import Path

import pytest

from glossator.host import power

MAINS_ON = {"type": "Mains", "online": "1"}
MAINS_OFF = {"type": "Mains", "online": "0"}
CHARGER_ON = {"type": "USB", "online": "1"}
PORT_UNUSED = {"type": "USB", "online": "0"}
DRAINING = {"type": "Battery", "status": "Discharging"}
FULL = {"type": "Battery", "status": "Not charging"}
MOUSE = {"type": "Battery", "status": "Discharging", "scope": "Device"}


@pytest.mark.parametrize(
    ("supplies", "expected"),
    [
        ([], None),
        ([MAINS_ON], False),
        ([MAINS_OFF, DRAINING], True),
        ([MAINS_ON, DRAINING], False),
        ([DRAINING], True),
        ([CHARGER_ON, DRAINING], False),
        ([PORT_UNUSED, DRAINING], True),
        ([FULL], None),
        ([MAINS_OFF, FULL], False),
        ([FULL, DRAINING], True),
        ([MOUSE], None),
        ([MOUSE, MAINS_ON], False),
        ([{}, {"type": "\0"}], None),
    ],
)
def test_one_mains_is_enough_and_devices_do_not_count(
    tmp_path: Path, supplies: list[dict[str, str]], expected: bool | None
) -> None:
    for number, supply in enumerate(supplies):
        folder = tmp_path / f"supply{number}"
        folder.mkdir()
        for name, value in supply.items():
            (folder / name).write_text(f"{value}\n")
    assert power.on_battery_by_supplies(tmp_path) is expected


def test_a_system_without_supplies_tells_nothing(tmp_path: Path) -> None:
    assert power.on_battery_by_supplies(tmp_path / "none") is None
    assert power.on_battery() in (True, False, None)
