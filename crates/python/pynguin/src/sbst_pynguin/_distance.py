"""The part ``distance``: the fitness of all goals of an execution, computed at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import pynguin.ga.coveragegoals as bg
import pynguin.utils.controlflowdistance as cfd

from ._compatible import CompatibleTable
from ._measured import PerTrace
from ._right import RightTable

if TYPE_CHECKING:
    from collections.abc import Callable

    from pynguin.ga.testcasechromosome import TestCaseChromosome
    from pynguin.instrumentation.tracer import SubjectProperties
    from pynguin.testcase.execution_result import ExecutionResult

    from ._measured import Subjects, Table
    from ._patches import Patches


def patch(patches: Patches, mode: str) -> Subjects:
    """Replaces the distances of branches, code objects and lines, and returns the tables that compute them."""
    make: type[CompatibleTable | RightTable] = CompatibleTable if mode == "compatible" else RightTable
    subjects: Subjects = PerTrace(make, lambda table, trace: table.measure(trace))
    _patch_functions(patches, subjects)
    for fitness in (
        bg.BranchCoverageTestFitness,
        bg.LineCoverageTestFitness,
        bg.StatementCheckedCoverageTestFitness,
    ):
        _patch_fitness(patches, subjects, fitness)
    return subjects


def position(table: Table, goal: Any) -> int | None:
    """Returns the position of a goal in the values of an execution, or ``None`` if the table does not have it."""
    if isinstance(goal, bg.BranchGoal):
        at = table.branches.get(goal.predicate_id)
        return None if at is None else at + (not goal.value)
    if isinstance(goal, bg.BranchlessCodeObjectGoal):
        return table.code_objects.get(goal.code_object_id)
    if isinstance(goal, (bg.LineCoverageGoal, bg.CheckedCoverageGoal)):
        return table.lines.get(goal.line_id)
    return None


def _patch_fitness(patches: Patches, subjects: Subjects, owner: type[Any]) -> None:
    former: Callable[[Any, TestCaseChromosome], float]

    def compute_fitness(self: Any, individual: TestCaseChromosome) -> float:
        result = self._run_test_case_chromosome(individual)
        measured = subjects.values(self._executor.subject_properties, result.execution_trace)
        if measured is None:
            return former(self, individual)
        table, values = measured
        goal = self._goal
        at = position(table, goal)
        if at is None:
            return former(self, individual)
        if isinstance(goal, (bg.LineCoverageGoal, bg.CheckedCoverageGoal)) and goal.is_covered(result):
            return 0.0
        return float(values.fitness[at])

    former = patches.set(owner, "compute_fitness", compute_fitness)


def _patch_functions(patches: Patches, subjects: Subjects) -> None:
    """Replaces the functions that return the two parts of one distance."""
    Properties: TypeAlias = "SubjectProperties"

    def look_up(
        result: ExecutionResult, properties: Properties, at: Callable[[Table], int | None]
    ) -> cfd.ControlFlowDistance | None:
        trace = getattr(result, "execution_trace", None)
        measured = None if trace is None else subjects.values(properties, trace)
        if measured is None:
            return None
        table, values = measured
        where = at(table)
        if where is None:
            return None
        return cfd.ControlFlowDistance(int(values.levels[where]), float(values.distances[where]))

    def branch(
        result: ExecutionResult,
        predicate_id: int,
        value: bool,  # noqa: FBT001
        subject_properties: Properties,
    ) -> cfd.ControlFlowDistance:
        def at(table: Table) -> int | None:
            first = table.branches.get(predicate_id)
            return None if first is None else first + (not value)

        found = look_up(result, subject_properties, at)
        return former_branch(result, predicate_id, value, subject_properties) if found is None else found

    def code_object(
        result: ExecutionResult, code_object_id: int, subject_properties: Properties
    ) -> cfd.ControlFlowDistance:
        found = look_up(result, subject_properties, lambda table: table.code_objects.get(code_object_id))
        return former_code_object(result, code_object_id, subject_properties) if found is None else found

    def line(result: ExecutionResult, line_id: int, subject_properties: Properties) -> cfd.ControlFlowDistance:
        found = look_up(result, subject_properties, lambda table: table.lines.get(line_id))
        return former_line(result, line_id, subject_properties) if found is None else found

    former_branch = patches.set(cfd, "get_non_root_control_flow_distance", branch)
    former_code_object = patches.set(cfd, "get_root_control_flow_distance", code_object)
    former_line = patches.set(cfd, "get_line_control_flow_distance", line)
