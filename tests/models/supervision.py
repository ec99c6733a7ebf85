"""Supervised processes whose behaviour a test writes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from glossator.core.cancel import CancelToken
from glossator.models.patience import Patience
from glossator.models.supervised import ModelProcess, Start

ENTRY = "scripted_model:serve_scripted"
NEVER_IDLE = 3600.0


class Scripted:
    """A supervised process whose `load` can be changed between starts."""

    def __init__(self, folder: Path, idle_seconds: float, patience: Patience) -> None:
        self.counter = folder / "starts"
        self.load: dict[str, Any] = {"counter": str(self.counter)}
        self.process = ModelProcess(
            "test model",
            self._prepare,
            log_path=folder / "model.log",
            idle_seconds=idle_seconds,
            patience=patience,
            plain_memory=folder / "needs-plain-form",
        )

    async def _prepare(self) -> Start:
        return Start(ENTRY, self.load, 0)

    async def do(self, *script: list[Any], token: CancelToken | None = None) -> Any:
        return await self.process.call("do", list(script), token or CancelToken())

    async def emitted(self, *script: list[Any], token: CancelToken | None = None) -> list[Any]:
        items = self.process.stream("do", list(script), token or CancelToken(), lambda _result: None)
        return [item async for item in items]

    @property
    def starts(self) -> int:
        return self.counter.stat().st_size if self.counter.exists() else 0


class Factory:
    """Makes them, all in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.made: list[Scripted] = []

    def __call__(self, idle_seconds: float = NEVER_IDLE, **patience: float) -> Scripted:
        scripted = Scripted(self.folder, idle_seconds, Patience(**{"back_off": 0.0, **patience}))  # type: ignore[arg-type]
        self.made.append(scripted)
        return scripted
