"""The part ``ranking``: preference sorting, fronts, and the density within a front."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pynguin.configuration as config
from pynguin.ga.coveragegoals import BranchCoverageTestFitness
from pynguin.ga.operators import ranking as pynguin_ranking
from pynguin.ga.operators.ranking import RankBasedPreferenceSorting, RankedFronts
from pynguin.utils import randomness

from sbst import pynguin as compatible

from ._distance import position
from ._measured import sizes
from ._rows import fitness_rows, values_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from ._measured import Subjects
    from ._patches import Patches

_USERS = (
    "pynguin.ga.algorithms.dynamosaalgorithm",
    "pynguin.ga.algorithms.abstractmosaalgorithm",
    "pynguin.ga.algorithms.mosaalgorithm",
)
"""Modules that import the density by its name."""


def patch(patches: Patches, mode: str, subjects: Subjects | None) -> None:
    """Replaces the ranking of tests.

    The right mode compares pairs of approach level and branch distance. The compatible mode compares the sums that
    Pynguin compares, in which an unknown distance equals the next level.
    """
    exact = subjects if mode == "right" else None
    former: Callable[..., RankedFronts[Any]]

    def compute_ranking_assignment(self: Any, solutions: list[Any], uncovered_goals: Any) -> RankedFronts[Any]:
        functions = list(uncovered_goals)
        # Pynguin ranks a single test without executing it.
        if len(solutions) < 2 or not functions:  # noqa: PLR2004
            return former(self, solutions, uncovered_goals)
        # The first test is the first to be preferred, and is executed when the second one is compared with it.
        order = [1, 0, *range(2, len(solutions))]
        rows = np.array(fitness_rows(subjects, solutions, functions, order), dtype=np.float64)
        if exact is not None:
            rows = _ranks_of_pairs(exact, solutions, functions, rows)
        return _ranked(solutions, rows)

    former = patches.set(RankBasedPreferenceSorting, "compute_ranking_assignment", compute_ranking_assignment)

    def fast_epsilon_dominance_assignment(front: list[Any], goals: Any) -> None:
        functions = list(goals)
        if not front or not functions:
            former_density(front, goals)
            return
        rows = np.array(fitness_rows(subjects, front, functions, range(len(front))), dtype=np.float64)
        if exact is not None:
            rows = _ranks_of_pairs(exact, front, functions, rows)
        for test, density in zip(front, _densities(rows), strict=True):
            test.distance = density

    former_density = patches.set(
        pynguin_ranking, "fast_epsilon_dominance_assignment", fast_epsilon_dominance_assignment
    )
    for module in _USERS:
        patches.set(
            importlib.import_module(module), "fast_epsilon_dominance_assignment", fast_epsilon_dominance_assignment
        )


def _ranked(solutions: list[Any], rows: NDArray[np.float64]) -> RankedFronts[Any]:
    """Sorts tests into fronts, and gives each of them its rank."""
    fronts, ranks = compatible.rank(
        rows,
        [test.length() for test in solutions],
        _classes(solutions),
        config.configuration.search_algorithm.population,
        randomness.next_bool,
    )
    for index, rank in ranks:
        solutions[index].rank = rank
    return RankedFronts([[solutions[index] for index in front] for front in fronts])


def _classes(solutions: list[Any]) -> list[int]:
    """Returns a number for each test, the same for tests that are equal for Pynguin, which replace one another.

    A hash of a test needs its source code, which is generated for it. Equal tests have equal traces, so that only tests
    whose traces look alike are compared.
    """
    alike: dict[tuple[int, ...], list[tuple[Any, int]]] = {}
    classes = []
    for number, test in enumerate(solutions):
        trace = test.get_last_execution_result().execution_trace
        known = alike.setdefault((*sizes(trace), sum(trace.executed_predicates.values())), [])
        for other, found in known:
            if test == other:
                classes.append(found)
                break
        else:
            known.append((test, number))
            classes.append(number)
    return classes


def _densities(rows: NDArray[np.float64]) -> list[float]:
    """Returns, for each test, the greatest share of the front that is farther from a goal to which the test is nearest.

    A goal for which all values are equal does not count.
    """
    nearest = rows == rows.min(axis=0)
    farther = (len(rows) - nearest.sum(axis=0)) / len(rows)
    densities: list[float] = np.where(nearest, farther, 0.0).max(axis=1).tolist()
    return densities


def _ranks_of_pairs(
    subjects: Subjects, tests: Sequence[Any], functions: Sequence[Any], rows: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Replaces each value by the number of smaller pairs of the same goal among the tests."""
    measured = [values_of(subjects, test, functions[0]) for test in tests]
    if any(found is None for found in measured):
        return rows
    table = measured[0][0]  # type: ignore[index]
    ranks = rows.copy()
    known = [
        (column, at)
        for column, function in enumerate(functions)
        if isinstance(function, BranchCoverageTestFitness) and (at := position(table, function.goal)) is not None
    ]
    columns = [column for column, _ in known]
    positions = [at for _, at in known]
    levels = np.array([values.levels[positions] for _, values in measured])  # type: ignore[misc]
    distances = np.array([values.distances[positions] for _, values in measured])  # type: ignore[misc]
    ranks[:, columns] = compatible.order_of_pairs(levels, distances)
    return ranks
