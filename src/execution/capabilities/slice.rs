//! Slices of executions, which answer like one execution: that of a test suite.
//!
//! Each answer is the one that the executions give together: the least distance, the greatest
//! progress, the union of sets, the sum of counts. [`CallTree`](crate::execution::CallTree) and
//! [`StackTraces`](crate::execution::StackTraces) are missing on purpose: activations of different
//! executions have the same numbers, and one execution may reach a line while another one throws
//! there.

use crate::distance::Distance;
use crate::execution::{
    Capability, Copies, DirectCalls, DirectEvaluations, Effect, Effects, Evaluations, Exceptions,
    Execution, ImplicitExceptions, Infections, Inputs, MethodCalls, NearestOperands, Operands,
    Outputs, Partition, Thrown,
};
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
    fn knows(&self, capability: Capability) -> bool {
        self.iter().all(|run| run.knows(capability))
    }
}

/// Answers for a suite: the sum over its executions, at most `u32::MAX`.
impl<X: Evaluations> Evaluations for [X] {
    fn evaluations(&self, branch: Edge) -> u32 {
        // `Iterator::sum` could overflow; the capability promises to saturate.
        self.iter().fold(0, |sum, run| sum.saturating_add(run.evaluations(branch)))
    }
}

/// Answers for a suite: the least distance and the greatest progress in the direct calls of its
/// tests.
impl<X: DirectCalls> DirectCalls for [X] {
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.iter().filter_map(|run| run.direct_branch_distance(branch)).min()
    }
    fn direct_progress(&self, block: Block) -> Option<u32> {
        self.iter().filter_map(|run| run.direct_progress(block)).max()
    }
}

/// Answers for a suite: the sum over the direct calls of its tests, at most `u32::MAX`.
impl<X: DirectEvaluations> DirectEvaluations for [X] {
    fn direct_evaluations(&self, branch: Edge) -> u32 {
        self.iter().fold(0, |sum, run| sum.saturating_add(run.direct_evaluations(branch)))
    }
}

/// Answers for a suite: the functions that at least one of its tests called, and those that
/// returned to at least one.
impl<X: MethodCalls> MethodCalls for [X] {
    fn called_by_test(&self, function: Function) -> bool {
        self.iter().any(|run| run.called_by_test(function))
    }
    fn returned_to_test(&self, function: Function) -> bool {
        self.iter().any(|run| run.returned_to_test(function))
    }
}

/// Answers for a suite: the exceptions of all its executions.
impl<X: Exceptions> Exceptions for [X] {
    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.iter().any(|run| run.has_thrown(thrown))
    }
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        for run in self {
            run.each_thrown(visit);
        }
    }
}

/// Answers for a suite: the functions that implicit exceptions left in direct calls of its tests.
impl<X: ImplicitExceptions> ImplicitExceptions for [X] {
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        for run in self {
            run.each_implicit_exception(visit);
        }
    }
}

/// Answers for a suite: the least distance over the results in all its executions.
impl<X: Outputs> Outputs for [X] {
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.iter().filter_map(|run| run.output_distance(function, partition)).min()
    }
}

/// Answers for a suite: the least distance over the arguments in all its executions.
impl<X: Inputs> Inputs for [X] {
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.iter().filter_map(|run| run.input_distance(function, argument, partition)).min()
    }
}

/// Answers for a suite: the least infection distance over its executions.
impl<X: Infections> Infections for [X] {
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.iter().filter_map(|run| run.infection(mutant)).min()
    }
}

/// Answers for a suite: the least effect over its executions.
impl<X: Effects> Effects for [X] {
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        self.iter().filter_map(|run| run.effect(mutant)).min()
    }
}

/// Answers for a suite: the least distance and the greatest progress in the copies, over its
/// executions.
impl<X: Copies> Copies for [X] {
    fn copy_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.iter().filter_map(|run| run.copy_branch_distance(branch)).min()
    }
    fn copy_progress(&self, block: Block) -> Option<u32> {
        self.iter().filter_map(|run| run.copy_progress(block)).max()
    }
    fn copies_entered(&self, copies: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for run in self {
            run.copies_entered(copies, visit);
        }
    }
    fn fits_copies(&self, copies: &FlowGraph) -> Result<(), GraphMismatch> {
        self.iter().try_for_each(|run| run.fits_copies(copies))
    }
}

/// Answers for a suite: the operands that have the least distance over all executions. If several
/// do, the answer is the one with the lesser text. If no execution with the least distance recorded
/// operands, the answer is `None`.
impl<X: Execution + Operands> Operands for [X] {
    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        // Each execution answers for its own least distance. Operands that are farther than the
        // least distance of the suite would explain a distance that the suite does not have.
        let least = self.branch_distance(branch)?;
        self.iter().filter_map(|run| run.operands(branch)).filter(|row| row.distance == least).min()
    }
}
