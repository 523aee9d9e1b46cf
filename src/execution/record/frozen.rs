//! The record: its data, its answers, and the merging of records.

use super::rows::{Rows, find, union, union_of_sets};
use crate::distance::Distance;
use crate::execution::recorder::observations::{Place, ValueRow};
use crate::execution::{Effect, Execution, Fact, Facts, NearestOperands, Partition, Plane, Thrown};
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
    pub(super) graph: GraphIdentity,
    /// Facts that the record lacks, one [bit](Fact::bit) for each.
    pub(in crate::execution) unknown: u16,
    /// Blocks and branches in all calls.
    pub(in crate::execution) all: Rows,
    /// Blocks and branches on each plane that was recorded, ascending; none if nothing was executed.
    pub(super) planes: Vec<(Plane, Rows)>,
    // All lists below ascend by their first column, each key once: answers search them by
    // bisection.
    /// Functions that the test itself called.
    pub(super) called: Vec<Function>,
    /// Functions that returned normally to the test.
    pub(super) returned: Vec<Function>,
    /// Functions that an implicit exception left in a call by the test itself.
    pub(super) implicit: Vec<Function>,
    /// Exceptions that left functions.
    pub(super) thrown: Vec<Thrown>,
    /// Least distances of results and arguments from partitions.
    pub(super) values: Vec<ValueRow>,
    /// Least infection distances of mutants that were evaluated.
    pub(super) mutants: Vec<(Mutant, Distance)>,
    /// Least effects of mutants that were executed.
    pub(super) effects: Vec<(Mutant, Effect)>,
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
    pub(super) fn name(&mut self, graph: GraphIdentity) {
        // A record that lacks facts may be empty nevertheless: so the comparison must not
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
    /// The merged record [knows](Self::knows) what both records know. If only one of the two knows a
    /// fact, the answers about it are those of the one record, and the incomplete answers, if any,
    /// of the other; a plane that only one has is left out. A record in which no function was
    /// entered knows all planes.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the records were made for different graphs. This record is then
    /// unchanged. A record without any observation fits every graph. If a graph has grown between
    /// two records, [fit](Self::fit) both of them to it first.
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
        let nothing = GraphIdentity::default();
        if other.graph != self.graph && self.graph != nothing && other.graph != nothing {
            return Err(GraphMismatch { made_for: other.graph, used_with: self.graph });
        }
        // Step 2: the identities, and the planes. The identities are equal, or one of them is that
        // of nothing, which is the least of all.
        self.graph = self.graph.max(other.graph);
        self.merge_planes(other);
        // Step 3: the data. An answer that one part lacks makes the answer of both incomplete: so
        // the bits are joined.
        self.unknown |= other.unknown;
        self.all.merge(&other.all);
        // Sets are joined, and rows with one key by the minimum: both are commutative, associative
        // and idempotent, so the order of merges cannot reach a result. Only counts of evaluations
        // are sums.
        self.called = union_of_sets(&self.called, &other.called);
        self.returned = union_of_sets(&self.returned, &other.returned);
        self.implicit = union_of_sets(&self.implicit, &other.implicit);
        self.thrown = union_of_sets(&self.thrown, &other.thrown);
        self.values = union(&self.values, &other.values, ValueRow::key, ValueRow::merged);
        self.mutants = union(&self.mutants, &other.mutants, |row| row.0, Ord::min);
        self.effects = union(&self.effects, &other.effects, |row| row.0, Ord::min);
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

    /// Adds the rows of a plane, or replaces them. Does nothing if no function was entered: an empty
    /// record must stay equal to the default record, so that it fits every graph.
    pub(super) fn set_plane(&mut self, plane: Plane, rows: Rows) {
        if self.all.functions.is_empty() {
            return;
        }
        match self.planes.binary_search_by_key(&plane, |row| row.0) {
            Ok(place) => self.planes[place].1 = rows,
            Err(place) => self.planes.insert(place, (plane, rows)),
        }
    }

    /// Keeps the planes that both records have, merged.
    fn merge_planes(&mut self, other: &Self) {
        if other.all.functions.is_empty() {
            return;
        }
        if self.all.functions.is_empty() {
            self.planes.clone_from(&other.planes);
            return;
        }
        self.planes.retain_mut(|(plane, rows)| {
            let theirs = other.rows(*plane);
            if let Some(theirs) = theirs {
                rows.merge(theirs);
            }
            theirs.is_some()
        });
    }

    /// Returns the rows of a plane, if the record has it.
    pub(super) fn rows(&self, plane: Plane) -> Option<&Rows> {
        find(&self.planes, plane)
    }

    /// Returns the greatest function of each list beside the rows, without lists that are empty.
    pub(super) fn last_functions(&self) -> impl Iterator<Item = Function> {
        let sets = [&self.called, &self.returned, &self.implicit].into_iter();
        let sets = sets.map(|all| all.last().copied());
        let thrown = self.thrown.last().map(|thrown| thrown.function);
        let values = self.values.last().map(|row| row.function);
        sets.chain([thrown, values]).flatten()
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
        self.all.distance(branch.branch)
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
}

impl Facts for Record {
    /// Returns `true` if the record knows a fact. If not, missing answers about it are those of an
    /// empty execution.
    ///
    /// - A record of a [trace](crate::execution::Trace) knows what the trace knows, except for the
    ///   calls one by one.
    /// - A record in which no function was entered knows all planes.
    /// - A [merged](Self::merge) record knows what both of its parts know.
    /// - If a record is merged into a trace, the trace does not know what the record did not know,
    ///   until it is [reset](crate::execution::Trace::reset).
    fn knows(&self, fact: Fact) -> bool {
        match fact {
            Fact::Calls | Fact::On(Plane::Within(_)) => false,
            Fact::On(plane) => self.all.functions.is_empty() || self.rows(plane).is_some(),
            _ => self.unknown & fact.bit() == 0,
        }
    }

    fn branch_distance_on(&self, plane: Plane, branch: Edge) -> Option<Distance> {
        self.rows(plane)?.distance(branch.branch)
    }

    fn progress_on(&self, plane: Plane, block: Block) -> Option<u32> {
        self.rows(plane)?.block(block).map(|(progress, _)| progress)
    }

    fn entered_on(&self, plane: Plane, _: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        if let Some(rows) = self.rows(plane) {
            rows.functions.iter().copied().for_each(visit);
        }
    }

    fn evaluations(&self, branch: Edge) -> u32 {
        self.all.evaluations(branch)
    }

    fn evaluations_on(&self, plane: Plane, branch: Edge) -> u32 {
        self.rows(plane).map_or(0, |rows| rows.evaluations(branch))
    }

    fn called_by_test(&self, function: Function) -> bool {
        self.called.binary_search(&function).is_ok()
    }

    fn returned_to_test(&self, function: Function) -> bool {
        self.returned.binary_search(&function).is_ok()
    }

    fn has_thrown(&self, thrown: Thrown) -> bool {
        self.thrown.binary_search(&thrown).is_ok()
    }

    fn each_thrown(&self, visit: &mut dyn FnMut(Thrown)) {
        self.thrown.iter().copied().for_each(visit);
    }

    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        self.implicit.iter().copied().for_each(visit);
    }

    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.value(function, Place::Returned, partition)
    }

    fn input_distance(
        &self,
        function: Function,
        argument: u32,
        partition: Partition,
    ) -> Option<Distance> {
        self.value(function, Place::Argument(argument), partition)
    }

    fn each_argument(&self, function: Function, visit: &mut dyn FnMut(u32)) {
        let first = self.values.partition_point(|row| row.function < function);
        for row in self.values[first..].iter().take_while(|row| row.function == function) {
            if let Place::Argument(argument) = row.place {
                visit(argument);
            }
        }
    }

    fn infection(&self, mutant: Mutant) -> Option<Distance> {
        find(&self.mutants, mutant).copied()
    }

    fn effect(&self, mutant: Mutant) -> Option<Effect> {
        find(&self.effects, mutant).copied()
    }

    fn each_mutant(&self, visit: &mut dyn FnMut(Mutant)) {
        let (infected, affected) = (self.mutants.iter(), self.effects.iter());
        infected.map(|row| row.0).chain(affected.map(|row| row.0)).for_each(visit);
    }

    fn operands(&self, branch: Edge) -> Option<NearestOperands> {
        find(&self.operands, branch.branch).cloned()
    }
}
