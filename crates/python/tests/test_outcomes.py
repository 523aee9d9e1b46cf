"""Outcomes are those of the interpreter, of any objects: OD46.

The oracle is Python itself: each operator runs once more, on copies of the objects, in the order in which we ask.
"""

from __future__ import annotations

import collections
import enum
import math
import operator
import threading
import time
from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_compare import RELATIONS as COMPARISONS

import sbst

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Hostile:
    """Comparisons that answer by a script, and count."""

    def __init__(self, answer: object) -> None:
        self.answer = answer
        self.calls = 0

    def _answer(self, other: object) -> Any:
        self.calls += 1
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = __contains__ = _answer
    __hash__ = object.__hash__


class HostileInt(Hostile, int):
    def __new__(cls, answer: object) -> HostileInt:
        return int.__new__(cls, 3)

    __hash__ = int.__hash__


class HostileList(Hostile, list[Any]):  # type: ignore[misc]
    pass


class HostileStr(Hostile, str):
    def __new__(cls, answer: object) -> HostileStr:
        return str.__new__(cls, "abc")

    __hash__ = str.__hash__


class Quiet(int):
    """An integer that is compared as one, but cannot be asked for anything else."""

    def __index__(self) -> int:
        raise AssertionError

    __int__ = __float__ = bit_length = __index__

    def to_bytes(self, *_: Any, **__: Any) -> bytes:
        raise AssertionError


class Loud(float):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = float.__hash__


class Colour(enum.IntEnum):
    RED = 1
    BLUE = 7


class Truthless:
    def __bool__(self) -> bool:
        raise OverflowError


NAN = float("nan")
ANSWERS = [True, False, 0, "yes", [], None, NotImplemented, ValueError("no"), TypeError("never"), Truthless()]

HOSTILE: st.SearchStrategy[Callable[[], Any]] = st.builds(
    lambda kind, answer: lambda: kind(answer),
    st.sampled_from([Hostile, HostileInt, HostileList, HostileStr]),
    st.sampled_from(ANSWERS),
)


def always(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Callable[[], Any]]:
    """Values that nothing changes."""
    return values.map(lambda value: lambda: value)


TEXT = st.text(st.sampled_from("ab\ud800\udbff\udc00\udfff\ue000\U0001f600"), max_size=4)
PLAIN = st.one_of(
    st.integers(),
    st.sampled_from([2**53 + 1, 2**70, -(2**63), 10**400, 3, 97, 2]),
    st.floats(),
    st.sampled_from([NAN, nan, 2.0, 3.0, 2.0**53, inf, -0.0]),
    st.booleans(),
    st.none(),
    TEXT,
    st.binary(max_size=3),
    st.binary(max_size=3).map(bytearray),
    st.complex_numbers(max_magnitude=3),
    st.sampled_from([Decimal(3), Decimal("NaN"), Fraction(1, 2), Fraction(3), Colour.RED, Colour.BLUE, Quiet(3)]),
    st.sampled_from([Quiet(2**70), Loud(3.0)]),
    st.sampled_from([np.int64(3), np.uint8(200), np.float32(0.1), np.float64(nan), np.bool_(True), np.str_("ab")]),
    st.sampled_from([np.longdouble(3), np.datetime64("2020-01-01"), np.uint64(2**64 - 1), np.int64(2**53 + 1)]),
    st.builds(range, st.integers(-5, 5), st.integers(-5, 5), st.sampled_from([-2, -1, 1, 3])),
    st.sampled_from([range(2**70), range(2**70, 0, -(2**65)), slice(1), object(), ...]),
)
HASHABLE = st.one_of(st.integers(-3, 3), st.sampled_from([NAN, 2.0, "a", "\ud800", None, Decimal(3), (NAN,), b"a"]))
NESTED = st.recursive(
    PLAIN,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.tuples(inner), st.tuples(inner, inner), st.just([NAN]), st.just((NAN, 1))
    ),
    max_leaves=5,
)
COLLECTIONS = st.one_of(
    st.sets(HASHABLE, max_size=3),
    st.frozensets(HASHABLE, max_size=3),
    st.dictionaries(HASHABLE, PLAIN, max_size=3),
    st.dictionaries(HASHABLE, PLAIN, max_size=3).map(collections.OrderedDict),
    st.lists(PLAIN, max_size=3).map(collections.deque),
    st.lists(st.integers(-3, 3), max_size=3).map(np.array),
    st.lists(st.floats(), min_size=1, max_size=1).map(np.array),
)
STILL = st.one_of(NESTED, COLLECTIONS)
MAKERS = st.one_of(
    always(STILL),
    HOSTILE,
    st.lists(HOSTILE, min_size=1, max_size=2).map(lambda makers: lambda: [make() for make in makers]),
    st.tuples(always(NESTED), HOSTILE).map(lambda makers: lambda: tuple(make() for make in makers)),
)

