"""Puts the guard into every Python process that a test starts: this folder stands first in PYTHONPATH meanwhile."""

from __future__ import annotations

import network_guard

network_guard.install()
