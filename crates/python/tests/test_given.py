"""Values at the door: what is taken where a number, a sequence or an array is (OD47, OD49, OD51)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sbst

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def diamond() -> sbst.FlowGraph:
    graph = sbst.FlowGraph()
    graph.add([(0, 1, True), (0, 2, False), (1, 2)], exits=[2], name="abs", statements={1: 2})
    return graph


def error(kind: type[Exception], text: str) -> Any:
    return pytest.raises(kind, match=text)


def test_od47_bools_are_not_numbers_of_goals() -> None:
    goals = sbst.Goals(diamond())
    frontier, archive = sbst.Frontier(goals), sbst.Archive(goals)
    for covered in ([True, False], (np.True_,), (1, True), {False}, [np.bool_(0), 1]):
        with error(TypeError, "covered: an integer is needed, not (np.)?(True|False)"):
            frontier.cover(covered)  # type: ignore[arg-type]
        with error(TypeError, "covered: an integer"):
            archive.offer("test", covered)  # type: ignore[arg-type]
    assert (frontier.active, archive.covered) == ([0, 1], [])
    for call in (
        lambda: goals.parents(True),
        lambda: goals[True],
        lambda: archive.get(False),
        lambda: sbst.Archive(True),
    ):
        with error(TypeError, "an integer is needed, not (True|False)"):
            call()
    assert frontier.cover(np.array([True, False])) == []
    assert frontier.active == [1]


def test_od49_lengths_that_differ_are_errors() -> None:
    with error(ValueError, "a has 1 values, and b has 2"):
        sbst.dominates([1.0], [1.0, 2.0])
    with error(ValueError, "costs: there are 2 costs for 3 rows"):
        sbst.select(np.zeros((3, 2)), 1, [0, 0])
    with error(ValueError, "decided, to_true and to_false must have the same length, not 1, 0 and 1"):
        sbst.Execution.from_arrays(diamond(), entered=[], decided=[0], to_true=[], to_false=[0])
    with error(ValueError, "values: an array with 2 dimensions is needed, not with 1"):
        sbst.non_dominated_fronts([1.0, 2.0])  # type: ignore[list-item]
    with error(ValueError, "values: an array"):
        sbst.non_dominated_fronts([[1.0, 2.0], [1.0]])


@pytest.mark.parametrize(
    "call",
    [
        sbst.non_dominated_fronts,
        sbst.preference_fronts,
        sbst.crowding_distances,
        lambda values: sbst.select(values, 1),
    ],
)
def test_od49_nan_is_an_error_of_selection(call: Callable[[Any], Any]) -> None:
    for values in (
        [[1, 2], [3, float("nan")]],
        np.array([[1, 2], [3, np.nan]]),
        np.array([[1, 2], [3, np.nan]], dtype=np.float32),
    ):
        with error(ValueError, "values: the value in row 1 and column 1 is NaN"):
            call(values)


def test_od49_nan_is_an_error_of_rows_and_costs() -> None:
    for call in (
        lambda: sbst.dominates([1.0, float("nan")], [1.0, 2.0]),
        lambda: sbst.preference_fronts([[1.0], [2.0]], costs=[1, float("nan")]),
        lambda: sbst.Archive(2).offer("test", [0], float("nan")),
        lambda: sbst.Archive(2).offer("test", [0], (1, float("nan"))),
    ):
        with error(ValueError, "^(a|costs?): .*NaN"):
            call()


def test_od49_numbers_that_are_not_there_are_index_errors() -> None:
    graph = diamond()
    goals = sbst.Goals(graph)
    archive, frontier, execution = sbst.Archive(2), sbst.Frontier(goals), sbst.Execution(graph)
    recorder = sbst.Recorder(graph)
    calls: list[Callable[[int], Any]] = [
        archive.get,
        goals.parents,
        lambda n: goals.explain(n, execution),
        graph.branches,
        graph.block_count,
        lambda n: frontier.cover([n]),
        lambda n: archive.offer("test", [0, n]),
        lambda n: frontier.cover(np.array([n])),
        lambda n: sbst.Frontier.from_parents([[n]]),
        execution.decision,
        lambda n: execution.entered(0, n),
        lambda n: sbst.Execution(graph, entered=[(0, n)]),
        lambda n: sbst.Execution(graph, decisions={(n, 0): (0, 1)}),
        lambda n: recorder.end(n),
        lambda n: recorder.call(n),
        lambda n: recorder.decide(n, sbst.flag(True)),
        lambda n: sbst.Execution.from_arrays(graph, entered=[n], decided=[], to_true=[], to_false=[]),
        lambda n: sbst.Execution.from_arrays(graph, entered=np.array([n]), decided=[], to_true=[], to_false=[]),
        lambda n: goals[n - 5 if n < 0 else n],
    ]
    for call in calls:
        for number in (-1, 5, 10**18, 2**32 - 1):
            with error(IndexError, "there is no .*" + str(number - 5 if number < 0 and call is calls[-1] else number)):
                call(number)
        with error(TypeError, "an integer is needed"):
            call(1.0)  # type: ignore[arg-type]
    for huge in (10**400, -(10**5000)):
        with error(IndexError, "there is no"):
            archive.get(huge)
    assert (archive.covered, frontier.active) == ([], [0, 1])


def test_od49_negative_numbers_of_things_are_value_errors() -> None:
    graph = diamond()
    for call in (
        lambda: sbst.Archive(-1),
        lambda: sbst.select([[1.0]], -1),
        lambda: graph.add([], exits=[0], statements={0: -1}),
        lambda: sbst.Execution(graph, progress={(0, 1): -2}),
        lambda: sbst.Recorder(graph).done(1, -1),
    ):
        with error(ValueError, "(goals|size|statements|progress): a number from 0 to 4294967295 is needed, not -"):
            call()
    assert len(graph) == 1


def test_od49_a_row_that_is_alone_has_infinite_crowding() -> None:
    assert sbst.crowding_distances([[1.0, 2.0]]) == [np.inf]
    assert sbst.crowding_distances(np.zeros((0, 2))) == []


@given(st.lists(st.integers(0, 4), max_size=6))
def test_od51_sequences_of_all_kinds_are_taken(numbers: list[int]) -> None:
    made: list[Callable[[], Any]] = [
        lambda: numbers,
        lambda: tuple(numbers),
        lambda: iter(numbers),
        lambda: (number for number in numbers),
        lambda: set(numbers),
        lambda: dict.fromkeys(numbers),
        lambda: [np.int8(number) for number in numbers],
        *(
            lambda kind=kind: np.array(numbers, dtype=kind)
            for kind in (np.uint8, np.int32, np.int64, np.uint32, np.uint64)
        ),
        lambda: np.repeat(np.array(numbers, dtype=np.int64), 2)[::2],
    ]
    expected = sbst.Frontier.from_parents([[], [0], [1], [0, 2], []]).cover(numbers)
    for make in made:
        assert sbst.Frontier.from_parents(([], (0,), iter([1]), np.array([0, 2]), set())).cover(make()) == expected
        archive = sbst.Archive(np.int64(5))
        assert sorted(archive.offer("test", make())) == sorted(set(numbers)) or len(set(numbers)) < len(numbers)
        assert archive.covered == sorted(set(numbers))


@given(st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=2), min_size=1, max_size=5))
def test_od51_tables_of_all_kinds_are_taken(rows: list[list[int]]) -> None:
    expected = sbst.preference_fronts(np.array(rows, dtype=np.float64))
    for values in (
        rows,
        tuple(map(tuple, rows)),
        iter(rows),
        np.array(rows),
        np.array(rows, dtype=np.float32),
        np.asfortranarray(rows),
        np.repeat(np.array(rows), 2, axis=1)[:, ::2],
    ):
        assert sbst.preference_fronts(values) == expected
    costs = [row[0] for row in rows]
    for given_costs in (costs, iter(costs), np.array(costs)):
        assert sbst.select(rows, np.int64(2), given_costs) == sbst.select(
            np.array(rows, dtype=float), 2, np.array(costs, dtype=float)
        )


def test_od51_executions_take_lists_and_arrays() -> None:
    graph = diamond()
    goals = sbst.Goals(graph)
    made = [
        sbst.Execution(graph, decisions={(0, 0): (3, 0)}, entered=iter([(0, 2)])),
        sbst.Execution(
            graph, decisions=cast(Any, {(np.int64(0), np.int64(0)): (3.0, np.float64(0))}), entered=np.array([[0, 2]])
        ),
        sbst.Execution.from_arrays(graph, entered=[2], decided=(0,), to_true=[3], to_false=np.array([0])),
        sbst.Execution.from_arrays(graph, entered=np.array([2]), decided=iter([0]), to_true=iter([3.0]), to_false=[0]),
    ]
    for execution in made:
        assert goals.measure(execution).scalar.tolist() == [0.75, 0.0]


def test_od51_flags_and_joins_take_what_python_has() -> None:
    assert sbst.flag(np.True_) == sbst.flag([1]) == sbst.flag(True)
    assert sbst.all_of(sbst.flag(x) for x in (1, "")) == sbst.flag(False)
    assert sbst.any_of({sbst.flag(True)}) == sbst.flag(True)
    assert sbst.Decision(np.False_, np.float32(2.5)) == sbst.Decision(False, 2.5)
    assert repr(sbst.Decision(False, 1.7976931348623157e308)) == "Decision(False, 1.7976931348623157e+308)"
    assert repr(sbst.flag(True)) == "Decision(True, 1.0)"


def test_od51_a_text_is_one_criterion_and_goals_are_iterated() -> None:
    graph = diamond()
    goals = sbst.Goals(graph, criteria="block")
    assert [goal.criterion for goal in goals] == ["block"] * 3
    assert [goal.block for goal in sbst.Goals(graph, ("block",))] == [0, 1, 2]
    assert list(goals) == [goals[index] for index in range(len(goals))]
    assert (goals[-1], goals[np.int64(1)]) == (goals[2], goals[1])
    with error(
        ValueError, "there is no criterion 'mutation': the criteria are 'branch', 'block', 'statement' and 'method'"
    ):
        sbst.Goals(graph, "mutation")  # type: ignore[arg-type]


RUST = [
    "Vec",
    "PyArray",
    "Option",
    "u32",
    "usize",
    "i64",
    "f64",
    "`",
    "::",
    "tuple of length",
    "HashMap",
    "str>",
    "Some(",
]


def test_od51_messages_have_no_words_of_rust() -> None:
    graph = diamond()
    goals, execution = sbst.Goals(graph), sbst.Execution(graph)
    wrong: list[Any] = [
        "x",
        1.5,
        None,
        object(),
        [[]],
        {1: 2},
        b"a",
        -1,
        np.zeros((2, 2, 2)),
        [None],
        "branch",
        2**200,
        [],
    ]
    calls: list[Callable[[Any], Any]] = [
        lambda x: graph.add(x, exits=[0]),
        lambda x: graph.add([(0, x)], exits=[1]),
        lambda x: graph.add([(0, 1, x)], exits=[1]),
        lambda x: graph.add(cast(Any, [(x,)]), exits=[0]),
        lambda x: graph.add([], exits=x),
        lambda x: graph.add([], exits=[0], statements=x),
        lambda x: graph.add([], exits=[0], block_names=x),
        lambda x: graph.add([], exits=[0], name=x),
        graph.branches,
        lambda x: sbst.Execution(graph, entered=x),
        lambda x: sbst.Execution(graph, entered=[x]),
        lambda x: sbst.Execution(graph, decisions=x),
        lambda x: sbst.Execution(graph, decisions={(0, 0): x}),
        lambda x: sbst.Execution(
            graph, decisions=cast(Any, {x: (0, 1)} if not isinstance(x, list | dict | np.ndarray) else x)
        ),
        lambda x: sbst.Execution(graph, selections=x),
        lambda x: sbst.Execution(graph, progress=x),
        lambda x: sbst.Execution(x),
        lambda x: sbst.Execution.from_arrays(graph, entered=x, decided=[], to_true=[], to_false=[]),
        lambda x: sbst.Execution.from_arrays(graph, entered=[], decided=x, to_true=[], to_false=[]),
        lambda x: sbst.Execution.from_arrays(graph, entered=[], decided=[0], to_true=x, to_false=[0]),
        lambda x: goals.measure(x),
        lambda x: goals.measure_into(execution, x),
        lambda x: goals.explain(x, execution),
        goals.parents,
        lambda x: goals[x],
        lambda x: sbst.Goals(graph, x),
        lambda x: sbst.Goals(x),
        lambda x: sbst.Frontier(x),
        sbst.Frontier.from_parents,
        lambda x: sbst.Frontier(goals).cover(x),
        lambda x: sbst.Archive(x),
        lambda x: sbst.Archive(2).offer(0, x),
        lambda x: sbst.Archive(2).offer(0, [], x),
        lambda x: sbst.Archive(2).get(x),
        lambda x: sbst.dominates(x, x),
        sbst.non_dominated_fronts,
        sbst.crowding_distances,
        lambda x: sbst.preference_fronts([[1.0]], x),
        lambda x: sbst.select([[1.0]], x),
        lambda x: sbst.Decision(x, 1),
        lambda x: sbst.Decision(True, x),
        sbst.not_,
        sbst.all_of,
        sbst.any_of,
        sbst.normalise,
        lambda x: sbst.normalise(1, x),
        lambda x: sbst.Recorder(x),
        lambda x: sbst.Recorder(graph).decide(0, x),
        lambda x: sbst.Recorder(graph).switch(0, x),
        lambda x: sbst.Recorder(graph).decide(x, sbst.flag(True)),
    ]
    for place, call in enumerate(calls):
        for value in wrong:
            try:
                call(value)
            except Exception as raised:  # noqa: BLE001 - all of them are looked at
                assert type(raised) in (TypeError, ValueError, IndexError, OverflowError) or isinstance(
                    raised, sbst.Error
                )
                found = [word for word in RUST if word in str(raised)]
                assert not found, (place, value, raised)
                assert len(str(raised)) < 300


GOOD = """
import numpy as np
import sbst
graph = sbst.FlowGraph()
graph.add([(0, 1, True), (0, 2, False)], exits=(1, 2))
goals = sbst.Goals(graph, "branch")
names: list[str] = [goal.text for goal in goals]
frontier = sbst.Frontier(goals)
frontier.cover(np.array([1]))
frontier.cover({0})
frontier.cover(goals.measure(sbst.Execution(graph)).covered)
sbst.select([[1, 2.5]], 1, costs=(1,))
sbst.crowding_distances(np.array([[1]]))
sbst.dominates([1], np.array([1.0]))
sbst.flag(np.True_)
sbst.flag([1])
sbst.eq(object(), {1: 2})
sbst.contains(iter([1]), object())
sbst.starts_with("a", ("a", "b"))
sbst.all_of(sbst.flag(x) for x in (1, 2))
sbst.Execution.from_arrays(graph, entered=[0], decided=(), to_true=[], to_false=[])
sbst.Archive(2).offer("x", (n for n in (0, 1)), cost=np.array([1.0]))
"""
BAD = """
import sbst
graph = sbst.FlowGraph()
sbst.Goals(graph, "mutation")
sbst.Goals(graph, ["mutation"])
sbst.normalise(1.0, "linear")
sbst.Archive("two")
sbst.dominates("ab", [1.0])
sbst.Frontier([1])
sbst.Recorder(graph).decide(0, True)
graph.add([(0,)], exits=[0])
"""


def test_od51_a_strict_type_checker_agrees_with_the_runtime(tmp_path: Path) -> None:
    for name, text in (("good.py", GOOD), ("bad.py", BAD)):
        (tmp_path / name).write_text(text)
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path / "cache")]
    checked = subprocess.run([*command, str(tmp_path / "good.py")], capture_output=True, text=True, check=False)
    assert (checked.stdout, checked.returncode) == ("", 0)
    exec(compile(GOOD, "good.py", "exec"), {})  # noqa: S102
    checked = subprocess.run([*command, str(tmp_path / "bad.py")], capture_output=True, text=True, check=False)
    lines = {int(line.split(":")[1]) for line in checked.stdout.splitlines() if ": error:" in line}
    calls = BAD.splitlines()
    assert lines == {number for number, line in enumerate(calls, 1) if line.startswith(("sbst.", "graph.add"))}
    for line in calls[3:]:
        with pytest.raises((TypeError, ValueError)):
            exec(f"import sbst\ngraph = sbst.FlowGraph()\n{line}", {})  # noqa: S102


def test_od51_static_methods_have_their_own_help() -> None:
    assert (sbst.Frontier.from_parents.__doc__ or "").startswith("Creates a frontier from the parents")
    stubs = (Path(sbst.__file__).parent / "_sbst.pyi").read_text()
    assert "staticmethod(function)" not in stubs
    assert "Creates a frontier from the parents" in stubs


def test_od47_bools_of_numpy_are_known_by_their_class() -> None:
    class bool_(int):  # noqa: N801
        pass

    goals = sbst.Goals(diamond())
    assert goals[bool_(1)] == goals[1]
    with error(TypeError, "goal|an integer is needed"):
        goals.parents(np.True_)  # type: ignore[arg-type]


def test_od49_negative_zero_costs_as_much_as_zero() -> None:
    archive = sbst.Archive(1)
    assert archive.offer("first", [0], 0.0) == [0]
    for cost in (-0.0, [-0.0], np.array([-0.0])):
        assert archive.offer("later", [0], cost) == []
    assert sbst.select([[1.0], [1.0]], 1, [0.0, -0.0]) == [0]


def test_od49_too_much_is_an_error() -> None:
    graph = sbst.FlowGraph()
    graph.add([], exits=[0], statements={0: 2**32 - 1})
    with error(ValueError, "criteria: the graph has 4294967295 statements"):
        sbst.Goals(graph, "statement")
    with error(OverflowError, "cost: int too large"):
        sbst.Archive(1).offer("x", [0], 10**400)


class Interrupted:
    """What a user interrupts."""

    def __iter__(self) -> Iterator[int]:
        raise KeyboardInterrupt

    items = __float__ = __index__ = __iter__


def failing() -> Iterator[int]:
    yield 0
    raise LookupError("of the program")


def test_od51_exceptions_of_the_program_and_of_the_user_are_raised() -> None:
    graph = diamond()
    archive, wrong = sbst.Archive(1), cast(Any, Interrupted())
    interrupted: list[Callable[[], Any]] = [
        lambda: archive.offer("x", wrong),
        lambda: archive.offer("x", [0], wrong),
        lambda: archive.get(wrong),
        lambda: sbst.Execution(graph, decisions=wrong),
        lambda: sbst.Execution(graph, entered=[wrong]),
        lambda: graph.add(wrong),
        lambda: graph.add([wrong]),
        lambda: sbst.all_of(wrong),
        lambda: sbst.dominates(wrong, [1.0]),
    ]
    for call in interrupted:
        with pytest.raises(KeyboardInterrupt):
            call()
    fails: list[Callable[[], Any]] = [
        lambda: sbst.Execution(graph, entered=[cast(Any, failing())]),
        lambda: graph.add([cast(Any, failing())]),
        lambda: archive.offer("x", failing()),
        lambda: archive.offer("x", [0], failing()),
    ]
    for call in fails:
        with error(LookupError, "of the program"):
            call()
    assert (len(graph), archive.covered) == (1, [])


def test_od51_errors_name_the_argument() -> None:
    graph = diamond()
    goals = sbst.Goals(graph)
    execution = sbst.Execution(graph)
    wrong: list[tuple[str, Callable[[], Any]]] = [
        ("edges", lambda: graph.add([(0, cast(Any, "x"))])),
        ("edges", lambda: graph.add(cast(Any, 3))),
        ("edges", lambda: graph.add([(0, 1, cast(Any, 1.5))])),
        ("exits", lambda: graph.add([], exits=cast(Any, 3))),
        ("statements", lambda: graph.add([], statements=cast(Any, [3]))),
        ("block_names", lambda: graph.add([], block_names={0: cast(Any, 3)})),
        ("entered", lambda: sbst.Execution(graph, entered=cast(Any, [3]))),
        ("decisions", lambda: sbst.Execution(graph, decisions={(0, 0): cast(Any, "x")})),
        ("selections", lambda: sbst.Execution(graph, selections=cast(Any, {(0, 0): 3}))),
        ("progress", lambda: sbst.Execution(graph, progress={(0, 0): cast(Any, "x")})),
        ("criteria", lambda: sbst.Goals(graph, cast(Any, 5))),
        ("criteria", lambda: sbst.Goals(graph, cast(Any, [5]))),
        ("goals", lambda: sbst.Archive(cast(Any, "2"))),
        ("parents", lambda: sbst.Frontier.from_parents(cast(Any, [3]))),
        ("covered", lambda: sbst.Frontier(goals).cover(cast(Any, "x"))),
        ("cost", lambda: sbst.Archive(1).offer("x", [], cast(Any, "x"))),
        ("goal", lambda: goals.parents(cast(Any, "x"))),
        ("function", lambda: graph.block_count(cast(Any, "x"))),
        ("block", lambda: execution.entered(cast(Any, "x"))),
        ("values", lambda: sbst.select(cast(Any, "x"), 1)),
        ("values", lambda: sbst.select(cast(Any, [[None]]), 1)),
        ("values", lambda: sbst.select(np.array([["1", 2]], dtype=object), 1)),
        ("size", lambda: sbst.select([[1.0]], cast(Any, "x"))),
        ("costs", lambda: sbst.select([[1.0]], 1, cast(Any, "x"))),
        (
            "to_true",
            lambda: sbst.Execution.from_arrays(graph, entered=[], decided=[0], to_true=cast(Any, "x"), to_false=[]),
        ),
        ("out", lambda: goals.measure_into(execution, cast(Any, np.zeros(2, dtype=np.float32)))),
        ("out", lambda: goals.measure_into(execution, cast(Any, [0.0, 0.0]))),
    ]
    for argument, call in wrong:
        with error(TypeError, f"^{argument}: "):
            call()
    with error(ValueError, "^out: the array has 3 elements for 2 goals"):
        goals.measure_into(execution, np.zeros(3))
    with error(sbst.DistanceError, "^to_true: element 0 is NaN"):
        sbst.Execution.from_arrays(graph, entered=[], decided=[0], to_true=[np.nan], to_false=[0])
    assert len(graph) == 1


def test_od51_outcomes_of_numpy_are_those_of_python() -> None:
    one, other = sbst.FlowGraph(), sbst.FlowGraph()
    one.add([(0, 1, np.True_), (0, 2, np.False_), (2, 1, np.int64(3)), (2, 3, "default")], exits=[1, 3])
    other.add([(0, 1, True), (0, 2, False), (2, 1, 3), (2, 3, "default")], exits=[1, 3])
    assert one == other
    assert one.branches() == other.branches()
    assert list(reversed(sbst.Goals(one))) == list(sbst.Goals(one))[::-1]


def test_od51_long_values_are_shortened() -> None:
    graph = diamond()
    for call in (
        lambda: sbst.Goals(graph, cast(Any, "x" * 10**5)),
        lambda: sbst.normalise(1, cast(Any, "x" * 10**5)),
        lambda: graph.add([(0, 1, cast(Any, "x" * 10**5))]),
        lambda: sbst.Goals(graph)[10**5000],
    ):
        with pytest.raises((TypeError, ValueError, IndexError)) as raised:
            call()
        assert len(str(raised.value)) < 250
