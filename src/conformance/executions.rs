//! Strategies for executions.

use super::{Walk, graphs, walks};
use crate::execution::{Record, Trace};
use crate::flow::FlowGraph;
use alloc::rc::Rc;
use alloc::vec::Vec;
use proptest::collection::vec as vec_of;
use proptest::prelude::*;

/// How large generated programs and executions are at most.
///
/// ```
/// use sbst::conformance::Sizes;
///
/// let sizes = Sizes::DEFAULT.with_blocks(30);
/// assert_eq!((sizes.functions, sizes.blocks, sizes.steps, sizes.tests), (4, 30, 40, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sizes {
    /// Functions of a graph; 4 by default.
    pub functions: usize,
    /// Blocks of a function; 12 by default.
    pub blocks: usize,
    /// What happens in an execution: about so many blocks run; 40 by default.
    pub steps: usize,
    /// Executions of a suite; 4 by default.
    pub tests: usize,
}

impl Sizes {
    /// Four functions of at most 12 blocks each, 40 steps, four tests.
    pub const DEFAULT: Self = Self { functions: 4, blocks: 12, steps: 40, tests: 4 };

    /// Sets the greatest number of functions of a graph.
    #[must_use]
    pub const fn with_functions(self, functions: usize) -> Self {
        Self { functions, ..self }
    }

    /// Sets the greatest number of blocks of a function.
    #[must_use]
    pub const fn with_blocks(self, blocks: usize) -> Self {
        Self { blocks, ..self }
    }

    /// Sets the approximate number of blocks that run in an execution, at most.
    #[must_use]
    pub const fn with_steps(self, steps: usize) -> Self {
        Self { steps, ..self }
    }

    /// Sets the greatest number of executions of a suite.
    #[must_use]
    pub const fn with_tests(self, tests: usize) -> Self {
        Self { tests, ..self }
    }
}

impl Default for Sizes {
    fn default() -> Self {
        Self::DEFAULT
    }
}

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
/// let questions = Questions::DEFAULT.with_mutants(5);
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
