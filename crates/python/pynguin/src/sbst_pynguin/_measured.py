"""What is computed once for each trace: the values of all goals, and what suites are merged from."""

from __future__ import annotations

import logging
import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray
    from pynguin.instrumentation.tracer import ExecutionTrace, SubjectProperties

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True)
class Values:
    """Approach level, branch distance and fitness of each goal of one execution."""

    levels: NDArray[np.uint32]
    distances: NDArray[np.float64]
    fitness: NDArray[np.float64]


class Table(Protocol):
    """What measures the executions of one instrumented module. The positions of its goals never change."""

    branches: dict[int, int]
    """For each predicate, the position of its true branch; the false branch comes next."""
    code_objects: dict[int, int]
    """For each code object, its position."""
    lines: dict[int, int]
    """For each line, the position of its distance when it is not covered."""

    def measure(self, trace: ExecutionTrace) -> Values | None:
        """Returns the values of all goals, or ``None`` if the trace holds numbers that only Pynguin can judge."""


T = TypeVar("T")
V = TypeVar("V")


class PerTrace(Generic[T, V]):
    """The table of the module under test, and what was computed from it for the executions that still exist.

    There is one module under test at a time. Its table is made anew when Pynguin has registered or forgotten something
    since.
    """

    def __init__(
        self, make: Callable[[SubjectProperties], T], compute: Callable[[T, ExecutionTrace], V | None]
    ) -> None:
        self._make = make
        self._compute = compute
        self._seen: tuple[Any, ...] = ()
        self._table: T | None = None
        self._values: dict[int, tuple[weakref.ref[ExecutionTrace], tuple[int, ...], V | None]] = {}

    def table(self, properties: SubjectProperties) -> T | None:
        """Returns the table of a subject, or ``None`` if none can be made."""
        try:
            seen = _registered(properties)
        except Exception:  # noqa: BLE001 - not the registries of a module
            return None
        if not _same(seen, self._seen):
            self._seen = seen
            self._values.clear()
            self._table = None
            try:
                self._table = self._make(properties)
            except Exception:  # noqa: BLE001 - whatever Pynguin registers, its own code can read it
                _LOGGER.warning("sbst cannot read this module, and leaves it to Pynguin", exc_info=True)
        return self._table

    def values(self, properties: SubjectProperties, trace: ExecutionTrace) -> tuple[T, V] | None:
        """Returns the table of a subject and what was computed for an execution; ``None`` if Pynguin must judge it."""
        try:
            table = self.table(properties)
            values = None if table is None else self._measure(table, trace)
        except Exception:  # noqa: BLE001 - whatever Pynguin records, its own code can read it
            _LOGGER.warning("sbst cannot read this execution, and leaves it to Pynguin", exc_info=True)
            return None
        return None if table is None or values is None else (table, values)

    def _measure(self, table: T, trace: ExecutionTrace) -> V | None:
        key = id(trace)
        seen = sizes(trace)
        known = self._values.get(key)
        if known is not None and known[0]() is trace and known[1] == seen:
            return known[2]
        values = self._compute(table, trace)
        forget = self._values.pop
        self._values[key] = (weakref.ref(trace, lambda _: forget(key, None)), seen, values)
        return values


Subjects = PerTrace[Table, Values]
"""The values of all goals of each execution."""


def _registered(properties: SubjectProperties) -> tuple[Any, ...]:
    """Returns what tells that the registries are the same, and have not changed since."""
    parts: list[Any] = []
    for registry in (properties.existing_code_objects, properties.existing_predicates, properties.existing_lines):
        parts.append(registry)
        parts.append(len(registry))
        parts.append(registry[next(iter(registry))] if registry else None)
        parts.append(registry[next(reversed(registry))] if registry else None)
    return tuple(parts)


def _same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    return len(one) == len(other) and all(
        a == b if isinstance(a, int) else a is b for a, b in zip(one, other, strict=True)
    )


def sizes(trace: ExecutionTrace) -> tuple[int, ...]:
    """Returns the sizes of the parts of a trace, which tell most traces apart."""
    return (
        len(trace.executed_code_objects),
        len(trace.executed_predicates),
        len(trace.true_distances),
        len(trace.false_distances),
        len(trace.covered_line_ids),
    )
