"""Keys of switches: integers of any size."""

from __future__ import annotations

import pytest
import sbst

ENDS = [-(2**127), -(2**63), 0, 2**63 - 1, 2**64 - 1, 2**127 - 1]


def switch_of(cases: list[int]) -> sbst.FlowGraph:
    """Returns a function that selects among cases: block n + 1 for case n, the last one by default."""
    graph = sbst.FlowGraph()
    last = len(cases) + 1
    edges = [(0, number, case) for number, case in enumerate(cases, 1)]
    graph.add([*edges, (0, last, "default")], exits=range(1, last + 1))
    return graph


def entered(execution: sbst.Execution, blocks: int) -> list[int]:
    return [block for block in range(1, blocks) if execution.entered(block)]


@pytest.mark.parametrize("cases", [[7], [2**63 - 1], [-(2**63), 2**64], ENDS, [2**127 - 1, 2**127 - 2, -(2**127)]])
def test_od83_the_block_of_the_key_is_entered(cases: list[int]) -> None:
    graph, last = switch_of(cases), len(cases) + 1
    goals = sbst.Goals(graph)
    near = {end + by for end in [*ENDS, *cases, 2**200, -(2**200)] for by in (-1, 0, 1)}
    for key in [*sorted(near), True]:
        recorder = sbst.Recorder(graph, check_paths=True)
        with recorder.call() as call:
            assert call.switch(0, key) is key
            taken = cases.index(key) + 1 if key in cases else last
            call.end(taken)
        recorder.check()
        assert entered(recorder.execution(), last + 1) == [taken], key
        # An execution that is made of the values covers the branch, and says how far the others are.
        given = goals.measure(sbst.Execution(graph, selections={(0, 0): [key]}, entered=[(0, taken)]))
        details = [goals[index].detail for index in range(len(goals))]
        wanted = "default" if taken == last else f"case {int(key)}"
        assert [detail for detail, covered in zip(details, given.covered.tolist()) if covered] == [wanted]
        for index in range(len(cases)):
            gap = abs(key - int(str(details[index]).removeprefix("case ")))
            distance = given.branch_distance.tolist()[index]
            is_beyond = not -(2**127) <= key < 2**127
            assert distance == (float(gap + 1) if gap else 0.0) or (is_beyond and 0 < distance < float("inf"))


def test_od83_a_wrong_block_is_misuse() -> None:
    recorder = sbst.Recorder(switch_of([2**63 - 1]), check_paths=True)
    with recorder.call() as call:
        call.switch(0, 2**64 - 1)
        call.end(1)
    with pytest.raises(sbst.MisuseError):
        recorder.check()


def test_od83_cases_of_more_than_128_bits_are_refused() -> None:
    with pytest.raises(OverflowError, match="128 bits"):
        switch_of([2**127])
    with pytest.raises(TypeError):
        sbst.Recorder(switch_of([1])).switch(0, 1.5)  # type: ignore[type-var]
