"""How many examples property tests on hostile input try.

In the suite they are few and always the same. `GLOSSATOR_FUZZ=50 make test TESTS=tests/core/test_fuzz_sources.py` tries
50 times as many, and others each time.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, Phase, settings

FACTOR = max(1, int(os.environ.get("GLOSSATOR_FUZZ", "1")))

_CHECKS = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]


def examples(number: int, *, shrink: bool = True) -> settings:
    """Settings of a test that tries so many examples in the suite. Without `shrink` the first example that fails is
    shown as it is, for tests of which each run takes long."""
    return settings(
        max_examples=number * FACTOR,
        derandomize=FACTOR == 1,
        database=None,
        deadline=None,
        suppress_health_check=_CHECKS,
        phases=[Phase.explicit, Phase.generate, *([Phase.shrink] if shrink else [])],
    )
