//! Strategies for control-flow graphs.

use super::Sizes;
use crate::flow::{FlowBuilder, FlowGraph, Outcome};
use alloc::vec;
use alloc::vec::Vec;
use core::ops::RangeInclusive;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;

/// End of a block. Targets are taken modulo the number of blocks, so that shrinking may leave out
/// any block.
#[derive(Clone, Debug)]
enum End {
    Stop,
    Jump(u16),
    TwoWay(u16, u16),
    /// A predicate whose `true` side has an edge, and whose `false` side leaves the function.
    OneSide(u16),
    ManyWay(Selection),
    /// The block only has edges for exceptions.
    Throws,
}

/// Targets of a selection: of keys, of arms, and of the default if there is one.
#[derive(Clone, Debug)]
struct Selection {
    cases: Vec<u16>,
    arms: Vec<u16>,
    default: Option<u16>,
}

/// A block before the number of blocks is known.
#[derive(Clone, Debug)]
struct Sketch {
    end: End,
    statements: u32,
    leaves: bool,
    /// Targets of the handlers of exceptions.
    caught: Vec<u16>,
}

/// A block with its edges, whose targets are numbers of blocks.
struct Node {
    statements: u32,
    leaves: bool,
    edges: Vec<(Edge, usize)>,
}

/// Name of an edge.
enum Edge {
    Named(Outcome),
    Arm(Vec<RangeInclusive<i128>>),
    Exception,
}

/// Generates functions of 1 to `max_blocks` blocks, all of which can be reached.
///
/// Blocks end in jumps, predicates with one or two sides, selections with keys and arms, with or
/// without a default, exceptions in addition to any of these, and exits. Loops, endless loops,
/// irreducible regions and parallel edges occur. Shrinks towards fewer blocks that return.
///
/// ```
/// use proptest::prelude::*;
/// use sbst::conformance::bodies;
/// use sbst::flow::FlowGraph;
///
/// proptest!(|(body in bodies(8))| {
///     let graph = FlowGraph::of(&body)?;
///     prop_assert!(graph.all_blocks().all(|block| graph.is_reachable(block)));
/// });
/// ```
pub fn bodies(max_blocks: usize) -> impl Strategy<Value = FlowBuilder> + Clone {
    vec_of(sketches(), 1..=max_blocks.max(1)).prop_map(|sketches| {
        let nodes: Vec<Node> = sketches.iter().map(|sketch| node(sketch, sketches.len())).collect();
        body(&nodes)
    })
}

/// Generates blocks with targets that fit any number of blocks.
fn sketches() -> impl Strategy<Value = Sketch> + Clone {
    let to = any::<u16>;
    let selection = (vec_of(to(), 0..4), vec_of(to(), 0..3), proptest::option::weighted(0.7, to()));
    let end = prop_oneof![
        2 => Just(End::Stop),
        4 => to().prop_map(End::Jump),
        7 => (to(), to()).prop_map(|(then, or_else)| End::TwoWay(then, or_else)),
        1 => to().prop_map(End::OneSide),
        3 => selection.prop_map(|(cases, arms, default)| End::ManyWay(Selection { cases, arms, default })),
        1 => Just(End::Throws),
    ];
    let caught = prop_oneof![4 => Just(Vec::new()), 1 => vec_of(to(), 1..3)];
    (end, 0..4_u32, proptest::bool::weighted(0.1), caught)
        .prop_map(|(end, statements, leaves, caught)| Sketch { end, statements, leaves, caught })
}

/// Returns a block of a function with this number of blocks.
fn node(sketch: &Sketch, blocks: usize) -> Node {
    let named = |outcome, to: u16| (Edge::Named(outcome), usize::from(to) % blocks);
    let mut leaves = sketch.leaves;
    let mut edges = match &sketch.end {
        End::Stop | End::Throws => Vec::new(),
        End::Jump(to) => vec![named(Outcome::Next, *to)],
        End::TwoWay(then, or_else) => {
            vec![named(Outcome::True, *then), named(Outcome::False, *or_else)]
        }
        End::OneSide(then) => {
            leaves = true;
            vec![named(Outcome::True, *then)]
        }
        End::ManyWay(Selection { cases, arms, default }) => {
            // Keys 0, 5 and -5; arms 1 to 2 and 101, 11 to 12 and 111. No value occurs twice.
            let keys = [0, 5, -5].into_iter().map(Outcome::Case);
            let mut edges: Vec<_> = keys.zip(cases).map(|(key, &to)| named(key, to)).collect();
            edges.extend((0..).zip(arms).map(|(arm, &to)| {
                let first = 10 * arm + 1;
                (
                    Edge::Arm(vec![first..=first + 1, first + 100..=first + 100]),
                    usize::from(to) % blocks,
                )
            }));
            edges.extend(default.map(|to| named(Outcome::Default, to)));
            edges
        }
    };
    edges.extend(sketch.caught.iter().map(|&to| (Edge::Exception, usize::from(to) % blocks)));
    leaves |= edges.is_empty();
    Node { statements: sketch.statements, leaves, edges }
}

/// Returns the function that consists of the blocks that can be reached, renumbered in the same
/// order.
fn body(nodes: &[Node]) -> FlowBuilder {
    // The graph refuses blocks that cannot be reached, so these are left out.
    let mut is_reached = vec![false; nodes.len()];
    let mut waiting = vec![0];
    while let Some(block) = waiting.pop() {
        if !core::mem::replace(&mut is_reached[block], true) {
            waiting.extend(nodes[block].edges.iter().map(|&(_, to)| to));
        }
    }
    let mut next = 0;
    let mut number = |&reached: &bool| {
        next += u32::from(reached);
        next.saturating_sub(1)
    };
    let numbers: Vec<u32> = is_reached.iter().map(&mut number).collect();
    let reached = nodes.iter().zip(&numbers).zip(&is_reached).filter(|&(_, &reached)| reached);
    reached.fold(FlowBuilder::new(), |body, ((node, &number), _)| {
        let body = body.statements(number, node.statements);
        let body = node.edges.iter().fold(body, |body, (edge, to)| match edge {
            Edge::Named(outcome) => body.edge(number, *outcome, numbers[*to]),
            Edge::Arm(values) => body.arm(number, values.iter().cloned(), numbers[*to]),
            Edge::Exception => body.exception(number, numbers[*to]),
        });
        if node.leaves { body.exit(number) } else { body }
    })
}

/// Generates graphs of 1 to `sizes.functions` functions, each of 1 to `sizes.blocks` blocks
/// ([`bodies`]).
///
/// ```
/// use proptest::prelude::*;
/// use sbst::conformance::{Sizes, graphs};
///
/// proptest!(|(graph in graphs(Sizes { functions: 3, ..Sizes::default() }))| {
///     prop_assert!((1..=3).contains(&graph.functions().len()));
/// });
/// ```
pub fn graphs(sizes: Sizes) -> impl Strategy<Value = FlowGraph> + Clone {
    let graph = |bodies: Vec<FlowBuilder>| {
        let mut graph = FlowGraph::new();
        bodies.iter().try_for_each(|body| graph.add(body).map(|_| ())).ok().map(|()| graph)
    };
    vec_of(bodies(sizes.blocks), 1..=sizes.functions.max(1))
        .prop_filter_map("a body that does not fit", graph)
}
