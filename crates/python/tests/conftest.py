"""Profiles of hypothesis: ``few`` where another version of Python runs the same tests again."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("few", max_examples=20)