RELATIONS: list[tuple[Callable[[Any, Any], sbst.Decision], Callable[[Any, Any], Any]]] = [
    *COMPARISONS,
    (sbst.eq_by_edits, operator.eq),
    (sbst.contains, operator.contains),
]


def calls(value: Any) -> list[int]:
    """Counts the calls of the operators of a value and of its parts."""
    if isinstance(value, Hostile):
        return [value.calls]
    if isinstance(value, list | tuple):
        return [count for part in value for count in calls(part)]
    return []


def outcome(call: Callable[[], Any]) -> tuple[str, Any]:
    """Returns what ``if call():`` does: the branch, or the exception."""
    try:
        return "branch", bool(call())
    except Exception as error:  # noqa: BLE001 - whatever the program raises
        return type(error).__name__, str(error)


def check(decision: sbst.Decision) -> None:
    sides = (decision.to_true, decision.to_false)
    assert sides[0 if decision.outcome else 1] == 0
    assert sides[1 if decision.outcome else 0] > 0


@pytest.mark.filterwarnings("ignore:NotImplemented")
@settings(max_examples=15 * settings().max_examples)
@given(MAKERS, MAKERS)
@example(lambda: [Decimal(3)], lambda: 3)
@example(lambda: range(10), lambda: 2.0)
@example(lambda: range(2**70), lambda: 2**65)
@example(lambda: "\ud800", lambda: "\ud801")
@example(lambda: "\udfff", lambda: "\ue000")
@example(lambda: [NAN], lambda: [NAN])
@example(lambda: [NAN, 1], lambda: [NAN, 2])
@example(lambda: [NAN], lambda: NAN)
@example(lambda: HostileInt(False), lambda: 3)
@example(lambda: HostileList(True), lambda: 3)
@example(lambda: b"abc", lambda: 97)
@example(lambda: b"abc", lambda: 300)
@example(lambda: np.array([1, 2]), lambda: np.array([1, 2]))
@example(lambda: iter([1, 2]), lambda: 2)
def test_od46_the_outcome_is_that_of_the_interpreter(make_a: Callable[[], Any], make_b: Callable[[], Any]) -> None:
    for measured, python in RELATIONS:
        if python is operator.contains and isinstance(make_a(), range) and len(make_a().__reduce__()[1]) == 3:
            whole, part = make_a(), make_b()
            # Python would count through all of it.
            if whole.stop > 2**60 and type(part) not in (int, bool):
                continue
            if abs(whole.start) > 2**60 and type(part) not in (int, bool):
                continue
        a, b = make_a(), make_b()
        expected = outcome(lambda: python(a, b))
        counts = calls(a), calls(b)
        a, b = make_a(), make_b()
        decisions: list[sbst.Decision] = []

        def decide(
            a: Any = a, b: Any = b, decisions: list[sbst.Decision] = decisions, measured: Any = measured
        ) -> bool:
            decisions.append(measured(a, b))
            return decisions[0].outcome

        assert outcome(decide) == expected, (measured, a, b)
        assert (calls(a), calls(b)) == counts
        for decision in decisions:
            check(decision)


@given(
    st.one_of(TEXT, st.binary(max_size=3), HOSTILE.map(lambda make: make())),
    st.one_of(TEXT, st.binary(max_size=2), st.tuples(TEXT, TEXT), PLAIN),
)
@example("abc", ("x", "ab"))
@example("abc", ())
@example(b"abc", (b"x", b"b"))
def test_od46_ends_of_texts_are_those_of_the_interpreter(whole: Any, part: Any) -> None:
    for measured, name in ((sbst.starts_with, "startswith"), (sbst.ends_with, "endswith")):
        expected = outcome(lambda name=name: getattr(whole, name)(part))  # type: ignore[misc]
        assert outcome(lambda measured=measured: measured(whole, part).outcome) == expected  # type: ignore[misc]


@given(st.one_of(STILL, HOSTILE.map(lambda make: make()), st.just(Truthless())))
def test_od46_a_flag_is_what_if_makes_of_it(condition: Any) -> None:
    assert outcome(lambda: sbst.flag(condition).outcome) == outcome(lambda: condition)


def test_od46_an_iterator_is_read_as_far_as_the_program_reads_it() -> None:
    iterator: Iterator[int] = iter([1, 2, 3])
    assert sbst.contains(iterator, 2).outcome
    assert list(iterator) == [3]


