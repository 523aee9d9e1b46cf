"""The right mode: numbers by definition, where Pynguin's are not."""

from __future__ import annotations

import math
import operator
import random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pynguin.ga.algorithms.archive import CoverageArchive
from pynguin.ga.coveragegoals import LineCoverageGoal
from pynguin.ga.operators.ranking import RankBasedPreferenceSorting
from pynguin.instrumentation import PynguinCompare
from pynguin.instrumentation.controlflow import ArtificialNode
from pynguin.instrumentation.tracer import ExecutionTracer
from pynguin.testcase.execution_result import ExecutionResult
from pynguin.utils.orderedset import OrderedSet
from subjects import MODULES, execution, functions, instrumented, instrumented_source, population

import sbst
import sbst_pynguin
from sbst_pynguin._distance import position
from sbst_pynguin._operands import _comparison, _membership
from sbst_pynguin._right import RightTable, _add

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from pynguin.instrumentation.tracer import SubjectProperties

NESTED = """
def f(a, b, c):
    if a == 10:
        if b == 20:
            if c == 30:
                return 1
    return 0

def g(x):
    if x:
        return 1
    return 2
"""


@pytest.fixture
def right() -> Iterator[None]:
    sbst_pynguin.install("right")
    yield
    sbst_pynguin.uninstall()


def result(entered: list[int], decided: dict[int, tuple[float, float]]) -> ExecutionResult:
    """Returns an execution that entered code objects, and decided predicates with the distances to true and false."""
    found = ExecutionResult()
    trace = found.execution_trace
    for number in entered:
        trace.executed_code_objects.add(number)
    for number, (to_true, to_false) in decided.items():
        trace.executed_predicates[number] = 1
        trace.true_distances[number] = to_true
        trace.false_distances[number] = to_false
    return found


def pairs(properties: SubjectProperties, found: ExecutionResult) -> dict[tuple[int, bool], tuple[int, float]]:
    """Returns level and distance of each branch."""
    table = RightTable(properties)
    values = table.measure(found.execution_trace)
    return {
        (number, value): (int(values.levels[at + (not value)]), float(values.distances[at + (not value)]))
        for number, at in table.branches.items()
        for value in (True, False)
    }


def predicates(properties: SubjectProperties) -> list[int]:
    return [number for number, meta in properties.existing_predicates.items() if not meta.is_auxiliary]


def test_a_level_for_each_branch_that_is_still_to_be_taken() -> None:
    properties = instrumented_source(NESTED)
    first, second, third, of_g = predicates(properties)
    owner = properties.existing_predicates[first].code_object_id
    found = pairs(properties, result([owner], {first: (7.0, 0.0)}))
    assert found[first, True] == (0, 7.0)
    assert found[first, False] == (0, 0.0)
    assert found[second, True] == found[second, False] == (1, 7.0)
    assert found[third, True] == found[third, False] == (2, 7.0)
    # C5: in a function that was not entered, nothing depends on the size of the function
    assert found[of_g, True] == (1, math.inf)


def test_c4_only_the_distance_to_the_side_that_is_needed_counts() -> None:
    properties = instrumented_source(NESTED)
    first, second, _, _ = predicates(properties)
    owner = properties.existing_predicates[first].code_object_id
    # Both sides were taken, each in another evaluation: the next branch is nearer than any distance. The sum would be 0, too,
    # but for a predicate that was only evaluated to false with another distance to true, it is not.
    both = pairs(properties, result([owner], {first: (0.0, 0.0)}))
    assert both[second, True] == (1, 0.0)
    true_only = pairs(properties, result([owner], {first: (0.0, 9.0)}))
    assert true_only[second, True] == (1, 0.0)


def test_c3_two_branches_that_lead_to_one_block_are_both_there() -> None:
    # Pynguin's graph keeps one edge between two blocks: that of the false branch.
    cfg = SimpleNamespace(graph=nx.DiGraph([(ArtificialNode.ENTRY, "if"), ("end", ArtificialNode.EXIT)]))
    cfg.graph.add_edge("if", "end", branch_value=False)
    graph = sbst.FlowGraph()
    _, number = _add(graph, cfg, "f")  # type: ignore[arg-type]
    assert number == {ArtificialNode.ENTRY: 0, "if": 1, "end": 2}
    assert graph.branches() == [(1, 2, True), (1, 2, False)]


def test_a_generator_does_not_leave_at_a_yield() -> None:
    properties = instrumented_source("def f(x):\n    yield 1\n    if x:\n        yield 2\n")
    (number,) = predicates(properties)
    owner = properties.existing_predicates[number].code_object_id
    # The predicate depends on the entry, and not on the first `yield`.
    assert pairs(properties, result([owner], {}))[number, True][0] == 1


def test_z1_an_unknown_distance_is_nearer_than_the_next_level(right: None) -> None:
    properties = instrumented_source(NESTED)
    first, second, _, _ = predicates(properties)
    owner = properties.existing_predicates[first].code_object_id
    unknown = RightTable(properties).measure(result([owner], {first: (math.inf, 0.0)}).execution_trace)
    table = RightTable(properties)
    at = table.branches[first]
    assert (unknown.levels[at], unknown.distances[at]) == (0, math.inf)
    assert (0, math.inf) < (1, 0.0)


@pytest.mark.parametrize("module", MODULES)
def test_every_branch_has_a_value_and_is_covered_iff_pynguin_says_so(module: str, right: None) -> None:
    properties = instrumented(module)
    random_ = random.Random(module)
    table = RightTable(properties)
    for _ in range(10):
        found = execution(properties, random_)
        values = table.measure(found.execution_trace)
        assert not any(math.isnan(value) or math.isinf(value) for value in values.fitness)
        for function in functions(None, properties):
            at = position(table, function.goal)
            assert at is not None
            if not isinstance(function.goal, LineCoverageGoal):
                assert (values.fitness[at] == 0.0) == function.goal.is_covered(found)


