"""Comparisons: the outcome is Python's, the distance that of the definition."""

from __future__ import annotations

import operator
from fractions import Fraction
from math import inf, isinf, nan
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import sbst

if TYPE_CHECKING:
    from collections.abc import Callable

RELATIONS: list[tuple[Callable[[Any, Any], sbst.Decision], Callable[[Any, Any], bool]]] = [
    (sbst.eq, operator.eq),
    (sbst.ne, operator.ne),
    (sbst.lt, operator.lt),
    (sbst.le, operator.le),
    (sbst.gt, operator.gt),
    (sbst.ge, operator.ge),
]

NUMBERS = st.one_of(
    st.integers(),
    st.integers(-5, 5),
    st.integers(-(2**70), 2**70),
    st.floats(allow_nan=True),
    st.sampled_from([2.0**53, 2**53 + 1, -(2.0**63), 2**63, 10**400, -0.0, 5e-324, True]),
)
TEXTS = st.text(alphabet="abé\U0001f600", max_size=6)
ATOMS = st.one_of(NUMBERS, TEXTS, st.binary(max_size=4), st.none())
OPERANDS = st.recursive(
    ATOMS, lambda inner: st.one_of(st.lists(inner, max_size=3), st.tuples(inner, inner)), max_leaves=6
)


def check(decision: sbst.Decision, outcome: bool) -> None:
    assert decision.outcome is outcome
    assert bool(decision) is outcome
    assert (decision.to_true == 0.0) is outcome
    assert (decision.to_false == 0.0) is not outcome
    assert decision.to_true >= 0.0
    assert decision.to_false >= 0.0


@given(NUMBERS, NUMBERS)
@example(2**53 + 1, 2.0**53)
@example(10**400, inf)
@example(-(2**63) - 1, -(2.0**63))
@example(3, 2.5)
@example(-3, -2.5)
def test_numbers_have_pythons_outcome(a: float, b: float) -> None:
    for measured, python in RELATIONS:
        check(measured(a, b), python(a, b))


@given(OPERANDS, OPERANDS)
def test_all_operands_have_pythons_outcome_or_its_error(a: Any, b: Any) -> None:
    for measured, python in RELATIONS:
        try:
            outcome = python(a, b)
        except TypeError:
            with pytest.raises(TypeError):
                measured(a, b)
            continue
        check(measured(a, b), outcome)
        check(sbst.not_(measured(a, b)), not outcome)


@given(st.integers(), st.integers())
def test_integers_are_apart_by_their_exact_difference_and_one(a: int, b: int) -> None:
    decision = sbst.eq(a, b)
    if a != b:
        assert decision.to_true == pytest.approx(abs(a - b) + 1)
    else:
        assert decision.to_false == 1.0


@given(st.integers(-(2**60), 2**60), st.floats(-1e15, 1e15))
def test_an_integer_and_a_float_are_apart_by_their_difference(a: int, b: float) -> None:
    gap = abs(Fraction(a) - Fraction(b))
    if gap:
        assert sbst.eq(a, b).to_true == pytest.approx(float(gap), rel=1e-12)


def test_n1_large_integers_are_not_equal() -> None:
    assert sbst.eq(2**53 + 1, 2**53).to_true == 2.0
    assert sbst.le(2**53 + 1, 2**53).to_true == 2.0
    assert sbst.eq(2**53 + 1, 2.0**53).to_true == 1.0


def test_n12_an_iterator_is_read_by_the_operator_only() -> None:
    iterator = iter([1, 2, 3])
    assert sbst.contains(iterator, 2) == sbst.flag(True)
    assert list(iterator) == [3]


def test_n4_nan_is_far_from_everything() -> None:
    for measured, python in RELATIONS:
        decision = measured(nan, 1.0)
        assert decision.outcome is python(nan, 1.0)
        assert isinf(decision.to_true if not decision.outcome else decision.to_false)


def test_values_of_different_types_are_unequal_and_have_no_order() -> None:
    assert sbst.eq("1", 1).to_true == inf
    assert sbst.ne("1", 1).outcome is True
    assert sbst.eq([1, "a"], [1, 2]).to_true > sbst.eq([1, 3], [1, 2]).to_true
    with pytest.raises(TypeError, match="'<' not supported between instances of 'str' and 'int'"):
        sbst.lt("1", 1)


@given(st.lists(NUMBERS, max_size=5), NUMBERS)
def test_membership_has_the_distance_of_the_nearest_element(elements: list[float], x: float) -> None:
    decision = sbst.contains(elements, x)
    check(decision, any(x == element for element in elements))
    if not decision:
        assert decision.to_true == min((sbst.eq(x, element).to_true for element in elements), default=inf)


@given(st.integers(-20, 20), st.integers(-20, 20), st.integers(-4, 4).filter(bool), st.integers(-30, 30))
def test_ranges_are_collections(start: int, stop: int, step: int, x: int) -> None:
    numbers = range(start, stop, step)
    decision = sbst.contains(numbers, x)
    check(decision, x in numbers)
    assert decision == sbst.contains(list(numbers), x)


@given(TEXTS, TEXTS)
def test_parts_of_texts(whole: str, part: str) -> None:
    check(sbst.contains(whole, part), part in whole)
    check(sbst.starts_with(whole, part), whole.startswith(part))
    check(sbst.ends_with(whole, part), whole.endswith(part))
    check(sbst.eq_by_edits(whole, part), whole == part)
    one, other = whole.encode(), part.encode()
    check(sbst.contains(one, other), other in one)
    check(sbst.starts_with(one, other), one.startswith(other))
    check(sbst.ends_with(one, other), one.endswith(other))


def test_numbers_of_a_million_bits_are_compared_at_once() -> None:
    assert sbst.lt(2**1_000_000, 2.5).to_true == pytest.approx(1.7976931348623157e308)
    assert sbst.eq(2**1_000_000, 2**1_000_000 + 1).to_true == 2.0


def test_half_a_surrogate_pair_is_no_error() -> None:
    assert sbst.eq("\ud800", "a").outcome is False


@given(st.lists(st.booleans(), max_size=5))
def test_decisions_are_joined(outcomes: list[bool]) -> None:
    decisions = [sbst.flag(outcome) for outcome in outcomes]
    check(sbst.all_of(decisions), all(outcomes))
    check(sbst.any_of(decisions), any(outcomes))


def test_a_decision_of_ones_own() -> None:
    decision = sbst.Decision(False, 2.5)
    assert (decision.to_true, decision.to_false, repr(decision)) == (2.5, 0.0, "Decision(False, 2.5)")
    assert decision == sbst.Decision(False, 2.5) != sbst.Decision(True, 2.5)
    assert len({decision, sbst.Decision(False, 2.5)}) == 1
    with pytest.raises(sbst.DistanceError):
        sbst.Decision(True, nan)


@given(st.floats(0, allow_infinity=True))
def test_normalisation_keeps_the_range(distance: float) -> None:
    for by in ("rational", "exponential", "logarithmic"):
        value = sbst.normalise(distance, by)
        assert 0.0 <= value <= 1.0
        assert (value == 0.0) == (distance == 0.0)
        assert (value == 1.0) == isinf(distance)


def test_normalisation_refuses_what_is_no_distance() -> None:
    with pytest.raises(sbst.DistanceError):
        sbst.normalise(-1.0)
    with pytest.raises(ValueError, match="there is no normaliser"):
        sbst.normalise(1.0, "linear")  # type: ignore[arg-type]
