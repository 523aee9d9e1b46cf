"""Graphs, executions and goals, against the definitions."""

from __future__ import annotations

import pickle
import threading
from math import inf, nextafter
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Function, functions, values, walks

import sbst


@settings(max_examples=3 * settings().max_examples)
@given(functions())
def test_control_dependence_is_the_definition(function: Function) -> None:
    graph = function.graph()
    found = graph.control_dependences()
    assert {(block, source, bool(outcome)) for block, source, outcome in found} == function.dependences()
    assert [block for block, _, _ in found] == sorted(block for block, _, _ in found)


@settings(max_examples=2 * settings().max_examples)
@given(functions())
def test_the_immediate_post_dominator_is_the_nearest_one(function: Function) -> None:
    for block, above in enumerate(function.graph().immediate_post_dominators()):
        if block not in function.reachable():
            assert above is None
            continue
        others = [
            other for other in range(len(function.ends)) if other != block and function.post_dominates(other, block)
        ]
        nearest = [other for other in others if all(function.post_dominates(far, other) for far in others)]
        assert above == (nearest[0] if nearest else None)


@settings(max_examples=3 * settings().max_examples)
@given(st.data())
def test_values_of_branches_are_the_definition(data: st.DataObject) -> None:
    function = data.draw(functions())
    walk = data.draw(walks(function))
    graph = function.graph()
    goals = sbst.Goals(graph)
    fitness = goals.measure(walk.execution(graph))
    expected = values(function, walk)
    seen = 0
    for index in range(len(goals)):
        goal = goals[index]
        if goal.criterion != "branch":
            continue
        assert goal.outcome is not None
        target = function.ends[goal.block][0 if goal.outcome else 1]
        pair = (int(fitness.approach_level[index]), float(fitness.branch_distance[index]))
        assert pair == expected[goal.block, target, goal.outcome]
        assert bool(fitness.covered[index]) == (pair == (0, 0.0)) == (fitness.scalar[index] == 0.0)
        below = inf if pair[1] == inf else nextafter(pair[0] + 1, 0)
        assert fitness.scalar[index] == min(pair[0] + sbst.normalise(pair[1]), below)
        seen += 1
    assert seen == len(expected)


@given(st.data())
def test_arrays_and_dictionaries_are_the_same_execution(data: st.DataObject) -> None:
    function = data.draw(functions())
    walk = data.draw(walks(function))
    graph = function.graph()
    goals = sbst.Goals(graph, ["branch", "block", "method"])
    decided = list(walk.decisions)
    from_arrays = sbst.Execution.from_arrays(
        graph,
        entered=np.array(sorted(walk.entered) * 2, dtype=np.uint32),
        decided=np.array(decided, dtype=np.uint32),
        to_true=np.array([walk.decisions[block][0] for block in decided], dtype=np.float64),
        to_false=np.array([walk.decisions[block][1] for block in decided], dtype=np.float64),
    )
    one, other = goals.measure(walk.execution(graph)), goals.measure(from_arrays)
    assert (one.approach_level == other.approach_level).all()
    assert (one.branch_distance == other.branch_distance).all()
    out = np.empty(len(goals))
    goals.measure_into(from_arrays, out)
    assert (out == one.scalar).all()


@given(st.data())
def test_the_recorder_records_what_the_walk_did(data: st.DataObject) -> None:
    function = data.draw(functions())
    graph = function.graph()
    recorder = sbst.Recorder(graph, check_paths=True)
    block = 0
    decisions: dict[int, tuple[float, float]] = {}
    with recorder.call() as call:
        for _ in range(50):
            targets = function.ends[block]
            if not targets:
                call.end(block)
                break
            if len(targets) == 1:
                call.end(block)
                block = targets[0]
                continue
            x = data.draw(st.integers(-3, 3))
            known = decisions.get(block, (inf, inf))
            decision = sbst.eq(x, 2)
            decisions[block] = (min(known[0], decision.to_true), min(known[1], decision.to_false))
            block = targets[0] if call.decide(block, decision) else targets[1]
        else:
            recorder.reset()
            return
    recorder.check()
    execution = recorder.execution()
    for decided, sides in decisions.items():
        assert execution.decision(decided) == sides
    assert execution.entered(block)


def diamond() -> sbst.FlowGraph:
    graph = sbst.FlowGraph()
    edges: list[tuple[int, int, bool] | tuple[int, int]] = [(0, 1, True), (0, 2, False), (1, 2)]
    graph.add(edges, exits=[2], name="abs", statements={0: 1, 1: 2, 2: 1}, block_names={1: "negate"})
    return graph


def test_a_function_is_described_in_one_call() -> None:
    graph = diamond()
    assert (len(graph), graph.function_count, graph.block_count(), graph.block_ids()) == (1, 1, 3, range(3))
    assert graph.branches() == [(0, 1, True), (0, 2, False)]
    assert graph.control_dependences() == [(1, 0, True)]
    assert graph.immediate_dominators() == [None, 0, 0]
    assert graph.add([(0, 0, 7), (0, 1, "default")], exits=[1]) == 1
    assert graph.block_ids(1) == range(3, 5)
    assert repr(graph) == "<FlowGraph with 2 functions and 5 blocks>"


def test_a_description_that_is_not_possible_changes_nothing() -> None:
    graph = diamond()
    before = graph.identity
    with pytest.raises(sbst.GraphError, match="1"):
        graph.add([(0, 1, True), (0, 2, False)], exits=[2])
    with pytest.raises(sbst.GraphError, match="reached"):
        graph.add([(0, 0)], exits=[1])
    with pytest.raises(TypeError, match="an edge is"):
        graph.add([(0, 1, True, 3)], exits=[1])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="an outcome is"):
        graph.add([(0, 1, "maybe")], exits=[1])  # type: ignore[list-item]
    assert (graph.identity, len(graph)) == (before, 1)


