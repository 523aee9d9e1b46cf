"""What a call costs, beside the same computation in Python: ``python tests/bench.py [--quick]`` prints a table in Markdown.

Results are compared before anything is measured.
"""

from __future__ import annotations

import sys
import timeit
from math import inf
from typing import TYPE_CHECKING

import numpy as np

import sbst

if TYPE_CHECKING:
    from collections.abc import Callable

DEPTH = 4
"""Nested decisions of each function: eight branches, which depend on up to three others."""


def naive_eq(a: int, b: int) -> tuple[bool, float, float]:
    """Returns outcome and distances of ``a == b``."""
    gap = abs(a - b)
    return (True, 0.0, 1.0) if gap == 0 else (False, gap + 1.0, 0.0)


def naive_flag(condition: bool) -> tuple[bool, float, float]:  # noqa: FBT001
    """Returns outcome and distances of a condition."""
    return (True, 0.0, 1.0) if condition else (False, 1.0, 0.0)


def program(functions: int) -> sbst.FlowGraph:
    """Returns functions of nested decisions: block i leads to block i + 1 if it holds."""
    graph = sbst.FlowGraph()
    edges: list[tuple[int, int, bool]] = []
    for block in range(DEPTH):
        edges += [(block, block + 1, True), (block, DEPTH + 1, False)]
    for _ in range(functions):
        graph.add(edges, exits=[DEPTH, DEPTH + 1])
    return graph


def decisions(functions: int) -> dict[tuple[int, int], tuple[float, float]]:
    """Returns two evaluated predicates of each function: the first one held, and the second one did not."""
    found: dict[tuple[int, int], tuple[float, float]] = {}
    for function in range(functions):
        found[function, 0] = (0.0, 1.0)
        found[function, 1] = (float(function % 7 + 1), 0.0)
    return found


def naive_table(functions: int) -> list[list[tuple[tuple[int, int], int, int]]]:
    """Returns, for each branch, the decisions of its chain: place, side, level."""
    table = []
    for function in range(functions):
        for block in range(DEPTH):
            for side in (0, 1):
                chain = [((function, block), side, 0)]
                chain += [((function, block - up), 0, up) for up in range(1, block + 1)]
                table.append(chain)
    return table


def naive_sweep(
    table: list[list[tuple[tuple[int, int], int, int]]], seen: dict[tuple[int, int], tuple[float, float]]
) -> list[float]:
    """Returns level + x / (1 + x) of each branch: the first decision of its chain that was evaluated."""
    found = []
    for chain in table:
        value = inf
        for place, side, level in chain:
            sides = seen.get(place)
            if sides is not None:
                value = level + sides[side] / (1.0 + sides[side])
                break
        found.append(value)
    return found


def cost(job: Callable[[], object], least: float) -> float:
    """Returns the seconds of one call, the least of five measurements."""
    timer = timeit.Timer(job)
    number, taken = timer.autorange()
    repeat = max(1, int(number * least / max(taken, 1e-9)))
    return min(timer.repeat(5, repeat)) / repeat


def shown(seconds: float) -> str:
    """Returns a time with its unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e9:.0f} ns"


def main() -> None:
    """Prints the table."""
    quick = "--quick" in sys.argv
    least = 0.01 if quick else 0.1
    lines = ["| call | sbst | naive Python | ratio |", "|---|---|---|---|"]

    def row(name: str, job: Callable[[], object], naive: Callable[[], object] | None) -> None:
        ours = cost(job, least)
        theirs = None if naive is None else cost(naive, least)
        ratio = "" if theirs is None else f"{theirs / ours:.1f}"
        lines.append(f"| {name} | {shown(ours)} | {'' if theirs is None else shown(theirs)} | {ratio} |")

    for a, b in ((3, 3), (3, 10), (-5, 2**40)):
        decision = sbst.eq(a, b)
        assert (decision.outcome, decision.to_true, decision.to_false) == naive_eq(a, b)
    row("`eq` of two integers", lambda: sbst.eq(3, 10), lambda: naive_eq(3, 10))
    row("`flag`", lambda: sbst.flag(True), lambda: naive_flag(True))  # noqa: FBT003
    row("`eq` of two texts of 20 characters", lambda: sbst.eq("a" * 20, "b" * 20), None)

    graph = program(1)
    recorder, decision = sbst.Recorder(graph), sbst.eq(3, 10)
    row("`Recorder.decide`", lambda: recorder.decide(0, decision), None)

    for functions in (125, 12_500) if not quick else (125,):
        graph, seen = program(functions), decisions(functions)
        goals, table = sbst.Goals(graph), naive_table(functions)
        assert len(goals) == len(table) == 2 * DEPTH * functions
        execution = sbst.Execution(graph, decisions=seen)
        assert goals.measure(execution).scalar.tolist() == naive_sweep(table, seen)
        name = f"{len(goals):,}".replace(",", " ")
        row(
            f"`Goals.measure` of {name} goals, all functions entered",
            lambda: goals.measure(execution),
            lambda: naive_sweep(table, seen),
        )
        one = {place: sides for place, sides in seen.items() if place[0] == 0}
        few = sbst.Execution(graph, decisions=one)
        row(
            f"`Goals.measure` of {name} goals, one function entered",
            lambda: goals.measure(few),
            lambda: naive_sweep(table, one),
        )
        if functions == 125:  # noqa: PLR2004
            places = list(seen)
            blocks = np.array([graph.block_ids(function).start + block for function, block in places], dtype=np.uint32)
            to_true = np.array([seen[place][0] for place in places])
            to_false = np.array([seen[place][1] for place in places])
            entered = np.array([], dtype=np.uint32)
            row(
                "`Execution.from_arrays` of 250 decisions",
                lambda: sbst.Execution.from_arrays(
                    graph, entered=entered, decided=blocks, to_true=to_true, to_false=to_false
                ),
                None,
            )
            row("`Execution` of a dictionary of 250 decisions", lambda: sbst.Execution(graph, decisions=seen), None)
            edges: list[tuple[int, int, bool]] = []
            for block in range(1_000):
                edges += [(block, block + 1, True), (block, 1_000, False)]
            row(
                "`FlowGraph.add` of 1 000 blocks, with control dependence",
                lambda: sbst.FlowGraph().add(edges, exits=[1_000]),
                None,
            )
    print("\n".join(lines))


if __name__ == "__main__":
    main()
