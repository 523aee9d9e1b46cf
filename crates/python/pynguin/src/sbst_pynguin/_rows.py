"""Fitness values of many tests for many goals, and which goals each test covers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pynguin.ga.coveragegoals as bg

from ._distance import position

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ._measured import Subjects, Table, Values

_FITNESS = (bg.BranchCoverageTestFitness, bg.LineCoverageTestFitness, bg.StatementCheckedCoverageTestFitness)


def values_of(subjects: Subjects | None, test: Any, fitness: Any) -> tuple[Table, Values] | None:
    """Returns the values of a test's last execution, as the executor of a fitness function sees them."""
    result = test.get_last_execution_result()
    if subjects is None or result is None or not isinstance(fitness, _FITNESS):
        return None
    return subjects.values(fitness._executor.subject_properties, result.execution_trace)  # noqa: SLF001


def fitness_rows(
    subjects: Subjects | None, tests: Sequence[Any], functions: Sequence[Any], order: Iterable[int]
) -> list[list[float]]:
    """Returns the fitness of each test for each function; tests that were not executed are, in the given order.

    Values that Pynguin has cached are taken from its cache. Others are added to it, as Pynguin would.
    """
    for index in order:
        tests[index].get_fitness_for(functions[0])
    return [_fitness_row(subjects, test, functions) for test in tests]


def _fitness_row(subjects: Subjects | None, test: Any, functions: Sequence[Any]) -> list[float]:
    caches = getattr(test, "computation_cache", None)
    if caches is None:  # something that only answers
        return [test.get_fitness_for(function) for function in functions]
    cache = caches._fitness_cache  # noqa: SLF001
    row = list(map(cache.get, functions))
    if None not in row:
        return row
    measured = values_of(subjects, test, functions[0])
    covered = caches._is_covered_cache  # noqa: SLF001
    registered = len(test.get_fitness_functions())
    for index, function in enumerate(functions):
        if row[index] is not None:
            continue
        at = None
        # A cache as long as the list of functions is complete for Pynguin, so that a stranger is an error.
        if measured is not None and len(cache) != registered and isinstance(function, bg.BranchCoverageTestFitness):
            at = position(measured[0], function.goal)
        if at is None:
            row[index] = test.get_fitness_for(function)
        else:
            assert measured is not None
            value = row[index] = cache[function] = float(measured[1].fitness[at])
            covered[function] = value == 0.0
    return row


def covered_functions(subjects: Subjects | None, test: Any, functions: Sequence[Any]) -> list[Any]:
    """Returns the functions whose goals a test covers, in their order. The test has been executed."""
    cache = test.computation_cache._is_covered_cache  # noqa: SLF001
    row = list(map(cache.get, functions))
    if None in row:
        measured = values_of(subjects, test, functions[0])
        registered = len(test.get_fitness_functions())
        for index, function in enumerate(functions):
            if row[index] is not None:
                continue
            at = None
            if measured is not None and len(cache) != registered and isinstance(function, bg.BranchCoverageTestFitness):
                at = position(measured[0], function.goal)
            if at is None:
                row[index] = test.get_is_covered(function)
            else:
                assert measured is not None
                row[index] = cache[function] = bool(measured[1].fitness[at] == 0.0)
    return [function for function, is_covered in zip(functions, row, strict=True) if is_covered]
