"""Definitions of the field, written slowly, and graphs with executions on which they are compared.

Sources: control dependence of Ferrante, Ottenstein and Warren (1987); approach level and branch distance of Wegener, Baresel
and Sthamer (2001), as pairs.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from hypothesis import assume
from hypothesis import strategies as st

import sbst

Branch = tuple[int, int, bool]


@dataclass
class Function:
    """A function: what each block does at its end. ``()`` leaves, ``(a,)`` jumps, ``(a, b)`` branches to a if it holds."""

    ends: list[tuple[int, ...]]

    def edges(self) -> list[tuple[int, int, bool | None]]:
        found: list[tuple[int, int, bool | None]] = []
        for block, targets in enumerate(self.ends):
            if len(targets) == 1:
                found.append((block, targets[0], None))
            if len(targets) == 2:
                found += [(block, targets[0], True), (block, targets[1], False)]
        return found

    def exits(self) -> list[int]:
        return [block for block, targets in enumerate(self.ends) if not targets]

    def branches(self) -> list[Branch]:
        return [(source, target, outcome) for source, target, outcome in self.edges() if outcome is not None]

    def reaches_exit(self, start: int, without: int | None = None) -> bool:
        """Says whether a path leads from a block to an exit, without one of the blocks."""
        seen: set[int] = set()
        work = [start]
        while work:
            block = work.pop()
            if block == without or block in seen:
                continue
            seen.add(block)
            if not self.ends[block]:
                return True
            work += self.ends[block]
        return False

    def reachable(self) -> set[int]:
        seen: set[int] = set()
        work = [0]
        while work:
            block = work.pop()
            if block not in seen:
                seen.add(block)
                work += self.ends[block]
        return seen

    def post_dominates(self, above: int, block: int) -> bool:
        """Says whether every path from a block to an exit contains another one."""
        return above == block or not self.reaches_exit(block, without=above)

    def dependences(self) -> set[tuple[int, int, bool]]:
        """Returns (block, source, outcome) for each block and each branch on which it depends."""
        reachable = self.reachable()
        return {
            (block, source, outcome)
            for source, target, outcome in self.branches()
            if source in reachable
            for block in reachable
            if self.post_dominates(block, target) and (block == source or not self.post_dominates(block, source))
        }

    def graph(self) -> sbst.FlowGraph:
        graph = sbst.FlowGraph()
        graph.add(self.edges(), exits=self.exits(), name="f", keep_unreachable=True)
        return graph


@st.composite
def functions(draw: st.DrawFn) -> Function:
    """Functions of which every block can leave."""
    count = draw(st.integers(2, 9))
    block = st.integers(0, count - 1)
    end = st.one_of(st.just(()), st.tuples(block), st.tuples(block, block))
    function = Function([*draw(st.lists(end, min_size=count - 1, max_size=count - 1)), ()])
    assume(all(function.reaches_exit(start) for start in range(count)))
    return function


@dataclass
class Walk:
    """An execution: the entered blocks, and the least distances of the predicates."""

    entered: set[int]
    decisions: dict[int, tuple[float, float]]

    def execution(self, graph: sbst.FlowGraph) -> sbst.Execution:
        return sbst.Execution(
            graph,
            entered=[(0, block) for block in self.entered],
            decisions={(0, block): sides for block, sides in self.decisions.items()},
        )


@st.composite
def walks(draw: st.DrawFn, function: Function) -> Walk:
    """Executions of a function; some never enter it, some are cut off in an endless loop."""
    walk = Walk(set(), {})
    if draw(st.integers(0, 9)) == 0:
        return walk
    block = 0
    for _ in range(20):
        walk.entered.add(block)
        targets = function.ends[block]
        if not targets:
            break
        if len(targets) == 1:
            block = targets[0]
            continue
        holds = draw(st.booleans())
        other = draw(st.sampled_from([0.5, 1.0, 3.0, 1e300, inf]))
        sides = (0.0, other) if holds else (other, 0.0)
        known = walk.decisions.get(block, (inf, inf))
        walk.decisions[block] = (min(known[0], sides[0]), min(known[1], sides[1]))
        block = targets[0] if holds else targets[1]
    else:
        walk.entered.add(block)
        if len(function.ends[block]) == 2:
            walk.decisions.setdefault(block, (0.0, inf))
    return walk


def values(function: Function, walk: Walk) -> dict[Branch, tuple[int, float]]:
    """Returns the pair of each branch that can be reached: the least one over all chains of control dependences."""
    reachable = function.reachable()
    dependences = function.dependences()
    blocks: dict[int, tuple[float, float]] = {}
    for block in reachable:
        if block in walk.entered:
            blocks[block] = (0, 0.0)
        elif not any(dependent == block for dependent, _, _ in dependences) or function.post_dominates(block, 0):
            # It runs whenever the function is entered.
            blocks[block] = (0, inf) if not walk.entered else (0, 0.0)
        else:
            blocks[block] = (inf, inf)

    def of_branch(source: int, outcome: bool) -> tuple[float, float]:
        if source in walk.decisions:
            return 0, walk.decisions[source][0 if outcome else 1]
        level, distance = blocks[source]
        return level + 1, distance

    for _ in function.ends:
        for block, source, outcome in dependences:
            if block not in walk.entered:
                blocks[block] = min(blocks[block], of_branch(source, outcome))
    found = {}
    for source, target, outcome in function.branches():
        if source in reachable:
            level, distance = of_branch(source, outcome)
            found[source, target, outcome] = (int(level), distance)
    return found
