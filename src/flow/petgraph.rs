//! Conversion from and to petgraph.

use super::{FlowBuilder, FlowGraph, Outcome};
use crate::id::{Block, Function};
use alloc::vec;
use alloc::vec::Vec;
use petgraph::graph::DiGraph;
use petgraph::visit::{EdgeRef, IntoEdges, IntoNodeIdentifiers, NodeIndexable};

/// Reads one function from a directed graph that implements petgraph's traits. Returns a builder,
/// and the block number of each node by petgraph's index of the node (`None` for an index without a
/// node).
///
/// You can pass the builder to [`FlowGraph::add`], after adding what petgraph has no place for:
/// statements, arms, names.
///
/// - `entry` becomes block 0; the other nodes follow in the order of the graph. If `entry` is not a
///   node, the builder is empty.
/// - `name` returns the outcome of each edge; a plain jump is [`Outcome::Next`]. Exception edges
///   keep the numbers that `name` gives them. Edges of a multi-way selection have single values
///   ([`Outcome::Case`]).
/// - `leaves` returns `true` if a node may leave the function. A node without edges leaves the
///   function in any case.
///
/// ```
/// use petgraph::graph::DiGraph;
/// use petgraph::visit::EdgeRef;
/// use sbst::flow::{FlowGraph, Outcome, from_petgraph};
///
/// let mut cfg = DiGraph::<&str, bool>::new();
/// let [done, test, work] = ["done", "test", "work"].map(|name| cfg.add_node(name));
/// cfg.extend_with_edges([
///     (test, work, true),
///     (test, done, false),
///     (work, test, true),
/// ]);
///
/// let name = |edge: petgraph::graph::EdgeReference<'_, bool>| match (
///     edge.source() == test,
///     edge.weight(),
/// ) {
///     (false, _) => Outcome::Next,
///     (true, true) => Outcome::True,
///     (true, false) => Outcome::False,
/// };
/// let (body, blocks) = from_petgraph(&cfg, test, name, |_| false);
/// let block = blocks[work.index()].expect("every node has one");
/// // Petgraph has no place for statements.
/// let graph = FlowGraph::of(&body.statements(block, 4))?;
/// assert_eq!(blocks[test.index()], Some(0));
/// assert_eq!(graph.all_branches().len(), 2);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn from_petgraph<G>(
    graph: G,
    entry: G::NodeId,
    mut name: impl FnMut(G::EdgeRef) -> Outcome,
    mut leaves: impl FnMut(G::NodeId) -> bool,
) -> (FlowBuilder, Vec<Option<u32>>)
where
    G: IntoNodeIdentifiers + IntoEdges + NodeIndexable,
    G::NodeId: PartialEq,
{
    let others = graph.node_identifiers().filter(|&node| node != entry);
    let nodes: Vec<_> =
        graph.node_identifiers().filter(|&node| node == entry).chain(others).collect();
    let mut blocks = vec![None; graph.node_bound()];
    for (number, &node) in (0..).zip(&nodes) {
        blocks[graph.to_index(node)] = Some(number);
    }
    let mut body = FlowBuilder::new();
    if nodes.first() != Some(&entry) {
        return (body, blocks);
    }
    for (number, &node) in (0..).zip(&nodes) {
        let mut leads_on = false;
        for edge in graph.edges(node) {
            if let Some(target) = blocks[graph.to_index(edge.target())] {
                body = body.edge(number, name(edge), target);
                leads_on = true;
            }
        }
        if !leads_on || leaves(node) {
            body = body.exit(number);
        }
    }
    (body, blocks)
}

impl FlowGraph {
    /// Returns one function as a petgraph graph. Node i is block i of the function; edges carry
    /// their outcomes.
    ///
    /// Virtual edges are left out. The result is empty for a function of another graph.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
    /// let cfg = graph.to_petgraph(sbst::id::Function::new(0));
    /// assert_eq!((cfg.node_count(), cfg.edge_count()), (3, 3));
    /// assert!(petgraph::algo::is_cyclic_directed(&cfg));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub fn to_petgraph(&self, function: Function) -> DiGraph<Block, Outcome> {
        let blocks = self.block_range(function);
        let mut graph = DiGraph::with_capacity(blocks.len(), 2 * blocks.len());
        let nodes: Vec<_> = blocks.clone().map(|block| graph.add_node(Block::new(block))).collect();
        for (&node, block) in nodes.iter().zip(blocks.clone()) {
            for (outcome, target) in self.successors(Block::new(block)) {
                graph.add_edge(node, nodes[target.index() - blocks.start as usize], outcome);
            }
        }
        graph
    }
}