def test_errors_name_what_is_wrong() -> None:
    graph = diamond()
    goals = sbst.Goals(graph)
    with pytest.raises(IndexError, match="there is no function 3"):
        graph.branches(3)
    with pytest.raises(IndexError, match="there is no block of abs 9"):
        sbst.Execution(graph, entered=[(0, 9)])
    with pytest.raises(sbst.DistanceError):
        sbst.Execution(graph, decisions={(0, 0): (-1.0, 0.0)})
    with pytest.raises(sbst.Error, match="has no outcome"):
        sbst.Execution(graph, decisions={(0, 0): (1.0, 2.0)})
    with pytest.raises(sbst.GraphError, match="no switch"):
        sbst.Execution(graph, selections={(0, 0): [1]})
    with pytest.raises(IndexError, match="there is no goal 2"):
        goals[2]
    with pytest.raises(ValueError, match="the criteria are"):
        sbst.Goals(graph, ["mutation"])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="3 elements for 2 goals"):
        goals.measure_into(sbst.Execution(graph), np.empty(3))
    other = sbst.FlowGraph()
    other.add([], exits=[0])
    with pytest.raises(sbst.MismatchError):
        goals.measure(sbst.Execution(other))


def test_a_graph_may_grow_after_goals_were_made() -> None:
    graph = diamond()
    goals = sbst.Goals(graph)
    execution = sbst.Execution(graph, decisions={(0, 0): (3.0, 0.0)})
    graph.add([(0, 1, True), (0, 1, False)], exits=[1])
    assert goals.measure(execution).covered.tolist() == [False, True]
    assert len(sbst.Goals(graph)) == 4


def test_switches_have_the_distance_of_the_nearest_value() -> None:
    graph = sbst.FlowGraph()
    graph.add([(0, 1, 10), (0, 2, 20), (0, 3, "default")], exits=[1, 2, 3])
    goals = sbst.Goals(graph)
    fitness = goals.measure(sbst.Execution(graph, selections={(0, 0): [12, 30]}))
    assert [goals[index].detail for index in range(3)] == ["case 10", "case 20", "default"]
    assert fitness.branch_distance.tolist() == [3.0, 9.0, 0.0]


def test_explanations_and_drawings_have_the_names() -> None:
    graph = diamond()
    goals = sbst.Goals(graph, ["branch", "block", "statement", "method"])
    execution = sbst.Execution(graph, decisions={(0, 0): (3.0, 0.0)})
    assert "missed by 3" in goals.explain(0, execution)
    assert "negate" in goals.explain(0, execution)
    assert "negate" in graph.dot()
    assert execution.dot() != graph.dot()
    assert str(goals[0]).startswith("abs")
    assert {goals[index].criterion for index in range(len(goals))} == {"branch", "block", "statement", "method"}


def test_graphs_are_pickled() -> None:
    graph = diamond()
    copy = pickle.loads(pickle.dumps(graph))
    assert copy == graph
    assert (copy.identity, copy.control_dependences()) == (graph.identity, graph.control_dependences())
    assert graph != sbst.FlowGraph()


def test_an_exception_ends_a_call() -> None:
    graph = diamond()
    recorder = sbst.Recorder(graph, check_paths=True)
    with pytest.raises(ZeroDivisionError), recorder.call() as call:
        call.decide(0, sbst.lt(3, 0))
        1 / 0  # noqa: B018
    recorder.check()
    assert recorder.execution().decision(0) == (4.0, 0.0)


def test_misuse_of_hooks_is_an_error_with_names() -> None:
    recorder = sbst.Recorder(diamond(), check_paths=True)
    with recorder.call() as call:
        call.decide(0, sbst.lt(3, 0))
        call.end(1)
    with pytest.raises(sbst.MisuseError, match="abs"):
        recorder.check()
    recorder.reset()
    with pytest.raises(sbst.MisuseError):
        recorder.check()
    with pytest.raises(IndexError):
        recorder.decide(7, sbst.flag(True))
    with pytest.raises(IndexError):
        recorder.call(7)


def test_goals_serve_many_threads() -> None:
    graph = diamond()
    goals = sbst.Goals(graph)
    wrong: list[Any] = []

    def measure(distance: float) -> None:
        execution = sbst.Execution(graph, decisions={(0, 0): (distance, 0.0)})
        for _ in range(500):
            if goals.measure(execution).branch_distance.tolist() != [distance, 0.0]:
                wrong.append(distance)

    threads = [threading.Thread(target=measure, args=(float(number),)) for number in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_threads_may_share_a_recorder() -> None:
    recorder = sbst.Recorder(diamond())
    seen: list[BaseException] = []

    def use(distance: int) -> None:
        try:
            for _ in range(500):
                recorder.decide(0, sbst.eq(0, distance))
        except BaseException as error:  # noqa: BLE001 - a panic of Rust is no Exception
            seen.append(error)

    threads = [threading.Thread(target=use, args=(distance,)) for distance in (5, 3, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == []
    assert recorder.execution().decision(0) == (4.0, 0.0)


def test_a_call_is_begun_once() -> None:
    recorder = sbst.Recorder(diamond())
    call = recorder.call()
    with call, pytest.raises(RuntimeError, match="begun already"), call:
        pass
