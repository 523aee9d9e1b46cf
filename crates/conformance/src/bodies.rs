//! Strategies for control-flow graphs.

use alloc::vec;
use alloc::vec::Vec;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;
use sbst::flow::{FlowBuilder, FlowGraph, Outcome};

/// A block before the number of blocks is known. Targets are taken modulo this number, so that
/// shrinking may leave out any block.
#[derive(Clone, Debug)]
struct Sketch {
    statements: u32,
    leaves: bool,
    edges: Vec<(Edge, u16)>,
}

/// Name of an edge.
#[derive(Clone, Debug)]
enum Edge {
    Named(Outcome),
    /// An arm that lists this value, the next one, and the one that is 100 greater.
    Arm(i128),
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
/// use sbst_conformance::bodies;
/// use sbst::flow::FlowGraph;
///
/// proptest!(|(body in bodies(8))| {
///     let graph = FlowGraph::of(&body)?;
///     prop_assert!(graph.all_blocks().all(|block| graph.is_reachable(block)));
/// });
/// ```
pub fn bodies(max_blocks: usize) -> impl Strategy<Value = FlowBuilder> + Clone {
    vec_of(sketches(), 1..=max_blocks.max(1)).prop_map(|sketches| body(&sketches))
}

/// Generates blocks with targets that fit any number of blocks.
fn sketches() -> impl Strategy<Value = Sketch> + Clone {
    let to = any::<u16>;
    let named = |outcome, to: u16| (Edge::Named(outcome), to);
    let both =
        move |(then, or_else)| vec![named(Outcome::True, then), named(Outcome::False, or_else)];
    let selection = (vec_of(to(), 0..4), vec_of(to(), 0..3), proptest::option::weighted(0.7, to()));
    let end = prop_oneof![
        2 => Just(Vec::new()),
        4 => to().prop_map(move |to| vec![named(Outcome::Next, to)]),
        7 => (to(), to()).prop_map(both),
        // The other side leaves the function.
        1 => to().prop_map(move |then| vec![named(Outcome::True, then)]),
        3 => selection.prop_map(|(cases, arms, default)| selected(&cases, &arms, default)),
        1 => Just(Vec::new()),
    ];
    let caught = prop_oneof![4 => Just(Vec::new()), 1 => vec_of(to(), 1..3)];
    (end, 0..4_u32, proptest::bool::weighted(0.1), caught).prop_map(
        |(mut edges, statements, leaves, caught)| {
            let has_one_side = matches!(edges[..], [(Edge::Named(Outcome::True), _)]);
            edges.extend(caught.into_iter().map(|to| (Edge::Exception, to)));
            let leaves = leaves || has_one_side || edges.is_empty();
            Sketch { statements, leaves, edges }
        },
    )
}

/// Returns the edges of a selection with these targets of keys, of arms, and of the default.
fn selected(cases: &[u16], arms: &[u16], default: Option<u16>) -> Vec<(Edge, u16)> {
    // Keys 0, 5 and -5; arms 1 to 2 and 101, 11 to 12 and 111. No value occurs twice.
    let keys = [0, 5, -5].map(|key| Edge::Named(Outcome::Case(key)));
    let names = keys.into_iter().zip(cases).chain([1, 11].map(Edge::Arm).into_iter().zip(arms));
    let default = default.map(|to| (Edge::Named(Outcome::Default), to));
    names.map(|(name, &to)| (name, to)).chain(default).collect()
}

/// Returns the function that consists of the blocks that can be reached, renumbered in the same
/// order.
fn body(sketches: &[Sketch]) -> FlowBuilder {
    let block = |to: u16| usize::from(to) % sketches.len();
    // The graph refuses blocks that cannot be reached, so these are left out.
    let mut is_reached = vec![false; sketches.len()];
    let mut waiting = vec![0];
    while let Some(at) = waiting.pop() {
        if !core::mem::replace(&mut is_reached[at], true) {
            waiting.extend(sketches[at].edges.iter().map(|&(_, to)| block(to)));
        }
    }
    let mut next = 0;
    let mut number = |&reached: &bool| {
        next += u32::from(reached);
        next.saturating_sub(1)
    };
    let numbers: Vec<u32> = is_reached.iter().map(&mut number).collect();
    let reached = sketches.iter().zip(&numbers).zip(&is_reached).filter(|&(_, &reached)| reached);
    reached.fold(FlowBuilder::new(), |body, ((sketch, &number), _)| {
        let body = body.statements(number, sketch.statements);
        let body = sketch.edges.iter().fold(body, |body, (edge, to)| {
            let to = numbers[block(*to)];
            match *edge {
                Edge::Named(outcome) => body.edge(number, outcome, to),
                Edge::Arm(first) => {
                    body.arm(number, [first..=first + 1, first + 100..=first + 100], to)
                }
                Edge::Exception => body.exception(number, to),
            }
        });
        if sketch.leaves { body.exit(number) } else { body }
    })
}

/// Generates graphs of 1 to `sizes.functions` functions, each of 1 to `sizes.blocks` blocks
/// ([`bodies`]).
///
/// ```
/// use proptest::prelude::*;
/// use sbst_conformance::{Sizes, graphs};
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

// Sizes of the programs and executions that the strategies generate.

/// Greatest sizes of generated programs and executions.
///
/// ```
/// use sbst_conformance::Sizes;
///
/// let sizes = Sizes { blocks: 30, ..Sizes::default() };
/// assert_eq!(
///     (sizes.functions, sizes.blocks, sizes.steps, sizes.tests),
///     (4, 30, 40, 4)
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Number of functions of a graph; 4 by default.
    pub functions: usize,
    /// Number of blocks of a function; 12 by default.
    pub blocks: usize,
    /// Number of steps of an execution, each of about one block; 40 by default.
    pub steps: usize,
    /// Number of executions of a suite; 4 by default.
    pub tests: usize,
}

/// Returns four functions of at most 12 blocks each, 40 steps, and four tests.
impl Default for Sizes {
    fn default() -> Self {
        Self { functions: 4, blocks: 12, steps: 40, tests: 4 }
    }
}
