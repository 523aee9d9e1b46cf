//! Answers of a trace to the questions of goals: its implementations of [`Execution`] and of the
//! capabilities, except `Effects` (see `affected`).
//!
//! Answers about blocks, branches and infections take constant time, with one exception: the first
//! question about a selection after a change takes time linear in its arms and ranges.

use super::observations::Place;
use crate::distance::{Decision, Distance};
use crate::execution::calls::activations::Calls;
use crate::execution::{
    CallTree, Capability, Copies, DirectCalls, DirectEvaluations, Evaluations, Exceptions,
    Execution, ImplicitExceptions, Infections, Inputs, MethodCalls, Misuse, NearestOperands,
    Operands, Outputs, Partition, Thrown, Trace,
};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::formula::computed;
use crate::id::{Activation, Block, CallSite, Function, Mutant};

impl Execution for Trace {
    #[inline]
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.all.known(branch.branch.index(), branch.source)
    }

    #[inline]
    fn progress(&self, block: Block) -> Option<u32> {
        self.all.progress(block)
    }

    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.all.functions.each(|function| visit(Function::new(function)));
    }

    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        graph.check(self.made_for())
    }

    fn knows(&self, capability: Capability) -> bool {
        let records = match capability {
            Capability::DirectCalls => self.direct.is_some(),
            Capability::Copies => self.walks.is_some(),
            Capability::CallTree => self.calls.is_some(),
            _ => true,
        };
        records && self.unknown.get() & capability.bit() == 0
    }
}

impl Evaluations for Trace {
    fn evaluations(&self, branch: Edge) -> u32 {
        self.all.evaluations(branch)
    }
}

/// Needs [`Trace::with_direct_calls`]. Without it, every answer is that of an empty execution, and
/// each question is [misuse](Trace::check).
impl DirectCalls for Trace {
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.asked_direct()?.known(branch.branch.index(), branch.source)
    }

    fn direct_progress(&self, block: Block) -> Option<u32> {
        self.asked_direct()?.progress(block)
    }
}

/// Needs [`Trace::with_direct_calls`]. Without it, every answer is that of an empty execution, and
/// each question is [misuse](Trace::check).
impl DirectEvaluations for Trace {
    fn direct_evaluations(&self, branch: Edge) -> u32 {
        self.asked_direct().map_or(0, |direct| direct.evaluations(branch))
    }
}

impl MethodCalls for Trace {
    fn called_by_test(&self, function: Function) -> bool {
        self.observations.called.contains(function.number())
    }

    fn returned_to_test(&self, function: Function) -> bool {
        self.observations.returned.contains(function.number())
    }
}

impl Exceptions for Trace {
    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.observations.thrown.borrow().binary_search(&thrown).is_ok()
    }

    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        self.observations.each_thrown(visit);
    }
}

impl ImplicitExceptions for Trace {
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        self.observations.implicit.each(|function| visit(Function::new(function)));
    }
}

impl Outputs for Trace {
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.observations.values.distance(function, Place::Returned, partition)
    }
}

impl Inputs for Trace {
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.observations.values.distance(function, Place::Argument(argument), partition)
    }
}

/// Needs [`Trace::with_mutants`]. For a mutant without room, the answer is `None`, and the question
/// is [misuse](Trace::check).
impl Infections for Trace {
    #[inline]
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        let mutants = self.observations.mutants.count();
        if mutant.number() >= mutants {
            self.note(Misuse::NoSuchMutant { mutant, mutants });
        }
        self.observations.mutants.infection(mutant)
    }
}

/// Needs [`Trace::with_unrolled`]. Without it, every answer is that of an empty execution, and the
/// trace does not [know](Execution::knows) copies.
impl Copies for Trace {
    fn copy_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.walks.as_ref()?.recorder.known(branch.branch.index(), branch.source)
    }

    fn copy_progress(&self, block: Block) -> Option<u32> {
        self.walks.as_ref()?.recorder.progress(block)
    }

    fn copies_entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        if let Some(walks) = &self.walks {
            walks.recorder.functions.each(|function| visit(Function::new(function)));
        }
    }

    fn fits_copies(&self, copies: &FlowGraph) -> Result<(), GraphMismatch> {
        self.walks.as_ref().map_or(Ok(()), |walks| copies.check(walks.copies))
    }
}

/// Needs [`Trace::with_operands`]. Without it, the trace has no operands.
impl Operands for Trace {
    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        // An evaluation without a text may have come nearer: then the remembered operands have
        // another distance, and are not returned.
        let distance = self.branch_distance(branch)?;
        self.operands.as_ref()?.at(branch.branch.number(), distance)
    }
}

/// Needs [`Trace::with_call_tree`]. Without it, the trace has no activations, and each question is
/// [misuse](Trace::check).
impl CallTree for Trace {
    fn activation_count(&self) -> u32 {
        self.asked_calls().map_or(0, Calls::count)
    }

    fn callee(&self, activation: Activation) -> Option<Function> {
        self.asked_calls()?.function(activation.number())
    }

    fn caller(&self, activation: Activation) -> Option<(Activation, Option<CallSite>)> {
        self.asked_calls()?
            .caller(activation.number())
            .map(|(caller, site)| (Activation::new(caller), site))
    }

    fn branch_distance_in(&self, activation: Activation, branch: Edge) -> Option<Distance> {
        self.asked_calls()?.of(activation.number()).distance(branch.branch.number()).map(computed)
    }

    fn progress_in(&self, activation: Activation, block: Block) -> Option<u32> {
        self.asked_calls()?.of(activation.number()).progress(block.number())
    }

    fn results_in(&self, activation: Activation, visit: &mut dyn FnMut(Block, Decision)) {
        if let Some(calls) = self.asked_calls() {
            calls.each_result(activation.number(), visit);
        }
    }
}
