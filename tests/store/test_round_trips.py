"""What is written comes back equal."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import numpy as np
import pytest
from conftest_types import MakeFile  # type: ignore[import-not-found]