@pytest.mark.parametrize("module", MODULES[:4])
def test_populations_are_ranked_and_archived(module: str, right: None) -> None:
    properties = instrumented(module)
    found = population(properties, 30, random.Random(module))
    goals = OrderedSet(found.fitness[:40])
    fronts = RankBasedPreferenceSorting().compute_ranking_assignment(found.tests, goals)
    assert sum(len(front) for front in fronts.fronts or []) <= len(found.tests)
    archive = CoverageArchive(goals)
    archive.update(found.tests)
    for goal, test in archive._covered.items():
        covering = [other for other in found.tests if other.get_is_covered(goal)]
        cost = [(other.get_last_execution_result().has_test_exceptions(), other.size()) for other in covering]
        # S5: no shorter test that fails replaces one that does not
        assert (test.get_last_execution_result().has_test_exceptions(), test.size()) == min(cost)


def traced(one: Any, other: Any, compare: PynguinCompare) -> tuple[float, float] | None:
    """Returns the distances to true and to false that a tracer records."""
    tracer = ExecutionTracer()
    with tracer:
        tracer.executed_compare_predicate(one, other, 0, compare)
        trace = tracer.get_trace()
    if 0 not in trace.executed_predicates:
        return None
    return trace.true_distances[0], trace.false_distances[0]


def test_n1_large_integers_are_compared_exactly(right: None) -> None:
    assert traced(2**53 + 1, 2**53, PynguinCompare.LE) == (2.0, 0.0)
    assert traced(2**53 + 1, 2**53, PynguinCompare.EQ) == (2.0, 0.0)
    assert traced(10**400, 10**400 + 1, PynguinCompare.LT)[0] == 0.0  # type: ignore[index]


def test_n4_nan_is_no_error(right: None) -> None:
    to_true, to_false = traced(math.nan, 1.0, PynguinCompare.LT)  # type: ignore[misc]
    assert to_true > 0.0
    assert to_false == 0.0


def test_n12_an_iterator_is_not_read(right: None) -> None:
    iterator = iter([1, 2, 3])
    assert traced(2, iterator, PynguinCompare.IN) is None
    assert list(iterator) == [1, 2, 3]


def test_q8_texts_are_ordered_at_every_character(right: None) -> None:
    nearer = traced("aac", "aab", PynguinCompare.LT)
    farther = traced("aaz", "aab", PynguinCompare.LT)
    assert nearer is not None and farther is not None
    assert 0.0 < nearer[0] < farther[0]


def test_membership_looks_for_the_nearest_element(right: None) -> None:
    assert traced(4, [1, 6, 100], PynguinCompare.IN) == (3.0, 0.0)
    assert traced(6, {1, 6}, PynguinCompare.NOT_IN) == (1.0, 0.0)
    assert traced("b", "abc", PynguinCompare.IN)[0] == 0.0  # type: ignore[index]
    assert traced(1, [], PynguinCompare.IN)[0] > 0.0  # type: ignore[index]


NAN = float("nan")
"""One object: a collection finds it by identity, though it does not equal itself."""

PLAIN = st.one_of(
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from([2**53, 2**53 + 1, -(2**80), 2**80, 0.0, -0.0, 2.0, 2.0**53, NAN, float("nan"), math.inf, 1e300]),
    st.sampled_from(["", "a", "ab", "b", "\ud800", "\ud801", "\udfff", "\ue000", "a\ud800", b"", b"a", b"ab", b"\xff"]),
)
OPERATORS: dict[PynguinCompare, Callable[[Any, Any], bool]] = {
    PynguinCompare.EQ: operator.eq,
    PynguinCompare.NE: operator.ne,
    PynguinCompare.LT: operator.lt,
    PynguinCompare.LE: operator.le,
    PynguinCompare.GT: operator.gt,
    PynguinCompare.GE: operator.ge,
}


@given(PLAIN, PLAIN, st.sampled_from(list(OPERATORS)))
def test_od46_comparisons_have_the_outcome_of_python(one: Any, other: Any, compare: PynguinCompare) -> None:
    decision = _comparison(one, other, compare)
    try:
        outcome = OPERATORS[compare](one, other)
    except TypeError:
        assert decision is None
        return
    assert decision is not None
    assert bool(decision) == outcome
    assert (decision.to_true == 0.0) == outcome == (decision.to_false != 0.0)


@given(
    PLAIN,
    st.one_of(
        PLAIN,
        st.builds(
            lambda kind, items: kind(items),
            st.sampled_from([list, tuple, set, frozenset, dict.fromkeys]),
            st.lists(PLAIN),
        ),
    ),
)
def test_od46_membership_has_the_outcome_of_python(element: Any, collection: Any) -> None:
    decision = _membership(element, collection)
    try:
        outcome = element in collection
    except (TypeError, ValueError):
        assert decision is None
        return
    assert decision is not None
    assert bool(decision) == outcome
    assert (decision.to_true == 0.0) == outcome == (decision.to_false != 0.0)


def test_values_of_the_program_keep_pynguins_distances(right: None) -> None:
    class Number(int):
        pass

    sbst_pynguin.uninstall()
    alone = traced(Number(3), 5, PynguinCompare.LT), traced([1], [2], PynguinCompare.EQ)
    sbst_pynguin.install("right")
    assert (traced(Number(3), 5, PynguinCompare.LT), traced([1], [2], PynguinCompare.EQ)) == alone
