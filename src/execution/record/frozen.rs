//! The record: its data, its answers, and the merging of records.

use super::capability::Capability;
use super::rows::{Rows, union, union_of_sets};
use crate::distance::Distance;
use crate::execution::recorder::observations::{Place, ValueRow};
use crate::execution::{
    Copies, DirectCalls, DirectEvaluations, Effect, Effects, Evaluations, Exceptions, Execution,
    ImplicitExceptions, Infections, Inputs, MethodCalls, NearestOperands, Operands, Outputs,
    Partition, Thrown,
};
use crate::flow::{Edge, FlowGraph, GraphIdentity, GraphMismatch};
use crate::id::{Block, Branch, Function, Mutant};
use alloc::vec::Vec;

/// Observations of an execution, or of several executions together, as plain data. A record is
/// `Send + Sync`, and its size is linear in what was executed.
///
/// [`Trace::record`](crate::execution::Trace::record) makes a record of a trace, and [`Record::of`]
/// makes one of a store of your own. Keep a record with its test, send it to another process
/// (feature `serde`), or merge it with other records. [`merge`](Self::merge) is commutative and
/// associative, so a distributed search can merge records in any order. The default record is that
/// of an empty execution.
///
/// A record contains the [identity](crate::flow::GraphIdentity) of its graph. It can be used with
/// this graph, and with every graph that has grown from this graph. With the graph of another
/// program, or of a changed program, it is refused as a [`GraphMismatch`]. A record without any
/// observation fits every graph.
///
/// Each answer takes O(log n), where n is the number of entered blocks. To sweep a record many
/// times, or many records together, merge them into a [`Trace`](crate::execution::Trace) first: a
/// trace answers in constant time.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Execution, Record, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// let entry = graph.all_blocks().next().expect("has blocks");
/// let runs: Vec<Record> = [40, 12]
///     .map(|x| {
///         trace.reset();
///         trace.decide(entry, lt(x, 10));
///         trace.record()
///     })
///     .into();
///
/// let mut both = runs[0].clone();
/// both.merge(&runs[1])?;
/// let less = graph.edge(graph.branches_of(entry).next().expect("decides"));
/// assert_eq!(both.branch_distance(less).map(|d| d.get()), Some(3.0));
/// // a slice of records is a suite
/// assert_eq!(both.branch_distance(less), runs[..].branch_distance(less));
///
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Record {
    /// Identity of the graph; the identity of a graph without functions if the record is empty.
    pub(in crate::execution) graph: GraphIdentity,
    /// Capabilities that the record lacks, one [bit](super::Capability::bit) for each.
    pub(in crate::execution) unknown: u16,
    /// Blocks and branches in all calls.
    pub(in crate::execution) all: Rows,
    /// Blocks and branches in direct calls, if these were recorded separately and anything was
    /// executed.
    pub(in crate::execution) direct: Option<Rows>,
    /// Identity of the unrolled graph, and its blocks and branches, if copies were recorded.
    pub(in crate::execution) copies: Option<(GraphIdentity, Rows)>,
    // All lists below ascend by their first column, each key once: answers search them by
    // bisection.
    /// Functions that the test itself called.
    pub(in crate::execution) called: Vec<Function>,
    /// Functions that returned normally to the test.
    pub(in crate::execution) returned: Vec<Function>,
    /// Functions that an implicit exception left in a call by the test itself.
    pub(in crate::execution) implicit: Vec<Function>,
    /// Exceptions that left functions.
    pub(in crate::execution) thrown: Vec<Thrown>,
    /// Least distances of results and arguments from partitions.
    pub(in crate::execution) values: Vec<ValueRow>,
    /// Least infection distances of mutants that were evaluated.
    pub(in crate::execution) mutants: Vec<(Mutant, Distance)>,
    /// Least effects of mutants that were executed.
    pub(in crate::execution) effects: Vec<(Mutant, Effect)>,
    /// Operands with the least distance of their branch.
    pub(in crate::execution) operands: Vec<(Branch, NearestOperands)>,
}

