"""How long, and how often, a model process is waited for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a model process is waited for, in seconds, and how often it is tried.

    `silence` is the longest time without a sign of life while it works; `cancelled` the longest time it may go on
    with work that nobody wants. After `failures` in a row it is not tried again for `cool_down`; before that, the
    pause before a restart is `back_off`, doubled with each failure after the second.
    """

    load: float = 120.0
    load_per_gib: float = 60.0
    silence: float = 300.0
    cancelled: float = 5.0
    close: float = 1.0
    failures: int = 3
    cool_down: float = 60.0
    back_off: float = 1.0
