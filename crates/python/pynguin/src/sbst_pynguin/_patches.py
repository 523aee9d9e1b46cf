"""Replacement of attributes, with a way back."""

from __future__ import annotations

from typing import Any


class Patches:
    """Attributes of modules and classes that were replaced, with their former values."""

    def __init__(self) -> None:
        self._former: list[tuple[Any, str, Any]] = []

    def set(self, owner: Any, name: str, value: Any) -> Any:
        """Replaces an attribute and returns its former value.

        The former value is read from the owner's own dictionary, so that a static method stays one when it is restored.
        """
        former = owner.__dict__[name]
        self._former.append((owner, name, former))
        setattr(owner, name, value)
        return former.__func__ if isinstance(former, staticmethod) else former

    def undo(self) -> None:
        """Restores all attributes, the last one first."""
        while self._former:
            owner, name, former = self._former.pop()
            setattr(owner, name, former)
