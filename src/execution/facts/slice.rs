//! Slices of executions, which answer like one execution: that of a test suite.
//!
//! Each answer is the one that the executions give together: the least distance, the greatest
//! progress, the union of sets, the sum of counts. Calls one by one and
//! [`StackTraces`](crate::execution::StackTraces) are missing on purpose: activations of different
//! executions have the same numbers, and one execution may reach a line while another one throws
//! there.

use crate::distance::Distance;
use crate::execution::{Effect, Execution, Fact, Facts, NearestOperands, Partition, Plane, Thrown};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Function, Mutant};

/// Answers for a suite: the least distance, the greatest progress, and each function that at least
/// one execution entered. An empty slice is an empty execution.
impl<X: Execution> Execution for [X] {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        // An execution without an answer is left out: `None` must not count as the least value.
        self.iter().filter_map(|run| run.branch_distance(branch)).min()
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.iter().filter_map(|run| run.progress(block)).max()
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        // The trait allows to visit a function more than once, so the union needs no memory.
        for run in self {
            run.entered(graph, visit);
        }
    }
    /// Checks each execution of the slice.
    ///
    /// # Errors
    ///
    /// The [`GraphMismatch`] of the first execution that does not fit.
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.iter().try_for_each(|run| run.fits(graph))
    }
}

/// Answers for a suite: what all its executions know. Counts are sums, at most `u32::MAX`. Of
/// several operands with the least distance of the suite, those with the lesser text.
impl<X: Facts> Facts for [X] {
    fn knows(&self, fact: Fact) -> bool {
        let is_of_one = matches!(fact, Fact::Calls | Fact::On(Plane::Within(_)));
        !is_of_one && self.iter().all(|run| run.knows(fact))
    }
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        shared(self, plane).iter().filter_map(|run| run.branch_distance_on(plane, branch)).min()
    }
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        shared(self, plane).iter().filter_map(|run| run.progress_on(plane, block)).max()
    }
    fn entered_on(&self, plane: Plane, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        // Each asks itself: whoever asked the suite would ask all executions for each of them.
        for run in shared(self, plane) {
            run.entered_on(plane, graph, visit);
        }
    }
    fn evaluations(&self, branch: Edge) -> u32 {
        // `Iterator::sum` could overflow; the trait promises to saturate.
        self.iter().fold(0, |sum, run| sum.saturating_add(run.evaluations(branch)))
    }
    fn evaluations_on(&self, plane: Plane, branch: Edge) -> u32 {
        let runs = shared(self, plane).iter();
        runs.fold(0, |sum, run| sum.saturating_add(run.evaluations_on(plane, branch)))
    }
    fn called_by_test(&self, function: Function) -> bool {
        self.iter().any(|run| run.called_by_test(function))
    }
    fn returned_to_test(&self, function: Function) -> bool {
        self.iter().any(|run| run.returned_to_test(function))
    }
    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.iter().any(|run| run.has_thrown(thrown))
    }
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        self.iter().for_each(|run| run.each_thrown(visit));
    }
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        self.iter().for_each(|run| run.each_implicit_exception(visit));
    }
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.iter().filter_map(|run| run.output_distance(function, partition)).min()
    }
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.iter().filter_map(|run| run.input_distance(function, argument, partition)).min()
    }
    fn each_argument(&self, function: Function, visit: &mut dyn FnMut(u32)) {
        self.iter().for_each(|run| run.each_argument(function, visit));
    }
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.iter().filter_map(|run| run.infection(mutant)).min()
    }
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        self.iter().filter_map(|run| run.effect(mutant)).min()
    }
    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {
        self.iter().for_each(|run| run.each_mutant(visit));
    }
    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        // Each execution answers for its own least distance. Operands that are farther than the
        // least distance of the suite would explain a distance that the suite does not have.
        let least = self.branch_distance(branch)?;
        self.iter().filter_map(|run| run.operands(branch)).filter(|row| row.distance == least).min()
    }
}

/// Returns the executions that have a plane together: all, or none for the plane of one call.
fn shared<X>(runs: &[X], plane: Plane) -> &[X] {
    if matches!(plane, Plane::Within(_)) { &[] } else { runs }
}
