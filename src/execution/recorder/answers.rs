//! Answers of a trace to the questions of goals.
//!
//! Answers about blocks, branches and infections take constant time, with one exception: the first
//! question about a selection after a change takes time linear in its arms and ranges.

use super::observations::Place;
use super::view::Recorder;
use crate::distance::{Decision, Distance};
use crate::execution::calls::activations::Calls;
use crate::execution::{
    Effect, Execution, Fact, Facts, Misuse, NearestOperands, Partition, Plane, Thrown, Trace,
};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::formula::computed;
use crate::id::{Activation, Block, CallSite, Function, Mutant};
use alloc::vec::Vec;

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
}

/// Direct calls, calls one by one, copies, mutants and operands need a `with_..` method of
/// [`Trace`]. Without it the trace does not know them, and every answer is that of an empty
/// execution. A question about direct calls, calls one by one, or a mutant without room is then
/// [misuse](Trace::check).
impl Facts for Trace {
    fn knows(&self, fact: Fact) -> bool {
        let records = match fact {
            Fact::On(Plane::Direct) => self.direct.is_some(),
            Fact::On(Plane::History(id)) => {
                return self.walks.as_ref().is_some_and(|walks| walks.knows(id));
            }
            Fact::Calls | Fact::On(Plane::Within(_)) => self.calls.is_some(),
            Fact::Operands => self.operands.is_some(),
            Fact::Infections | Fact::Effects => self.observations.mutants.count() > 0,
            _ => true,
        };
        records && self.unknown.get() & fact.bit() == 0
    }

    #[inline]
    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        match plane {
            Plane::Within(activation) => self.distance_within(activation, branch),
            _ => self.tables(plane)?.known(branch.branch.index(), branch.source),
        }
    }

    #[inline]
    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        match plane {
            Plane::Within(activation) => self.progress_within(activation, block),
            _ => self.tables(plane)?.progress(block),
        }
    }

    fn entered_on(&self, plane: Plane, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        if let Plane::Within(activation) = plane {
            if let Some(function) = self.callee(activation) {
                visit(function);
            }
        } else if let Some(tables) = self.tables(plane) {
            tables.functions.each(|function| visit(Function::new(function)));
        }
    }

    fn evaluations(&self, branch: Edge) -> u32 {
        self.all.evaluations(branch)
    }

    fn evaluations_on(&self, plane: Plane, branch: Edge) -> u32 {
        self.tables(plane).map_or(0, |tables| tables.evaluations(branch))
    }

    fn called_by_test(&self, function: Function) -> bool {
        self.observations.called.contains(function.number())
    }

    fn returned_to_test(&self, function: Function) -> bool {
        self.observations.returned.contains(function.number())
    }

    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.observations.thrown.borrow().binary_search(&thrown).is_ok()
    }

    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        // The closure may call hooks, so the list must not be borrowed while it runs. An exception
        // that the closure records may be inserted before the current place. One exception is then
        // visited twice, which the trait allows.
        let mut at = 0;
        while let Some(thrown) = { self.observations.thrown.borrow().get(at).copied() } {
            visit(thrown);
            at += 1;
        }
    }

    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        self.observations.implicit.each(|function| visit(Function::new(function)));
    }

    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.observations.values.distance(function, Place::Returned, partition)
    }

    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.observations.values.distance(function, Place::Argument(argument), partition)
    }

    fn each_argument(&self, function: Function, visit: &mut dyn FnMut(u32)) {
        self.observations.values.each_argument(function, visit);
    }

    #[inline]
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        self.asked_mutant(mutant);
        self.observations.mutants.infection(mutant)
    }

    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        self.asked_mutant(mutant);
        self.observations.effects.borrow().get(mutant).copied()
    }

    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {
        self.observations.mutants.evaluated.each(|mutant| visit(Mutant::new(mutant)));
        // The closure may call hooks, so the table must not be borrowed while it runs.
        let affected: Vec<Mutant> =
            self.observations.effects.borrow().iter().map(|row| row.0).collect();
        affected.into_iter().for_each(visit);
    }

    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        // An evaluation without a text may have come nearer: then the remembered operands have
        // another distance, and are not returned.
        let distance = self.branch_distance(branch)?;
        self.operands.as_ref()?.at(branch.branch, distance)
    }

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

    fn results_in(&self, activation: Activation, visit: &mut dyn FnMut(Block, Decision)) {
        if let Some(calls) = self.asked_calls() {
            calls.each_result(activation.number(), visit);
        }
    }
}

impl Trace {
    /// Returns the tables of a plane that has tables of its own. Notes misuse if direct calls are
    /// not recorded; the copies of another history are an execution of nothing.
    #[inline]
    fn tables(&self, plane: Plane) -> Option<&Recorder> {
        // Few calls, and one that is rare: sweeps ask here for each block and branch.
        match plane {
            Plane::Direct => {
                if let Some(direct) = &self.direct {
                    return Some(direct);
                }
            }
            Plane::History(id) => match &self.walks {
                Some(walks) if walks.first.id == id => return Some(&walks.first.recorder),
                _ => {}
            },
            Plane::Within(_) => return None,
        }
        self.rare_tables(plane)
    }

    /// Returns the tables of a history that is not the first one. Notes misuse if direct calls are
    /// not recorded.
    #[cold]
    fn rare_tables(&self, plane: Plane) -> Option<&Recorder> {
        match plane {
            Plane::History(id) => self.walks.as_deref()?.tables(id),
            _ => self.lacks(Fact::On(plane)),
        }
    }

    /// Notes that a question was asked about a fact that is not recorded.
    #[cold]
    fn lacks<T>(&self, fact: Fact) -> Option<T> {
        self.note(Misuse::NotRecorded(fact));
        None
    }

    /// Returns the distance of a branch in one call. Apart from its caller, which sweeps of other
    /// planes inline.
    fn distance_within(&self, activation: Activation, branch: Edge) -> Option<Distance> {
        let call = self.asked_calls()?.of(activation.number());
        call.distance(branch.branch.number()).map(computed)
    }

    /// Returns the progress in a block in one call; apart from its caller for the same reason.
    fn progress_within(&self, activation: Activation, block: Block) -> Option<u32> {
        self.asked_calls()?.of(activation.number()).progress(block.number())
    }

    /// Returns the call tree, and notes misuse if it is not recorded.
    pub(super) fn asked_calls(&self) -> Option<&Calls> {
        self.calls.as_deref().or_else(|| self.lacks(Fact::Calls))
    }

    /// Notes misuse if there is no room for a mutant.
    #[inline]
    fn asked_mutant(&self, mutant: Mutant) {
        let mutants = self.observations.mutants.count();
        if mutant.number() >= mutants {
            self.note(Misuse::NoSuchMutant { mutant, mutants });
        }
    }
}
