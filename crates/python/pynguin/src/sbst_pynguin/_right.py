"""Distances as sbst defines them, of all goals at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np
from pynguin.instrumentation.controlflow import EDGE_DATA_BRANCH_VALUE, ArtificialNode

import sbst

from ._measured import Values

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pynguin.instrumentation.controlflow import CFG, ProgramNode
    from pynguin.instrumentation.tracer import ExecutionTrace, SubjectProperties


Outcome: TypeAlias = bool | Literal["exception"] | None


class RightTable:
    """The flow graph of a module, with a function for each code object.

    - A branch has the approach level over control dependences, and the distance of the side that is needed. Pynguin adds
      the distances of both sides, and loses a dependence where two branches lead to the same block.
    - A function that was not entered is one call away from its first decision. In Pynguin its size decides.
    """

    def __init__(self, properties: SubjectProperties) -> None:
        self._graph = sbst.FlowGraph()
        self._entries: dict[int, int] = {}
        self._blocks: dict[int, int] = {}
        numbers: dict[int, dict[ProgramNode, int]] = {}
        functions: dict[int, int] = {}
        for number, meta in properties.existing_code_objects.items():
            function, numbers[number] = _add(self._graph, meta.cfg, meta.code_object.co_name)
            functions[function] = number
            self._entries[number] = self._graph.block_ids(function).start
        predicates: dict[tuple[int, int], int] = {}
        for number, predicate in properties.existing_predicates.items():
            block = numbers[predicate.code_object_id].get(predicate.node)
            if predicate.is_auxiliary is True or block is None:
                continue
            self._blocks[number] = self._entries[predicate.code_object_id] + block
            predicates[predicate.code_object_id, block] = number
        self._goals = sbst.Goals(self._graph, criteria=("branch", "method"))
        self.branches: dict[int, int] = {}
        self.code_objects: dict[int, int] = {}
        self._place(functions, predicates)
        self._above = self._dominators(functions)
        offset = len(self._goals)
        self.lines = {number: offset + i for i, number in enumerate(properties.existing_lines)}
        self._lines = [self._dependences(properties, number) for number in properties.existing_lines]

    def measure(self, trace: ExecutionTrace) -> Values:
        """Returns the values of all goals."""
        decided = [number for number in trace.executed_predicates if number in self._blocks]
        blocks = np.array([self._blocks[number] for number in decided], dtype=np.uint32)
        entered = [self._entries[number] for number in trace.executed_code_objects if number in self._entries]
        for number in decided:
            entered.extend(self._above[number])
        execution = sbst.Execution.from_arrays(
            self._graph,
            entered=np.array(entered, dtype=np.uint32),
            decided=blocks,
            to_true=_distances(decided, trace.true_distances),
            to_false=_distances(decided, trace.false_distances),
        )
        fitness = self._goals.measure(execution)
        levels, distances, scalars = fitness.approach_level, fitness.branch_distance, fitness.scalar
        if not self._lines:
            return Values(levels, distances, scalars)
        pairs = [self._line(trace, at, levels, distances) for at in self._lines]
        line_levels = np.array([level for level, _ in pairs], dtype=np.uint32)
        line_distances = np.array([distance for _, distance in pairs])
        normalised = np.array([sbst.normalise(distance) for distance in line_distances])
        return Values(
            np.concatenate([levels, line_levels]),
            np.concatenate([distances, line_distances]),
            np.concatenate([scalars, line_levels + normalised]),
        )

    def _place(self, functions: dict[int, int], predicates: dict[tuple[int, int], int]) -> None:
        """Finds the positions of Pynguin's goals among those of sbst."""
        sides: dict[tuple[int, bool], int] = {}
        for index in range(len(self._goals)):
            goal = self._goals[index]
            code_object = functions[goal.function]
            if goal.criterion == "method":
                self.code_objects[code_object] = index
            elif goal.outcome is not None:
                number = predicates.get((code_object, goal.block))
                if number is not None:
                    sides[number, goal.outcome] = index
        for number in self._blocks:
            true = sides.get((number, True))
            if true is not None and sides.get((number, False)) == true + 1:
                self.branches[number] = true

    def _dominators(self, functions: dict[int, int]) -> dict[int, list[int]]:
        """Returns, for each predicate, its block and the blocks that were entered before it."""
        above: dict[int, list[int]] = {}
        parents: dict[int, int] = {}
        for function in functions:
            ids = self._graph.block_ids(function)
            for block, parent in enumerate(self._graph.immediate_dominators(function)):
                if parent is not None and parent != block:
                    parents[ids.start + block] = ids.start + parent
        for number, block in self._blocks.items():
            way = [block]
            while way[-1] in parents:
                way.append(parents[way[-1]])
            above[number] = way
        return above

    def _dependences(self, properties: SubjectProperties, line: int) -> tuple[int, bool, list[int]]:
        """Returns the code object of a line, whether the line depends on its entry, and the branches it depends on."""
        at_root, branches = properties.get_line_control_dependencies(line)
        positions = [self.branches[number] + (not value) for number, value in branches if number in self.branches]
        return properties.existing_lines[line].code_object_id, at_root or not positions, positions

    def _line(
        self,
        trace: ExecutionTrace,
        line: tuple[int, bool, list[int]],
        levels: NDArray[np.uint32],
        distances: NDArray[np.float64],
    ) -> tuple[int, float]:
        """Returns the value of a line that is not covered: one level from the nearest branch that leads there."""
        code_object, at_root, positions = line
        pairs = [(int(levels[at]) + 1, float(distances[at])) for at in positions]
        if at_root:
            pairs.append((1, 0.0) if code_object in trace.executed_code_objects else (1, float("inf")))
        return min(pairs)


def _distances(predicates: list[int], distances: dict[int, float]) -> NDArray[np.float64]:
    return np.array([distances.get(number, np.inf) for number in predicates], dtype=np.float64)


def _add(graph: sbst.FlowGraph, cfg: CFG, name: str) -> tuple[int, dict[ProgramNode, int]]:
    """Adds a code object to the flow graph, and returns its number and the numbers of its blocks.

    Pynguin lets a function leave at each ``yield``, which would make everything after it depend on that ``yield``. Here
    only blocks leave that lead nowhere else.
    """
    leaving = ArtificialNode.EXIT
    nodes = [ArtificialNode.ENTRY, *(n for n in cfg.graph.nodes if n is not ArtificialNode.ENTRY and n is not leaving)]
    number = {node: index for index, node in enumerate(nodes)}
    edges: list[tuple[int, int, Outcome]] = []
    exits = []
    for node in nodes:
        followers = [
            (target, label) for _, target, label in cfg.graph.out_edges(node, data=True) if target is not leaving
        ]
        if not followers:
            exits.append(number[node])
        labels = [label.get(EDGE_DATA_BRANCH_VALUE) for _, label in followers]
        for position, (target, _) in enumerate(followers):
            outcome: Outcome = labels[position]
            if outcome is None and position > 0:
                outcome = "exception"
            edges.append((number[node], number[target], outcome))
            if outcome is not None and len(followers) == 1:
                # Both branches lead to this block, and the graph has kept one of them.
                edges.append((number[node], number[target], not outcome))
    edges.sort(key=lambda edge: (edge[0], edge[2] is False))
    return graph.add(edges, exits=exits, name=name, keep_unreachable=True), number
