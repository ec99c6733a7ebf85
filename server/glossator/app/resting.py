"""When background work rests: as long as the user wishes, and while the computer runs on battery.

Work that the user has resumed on battery goes on until the computer has had mains again and lost it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

LOOK_SECONDS = 20.0
"""How often the supply of power is looked at."""

BY_USER = "Indexing is paused; the command 'glossator.server.resumeIndexing' goes on with it."
ON_BATTERY = (
    "Indexing is paused while the computer runs on battery; the command 'glossator.server.resumeIndexing' goes on with "
    "it all the same, and the setting index.onBattery says what is done on battery."
)

PowerSource = Callable[[], bool | None]
"""Whether the computer runs on battery, None if that is not known; may take a moment."""


class Resting:
    """Whether work rests, and why. Belongs to one event loop."""

    def __init__(self, power: PowerSource, on_change: Callable[[], None]) -> None:
        """`on_change` is called when something else holds than before."""
        self._power = power
        self._on_change = on_change
        self._by_user = False
        self._on_battery: bool | None = None
        self._overruled = False
        self._task: asyncio.Task[None] | None = None

    def pause(self) -> None:
        """The user wants work to rest."""
        self._by_user, self._overruled = True, False
        self._on_change()

    def resume(self) -> None:
        """The user wants work to go on, on battery too."""
        self._by_user, self._overruled = False, True
        self._on_change()

    def why(self, setting: str) -> str:
        """Why everything rests under a value of `index.onBattery`, in a sentence; empty if it does not."""
        if self._by_user:
            return BY_USER
        return ON_BATTERY if setting == "pause" and self._saves_power else ""

    def makes_vectors(self, setting: str) -> bool:
        """Whether vectors are made under that value, if there is work at all."""
        return setting == "run" or not self._saves_power

    async def watch(self) -> None:
        """Look at the supply of power, and from now on again and again. Does nothing the second time."""
        if self._task is None:
            self._on_battery = await asyncio.to_thread(self._power)
            self._task = asyncio.create_task(self._look(), name="look at the supply of power")

    async def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def _saves_power(self) -> bool:
        return self._on_battery is True and not self._overruled

    async def _look(self) -> None:
        # A computer that tells nothing of a battery has none.
        while self._on_battery is not None:
            await asyncio.sleep(LOOK_SECONDS)
            now = await asyncio.to_thread(self._power)
            if now != self._on_battery:
                self._on_battery = now
                self._overruled = self._overruled and now is True
                self._on_change()