impl Record {
    /// Returns the identity of the graph that the record was made for or last [fitted](Self::fit)
    /// to. Returns the identity of a graph without functions if the record is empty.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.graph
    }

    /// Fits the record to `graph`, which must have grown from the graph that the record was made
    /// for. Afterwards, the record is one of `graph`.
    ///
    /// Before you merge records of different states of a graph, fit them to one state. The reason:
    /// two identities alone do not show whether one graph has grown from the other.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if `graph` has not grown from the graph of the record. The record is then
    /// unchanged.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let run = |graph: &FlowGraph| {
    ///     let trace = Trace::new(graph);
    ///     trace.root().enter(sbst::id::Function::new(0)).end(0);
    ///     trace.record()
    /// };
    /// let mut old = run(&graph);
    /// graph.add(&FlowBuilder::new().exit(0))?;
    /// let new = run(&graph);
    /// assert!(old.merge(&new).is_err());
    /// old.fit(&graph)?;
    /// assert!(old.merge(&new).is_ok());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn fit(&mut self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        graph.check(self.graph)?;
        self.name(graph.identity());
        Ok(())
    }

    /// Sets the identity of the graph. A record without any observation gets the identity of a
    /// graph without functions, so that it fits every graph.
    pub(in crate::execution) fn name(&mut self, graph: GraphIdentity) {
        // A record that lacks capabilities may be empty nevertheless: so the comparison must not
        // see the bits.
        let unknown = core::mem::take(&mut self.unknown);
        self.graph = GraphIdentity::default();
        if *self != Self::default() {
            self.graph = graph;
        }
        self.unknown = unknown;
    }

    /// Merges another record into this one. The merged record answers for the executions of both:
    /// with the least distances, the greatest progress, and the sum of the evaluations.
    ///
    /// Merging is commutative and associative. It takes time linear in both records; if they have
    /// operands, O(n log n) for n of them.
    ///
    /// If only one of the two records [knows](Self::knows) a capability, the merged record does not
    /// know it. It then has the answers of the one record, and the incomplete answers, if any, of
    /// the other. If only one of the two has direct calls separately, the answers about direct
    /// calls come from that one record alone.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the records were made for different graphs, or for different unrolled
    /// graphs. This record is then unchanged. A record without any observation fits every graph. If
    /// a graph has grown between two records, [fit](Self::fit) both of them to it first.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch};
    ///
    /// // Two programs with equal ids.
    /// let [one, other] = [1, 2].map(|statements| {
    ///     let graph =
    ///         FlowGraph::of(&FlowBuilder::new().statements(0, statements).exit(0))
    ///             .expect("one block");
    ///     let trace = Trace::new(&graph);
    ///     trace.root().enter(sbst::id::Function::new(0)).end(0);
    ///     trace.record()
    /// });
    /// let error = one.clone().merge(&other).expect_err("mixed up");
    /// assert_eq!(
    ///     error,
    ///     GraphMismatch { made_for: other.made_for(), used_with: one.made_for() }
    /// );
    /// ```
    pub fn merge(&mut self, other: &Self) -> Result<(), GraphMismatch> {
        // Step 1: check. All checks come first, so that an error leaves the record unchanged. A
        // record without any observation has the identity of nothing, and is merged with any other.
        if other.graph != self.graph {
            let nothing = GraphIdentity::default();
            if self.graph != nothing && other.graph != nothing {
                return Err(GraphMismatch { made_for: other.graph, used_with: self.graph });
            }
        }
        if let (Some((ours, _)), Some((theirs, _))) = (&self.copies, &other.copies)
            && ours != theirs
        {
            return Err(GraphMismatch { made_for: *theirs, used_with: *ours });
        }
        // Step 2: the identities. They are equal, or one of them is that of nothing, which is the
        // least of all.
        self.graph = self.graph.max(other.graph);
        if let Some((copies, theirs)) = &other.copies {
            self.copies.get_or_insert_with(|| (*copies, Rows::default())).1.merge(theirs);
        }
        // Step 3: the data. An answer that one part lacks makes the answer of both incomplete: so
        // the bits are joined.
        self.unknown |= other.unknown;
        self.all.merge(&other.all);
        if let Some(theirs) = &other.direct {
            self.direct.get_or_insert_default().merge(theirs);
        }
        // Sets are joined, and rows with one key by the minimum: both are commutative, associative
        // and idempotent, so the order of merges cannot reach a result. Only counts of evaluations
        // are sums.
        self.called = union_of_sets(&self.called, &other.called);
        self.returned = union_of_sets(&self.returned, &other.returned);
        self.implicit = union_of_sets(&self.implicit, &other.implicit);
        self.thrown = union_of_sets(&self.thrown, &other.thrown);
        self.values = union(&self.values, &other.values, ValueRow::key, ValueRow::merged);
        self.mutants =
            union(&self.mutants, &other.mutants, |row| row.0, |a, b| (a.0, a.1.min(b.1)));
        self.effects =
            union(&self.effects, &other.effects, |row| row.0, |a, b| (a.0, a.1.min(b.1)));
        // Step 4: the operands. They come last, because the distances of their branches must be
        // merged before.
        if !(self.operands.is_empty() && other.operands.is_empty()) {
            self.operands = union(&self.operands, &other.operands, |row| row.0, Ord::min);
            // Operands of one part may be farther than the least distance of the other part: then
            // they explain nothing.
            self.operands.retain(|(branch, row)| self.all.distance(*branch) == Some(row.distance));
        }
        Ok(())
    }

    /// Returns `true` if direct calls were recorded separately in at least one of the merged
    /// executions. If not, [`DirectCalls`] and [`DirectEvaluations`] have no answers.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let [plain, apart] = [Trace::new(&graph), Trace::new(&graph).with_direct_calls()]
    ///     .map(|trace| {
    ///         trace.root().enter(Function::new(0)).end(0);
    ///         trace.record()
    ///     });
    /// assert_eq!((plain.has_direct_calls(), apart.has_direct_calls()), (false, true));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    #[must_use]
    pub const fn has_direct_calls(&self) -> bool {
        self.direct.is_some()
    }

    /// Returns the least distance of the values at one place from a partition. Returns `None` if
    /// there was no value.
    fn value(&self, function: Function, place: Place, partition: Partition) -> Option<Distance> {
        let at = self.values.binary_search_by_key(&(function, place), ValueRow::key).ok()?;
        self.values[at].nearest.distance(partition)
    }
}

