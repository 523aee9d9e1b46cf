//! Block coverage as tie-breaker of crash reproduction.

use super::nested::{Nested, line};
use super::{Crash, STDistance};
#[cfg(doc)]
use crate::execution::Execution;
use crate::execution::{Facts, StackTraces};
use crate::fitness::block_coverage::{BlockCoverage, BlockSummary, Nearer, Target};
use crate::flow::FlowGraph;

/// Summary of an execution for breaking ties: its [`STDistance`], and the blocks that it covers in
/// the first frame that is not covered.
///
/// A search keeps one summary with each test, because [`Crash::compare_stacks`] compares tests
/// after their executions are gone. The summary holds the blocks of the functions in which the line
/// of that frame lies (mostly one function), and no others.
///
/// ```
/// use sbst::execution::{
///     CallTreeLimits, StackFrame, StackTrace, Trace, WithStackTraces,
/// };
/// use sbst::fitness::crash::Crash;
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// // outer: 0: (line 3) calls inner.  inner: 0: five statements, the last is line 12
/// let mut graph = FlowGraph::new();
/// let [outer, inner] =
///     [1, 5].map(|n| graph.add(&FlowBuilder::new().statements(0, n).exit(0)));
/// let (outer, inner) = (outer?, inner?);
/// let frames =
///     [StackFrame::new("M", "inner").at(12), StackFrame::new("M", "outer").at(3)];
/// let crash =
///     Crash::new(StackTrace::new("Overflow", frames), |frame| match frame.method {
///         "inner" => [graph.entry(inner).statement(4)],
///         _ => [graph.entry(outer).statement(0)],
///     })?;
///
/// let run = WithStackTraces::<_, &str>::new(
///     Trace::new(&graph).with_call_tree(CallTreeLimits::NONE),
/// );
/// let frame = run.execution.root().enter(outer);
/// frame.caller().enter(inner).done(0, 2); // the third statement throws
/// let summary = crash.stack_summary(&graph, &run);
/// assert_eq!(summary.distance, crash.st_distance(&graph, &run));
/// assert!(summary.blocks.functions().eq([inner]));
/// # drop(frame);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct StackSummary {
    /// The distance of the execution by the calls that lead to the crash.
    pub distance: STDistance,
    /// The blocks that the execution covers in the first frame that is not covered.
    pub blocks: BlockSummary,
}

