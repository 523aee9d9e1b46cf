//! A slice of executions is an execution: what a suite observed.

use crate::distance::Distance;
use crate::execution::{
    Copies, DirectCalls, DirectEvaluations, Effect, Effects, Evaluations, Exceptions, Execution, ImplicitExceptions, Infections,
    Inputs, MethodCalls, NearestOperands, Operands, Outputs, Partition, Thrown,
};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Function, Mutant};

/// A suite: the least distance, the most progress, whatever any of its executions entered. Nothing happened in an empty one.
impl<X: Execution> Execution for [X] {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.iter().filter_map(|run| run.branch_distance(branch)).min()
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.iter().filter_map(|run| run.progress(block)).max()
    }
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.iter().for_each(|run| run.entered(graph, visit));
    }
    /// Asks each execution of the slice.
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.iter().try_for_each(|run| run.fits(graph))
    }
}

/// A suite: the sum over its executions.
impl<X: Evaluations> Evaluations for [X] {
    fn evaluations(&self, branch: Edge) -> u32 {
        self.iter().fold(0, |sum, run| sum.saturating_add(run.evaluations(branch)))
    }
}

/// A suite: the least distance and the most progress in the direct calls of any of its tests.
impl<X: DirectCalls> DirectCalls for [X] {
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.iter().filter_map(|run| run.direct_branch_distance(branch)).min()
    }
    fn direct_progress(&self, block: Block) -> Option<u32> {
        self.iter().filter_map(|run| run.direct_progress(block)).max()
    }
}

/// A suite: the sum over the direct calls of its tests.
impl<X: DirectEvaluations> DirectEvaluations for [X] {
    fn direct_evaluations(&self, branch: Edge) -> u32 {
        self.iter().fold(0, |sum, run| sum.saturating_add(run.direct_evaluations(branch)))
    }
}

/// A suite: what any of its tests called.
impl<X: MethodCalls> MethodCalls for [X] {
    fn called_by_test(&self, function: Function) -> bool {
        self.iter().any(|run| run.called_by_test(function))
    }
    fn returned_to_test(&self, function: Function) -> bool {
        self.iter().any(|run| run.returned_to_test(function))
    }
}

/// A suite: what left the methods in any of its executions.
impl<X: Exceptions> Exceptions for [X] {
    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.iter().any(|run| run.has_thrown(thrown))
    }
    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        self.iter().for_each(|run| run.each_thrown(visit));
    }
}

/// A suite: the functions that implicit exceptions left in any of its executions.
impl<X: ImplicitExceptions> ImplicitExceptions for [X] {
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        self.iter().for_each(|run| run.each_implicit_exception(visit));
    }
}

/// A suite: the least distance.
impl<X: Outputs> Outputs for [X] {
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.iter().filter_map(|run| run.output_distance(function, partition)).min()
    }
}

/// A suite: the least distance.
impl<X: Inputs> Inputs for [X] {
    fn input_distance(&self, function: Function, argument: u32, partition: Partition) -> Option<Distance> {
        self.iter().filter_map(|run| run.input_distance(function, argument, partition)).min()
    }
}

/// A suite: the least distance.
impl<X: Infections> Infections for [X] {
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.iter().filter_map(|run| run.infection(mutant)).min()
    }
}

/// A suite: the least effect.
impl<X: Effects> Effects for [X] {
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        self.iter().filter_map(|run| run.effect(mutant)).min()
    }
}

/// A suite: the nearest of all.
impl<X: Copies> Copies for [X] {
    fn copy_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.iter().filter_map(|run| run.copy_branch_distance(branch)).min()
    }
    fn copy_progress(&self, block: Block) -> Option<u32> {
        self.iter().filter_map(|run| run.copy_progress(block)).max()
    }
    fn copies_entered(&self, copies: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.iter().for_each(|run| run.copies_entered(copies, visit));
    }
    fn fits_copies(&self, copies: &FlowGraph) -> Result<(), GraphMismatch> {
        self.iter().try_for_each(|run| run.fits_copies(copies))
    }
}

/// A suite: the operands of the least distance; of equally near ones the lesser text. None if only farther ones are known.
impl<X: Execution + Operands> Operands for [X] {
    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        let least = self.branch_distance(branch)?;
        self.iter().filter_map(|run| run.operands(branch)).filter(|row| row.distance == least).min()
    }
}