impl Execution for Record {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.all.branch_distance(branch)
    }

    fn progress(&self, block: Block) -> Option<u32> {
        self.all.block(block).map(|(progress, _)| progress)
    }

    fn entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for &function in &self.all.functions {
            visit(function);
        }
    }

    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        graph.check(self.graph)
    }

    fn knows(&self, capability: Capability) -> bool {
        Self::knows(self, capability)
    }
}

impl Evaluations for Record {
    fn evaluations(&self, branch: Edge) -> u32 {
        self.all.evaluations(branch)
    }
}

/// Has answers only if the record [has direct calls](Record::has_direct_calls).
impl DirectCalls for Record {
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.direct.as_ref()?.branch_distance(branch)
    }

    fn direct_progress(&self, block: Block) -> Option<u32> {
        self.direct.as_ref()?.block(block).map(|(progress, _)| progress)
    }
}

/// Has answers only if the record [has direct calls](Record::has_direct_calls).
impl DirectEvaluations for Record {
    fn direct_evaluations(&self, branch: Edge) -> u32 {
        self.direct.as_ref().map_or(0, |direct| direct.evaluations(branch))
    }
}

impl MethodCalls for Record {
    fn called_by_test(&self, function: Function) -> bool {
        self.called.binary_search(&function).is_ok()
    }

    fn returned_to_test(&self, function: Function) -> bool {
        self.returned.binary_search(&function).is_ok()
    }
}

impl Exceptions for Record {
    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.thrown.binary_search(&thrown).is_ok()
    }

    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        for &thrown in &self.thrown {
            visit(thrown);
        }
    }
}

impl ImplicitExceptions for Record {
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        for &function in &self.implicit {
            visit(function);
        }
    }
}

impl Outputs for Record {
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.value(function, Place::Returned, partition)
    }
}

impl Inputs for Record {
    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.value(function, Place::Argument(argument), partition)
    }
}

impl Infections for Record {
    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        let place = self.mutants.binary_search_by_key(&mutant, |row| row.0).ok()?;
        Some(self.mutants[place].1)
    }
}

impl Copies for Record {
    fn copy_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.copies.as_ref()?.1.branch_distance(branch)
    }

    fn copy_progress(&self, block: Block) -> Option<u32> {
        self.copies.as_ref()?.1.block(block).map(|(progress, _)| progress)
    }

    fn copies_entered(&self, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for &function in self.copies.iter().flat_map(|(_, rows)| &rows.functions) {
            visit(function);
        }
    }

    fn fits_copies(&self, copies: &FlowGraph) -> Result<(), GraphMismatch> {
        self.copies.as_ref().map_or(Ok(()), |(identity, _)| copies.check(*identity))
    }
}

impl Effects for Record {
    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        let place = self.effects.binary_search_by_key(&mutant, |row| row.0).ok()?;
        Some(self.effects[place].1)
    }
}

impl Operands for Record {
    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        let place = self.operands.binary_search_by_key(&branch.branch, |row| row.0).ok()?;
        Some(self.operands[place].1.clone())
    }
}
