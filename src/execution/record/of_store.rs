//! Records of stores of your own: the constructor, and a method for each capability.

use super::capability::Capability;
use super::rows::Rows;
use crate::distance::Distance;
use crate::execution::recorder::observations::{Place, ValueRow};
use crate::execution::{
    Copies, Direct, DirectCalls, DirectEvaluations, Effects, Evaluations, Exceptions, Execution,
    ImplicitExceptions, InCopies, Infections, Inputs, MethodCalls, NearestValues, Outputs,
    Partition, Record,
};
use crate::flow::{Edge, FlowGraph, UnrolledGraph};
use crate::id::{Block, Function, Mutant};
use crate::sort::{sort, sort_by_key};
use alloc::vec::Vec;

/// Records of a store of your own.
///
/// [`of`](Self::of) creates a record with the answers about branches and blocks. Each method
/// `with_..` adds one capability, with all answers of the store about the graph, or about the
/// mutants that the caller lists. A capability that is added again replaces its earlier answers. A
/// capability that the store does not [know](Execution::knows) stays unknown to the record.
impl Record {
    /// Creates a record of a store of your own, with the answers of the store about branches and
    /// blocks.
    ///
    /// The record contains the [identity](FlowGraph::identity) of the graph, and is checked against
    /// the graph wherever it is used. Add other capabilities of the store by the methods `with_..`.
    /// Ask [`knows`](Self::knows) which capabilities the record has. Linear in the size of the
    /// entered functions.
    ///
    /// # Panics
    ///
    /// If the execution [does not fit](Execution::fits) the graph.
    ///
    /// ```
    /// use sbst::distance::{Distance, Nearest, lt};
    /// use sbst::execution::{Capability, Evaluations, Execution, Record};
    /// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
    /// use sbst::id::{Block, Branch};
    /// use std::collections::BTreeMap;
    ///
    /// /// For each block that ran: its nearest comparisons, and their number.
    /// struct Seen(BTreeMap<Block, (Nearest, u32)>);
    ///
    /// impl Execution for Seen {
    ///     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
    ///         self.0.get(&branch.source)?.0.to(branch.outcome.holds()?)
    ///     }
    ///     fn progress(&self, block: Block) -> Option<u32> {
    ///         self.0.get(&block).map(|_| 0)
    ///     }
    /// }
    /// impl Evaluations for Seen {
    ///     fn evaluations(&self, branch: Edge) -> u32 {
    ///         if !branch.outcome.is_decided() {
    ///             return 0;
    ///         }
    ///         self.0.get(&branch.source).map_or(0, |row| row.1)
    ///     }
    /// }
    ///
    /// let body = FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2);
    /// let graph = FlowGraph::of(&body)?;
    /// let mut nearest = Nearest::default();
    /// nearest.see(lt(14, 10));
    /// let seen = Seen(BTreeMap::from([
    ///     (Block::new(0), (nearest, 1)),
    ///     (Block::new(2), Default::default()),
    /// ]));
    ///
    /// let record = Record::of(&graph, &seen).with_evaluations(&graph, &seen);
    /// let less = graph.edge(Branch::new(0));
    /// assert_eq!(record.branch_distance(less), seen.branch_distance(less));
    /// assert_eq!(record.evaluations(less), 1);
    /// assert!(
    ///     record.knows(Capability::Evaluations) && !record.knows(Capability::Outputs)
    /// );
    ///
    /// let changed = FlowGraph::of(&body.statements(1, 1))?; // tomorrow's program
    /// assert!(seen.fits(&changed).is_ok()); // trusted
    /// assert!(record.fits(&changed).is_err()); // checked
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    #[track_caller]
    pub fn of(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Self {
        run.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
        let mut record =
            Self { all: Rows::of(graph, run), unknown: Capability::NONE_KNOWN, ..Self::default() };
        record.name(graph.identity());
        record
    }

    /// Returns `true` if the record knows a capability. If not, the record lacks answers of this
    /// capability, and missing answers are those of an empty execution.
    ///
    /// - A record of a [trace](crate::execution::Trace) knows all capabilities except [`Copies`] and
    ///   [`CallTree`](crate::execution::CallTree).
    ///   It also knows [`Copies`] if the trace [records
    ///   copies](crate::execution::Trace::with_unrolled), or if nothing was executed.
    /// - A [merged](Self::merge) record knows the capabilities that both of its parts know. If only
    ///   one part knows a capability, the merged answers leave out what the other part did not
    ///   know.
    /// - If a record is merged into a trace, records of this trace do not know the capabilities
    ///   that the record did not know, until the trace is [reset](crate::execution::Trace::reset).
    #[must_use]
    pub const fn knows(&self, capability: Capability) -> bool {
        let can_know = Capability::NONE_KNOWN & capability.bit() != 0;
        can_know && self.unknown & capability.bit() == 0
    }

    /// Checks that the graph is the graph of the record or has grown from it, and that the
    /// execution fits the graph.
    ///
    /// # Panics
    ///
    /// If one of the checks fails.
    #[track_caller]
    fn check(&self, graph: &FlowGraph, run: &(impl Execution + ?Sized)) {
        graph
            .check(self.graph)
            .and_then(|()| run.fits(graph))
            .unwrap_or_else(|mismatch| mismatch.raise());
    }

    /// Returns the record with a capability marked as known if the execution knows it, as a record
    /// of `graph`.
    fn learn(
        mut self,
        graph: &FlowGraph,
        run: &(impl Execution + ?Sized),
        capability: Capability,
    ) -> Self {
        // What was known before is replaced, even by what is not known.
        if run.knows(capability) {
            self.unknown &= !capability.bit();
        } else {
            self.unknown |= capability.bit();
        }
        // The record may have been empty before, and then had no identity: it is named again.
        self.name(graph.identity());
        self
    }

    /// Adds the number of evaluations of each predicate.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or the execution [does not fit](Execution::fits) the
    /// graph.
    #[must_use]
    #[track_caller]
    pub fn with_evaluations(
        mut self,
        graph: &FlowGraph,
        run: &(impl Execution + Evaluations + ?Sized),
    ) -> Self {
        self.check(graph, run);
        self.all.count(graph, |edge| run.evaluations(edge));
        self.learn(graph, run, Capability::Evaluations)
    }

    /// Adds the answers about direct calls, the calls that the test itself made.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or the execution [does not fit](Execution::fits) the
    /// graph.
    #[must_use]
    #[track_caller]
    pub fn with_direct_calls(
        mut self,
        graph: &FlowGraph,
        run: &(impl Execution + DirectCalls + DirectEvaluations + ?Sized),
    ) -> Self {
        self.check(graph, run);
        let mut direct = Rows::of(graph, &Direct(run));
        direct.count(graph, |edge| run.direct_evaluations(edge));
        // An empty record must stay equal to the default record, so that it fits every graph.
        self.direct = if self.all.functions.is_empty() { None } else { Some(direct) };
        self.learn(graph, run, Capability::DirectCalls)
    }

    /// Adds the functions that the test itself called, and those of them that returned.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or the execution [does not fit](Execution::fits) the
    /// graph.
    #[must_use]
    #[track_caller]
    pub fn with_method_calls(
        mut self,
        graph: &FlowGraph,
        run: &(impl Execution + MethodCalls + ?Sized),
    ) -> Self {
        self.check(graph, run);
        self.called = graph.functions().filter(|&function| run.called_by_test(function)).collect();
        self.returned =
            graph.functions().filter(|&function| run.returned_to_test(function)).collect();
        self.learn(graph, run, Capability::MethodCalls)
    }

    /// Adds the exceptions that left functions of the graph. Exceptions of other functions are left
    /// out.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or the execution [does not fit](Execution::fits) the
    /// graph.
    #[must_use]
    #[track_caller]
    pub fn with_exceptions(
        mut self,
        graph: &FlowGraph,
        run: &(impl Execution + Exceptions + ?Sized),
    ) -> Self {
        self.check(graph, run);
        // The store may visit an exception more than once, in any order.
        self.thrown.clear();
        run.each_thrown(&mut |thrown| self.thrown.push(thrown));
        self.thrown.retain(|thrown| thrown.function.index() < graph.function_count());
        sort(&mut self.thrown);
        self.thrown.dedup();
        self.learn(graph, run, Capability::Exceptions)
    }

    /// Adds the functions of the graph that an implicit exception left in a call by the test.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or the execution [does not fit](Execution::fits) the
    /// graph.
    #[must_use]
    #[track_caller]
    pub fn with_implicit_exceptions(
        mut self,
        graph: &FlowGraph,
        run: &(impl Execution + ImplicitExceptions + ?Sized),
    ) -> Self {
        self.check(graph, run);
        self.implicit.clear();
        run.each_implicit_exception(&mut |function| self.implicit.push(function));
        self.implicit.retain(|function| function.index() < graph.function_count());
        sort(&mut self.implicit);
        self.implicit.dedup();
        self.learn(graph, run, Capability::ImplicitExceptions)
    }

    /// Adds the answers about the copies of an unrolled graph, which must have been made from
    /// `graph` or from a graph that `graph` has grown from.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, if the execution or the unrolled graph does not fit
    /// the graph, or if the copies of the execution do not fit the unrolled graph
    /// ([`Copies::fits_copies`]).
    #[must_use]
    #[track_caller]
    pub fn with_copies(
        mut self,
        graph: &FlowGraph,
        unrolled: &UnrolledGraph,
        run: &(impl Execution + Copies + ?Sized),
    ) -> Self {
        self.check(graph, run);
        let fits =
            graph.check(unrolled.made_for()).and_then(|()| run.fits_copies(unrolled.graph()));
        fits.unwrap_or_else(|mismatch| mismatch.raise());
        self.copies =
            Some((unrolled.graph().identity(), Rows::of(unrolled.graph(), &InCopies(run))));
        self.learn(graph, run, Capability::Copies)
    }

    /// Adds the distances of the results of all functions from all partitions.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or the execution [does not fit](Execution::fits) the
    /// graph.
    #[must_use]
    #[track_caller]
    pub fn with_outputs(
        mut self,
        graph: &FlowGraph,
        run: &(impl Execution + Outputs + ?Sized),
    ) -> Self {
        self.check(graph, run);
        let returned = |function| {
            value(function, Place::Returned, |partition| run.output_distance(function, partition))
        };
        // Results and arguments share one list, so only the rows of results are replaced.
        self.values.retain(|row| row.place != Place::Returned);
        self.values.extend(graph.functions().filter_map(returned));
        sort_by_key(&mut self.values, ValueRow::key);
        self.learn(graph, run, Capability::Outputs)
    }

    /// Adds the distances of the first `arguments` arguments of each function from all partitions.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or the execution [does not fit](Execution::fits) the
    /// graph.
    #[must_use]
    #[track_caller]
    pub fn with_inputs(
        mut self,
        graph: &FlowGraph,
        arguments: u32,
        run: &(impl Execution + Inputs + ?Sized),
    ) -> Self {
        self.check(graph, run);
        self.values.retain(|row| row.place == Place::Returned);
        for function in graph.functions() {
            for argument in 0..arguments {
                let distance = |partition| run.input_distance(function, argument, partition);
                self.values.extend(value(function, Place::Argument(argument), distance));
            }
        }
        sort_by_key(&mut self.values, ValueRow::key);
        self.learn(graph, run, Capability::Inputs)
    }

    /// Adds the infection distances of these mutants. Mutants that were never evaluated are left
    /// out.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or the execution [does not fit](Execution::fits) the
    /// graph.
    #[must_use]
    #[track_caller]
    pub fn with_infections(
        mut self,
        graph: &FlowGraph,
        mutants: impl IntoIterator<Item = Mutant>,
        run: &(impl Execution + Infections + ?Sized),
    ) -> Self {
        self.check(graph, run);
        self.mutants = mutants
            .into_iter()
            .filter_map(|mutant| Some((mutant, run.infection(mutant)?)))
            .collect();
        // The caller may list a mutant twice.
        sort(&mut self.mutants);
        self.mutants.dedup_by_key(|row| row.0);
        self.learn(graph, run, Capability::Infections)
    }

    /// Adds the effects of these mutants. Mutants that were not executed are left out.
    ///
    /// # Panics
    ///
    /// If the record belongs to another graph, or the execution [does not fit](Execution::fits) the
    /// graph.
    #[must_use]
    #[track_caller]
    pub fn with_effects(
        mut self,
        graph: &FlowGraph,
        mutants: impl IntoIterator<Item = Mutant>,
        run: &(impl Execution + Effects + ?Sized),
    ) -> Self {
        self.check(graph, run);
        self.effects =
            mutants.into_iter().filter_map(|mutant| Some((mutant, run.effect(mutant)?))).collect();
        sort(&mut self.effects);
        self.effects.dedup_by_key(|row| row.0);
        self.learn(graph, run, Capability::Effects)
    }
}

/// Returns the row of the values at one place. `distance` returns the least distance to a
/// partition. Returns `None` if no value was observed.
fn value(
    function: Function,
    place: Place,
    distance: impl Fn(Partition) -> Option<Distance>,
) -> Option<ValueRow> {
    let distances = Partition::ALL.map(&distance);
    if distances.iter().all(Option::is_none) {
        return None;
    }
    // By the laws, a store has answers about all partitions or about none. If it breaks them, a
    // missing answer counts as infinitely far.
    let nearest =
        NearestValues::of(distances.map(|distance| distance.unwrap_or(Distance::INFINITE)));
    Some(ValueRow { function, place, nearest })
}

impl Rows {
    /// Creates rows from all answers of an execution about the functions that it entered. Numbers
    /// of evaluations are 0. Linear in the size of these functions.
    fn of(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Self {
        let mut functions: Vec<Function> = Vec::new();
        run.entered(graph, &mut |function| functions.push(function));
        // A store may report functions more than once, in any order, and by mistake functions that
        // the graph does not have.
        functions.retain(|function| function.index() < graph.function_count());
        sort(&mut functions);
        functions.dedup();
        // Blocks and branches are numbered in the order of functions, so their rows ascend without
        // being sorted.
        let (mut blocks, mut branches) = (Vec::new(), Vec::new());
        for block in functions.iter().flat_map(|&function| graph.blocks_of(function)) {
            if let Some(progress) = run.progress(block) {
                blocks.push((block, progress, 0));
            }
            for edge in graph.branches_of(block).filter_map(|branch| graph.get_edge(branch)) {
                if let Some(distance) = run.branch_distance(edge) {
                    branches.push((edge.branch, distance));
                }
            }
        }
        Self { functions, blocks, branches }
    }

    /// Sets the number of evaluations of each entered block.
    fn count(&mut self, graph: &FlowGraph, evaluations: impl Fn(Edge) -> u32) {
        // All decided branches of a block have one predicate, and so one number of evaluations. Of
        // several numbers, which break this law, the greatest counts.
        let of = |block: Block| {
            let decided = graph
                .branches_of(block)
                .filter_map(|branch| graph.get_edge(branch))
                .filter(|edge| edge.outcome.is_decided());
            decided.map(&evaluations).max().unwrap_or(0)
        };
        for row in &mut self.blocks {
            row.2 = of(row.0);
        }
    }
}
