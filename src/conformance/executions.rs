//! Strategies for executions.

use super::{Sizes, Walk, graphs, walks};
use crate::execution::{Record, Trace};
use crate::flow::FlowGraph;
use alloc::rc::Rc;
use alloc::vec::Vec;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;

/// Number of mutants in generated executions.
const MUTANTS: u32 = 5;

/// Returns the record of a walk.
fn record(graph: &FlowGraph, walk: &Walk) -> Record {
    let trace = Trace::new(graph).with_direct_calls().with_mutants(MUTANTS);
    walk.replay(graph, &trace);
    trace.record()
}

/// Generates executions of a graph, each of one test: records of [walks](Walk) of at most
/// `max_steps` steps, with direct calls, arguments, results, exceptions, and the mutants 0 to 4.
///
/// ```
/// use proptest::prelude::*;
/// use sbst::conformance::{self, runs};
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// proptest!(|(run in runs(&graph, 20))| {
///     prop_assert!(conformance::facts(&graph, &run).is_empty());
/// });
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn runs(graph: &FlowGraph, max_steps: usize) -> impl Strategy<Value = Record> + Clone + use<> {
    let graph = Rc::new(graph.clone());
    walks(max_steps).prop_map(move |walk| record(&graph, &walk))
}

/// Generates graphs, each with an execution: [`graphs`] and [`runs`].
///
/// ```
/// use proptest::prelude::*;
/// use sbst::conformance::{Sizes, executions};
/// use sbst::fitness::{Fitness, FitnessTable};
///
/// proptest!(|((graph, run) in executions(Sizes::default()))| {
///     let mut table = FitnessTable::new(&graph);
///     table.sweep(&graph, &run);
///     for block in graph.all_blocks() {
///         prop_assert!(table.block(block) >= Fitness::COVERED);
///     }
/// });
/// ```
pub fn executions(sizes: Sizes) -> impl Strategy<Value = (FlowGraph, Record)> + Clone {
    (graphs(sizes), walks(sizes.steps)).prop_map(|(graph, walk)| {
        let run = record(&graph, &walk);
        (graph, run)
    })
}

/// Generates graphs, each with the executions of 0 to `sizes.tests` tests.
///
/// Merge them into one execution with [`Record::merge`], or use the slice of executions as a suite.
///
/// ```
/// use proptest::prelude::*;
/// use sbst::conformance::{Sizes, suites};
/// use sbst::fitness::FitnessTable;
///
/// // The fitness of a suite is the least fitness of its tests, for each goal.
/// proptest!(|((graph, runs) in suites(Sizes::default()))| {
///     let mut suite = FitnessTable::new(&graph);
///     suite.sweep(&graph, &runs[..]);
///     let mut all = FitnessTable::new(&graph);
///     for run in &runs {
///         let mut one = FitnessTable::new(&graph);
///         one.sweep(&graph, run);
///         all.merge(&graph, &one).expect("of the same graph");
///     }
///     for block in graph.all_blocks() {
///         prop_assert_eq!(suite.block(block), all.block(block));
///     }
/// });
/// ```
pub fn suites(sizes: Sizes) -> impl Strategy<Value = (FlowGraph, Vec<Record>)> + Clone {
    (graphs(sizes), vec_of(walks(sizes.steps), 0..=sizes.tests)).prop_map(|(graph, walks)| {
        let runs = walks.iter().map(|walk| record(&graph, walk)).collect();
        (graph, runs)
    })
}
