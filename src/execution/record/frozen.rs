//! A frozen execution.

use super::rows::{Rows, union, union_of_sets};
use crate::distance::Distance;
use crate::execution::recorder::observations::{Place, ValueRow};
use crate::execution::{
    Copies, DirectCalls, DirectEvaluations, Effect, Effects, Evaluations, Exceptions, Execution, ImplicitExceptions, Infections,
    Inputs, MethodCalls, NearestOperands, Operands, Outputs, Partition, Thrown,
};
use crate::flow::{Edge, FlowGraph, GraphIdentity, GraphMismatch};
use crate::id::{Block, Branch, Function, Mutant};
use alloc::vec::Vec;

/// Frozen recording of a [`Trace`](crate::execution::Trace): plain data, as large as what ran, `Send + Sync`.
///
/// Keep it with a test, send it to another process, merge it with others: [`merge`](Self::merge) is commutative and associative,
/// so a distributed search folds records in any order. A default record is that of an execution in which nothing ran.
///
/// A record carries the [identity](crate::flow::GraphIdentity) of the graph that it was recorded for, also when it is written (feature
/// `serde`). So it can be used with that graph, and with each that has grown from it; with the graph of any other program, also a
/// changed one, it is a [`GraphMismatch`]. A record of nothing fits every graph.
///
/// Answers take O(log n) for n blocks entered. To sweep a record often, or many of them, merge them into a trace first.
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
    /// That of no function if the record is empty.
    pub(in crate::execution) graph: GraphIdentity,
    /// The capabilities of which nothing is known, as bits.
    pub(in crate::execution) unknown: u16,
    pub(in crate::execution) all: Rows,
    /// If the trace recorded direct calls apart, and anything ran.
    pub(in crate::execution) direct: Option<Rows>,
    /// What was recorded in the copies of an unrolled graph, and which graph they are.
    pub(in crate::execution) copies: Option<(GraphIdentity, Rows)>,
    // All ascending.
    pub(in crate::execution) called: Vec<Function>,
    pub(in crate::execution) returned: Vec<Function>,
    pub(in crate::execution) implicit: Vec<Function>,
    pub(in crate::execution) thrown: Vec<Thrown>,
    pub(in crate::execution) values: Vec<ValueRow>,
    pub(in crate::execution) mutants: Vec<(Mutant, Distance)>,
    pub(in crate::execution) effects: Vec<(Mutant, Effect)>,
    /// Those that belong to the least distances.
    pub(in crate::execution) operands: Vec<(Branch, NearestOperands)>,
}

impl Record {
    /// Returns the identity of the graph that the record was made for; that of a graph without functions if it holds nothing.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.graph
    }

    /// Says that the record is one of `graph`, which has grown from the graph that it was made for. Only records of equally many
    /// functions can be merged: of two identities nobody can tell, without the graph, if one has grown from the other.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the graph has not grown from that one. Nothing is changed then.
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

    /// Names the graph, if there is anything to name it for.
    pub(in crate::execution) fn name(&mut self, graph: GraphIdentity) {
        // What it does not know is nothing to name a graph for.
        let unknown = core::mem::take(&mut self.unknown);
        self.graph = GraphIdentity::default();
        if *self != Self::default() {
            self.graph = graph;
        }
        self.unknown = unknown;
    }

    /// Takes in what `other` observed: the least distances, the most progress, the sum of the evaluations. Linear in both.
    ///
    /// If only one of the two has direct calls recorded apart, those of the other stay unknown, and the sum looks as if they had not been.
    /// A capability that only one of the two [knows](Self::knows) is one that the merged record does not know; its answers are those of
    /// the one part.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if they were made for different graphs, unless one of them holds nothing. Nothing is changed then. Records of
    /// one graph that has grown between them are [fitted](Self::fit) to it first.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::flow::{FlowBuilder, FlowGraph, GraphMismatch};
    ///
    /// // The same ids, two programs.
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
        self.graph = self.graph.max(other.graph);
        if let Some((copies, theirs)) = &other.copies {
            self.copies.get_or_insert_with(|| (*copies, Rows::default())).1.merge(theirs);
        }
        self.unknown |= other.unknown;
        self.all.merge(&other.all);
        if let Some(theirs) = &other.direct {
            self.direct.get_or_insert_default().merge(theirs);
        }
        self.called = union_of_sets(&self.called, &other.called);
        self.returned = union_of_sets(&self.returned, &other.returned);
        self.implicit = union_of_sets(&self.implicit, &other.implicit);
        self.thrown = union_of_sets(&self.thrown, &other.thrown);
        self.values = union(&self.values, &other.values, ValueRow::key, ValueRow::merged);
        self.mutants = union(&self.mutants, &other.mutants, |row| row.0, |a, b| (a.0, a.1.min(b.1)));
        self.effects = union(&self.effects, &other.effects, |row| row.0, |a, b| (a.0, a.1.min(b.1)));
        if !(self.operands.is_empty() && other.operands.is_empty()) {
            self.operands = union(&self.operands, &other.operands, |row| row.0, Ord::min);
            self.operands.retain(|(branch, row)| self.all.distance(*branch) == Some(row.distance));
        }
        Ok(())
    }

    /// Returns `true` if direct calls were recorded apart, in all or some of what was merged: if not, [`DirectCalls`] has no answers.
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
        self.all.functions.iter().for_each(|&function| visit(function));
    }

    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        graph.check(self.graph)
    }
}

impl Evaluations for Record {
    fn evaluations(&self, branch: Edge) -> u32 {
        self.all.evaluations(branch)
    }
}

/// Nothing is known unless the record [has direct calls](Record::has_direct_calls).
impl DirectCalls for Record {
    fn direct_branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.direct.as_ref()?.branch_distance(branch)
    }

    fn direct_progress(&self, block: Block) -> Option<u32> {
        self.direct.as_ref()?.block(block).map(|(progress, _)| progress)
    }
}

/// Nothing is known unless the record [has direct calls](Record::has_direct_calls).
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
        self.thrown.iter().for_each(|&thrown| visit(thrown));
    }
}

impl ImplicitExceptions for Record {
    fn each_implicit_exception(&self, visit: &mut dyn FnMut(Function)) {
        self.implicit.iter().for_each(|&function| visit(function));
    }
}

impl Outputs for Record {
    fn output_distance(&self, function: Function, partition: Partition) -> Option<Distance> {
        self.value(function, Place::Returned, partition)
    }
}

impl Inputs for Record {
    fn input_distance(&self, function: Function, argument: u32, partition: Partition) -> Option<Distance> {
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