def test_od46_distances_are_measured_where_the_types_are_known() -> None:
    assert sbst.eq(Colour.RED, 7) == sbst.eq(1, 7)
    assert sbst.eq(np.int64(1), 7) == sbst.Decision(False, 7.0)
    assert sbst.eq(np.float64(1.0), np.uint8(7)) == sbst.eq(1.0, 7)
    assert sbst.lt(Quiet(2**70), 2**70 - 5) == sbst.lt(2**70, 2**70 - 5)
    assert sbst.contains(range(0, 2**70, 3), 2**65) == sbst.contains([2**65 - 2, 2**65 + 1], 2**65)
    assert sbst.contains(range(10), 12.5).to_true == sbst.eq(9, 12.5).to_true
    assert sbst.contains(b"abc", 101) == sbst.eq(99, 101)
    assert sbst.contains(bytearray(b"abc"), b"ad") == sbst.contains(b"abc", b"ad")
    assert sbst.contains({1: "x", 9: "y"}, 5) == sbst.eq(1, 5)
    assert sbst.starts_with("abd", ("abc", "xyz")) == sbst.starts_with("abd", "abc")
    assert sbst.eq("\ud800", "\ud802").to_true == sbst.eq("a", "c").to_true
    assert sbst.lt("\ue000a", "\udfff") == sbst.lt("b", "a")
    assert sbst.eq([NAN, 1], [NAN, 5]) == sbst.eq([0, 1], [0, 5])


@pytest.mark.parametrize(
    "value", [object(), Decimal(3), {1}, {1: 2}, 1j, Hostile(False), Loud(2.0), np.datetime64("2020")]
)
def test_od46_the_distance_is_1_where_nothing_is_known(value: Any) -> None:
    flags = (sbst.flag(True), sbst.flag(False))
    for decision in (sbst.ne(value, value), sbst.eq(value, "x"), sbst.contains([value], "x"), sbst.eq([value], ["x"])):
        assert decision in flags


def test_od46_lists_that_contain_themselves_or_share_their_elements() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert sbst.eq(endless, endless).outcome
    other: list[Any] = []
    other.append(other)
    with pytest.raises(RecursionError):
        sbst.eq(endless, other)
    doubled: list[Any] = [1]
    for _ in range(60):
        doubled = [doubled, doubled]
    assert sbst.eq(doubled, doubled) == sbst.flag(True)


def test_od46_a_collection_may_change_while_it_is_measured() -> None:
    stop = threading.Event()
    collection: set[Any] = {object(), object()}

    def change() -> None:
        number = 0
        while not stop.is_set():
            collection.add(number := number + 1)
            collection.discard(number - 1)
            time.sleep(0)

    thread = threading.Thread(target=change)
    thread.start()
    try:
        for _ in range(2000):
            assert not sbst.contains(collection, -5)
            assert not sbst.contains({value: 0 for value in range(3)}, -5)
    finally:
        stop.set()
        thread.join()


def test_od46_classes_are_not_asked() -> None:
    asked = []

    class Asks:
        def __get__(self, instance: object, owner: type) -> Any:
            asked.append(owner)
            return lambda other: True

    class Meta(type):
        @property
        def __eq__(cls) -> Any:  # type: ignore[misc]
            asked.append(cls)
            return lambda other: False

    class Descriptor(int):
        __eq__ = Asks()
        __hash__ = int.__hash__

    class OfMeta(int, metaclass=Meta):
        pass

    assert sbst.eq(Descriptor(3), 4)
    assert asked == [Descriptor]  # by the operator
    asked.clear()
    assert sbst.eq(OfMeta(3), 4) == sbst.eq(3, 4)
    assert asked == []


@pytest.mark.parametrize(
    ("whole", "part"),
    [("x" * 10**7, "b" * 1000), (b"ab" * 10**5, b"ba" * 50000 + b"c"), ("\ud800" * 10**6, "b" * 10**4)],
)
def test_od46_texts_that_are_too_long_have_distance_1(whole: Any, part: Any) -> None:
    assert sbst.contains(whole, part) == sbst.flag(False)
    assert sbst.contains(whole, whole[:3])


def test_od46_lists_within_a_collection_are_read_when_a_list_is_looked_for() -> None:
    deep: list[Any] = [1]
    for _ in range(60):
        deep = [deep, deep]
    assert sbst.contains([deep] * 20, 5).to_true == math.inf
    assert sbst.contains([[1, 5], [9]], [1, 3]) == sbst.eq([1, 5], [1, 3])
    assert sbst.contains([(1, 5)], [1, 5]).to_true == math.inf


def test_od46_dates_of_numpy_have_units() -> None:
    assert sbst.eq(np.timedelta64(5, "ns"), np.timedelta64(3, "ps")) == sbst.flag(False)
    assert sbst.lt(np.datetime64(5, "ns"), np.datetime64(3, "ns")) == sbst.flag(False)


def test_od46_members_of_enumerations_are_numbers() -> None:
    class Colour(enum.IntEnum):
        RED = 1
        BLUE = 7

    class Loud(int):
        def __eq__(self, other: object) -> bool:
            return False

        __hash__ = int.__hash__

    assert sbst.eq(Colour.RED, Colour.BLUE).to_true == 7.0
    assert sbst.contains({Colour.RED: 0, Colour.BLUE: 0}, 5).to_true == 3.0
    assert sbst.contains([Loud(4), Colour.RED, Loud(4)], 5).to_true == 1.0
