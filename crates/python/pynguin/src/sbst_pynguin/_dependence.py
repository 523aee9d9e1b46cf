"""The part ``dependence``: control-dependence graphs from the post-dominators of sbst."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pynguin.instrumentation.controlflow import ArtificialNode, ControlDependenceGraph, ProgramGraph

import sbst

if TYPE_CHECKING:
    from collections.abc import Callable

    from networkx import DiGraph
    from pynguin.instrumentation.controlflow import CFG, ProgramNode

    from ._patches import Patches


def patch(patches: Patches) -> None:
    """Replaces the computation of control-dependence graphs.

    The graph is the same in both modes. Where Pynguin's graph has lost a label, the right mode of the part ``distance``
    does not use it.
    """
    former: Callable[[CFG], ControlDependenceGraph]

    def compute(cfg: CFG) -> ControlDependenceGraph:
        augmented = _augmented(cfg)
        parents = _post_dominators(augmented)
        # A block from which the exit cannot be reached: Pynguin's own answer, which is an exception.
        return former(cfg) if parents is None else _dependences(augmented, parents)

    former = patches.set(ControlDependenceGraph, "compute", staticmethod(compute))


def _augmented(cfg: CFG) -> DiGraph[ProgramNode]:
    """Returns the flow graph with the artificial node on which everything depends that depends on no branch."""
    graph: DiGraph[ProgramNode] = cfg.graph.copy()
    graph.add_node(ArtificialNode.AUGMENTED_ENTRY)
    graph.add_edge(ArtificialNode.AUGMENTED_ENTRY, ArtificialNode.ENTRY)
    graph.add_edge(ArtificialNode.AUGMENTED_ENTRY, ArtificialNode.EXIT)
    return graph


def _post_dominators(graph: DiGraph[ProgramNode]) -> dict[ProgramNode, ProgramNode | None] | None:
    """Returns the immediate post-dominator of each node, or ``None`` if some node cannot reach the exit."""
    # Block 0 of sbst is the entry.
    nodes = sorted(graph.nodes, key=lambda node: node is not ArtificialNode.AUGMENTED_ENTRY)
    number = {node: index for index, node in enumerate(nodes)}
    flow = sbst.FlowGraph()
    edges = [(number[source], number[target]) for source, target in graph.edges]
    flow.add(edges, exits=[number[ArtificialNode.EXIT]], keep_unreachable=True)
    parents = flow.immediate_post_dominators()
    found: dict[ProgramNode, ProgramNode | None] = {}
    for node, parent in zip(nodes, parents, strict=True):
        if parent is None and node is not ArtificialNode.EXIT:
            return None
        found[node] = None if parent is None else nodes[parent]
    return found


def _dependences(graph: DiGraph[ProgramNode], parents: dict[ProgramNode, ProgramNode | None]) -> ControlDependenceGraph:
    """Returns the control dependences of the augmented graph, without the artificial entry and exit.

    Because of an edge from s to t, every node on the way up from t to the immediate post-dominator of s, without the
    latter, depends on s (Ferrante, Ottenstein and Warren 1987). If s post-dominates t, the way ends at s, which then
    depends on itself. Nodes and edges are added in Pynguin's order: it iterates over sets of them where it draws random
    numbers, so that another order would change the tests.
    """
    dependences = ControlDependenceGraph()
    for node in ProgramGraph(graph).nodes:
        dependences.add_node(node)
    for source, target, label in graph.edges(data=True):
        end = parents[source]
        way = []
        node = target
        while node is not end and node is not source:
            way.append(node)
            above = parents[node]
            assert above is not None, "the exit is above all nodes"
            node = above
        if node is source:
            way.insert(0, source)
        for dependent in way:
            dependences.add_edge(source, dependent, **label)
    dependences.graph.remove_node(ArtificialNode.ENTRY)
    dependences.graph.remove_node(ArtificialNode.EXIT)
    return dependences
