"""Life of objects: cycles are collected (OD48), pickles and copies are what was copied (OD50)."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
import weakref
from math import inf, nan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import functions, walks

import sbst

if TYPE_CHECKING:
    from collections.abc import Callable

COPIES: list[Callable[[Any], Any]] = [
    copy.copy,
    copy.deepcopy,
    *(
        lambda value, protocol=protocol: pickle.loads(pickle.dumps(value, protocol))
        for protocol in range(pickle.HIGHEST_PROTOCOL + 1)
    ),
]


class Test:
    """A test that knows the archive that keeps it."""

    __test__ = False

    def __init__(self, archive: sbst.Archive) -> None:
        self.archive = archive


def program() -> sbst.FlowGraph:
    graph = sbst.FlowGraph()
    graph.add([(0, 1, True), (0, 2, False), (1, 2)], exits=[2], name="abs", statements={1: 2})
    graph.add([(0, 1, 10), (0, 2, 20), (0, 3, "default")], exits=[1, 2, 3], name="kind")
    return graph


def test_od48_an_archive_in_a_cycle_with_its_test_is_collected() -> None:
    archive = sbst.Archive(2)
    test = Test(archive)
    archive.offer(test, [0, 1])
    gone = weakref.ref(test)
    del archive, test
    gc.collect()
    assert gone() is None


def test_od48_an_archive_that_lives_keeps_its_tests() -> None:
    archive = sbst.Archive(2)
    archive.offer(Test(archive), [0])
    archive.offer(Test(archive), [0], -1)
    gc.collect()
    archive.offer(other := Test(archive), [1])
    del other
    gc.collect()
    assert [test.archive is archive for test in archive.tests()] == [True, True]


@pytest.mark.parametrize("duplicate", COPIES)
def test_od50_executions_and_fitness(duplicate: Callable[[Any], Any]) -> None:
    graph = program()
    execution = sbst.Execution(
        graph,
        decisions={(0, 0): (3.0, 0.0)},
        selections={(1, 0): [12, 30, 2**100]},
        progress={(0, 1): 1},
        entered=[(1, 3)],
    )
    goals = sbst.Goals(graph, ["branch", "block", "statement", "method"])
    one = duplicate(execution)
    assert one.decision(0) == (3.0, 0.0)
    assert (one.entered(1), one.entered(2), repr(one), one.dot()) == (True, False, repr(execution), execution.dot())
    fitness = goals.measure(execution)
    for other in (goals.measure(one), duplicate(fitness), duplicate(goals).measure(one)):
        for name in ("approach_level", "branch_distance", "scalar", "covered"):
            assert np.array_equal(getattr(other, name), getattr(fitness, name))
            assert getattr(other, name).dtype == getattr(fitness, name).dtype
    assert goals.explain(1, one) == goals.explain(1, execution)


@pytest.mark.parametrize("duplicate", COPIES)
def test_od50_goals_decisions_archives_and_frontiers(duplicate: Callable[[Any], Any]) -> None:
    graph = program()
    goals = sbst.Goals(graph, ["branch", "statement"])
    other = duplicate(goals)
    assert list(other) == list(goals)
    assert [other.parents(goal) for goal in range(len(other))] == [goals.parents(goal) for goal in range(len(goals))]
    assert duplicate(goals[1]) == goals[1]
    assert hash(duplicate(goals[1])) == hash(goals[1])
    for decision in (sbst.flag(True), sbst.lt(3, inf), sbst.eq("a", 1), sbst.Decision(False, 2.5)):
        assert duplicate(decision) == decision
    archive = sbst.Archive(goals)
    archive.offer("dear", [0, 2], (2, 1))
    archive.offer("cheap", [2, 3], 1)
    kept = duplicate(archive)
    assert (kept.covered, kept.tests(), repr(kept)) == (archive.covered, archive.tests(), repr(archive))
    assert kept.offer("equal", [0, 2, 4], (2, 1)) == [4]
    assert kept.offer("cheaper", [0], (2, 0)) == [0]
    assert archive.get(0) == "dear"
    for frontier in (sbst.Frontier(goals), sbst.Frontier.from_parents([[], [0], [1], [0, 2]])):
        frontier.cover([0])
        later = duplicate(frontier)
        assert later.active == frontier.active
        assert later.cover([1]) == frontier.cover([1])
        assert repr(later) == repr(frontier)


def test_od50_an_archive_that_its_test_knows_is_pickled() -> None:
    archive = sbst.Archive(1)
    archive.offer(Test(archive), [0], 3)
    for duplicate in COPIES[1:]:
        other = duplicate(archive)
        assert other is not archive
        assert other.get(0).archive is other


def test_od50_a_pickle_has_its_graph_once() -> None:
    graph = sbst.FlowGraph()
    edges: list[Any] = [edge for block in range(500) for edge in ((block, block + 1, True), (block, 501, False))]
    graph.add(edges, exits=[500, 501])
    size = len(pickle.dumps(graph))
    executions = [sbst.Execution(graph, decisions={(0, block): (block, 0)}) for block in range(100)]
    goals, recorder = sbst.Goals(graph), sbst.Recorder(graph)
    everything = [*executions, goals, recorder.execution()]
    assert len(pickle.dumps(everything)) < 2 * size + 200 * len(everything)
    assert goals.measure(pickle.loads(pickle.dumps(everything))[3]).branch_distance[6] == 3


def test_od50_a_graph_that_grows_is_pickled_as_it_was() -> None:
    graph = program()
    goals = sbst.Goals(graph)
    execution = sbst.Execution(graph, decisions={(0, 0): (3.0, 0.0)})
    graph.add([(0, 1, True), (0, 1, False)], exits=[1])
    later = sbst.Execution(graph, decisions={(2, 0): (0.0, 1.0)})
    one, two, same = pickle.loads(pickle.dumps((execution, later, goals)))
    assert len(same) == len(goals)
    assert (same.measure(one).scalar == goals.measure(execution).scalar).all()
    assert two.decision(0, function=2) == (0.0, 1.0)
    with pytest.raises(IndexError):
        one.decision(0, function=2)


@settings(max_examples=settings().max_examples // 2)
@given(st.data())
def test_od50_copies_of_any_execution_measure_the_same(data: st.DataObject) -> None:
    function = data.draw(functions())
    graph = function.graph()
    walk = data.draw(walks(function))
    goals = sbst.Goals(graph, ["branch", "block"])
    execution = walk.execution(graph)
    fitness = goals.measure(execution)
    other = pickle.loads(pickle.dumps((goals, execution)))
    assert (other[0].measure(other[1]).scalar == fitness.scalar).all()
    assert (goals.measure(other[1]).branch_distance == fitness.branch_distance).all()


def measured(part: tuple[sbst.Goals, sbst.Execution]) -> tuple[sbst.Execution, sbst.Fitness, sbst.Goal, sbst.Decision]:
    goals, execution = part
    return execution, goals.measure(execution), goals[0], sbst.eq(3, 7)


def test_od50_everything_crosses_processes() -> None:
    graph = program()
    goals = sbst.Goals(graph)
    executions = [sbst.Execution(graph, decisions={(0, 0): (distance, 0.0)}) for distance in (1.0, 4.0)]
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        results = pool.map(measured, [(goals, execution) for execution in executions])
    for execution, (there, fitness, goal, decision) in zip(executions, results, strict=True):
        assert there.decision(0) == execution.decision(0)
        assert (fitness.scalar == goals.measure(there).scalar).all()
        assert (goal, decision) == (goals[0], sbst.eq(3, 7))


def test_od50_what_is_no_pickle_of_ours_is_an_error() -> None:
    with pytest.raises(sbst.GraphError):
        sbst.FlowGraph().__setstate__(b"no graph")  # type: ignore[attr-defined]
    made = sbst.Execution(program(), entered=[(0, 0)]).__reduce__()
    assert not isinstance(made, str)
    with pytest.raises(IndexError):
        made[0](made[1][0], ([(99, 1)], [], []))


def test_od48_a_replaced_test_may_ask_the_archive_when_it_ends() -> None:
    archive, seen = sbst.Archive(1), []

    class Asks:
        def __del__(self) -> None:
            seen.append((archive.covered, len(copy.copy(archive))))

    archive.offer(Asks(), [0], 2)
    archive.offer("cheaper", [0], 1)
    assert seen == [([0], 1)]


def test_od48_arguments_may_ask_the_object_that_reads_them() -> None:
    archive, graph = sbst.Archive(3), program()
    goals = sbst.Goals(graph)
    frontier = sbst.Frontier(goals)

    def asking(objects: Any, value: Any) -> Any:
        for each in objects:
            copy.copy(each), pickle.dumps(each), repr(each), each == each
        yield value

    everything = [archive, frontier, graph, goals]
    assert archive.offer("x", asking(everything, 1), asking(everything, 2.0)) == [1]
    assert frontier.cover(asking(everything, 0)) == []
    assert graph.add(asking(everything, (0, 1)), exits=asking(everything, 1)) == 2
    assert archive.offer("y", (i for i in range(3) if archive.get(i) is None)) == [0, 2]


def test_od50_states_that_no_archive_has_are_refused() -> None:
    archive = sbst.Archive(2)
    archive.offer("kept", [0])
    wrong: list[Any] = [[(5, [], "x")], [(0, [nan], "x")], [(True, [], "x")], [("a", [], "x")], [(0, [])], 3]
    for rows in wrong:
        with pytest.raises((IndexError, ValueError, TypeError), match="rows"):
            archive.__setstate__(rows)  # type: ignore[attr-defined]
        assert archive.tests() == ["kept"]
    archive.__setstate__([(1, [1.0], "x")])  # type: ignore[attr-defined]
    assert (archive.covered, archive.get(1)) == ([1], "x")
