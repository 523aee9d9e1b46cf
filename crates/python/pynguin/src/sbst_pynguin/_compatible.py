"""Distances as Pynguin computes them, of all goals at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pynguin.instrumentation.controlflow import BasicBlockNode

from sbst import pynguin as compatible

from ._measured import Values

if TYPE_CHECKING:
    from pynguin.instrumentation.tracer import ExecutionTrace, SubjectProperties


class CompatibleTable:
    """The control dependences of a module, in the form in which Pynguin reads them."""

    def __init__(self, properties: SubjectProperties) -> None:
        code_objects = []
        nodes: dict[int, dict[object, int]] = {}
        for number, meta in properties.existing_code_objects.items():
            index = {node: i for i, node in enumerate(meta.cdg.graph.nodes)}
            nodes[number] = index
            edges = [(index[source], index[target]) for source, target in meta.cdg.graph.edges]
            code_objects.append((number, meta.cfg.diameter, len(index), edges))
        predicates = []
        for number, predicate in properties.existing_predicates.items():
            assert isinstance(predicate.node, BasicBlockNode)
            # A node that is left out of the coverage is not in the graph, and on no path.
            node = nodes[predicate.code_object_id].get(predicate.node)
            predicates.append((number, predicate.code_object_id, node))
        self.branchless = list(properties.branch_less_code_objects)
        branchless = set(self.branchless)
        lines = []
        for number, line in properties.existing_lines.items():
            try:
                at_root, branches = properties.get_line_control_dependencies(number)
            except (ValueError, TypeError, AttributeError):
                at_root, branches = True, ()
            owner = line.code_object_id
            known = owner in properties.existing_code_objects
            diameter = properties.existing_code_objects[owner].cfg.diameter if known else 0
            not_entered = 2 if owner in branchless else diameter + 1
            lines.append((owner, not_entered, at_root and known, list(branches) if known else []))
        self.distances = compatible.Distances(code_objects, predicates, lines)
        self.branches = {number: 2 * i for i, number in enumerate(properties.existing_predicates)}
        offset = 2 * len(self.branches)
        self.code_objects = {number: offset + i for i, number in enumerate(properties.existing_code_objects)}
        offset += len(self.code_objects)
        self.lines = {number: offset + i for i, number in enumerate(properties.existing_lines)}

    def measure(self, trace: ExecutionTrace) -> Values | None:
        """Returns Pynguin's values of all goals."""
        observation = self.observe(trace)
        return None if observation is None else Values(*self.distances.measure(observation))

    def observe(self, trace: ExecutionTrace) -> compatible.Observation | None:
        """Reads an execution."""
        return self.distances.observe(
            list(trace.executed_code_objects),
            trace.executed_predicates,
            trace.true_distances,
            trace.false_distances,
        )
