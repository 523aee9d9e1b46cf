"""Runs Pynguin on the fitness primitives of sbst.

``install()`` replaces parts of Pynguin in the running process; ``python -m sbst_pynguin`` takes the command line of
Pynguin and does the same. Pynguin's files do not change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from ._patches import Patches

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["COMPATIBLE", "MODES", "PARTS", "RIGHT", "Mode", "install", "installed", "uninstall"]

Mode = Literal["compatible", "right"]
"""How numbers are computed: as Pynguin does, or as defined."""

COMPATIBLE: Final = "compatible"
"""Every number, every order and every random draw equals Pynguin's."""

RIGHT: Final = "right"
"""Numbers are those of sbst."""

MODES: Final = (COMPATIBLE, RIGHT)

PARTS: Final = ("dependence", "distance", "operands", "ranking", "archive", "suites")
"""The parts of Pynguin that can be replaced, each alone. ``operands`` changes nothing in the compatible mode."""

_active: tuple[Patches, str, tuple[str, ...]] | None = None


def install(mode: Mode = COMPATIBLE, parts: Iterable[str] = PARTS) -> None:
    """Replaces parts of Pynguin in this process, after it has undone an earlier installation.

    Raises:
        ValueError: If the mode or a part does not exist.
    """
    global _active  # noqa: PLW0603 - Pynguin's classes are global, too
    wanted = list(parts)
    if mode not in MODES:
        message = f"there is no mode {mode!r}; the modes are {', '.join(MODES)}"
        raise ValueError(message)
    for part in wanted:
        if part not in PARTS:
            message = f"there is no part {part!r}; the parts are {', '.join(PARTS)}"
            raise ValueError(message)
    chosen = tuple(part for part in PARTS if part in wanted)
    from . import _archive, _dependence, _distance, _operands, _ranking, _suites, _worker  # noqa: PLC0415 - they import Pynguin

    uninstall()
    patches = Patches()
    subjects = _distance.patch(patches, mode) if "distance" in chosen else None
    if "dependence" in chosen:
        _dependence.patch(patches)
    if "operands" in chosen and mode == RIGHT:
        _operands.patch(patches)
    if "ranking" in chosen:
        _ranking.patch(patches, mode, subjects)
    if "archive" in chosen:
        _archive.patch(patches, mode, subjects)
    if "suites" in chosen:
        _suites.patch(patches)
    _worker.patch(patches, mode, chosen)
    _active = (patches, mode, chosen)


def uninstall() -> None:
    """Restores Pynguin's own parts."""
    global _active  # noqa: PLW0603
    if _active is not None:
        _active[0].undo()
        _active = None


def installed() -> tuple[str, tuple[str, ...]] | None:
    """Returns the mode and the replaced parts, or ``None`` if Pynguin is as it was."""
    return None if _active is None else _active[1:]
