"""The part ``suites``: fitness and branch coverage of whole suites, without a merged trace."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pynguin.ga.computations as ff

from ._compatible import CompatibleTable
from ._measured import PerTrace

if TYPE_CHECKING:
    from collections.abc import Callable

    from pynguin.instrumentation.tracer import SubjectProperties

    from sbst.pynguin import Observation

    from ._patches import Patches

Targets = list[tuple[int, bool, bool]]


def patch(patches: Patches) -> None:
    """Replaces the numbers of suites. Pynguin merges all traces into a new one whenever it needs such a number."""
    observed = PerTrace(CompatibleTable, lambda table, trace: table.observe(trace))

    def observations(
        results: list[Any], properties: SubjectProperties
    ) -> tuple[CompatibleTable, list[Observation]] | None:
        table, suite = observed.table(properties), []
        for result in results:
            found = observed.values(properties, result.execution_trace)
            if found is None:
                return None
            suite.append(found[1])
        return None if table is None else (table, suite)

    former_coverage: Callable[[Any, Any], float]

    def compute_coverage(self: Any, individual: Any) -> float:
        properties = self._executor.subject_properties
        found = observations(self._run_test_suite_chromosome(individual), properties)
        if found is None:
            return former_coverage(self, individual)
        table, suite = found
        branchless = table.branchless
        targets = _targets(properties)
        existing = len(branchless) + sum(to_true + to_false for _, to_true, to_false in targets)
        if existing == 0:
            return former_coverage(self, individual)
        return table.distances.suite_covered(suite, branchless, targets) / existing

    former_coverage = patches.set(ff.TestSuiteBranchCoverageFunction, "compute_coverage", compute_coverage)
    former_fitness: Callable[[Any, Any], float]

    def compute_fitness(self: Any, individual: Any) -> float:
        properties = self._executor.subject_properties
        found = observations(self._run_test_suite_chromosome(individual), properties)
        if found is None:
            return former_fitness(self, individual)
        table, suite = found
        code_objects = [number for number in table.branchless if number not in self._excluded_code_objects]
        targets = [
            (
                number,
                to_true and number not in self._excluded_true_predicates,
                to_false and number not in self._excluded_false_predicates,
            )
            for number, to_true, to_false in _targets(properties)
        ]
        return table.distances.suite_fitness(suite, code_objects, targets)

    former_fitness = patches.set(ff.BranchDistanceTestSuiteFitnessFunction, "compute_fitness", compute_fitness)


def _targets(properties: SubjectProperties) -> Targets:
    """Returns the predicates of the search, each with whether its true and its false branch are goals."""
    both = {True, False}
    predicates = properties.coverage_predicates or dict.fromkeys(properties.existing_predicates, both)
    existing = properties.existing_predicates
    return [
        (number, True in values, False in values)
        for number, values in predicates.items()
        if getattr(existing[number], "is_auxiliary", False) is not True
    ]