impl<E, C, M> Crash<E, C, M> {
    /// Returns which of two executions is nearer to the crash by block coverage, if their
    /// [`STDistance`]s are equal.
    ///
    /// This is "STDistance + BBC" of the publication. The target is the line of the first frame
    /// that is not covered. Only activations nested in the covered frames count: other calls of the
    /// same method do not. The result is [`Nearer::Neither`] if the distances differ (the distance
    /// decides then), if both executions cover every frame, and if [block
    /// coverage](crate::fitness::block_coverage) finds no difference.
    ///
    /// With [`STDistance::published_value`], tests may tie whose distances differ. A test that
    /// takes the right decisions and throws before the line of the innermost frame, and a test that
    /// covers all frames without the exception, both have the value 1. Break those ties by the
    /// order of [`STDistance`] first: `a.distance().cmp(&b.distance()).then_with(||
    /// crash.compare_stacks(..).ordering())`.
    ///
    /// No gate is needed: for crashes the publication compares at every tie. It requires an "equal
    /// and nonzero" approach level and branch distance. Nonzero is read here as "not covered",
    /// because a method without branches has the level 0 and the distance 0, and section 3.2 names
    /// such methods as a use of the comparison.
    ///
    /// Both summaries must be made with this crash and this graph; otherwise the answer is
    /// arbitrary. The cost is the cost of [`BlockCoverage::compare`] on the functions of one line.
    /// The order is not transitive: use it to break ties, not to sort.
    ///
    /// Source: Derakhshanfar, Devroey, Zaidman, "Basic Block Coverage for Search-based Unit Testing
    /// and Crash Reproduction" (2022), sections 3.3.1 and 5.3. The section names the target
    /// statement only. This crate adds that activations outside of the covered frames do not count.
    ///
    /// # Panics
    ///
    /// If a summary was made for another graph. Check with
    /// `graph.check(summary.blocks.made_for())`.
    ///
    /// The closure of a [`Ranker`](crate::selection::Ranker) calls it:
    ///
    /// ```
    /// use sbst::execution::{
    ///     CallTreeLimits, StackFrame, StackTrace, Trace, WithStackTraces,
    /// };
    /// use sbst::fitness::Fitness;
    /// use sbst::fitness::block_coverage::{BlockCoverage, Nearer};
    /// use sbst::fitness::crash::{Crash, StackSummary};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::GoalId;
    /// use sbst::selection::Ranker;
    ///
    /// // outer: 0: (line 3) calls inner.  inner: 0: five statements, the last is line 12
    /// let mut graph = FlowGraph::new();
    /// let [outer, inner] =
    ///     [1, 5].map(|n| graph.add(&FlowBuilder::new().statements(0, n).exit(0)));
    /// let (outer, inner) = (outer?, inner?);
    /// let frames =
    ///     [StackFrame::new("M", "inner").at(12), StackFrame::new("M", "outer").at(3)];
    /// let crash =
    ///     Crash::new(StackTrace::new("Overflow", frames), |frame| match frame.method {
    ///         "inner" => [graph.entry(inner).statement(4)],
    ///         _ => [graph.entry(outer).statement(0)],
    ///     })?;
    ///
    /// // Three tests. In each, outer calls inner, which throws before line 12.
    /// let mut run = WithStackTraces::<_, &str>::new(
    ///     Trace::new(&graph).with_call_tree(CallTreeLimits::NONE),
    /// );
    /// let tests: Vec<StackSummary> = [0, 3, 1]
    ///     .into_iter()
    ///     .map(|statements| {
    ///         run.reset();
    ///         let frame = run.execution.root().enter(outer);
    ///         frame.caller().enter(inner).done(0, statements);
    ///         drop(frame);
    ///         crash.stack_summary(&graph, &run)
    ///     })
    ///     .collect();
    /// assert!(tests.iter().all(|test| test.distance.value() == 1.5)); // a tie
    ///
    /// let mut coverage = BlockCoverage::new();
    /// assert_eq!(
    ///     crash.compare_stacks(&graph, &mut coverage, &tests[0], &tests[1]),
    ///     Nearer::Second(3)
    /// );
    ///
    /// let rows: Vec<[Fitness; 1]> =
    ///     tests.iter().map(|test| [test.distance.fitness()]).collect();
    /// let mut ranker = Ranker::new();
    /// let best = ranker.select(&rows, &[GoalId::new(0)], 1, |_, a, b| {
    ///     crash.compare_stacks(&graph, &mut coverage, &tests[a], &tests[b]).ordering()
    /// });
    /// assert_eq!(best.to_vec(), [1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[track_caller]
    pub fn compare_stacks(
        &self,
        graph: &FlowGraph,
        coverage: &mut BlockCoverage,
        first: &StackSummary,
        second: &StackSummary,
    ) -> Nearer {
        for summary in [first, second] {
            graph.check(summary.blocks.made_for()).unwrap_or_else(|mismatch| mismatch.raise());
        }
        // 3.3.1: equal approach level and branch distance, of the same frame.
        if first.distance != second.distance {
            return Nearer::Neither;
        }
        // The first frame that is not covered, from the target frame inwards.
        match line(&self.places, first.distance.covered()) {
            Some(statements) => {
                coverage.compare(graph, Target::Line(statements), &first.blocks, &second.blocks)
            }
            None => Nearer::Neither,
        }
    }
}

impl<E: PartialEq, C: Ord, M: Ord> Crash<E, C, M> {
    /// Creates the summary of an execution that [`compare_stacks`](Self::compare_stacks) compares.
    ///
    /// It contains the [`STDistance`], so an execution need not be measured twice. The cost is the
    /// cost of [`st_distance`](Self::st_distance), and one query for each block and branch of each
    /// activation in which the first uncovered frame may lie.
    ///
    /// # Panics
    ///
    /// If the execution belongs to another graph. Check with [`Execution::fits`].
    #[must_use]
    #[track_caller]
    pub fn stack_summary<X: Facts + StackTraces<E, C, M> + ?Sized>(
        &self,
        graph: &FlowGraph,
        run: &X,
    ) -> StackSummary {
        run.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        let calls = Nested::new(graph, run, &self.places);
        StackSummary {
            distance: self.distance_of(&calls, run),
            blocks: BlockSummary::of(graph, &calls),
        }
    }
}
