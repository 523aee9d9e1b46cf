"""The installation in a worker process, which may be a new one that has imported nothing."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from pynguin.master_worker import master, worker

if TYPE_CHECKING:
    from ._patches import Patches


def patch(patches: Patches, mode: str, parts: tuple[str, ...]) -> None:
    """Replaces the entry of worker processes."""
    patches.set(master, "worker_main", functools.partial(worker_main, mode, parts))


def worker_main(mode: str, parts: tuple[str, ...], *arguments: Any) -> None:
    """Installs what the master process has installed, unless it is there already, and runs Pynguin's worker."""
    import sbst_pynguin  # noqa: PLC0415 - it imports this module

    if sbst_pynguin.installed() != (mode, parts):
        sbst_pynguin.install(mode, parts)  # type: ignore[arg-type]
    worker.worker_main(*arguments)
