//! The trait of executions with all capabilities that criteria need.

use crate::execution::{
    Copies, DirectCalls, DirectEvaluations, Effects, Evaluations, Exceptions, Execution,
    Infections, Inputs, MethodCalls, Outputs,
};

/// Execution with all capabilities that the goals of [criteria](crate::objective::Criterion) need.
/// [`Trace`](crate::execution::Trace) and [`Record`](crate::execution::Record) have them.
///
/// The trait has no method, and every type with the capabilities has it. It is dyn-compatible: one
/// registry of type `Goals<dyn AllCriteria>` measures executions of any type.
///
/// Goals of crash reproduction also need [`StackTraces`](crate::execution::StackTraces) and
/// [`CallTree`](crate::execution::CallTree). For them, declare a trait of your own with all three
/// as supertraits.
///
/// The following store has all capabilities:
///
/// ```
/// use sbst::distance::{Distance, Nearest};
/// use sbst::execution::*;
/// use sbst::flow::{Edge, FlowGraph};
/// use sbst::id::{Block, Function, Mutant};
/// use std::collections::{BTreeMap, BTreeSet};
///
/// /// One run, as an executor keeps it.
/// #[derive(Default)]
/// struct Seen {
///     /// For each block: its progress and nearest comparisons; in all calls, and in
///     /// direct calls.
///     blocks: [BTreeMap<Block, (u32, Nearest)>; 2],
///     /// For each block: its number of decisions; in all calls, and in direct calls.
///     evaluations: [BTreeMap<Block, u32>; 2],
///     called: BTreeSet<Function>,
///     returned: BTreeSet<Function>,
///     thrown: BTreeSet<Thrown>,
///     /// Functions that an implicit exception left in a direct call.
///     broken: BTreeSet<Function>,
///     /// Results and arguments of functions.
///     outputs: BTreeMap<Function, NearestValues>,
///     inputs: BTreeMap<(Function, u32), NearestValues>,
///     mutants: BTreeMap<Mutant, Distance>,
/// }
///
/// impl Seen {
///     fn distance(&self, view: usize, branch: Edge) -> Option<Distance> {
///         branch
///             .outcome
///             .holds()
///             .and_then(|holds| self.blocks[view].get(&branch.source)?.1.to(holds))
///     }
///     fn ran(&self, view: usize, block: Block) -> Option<u32> {
///         self.blocks[view].get(&block).map(|row| row.0)
///     }
///     fn count(&self, view: usize, branch: Edge) -> u32 {
///         if !branch.outcome.is_decided() {
///             return 0;
///         }
///         self.evaluations[view].get(&branch.source).copied().unwrap_or(0)
///     }
/// }
///
/// impl Execution for Seen {
///     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
///         self.distance(0, branch)
///     }
///     fn progress(&self, block: Block) -> Option<u32> {
///         self.ran(0, block)
///     }
/// }
/// impl Evaluations for Seen {
///     fn evaluations(&self, branch: Edge) -> u32 {
///         self.count(0, branch)
///     }
/// }
/// impl DirectCalls for Seen {
///     fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> {
///         self.distance(1, branch)
///     }
///     fn direct_progress(&self, block: Block) -> Option<u32> {
///         self.ran(1, block)
///     }
/// }
/// impl DirectEvaluations for Seen {
///     fn direct_evaluations(&self, branch: Edge) -> u32 {
///         self.count(1, branch)
///     }
/// }
/// impl MethodCalls for Seen {
///     fn called_by_test(&self, function: Function) -> bool {
///         self.called.contains(&function)
///     }
///     fn returned_to_test(&self, function: Function) -> bool {
///         self.returned.contains(&function)
///     }
/// }
/// impl Exceptions for Seen {
///     fn has_thrown(&self, thrown: Thrown) -> bool {
///         self.thrown.contains(&thrown)
///     }
///     fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
///         for &thrown in &self.thrown {
///             visit(thrown);
///         }
///     }
/// }
/// impl Outputs for Seen {
///     fn output_distance(
///         &self,
///         function: Function,
///         partition: Partition,
///     ) -> Option<Distance> {
///         self.outputs.get(&function)?.distance(partition)
///     }
/// }
/// impl Inputs for Seen {
///     fn input_distance(
///         &self,
///         function: Function,
///         argument: u32,
///         partition: Partition,
///     ) -> Option<Distance> {
///         self.inputs.get(&(function, argument))?.distance(partition)
///     }
/// }
/// impl ImplicitExceptions for Seen {
///     fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
///         self.broken.iter().copied().for_each(visit);
///     }
/// }
/// impl Copies for Seen {
///     // This executor knows no histories: goals about them stay uncovered.
///     fn copy_branch_distance(&self, _: Edge) -> Option<Distance> {
///         None
///     }
///     fn copy_progress(&self, _: Block) -> Option<u32> {
///         None
///     }
/// }
/// impl Infections for Seen {
///     fn infection(&self, mutant: Mutant) -> Option<Distance> {
///         self.mutants.get(&mutant).copied()
///     }
/// }
/// impl Effects for Seen {
///     // This executor runs no mutants: goals of strong mutation stay uncovered.
///     fn effect(&self, _: Mutant) -> Option<Effect> {
///         None
///     }
/// }
///
/// fn measurable(_: &dyn AllCriteria) {}
/// measurable(&Seen::default());
///
/// /// The run as a record: to write it to a file, or to merge it with others.
/// fn record_of(graph: &FlowGraph, run: &Seen) -> Record {
///     let mutants = || run.mutants.keys().copied();
///     Record::of(graph, run)
///         .with_evaluations(graph, run)
///         .with_direct_calls(graph, run)
///         .with_method_calls(graph, run)
///         .with_exceptions(graph, run)
///         .with_implicit_exceptions(graph, run)
///         .with_outputs(graph, run)
///         .with_inputs(graph, 4, run) // the first four arguments
///         .with_infections(graph, mutants(), run)
///         .with_effects(graph, mutants(), run)
/// }
/// let record = record_of(&FlowGraph::new(), &Seen::default());
/// assert!(record.knows(Capability::Effects) && !record.knows(Capability::Copies));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` lacks a capability that a criterion needs",
    note = "implement the capability, or add only goals that `{Self}` can measure: \
        `goals.extend(branch_goals(&graph))`"
)]
pub trait AllCriteria:
    Execution
    + Evaluations
    + DirectCalls
    + DirectEvaluations
    + MethodCalls
    + Exceptions
    + Outputs
    + Inputs
    + Infections
    + Copies
    + Effects
{
}

impl<X> AllCriteria for X where
    X: Execution
        + Evaluations
        + DirectCalls
        + DirectEvaluations
        + MethodCalls
        + Exceptions
        + Outputs
        + Inputs
        + Infections
        + Copies
        + Effects
        + ?Sized
{
}
