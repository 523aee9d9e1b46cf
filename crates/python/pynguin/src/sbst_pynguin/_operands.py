"""The part ``operands`` of the right mode: distances of comparisons between plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pynguin.instrumentation import PynguinCompare, tracer

import sbst

if TYPE_CHECKING:
    from collections.abc import Callable

    from ._patches import Patches

_PLAIN = frozenset({bool, int, float, str, bytes})
"""Types whose comparisons cannot run code of the program under test."""

_COLLECTIONS = frozenset({list, tuple, set, frozenset, dict})

_COMPARISONS: dict[PynguinCompare, Callable[[Any, Any], sbst.Decision]] = {
    PynguinCompare.EQ: sbst.eq,
    PynguinCompare.NE: sbst.ne,
    PynguinCompare.LT: sbst.lt,
    PynguinCompare.LE: sbst.le,
    PynguinCompare.GT: sbst.gt,
    PynguinCompare.GE: sbst.ge,
}


def patch(patches: Patches) -> None:
    """Replaces the distances of comparisons.

    - Integers are compared exactly. As floats, 2**53 + 1 and 2**53 are equal.
    - A comparison with NaN is false and has a distance. In Pynguin it ends the execution with an error.
    - Texts have an edit distance, and an order at every character.
    - An iterator is not read. Pynguin reads it, and the program under test finds it empty.
    """
    former: Callable[[Any, Any, Any, int, PynguinCompare], None]

    def executed_compare_predicate(
        self: tracer.ExecutionTracer, value1: Any, value2: Any, predicate: int, cmp_op: PynguinCompare
    ) -> None:
        if self.is_disabled():
            return
        if cmp_op in (PynguinCompare.IN, PynguinCompare.NOT_IN):
            if isinstance(value2, Iterator):
                self.check()
                return
            decision = _membership(value1, value2)
            if decision is not None and cmp_op is PynguinCompare.NOT_IN:
                decision = sbst.not_(decision)
        else:
            decision = _comparison(value1, value2, cmp_op)
        if decision is None:
            former(self, value1, value2, predicate, cmp_op)
        else:
            self.check()
            self._update_metrics(decision.to_false, decision.to_true, predicate)

    former = patches.set(tracer.ExecutionTracer, "executed_compare_predicate", executed_compare_predicate)


def _comparison(one: Any, other: Any, operator: PynguinCompare) -> sbst.Decision | None:
    """Returns the distances of a comparison, or ``None`` if sbst does not compare these types."""
    compare = _COMPARISONS.get(operator)
    if compare is None or type(one) not in _PLAIN or type(other) not in _PLAIN:
        return None
    try:
        return compare(one, other)
    except TypeError:  # two types that Python does not order
        return None


def _membership(element: Any, collection: Any) -> sbst.Decision | None:
    """Returns the distances of a membership test, or ``None`` if sbst does not look into this collection."""
    if type(element) not in _PLAIN:
        return None
    if type(collection) not in (str, bytes) and (
        type(collection) not in _COLLECTIONS or any(type(item) not in _PLAIN for item in collection)
    ):
        return None
    try:
        return sbst.contains(collection, element)
    except (TypeError, ValueError):  # what cannot be in a text, or in bytes
        return None
