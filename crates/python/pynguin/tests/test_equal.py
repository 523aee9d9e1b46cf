"""The compatible mode equals Pynguin: bit for bit, in the same order, with the same random draws."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pynguin.configuration as config
import pynguin.ga.computations as ff
import pynguin.ga.testsuitechromosome as tsc
import pynguin.utils.controlflowdistance as cfd
import pytest
from pynguin.ga.algorithms.archive import CoverageArchive
from pynguin.ga.operators import ranking
from pynguin.instrumentation.controlflow import ControlDependenceGraph
from pynguin.utils import randomness
from pynguin.utils.orderedset import OrderedSet
from subjects import MODULES, execution, functions, instrumented, population

import sbst_pynguin

if TYPE_CHECKING:
    from collections.abc import Callable


def both(part: str, job: Callable[[], Any]) -> tuple[Any, Any]:
    """Returns what a job returns under Pynguin alone, and with one part of the compatible mode."""
    sbst_pynguin.uninstall()
    alone = job()
    sbst_pynguin.install("compatible", [part])
    try:
        return alone, job()
    finally:
        sbst_pynguin.uninstall()


@pytest.mark.parametrize("module", MODULES)
def test_control_dependence_has_the_same_nodes_and_edges_in_the_same_order(module: str) -> None:
    flows = [meta.cfg for meta in instrumented(module).existing_code_objects.values()]

    def graphs() -> list[Any]:
        found = [ControlDependenceGraph.compute(cfg) for cfg in flows]
        return [(list(cdg.graph.nodes), list(cdg.graph.edges(data=True))) for cdg in found]

    alone, with_sbst = both("dependence", graphs)
    assert alone == with_sbst
    assert sum(len(edges) for _, edges in alone) > 0


@pytest.mark.parametrize("module", MODULES)
def test_distances_are_the_same(module: str) -> None:
    properties = instrumented(module)
    random_ = random.Random(module)
    results = [execution(properties, random_) for _ in range(5)]

    def distances() -> list[Any]:
        found = []
        for result in results:
            for number, meta in properties.existing_predicates.items():
                for value in (True, False):
                    found.append(cfd.get_non_root_control_flow_distance(result, number, value, properties))
            for number in properties.branch_less_code_objects:
                found.append(cfd.get_root_control_flow_distance(result, number, properties))
            for number in properties.existing_lines:
                found.append(cfd.get_line_control_flow_distance(result, number, properties))
        return [(distance.approach_level, distance.branch_distance) for distance in found]

    alone, with_sbst = both("distance", distances)
    assert alone == with_sbst
    assert len(set(alone)) > 10


@pytest.mark.parametrize("module", MODULES)
def test_fitness_functions_are_the_same(module: str) -> None:
    properties = instrumented(module)

    def fitness() -> list[Any]:
        found = population(properties, 8, random.Random(module))
        values = [[test.get_fitness_for(function) for function in found.fitness] for test in found.tests]
        return [values, [test.get_fitness() for test in found.tests], found.executor.executed]

    alone, with_sbst = both("distance", fitness)
    assert repr(alone) == repr(with_sbst)


@pytest.mark.parametrize("size", [1, 2, 3, 10, 60])
@pytest.mark.parametrize("module", MODULES)
def test_rankings_are_the_same_and_draw_the_same_numbers(module: str, size: int) -> None:
    properties = instrumented(module)

    def rank() -> Any:
        random_ = random.Random(f"{module} {size}")
        found = population(properties, size, random_)
        goals = OrderedSet(random_.sample(found.fitness, min(len(found.fitness), random_.randrange(1, 40))))
        config.configuration.search_algorithm.population = random_.choice([3, 25, 50])
        randomness.RNG.seed(size)
        fronts = ranking.RankBasedPreferenceSorting().compute_ranking_assignment(found.tests, goals)
        index = {id(test): i for i, test in enumerate(found.tests)}
        shown = [[index[id(test)] for test in front] for front in fronts.fronts or []]
        for front in fronts.fronts or []:
            ranking.fast_epsilon_dominance_assignment(front, goals)
        states = [(test.rank, test.distance, test.changed) for test in found.tests]
        return shown, states, found.executor.executed, randomness.RNG.getstate()

    for part in ("ranking", "distance"):
        alone, with_sbst = both(part, rank)
        assert alone == with_sbst


@pytest.mark.parametrize("module", MODULES)
def test_archives_keep_the_same_tests(module: str) -> None:
    properties = instrumented(module)

    def keep() -> Any:
        random_ = random.Random(module)
        found = population(properties, 40, random_)
        goals = OrderedSet(found.fitness[::2])
        archive = CoverageArchive(goals)
        reached: list[Any] = []
        archive.add_on_target_covered(reached.append)
        index = {id(function): i for i, function in enumerate(found.fitness)}
        number = {id(test): i for i, test in enumerate(found.tests)}
        states = []
        for start in range(0, 40, 8):
            states.append(archive.update(found.tests[start : start + 12]))
            archive.add_goals(OrderedSet(found.fitness[1::2][: 5 * start]))
            states.append([(index[id(f)], number[id(t)]) for f, t in archive._covered.items()])
            states.append([index[id(f)] for f in archive.uncovered_goals])
        return states, [index[id(f)] for f in reached], found.executor.executed

    for part in ("archive", "distance"):
        alone, with_sbst = both(part, keep)
        assert alone == with_sbst
        assert len(alone[1]) > 0


def test_goals_that_a_test_does_not_know_are_the_same_error() -> None:
    properties = instrumented("bisect")

    def rank() -> str:
        found = population(properties, 4, random.Random(1), registered=False)
        try:
            ranking.RankBasedPreferenceSorting().compute_ranking_assignment(found.tests, OrderedSet(found.fitness[:3]))
        except KeyError:
            return "KeyError"
        return str([test.rank for test in found.tests])

    for part in ("ranking", "distance"):
        alone, with_sbst = both(part, rank)
        assert alone == with_sbst


def test_distances_that_no_float_holds_are_left_to_pynguin() -> None:
    properties = instrumented("bisect")
    result = execution(properties, random.Random(3))
    number = next(iter(properties.existing_predicates))
    meta = properties.existing_predicates[number]
    result.execution_trace.executed_code_objects.add(meta.code_object_id)
    result.execution_trace.executed_predicates[number] = 1
    result.execution_trace.true_distances[number] = 2**53 + 1
    result.execution_trace.false_distances[number] = 0.0

    def distance() -> Any:
        return cfd.get_non_root_control_flow_distance(result, number, True, properties).branch_distance

    assert both("distance", distance) == (2**53 + 1, 2**53 + 1)


def test_every_fitness_function_is_asked_once_for_each_execution() -> None:
    properties = instrumented("textwrap")
    found = population(properties, 5, random.Random(1))
    assert len(functions(found.executor, properties)) == len(found.fitness)
    sbst_pynguin.install("compatible")
    try:
        for test in found.tests:
            for function in found.fitness:
                test.get_fitness_for(function)
    finally:
        sbst_pynguin.uninstall()
    assert len(found.executor.executed) == len(found.tests)


@pytest.mark.parametrize("mode", sbst_pynguin.MODES)
def test_parts_leave_no_trace_when_they_are_removed(mode: sbst_pynguin.Mode) -> None:
    owners = [ControlDependenceGraph, ranking.RankBasedPreferenceSorting, CoverageArchive, cfd, ranking]
    before = [dict(vars(owner)) for owner in owners]
    sbst_pynguin.install(mode)
    assert sbst_pynguin.installed() == (mode, sbst_pynguin.PARTS)
    assert [dict(vars(owner)) for owner in owners] != before
    sbst_pynguin.uninstall()
    assert sbst_pynguin.installed() is None
    assert [dict(vars(owner)) for owner in owners] == before


def test_unknown_names_are_errors_that_list_the_known_ones() -> None:
    with pytest.raises(ValueError, match="the modes are compatible, right"):
        sbst_pynguin.install("wrong")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no part 'speed'"):
        sbst_pynguin.install("right", ["speed"])


@pytest.mark.parametrize("module", MODULES)
def test_suites_have_the_same_fitness_and_coverage(module: str) -> None:
    properties = instrumented(module)

    def numbers() -> Any:
        random_ = random.Random(module)
        found = population(properties, 30, random_)
        values = []
        for size in (1, 2, 7, 30):
            suite = tsc.TestSuiteChromosome()
            suite.add_test_case_chromosomes(random_.sample(found.tests, size))
            fitness = ff.BranchDistanceTestSuiteFitnessFunction(found.executor)
            values.append(fitness.compute_fitness(suite))
            predicates = list(properties.existing_predicates)
            fitness.restrict({0, 1}, set(random_.sample(predicates, 2)), set(random_.sample(predicates, 2)))
            values.append(fitness.compute_fitness(suite))
            coverage = ff.TestSuiteBranchCoverageFunction(found.executor)
            values.append(coverage.compute_coverage(suite))
        return values, found.executor.executed

    alone, with_sbst = both("suites", numbers)
    assert repr(alone) == repr(with_sbst)
