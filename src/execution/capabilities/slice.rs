//! Slices of executions as one execution: that of a test suite.

use crate::distance::Distance;
use crate::execution::{
    Copies, DirectCalls, DirectEvaluations, Effect, Effects, Evaluations, Exceptions, Execution, ImplicitExceptions, Infections,
    Inputs, MethodCalls, NearestOperands, Operands, Outputs, Partition, Thrown,
};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Function, Mutant};

/// Answers for a suite: the least distance, the greatest progress, and every function that one of its executions entered. An empty slice is
/// an execution of nothing.
impl<X: Execution> Execution for [X] {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.iter().filter_map(|run| run.branch_distance(branch)).min()
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.iter().filter_map(|run| run.progress(block)).max()
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for run in self {
            run.entered(graph, visit);
        }
    }
    /// Asks each execution of the slice.
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.iter().try_for_each(|run| run.fits(graph))
    }
}

/// Answers for a suite: the sum over its executions.
impl<X: Evaluations> Evaluations for [X] {
    fn evaluations(&self, branch: Edge) -> u32 {
        self.iter().fold(0, |sum, run| sum.saturating_add(run.evaluations(branch)))
    }
}

/// Answers for a suite: the least distance and the greatest progress in the direct calls of its tests.
impl<X: DirectCalls> DirectCalls for [X] {
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.iter().filter_map(|run| run.direct_branch_distance(branch)).min()
    }
    fn direct_progress(&self, block: Block) -> Option<u32> {
        self.iter().filter_map(|run| run.direct_progress(block)).max()
    }
}

/// Answers for a suite: the sum over the direct calls of its tests.
impl<X: DirectEvaluations> DirectEvaluations for [X] {
    fn direct_evaluations(&self, branch: Edge) -> u32 {
        self.iter().fold(0, |sum, run| sum.saturating_add(run.direct_evaluations(branch)))
    }
}

/// Answers for a suite: the functions that one of its tests called.
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

/// Answers for a suite: the functions that implicit exceptions left in one of its executions.
impl<X: ImplicitExceptions> ImplicitExceptions for [X] {
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        for run in self {
            run.each_implicit_exception(visit);
        }
    }
}

/// Answers for a suite: the least distance.
impl<X: Outputs> Outputs for [X] {
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.iter().filter_map(|run| run.output_distance(function, partition)).min()
    }
}

/// Answers for a suite: the least distance.
impl<X: Inputs> Inputs for [X] {
    fn input_distance(&self, function: Function, argument: u32, partition: Partition) -> Option<Distance> {
        self.iter().filter_map(|run| run.input_distance(function, argument, partition)).min()
    }
}

/// Answers for a suite: the least distance.
impl<X: Infections> Infections for [X] {
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.iter().filter_map(|run| run.infection(mutant)).min()
    }
}

/// Answers for a suite: the least effect.
impl<X: Effects> Effects for [X] {
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        self.iter().filter_map(|run| run.effect(mutant)).min()
    }
}

/// Answers for a suite: the least distance and the greatest progress.
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

/// Answers for a suite: the operands with the least distance; of several, the lesser text. If only operands with a greater distance are
/// known, there are none.
impl<X: Execution + Operands> Operands for [X] {
    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        let least = self.branch_distance(branch)?;
        self.iter().filter_map(|run| run.operands(branch)).filter(|row| row.distance == least).min()
    }
}
