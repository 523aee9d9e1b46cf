"""Settings of all tests."""

from __future__ import annotations

import os
import sys
from pathlib import Path

os.environ["PYNGUIN_DANGER_AWARE"] = "1"
# Pynguin draws seeds from the clock and iterates over sets of names; tests that compare runs set both.
sys.path.insert(0, str(Path(__file__).parent))
