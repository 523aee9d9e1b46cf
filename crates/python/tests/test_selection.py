"""Fronts, frontier and archive, against the definitions."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import sbst

Rows = NDArray[np.float64]


@st.composite
def tables(draw: st.DrawFn) -> Rows:
    rows, columns = draw(st.integers(1, 8)), draw(st.integers(1, 4))
    cell = st.sampled_from([0.0, 0.5, 1.0, 2.0])
    return np.array([[draw(cell) for _ in range(columns)] for _ in range(rows)])


def dominates(a: Rows, b: Rows) -> bool:
    return bool((a <= b).all() and (a < b).any())


def fronts_of(values: Rows, rows: list[int]) -> list[list[int]]:
    """Returns the non-dominated fronts of some rows."""
    found = []
    while rows:
        front = [row for row in rows if not any(dominates(values[other], values[row]) for other in rows)]
        found.append(front)
        rows = [row for row in rows if row not in front]
    return found


@given(tables())
def test_fronts_are_the_definition(values: Rows) -> None:
    assert sbst.non_dominated_fronts(values) == fronts_of(values, list(range(len(values))))
    for a in values:
        for b in values:
            assert sbst.dominates(a, b) == dominates(a, b)


@given(tables(), st.data())
def test_preference_fronts_are_the_definition(values: Rows, data: st.DataObject) -> None:
    costs = np.array([data.draw(st.sampled_from([1.0, 2.0])) for _ in values])
    preferred = {min(range(len(values)), key=lambda row: (column[row], costs[row], row)) for column in values.T}
    others = [row for row in range(len(values)) if row not in preferred]
    found = sbst.preference_fronts(values, costs)
    assert found == [sorted(preferred), *fronts_of(values, others)]


@given(tables(), st.integers(0, 9))
def test_a_selection_takes_whole_fronts_first(values: Rows, size: int) -> None:
    chosen = sbst.select(values, size)
    assert len(chosen) == len(set(chosen)) == min(size, len(values))
    left = len(chosen)
    for front in sbst.preference_fronts(values):
        taken = [row for row in chosen if row in front]
        assert len(taken) == min(left, len(front))
        left -= len(taken)


def test_crowding_is_infinite_at_the_ends() -> None:
    values = np.array([[0.0, 7.0], [1.0, 7.0], [4.0, 7.0]])
    assert sbst.crowding_distances(values) == [np.inf, 1.0, np.inf]


def test_a_number_of_costs_that_does_not_fit_is_an_error() -> None:
    with pytest.raises(ValueError, match="2 costs for 3 rows"):
        sbst.select(np.zeros((3, 2)), 1, np.zeros(2))
    with pytest.raises(ValueError, match="2 dimensions"):
        sbst.non_dominated_fronts(np.zeros(3))


def test_tables_without_rows_or_columns_are_no_error() -> None:
    for shape in ((0, 0), (3, 0), (0, 3)):
        values = np.zeros(shape)
        assert sorted(row for front in sbst.non_dominated_fronts(values) for row in front) == list(range(shape[0]))
        assert sorted(row for front in sbst.preference_fronts(values) for row in front) == list(range(shape[0]))
        assert len(sbst.select(values, 9)) == shape[0]
        assert len(sbst.crowding_distances(values)) == shape[0]


@given(st.lists(st.lists(st.floats(allow_nan=False), min_size=2, max_size=2), min_size=1, max_size=6))
def test_any_floats_are_ranked(rows: list[list[float]]) -> None:
    values = np.array(rows)
    fronts = sbst.preference_fronts(values)
    assert sorted(row for front in fronts for row in front) == list(range(len(rows)))
    assert not np.isnan(sbst.crowding_distances(values)).any()


def nested() -> sbst.Goals:
    graph = sbst.FlowGraph()
    graph.add([(0, 1, True), (0, 3, False), (1, 2, True), (1, 3, False), (2, 3)], exits=[3])
    return sbst.Goals(graph)


def test_a_frontier_opens_what_depends_on_a_covered_branch() -> None:
    goals = nested()
    assert [goals.parents(goal) for goal in range(4)] == [[], [], [0], [0]]
    frontier = sbst.Frontier(goals)
    assert frontier.active == [0, 1]
    assert frontier.cover([1]) == []
    assert frontier.cover(np.array([True, False, False, False])) == [2, 3]
    assert frontier.active == [2, 3]
    assert repr(frontier) == "<Frontier: 2 of 4 goals within reach>"
    with pytest.raises(IndexError, match="there is no goal 4"):
        frontier.cover([4])
    with pytest.raises(ValueError, match="2 elements for 4 goals"):
        frontier.cover(np.array([True, False]))


def test_a_frontier_of_lists() -> None:
    frontier = sbst.Frontier.from_parents([[], [0], [1]])
    assert frontier.active == [0]
    assert frontier.cover([0]) == [1]
    with pytest.raises(IndexError):
        sbst.Frontier.from_parents([[3]])


@given(st.lists(st.tuples(st.sets(st.integers(0, 4)), st.integers(0, 3)), max_size=12))
def test_an_archive_keeps_the_cheapest_test_of_each_goal(offers: list[tuple[set[int], int]]) -> None:
    archive = sbst.Archive(5)
    for number, (covered, cost) in enumerate(offers):
        archive.offer(number, sorted(covered), cost)
    for goal in range(5):
        covering = [(cost, number) for number, (covered, cost) in enumerate(offers) if goal in covered]
        assert archive.get(goal) == (min(covering)[1] if covering else None)
    assert archive.covered == [goal for goal in range(5) if archive.get(goal) is not None]


def test_costs_are_compared_from_left_to_right() -> None:
    archive = sbst.Archive(nested())
    failing, clean = object(), object()
    assert archive.offer(failing, [0], (1, 3)) == [0]
    assert archive.offer(clean, np.array([True, True, False, False]), (0, 9)) == [0, 1]
    assert archive.offer(failing, [0, 1], (1, 1)) == []
    assert archive.tests() == [clean]
    assert len(archive) == 2
    with pytest.raises(ValueError, match="NaN"):
        archive.offer(clean, [0], float("nan"))
