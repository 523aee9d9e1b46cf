"""Flow graphs from graphs of networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._sbst import FlowGraph

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable


def from_networkx(
    graph: Any,
    *,
    entry: Hashable,
    exits: Iterable[Hashable] | None = None,
    outcome: str = "branch_value",
    name: str | None = None,
) -> tuple[FlowGraph, list[Any]]:
    """Returns a flow graph of one function, and the node of each block.

    ``graph`` is a ``DiGraph``, or a ``MultiDiGraph`` if several branches may lead to one block. The entry becomes block 0;
    the other nodes follow in the order of the graph. ``outcome`` names the attribute of an edge that has its outcome.
    Nodes without successors are exits unless ``exits`` names others. Nodes that cannot be reached from the entry stay in
    the graph, and depend on nothing.

    Raises ``KeyError`` for an entry or an exit that is not in the graph, and ``GraphError`` as ``FlowGraph.add`` does.
    """
    nodes = [entry, *(node for node in graph.nodes if node != entry)]
    if entry not in graph:
        raise KeyError(entry)
    number = {node: index for index, node in enumerate(nodes)}
    edges = [(number[source], number[target], data.get(outcome)) for source, target, data in graph.edges(data=True)]
    if exits is None:
        leaving = [number[node] for node in nodes if graph.out_degree(node) == 0]
    else:
        leaving = [number[node] for node in exits]
    flow = FlowGraph()
    names = {index: str(node) for index, node in enumerate(nodes)}
    flow.add(edges, exits=leaving, name=name, block_names=names, keep_unreachable=True)
    return flow, nodes
