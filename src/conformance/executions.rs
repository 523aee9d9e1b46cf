//! Strategies for executions.

use super::{Sizes, Walk, graphs, walks};
use crate::execution::{Record, Trace};
use crate::flow::FlowGraph;
use alloc::rc::Rc;
use alloc::vec::Vec;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;

/// Mutants of which generated executions may tell: those below this number.
const MUTANTS: u32 = 5;

fn record(graph: &FlowGraph, walk: &Walk) -> Record {
    let trace = Trace::new(graph).with_direct_calls().with_mutants(MUTANTS);
    walk.replay(graph, &trace);
    trace.record()
}

/// Executions of a graph, each of one test: what a [walk](Walk) of up to so many steps observes, with direct calls, arguments and results,
/// exceptions, and mutants below 5.
///
/// ```
/// use proptest::prelude::*;
/// use sbst::conformance::{self, Questions, runs};
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 0).exit(2))?;
/// let questions = Questions { mutants: 5, ..Questions::default() };
/// proptest!(|(run in runs(&graph, 20))| {
///     prop_assert!(conformance::all_criteria(&graph, &run, questions).is_empty());
/// });
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn runs(graph: &FlowGraph, max_steps: usize) -> impl Strategy<Value = Record> + Clone + use<> {
    let graph = Rc::new(graph.clone());
    walks(max_steps).prop_map(move |walk| record(&graph, &walk))
}

/// Graphs, each with an execution: [`graphs`] and [`runs`].
///
/// ```
/// use proptest::prelude::*;
/// use sbst::conformance::{Sizes, executions};
/// use sbst::fitness::{Fitness, FitnessTable};
///
/// proptest!(|((graph, run) in executions(Sizes::default()))| {
///     let mut table = FitnessTable::new(&graph);
///     table.sweep(&graph, &run);
///     prop_assert!(graph.all_blocks().all(|block| table.block(block) >= Fitness::COVERED));
/// });
/// ```
pub fn executions(sizes: Sizes) -> impl Strategy<Value = (FlowGraph, Record)> + Clone {
    (graphs(sizes), walks(sizes.steps)).prop_map(|(graph, walk)| {
        let run = record(&graph, &walk);
        (graph, run)
    })
}

/// Graphs, each with the executions of up to `sizes.tests` tests, or none. [`Record::merge`] makes one of them.
///
/// ```
/// use proptest::prelude::*;
/// use sbst::conformance::{Sizes, suites};
/// use sbst::fitness::FitnessTable;
///
/// // The fitness of a suite is the pointwise least of its tests'.
/// proptest!(|((graph, runs) in suites(Sizes::default()))| {
///     let (mut suite, mut all) = (FitnessTable::new(&graph), FitnessTable::new(&graph));
///     suite.sweep(&graph, &runs[..]);
///     for run in &runs {
///         let mut one = FitnessTable::new(&graph);
///         one.sweep(&graph, run);
///         all.merge(&one).expect("of the same graph");
///     }
///     prop_assert!(graph.all_blocks().all(|block| suite.block(block) == all.block(block)));
/// });
/// ```
pub fn suites(sizes: Sizes) -> impl Strategy<Value = (FlowGraph, Vec<Record>)> + Clone {
    (graphs(sizes), vec_of(walks(sizes.steps), 0..=sizes.tests)).prop_map(|(graph, walks)| {
        let runs = walks.iter().map(|walk| record(&graph, walk)).collect();
        (graph, runs)
    })
}
