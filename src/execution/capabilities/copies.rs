//! Executions in the copies of an unrolled graph: the capability, and its answers as an execution.

use super::execution::knows;
use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Function};

/// Capability: branches and blocks in the copies of an
/// [`UnrolledGraph`](crate::flow::UnrolledGraph). Goals of conditions, definitions and uses, paths
/// and calling contexts need it.
///
/// The questions are those of [`Execution`], about branches, blocks and functions of
/// [`UnrolledGraph::graph`](crate::flow::UnrolledGraph::graph). [`InCopies`] turns the answers into
/// an execution that can be swept. A [`Trace`](crate::execution::Trace) records the copies while
/// the program runs. A store of your own can contain a trace and ask it.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::{Copies, Trace};
/// use sbst::flow::decisions::CompoundDecision;
/// use sbst::flow::{FlowBuilder, FlowGraph, UnrolledGraph};
/// use sbst::id::Function;
///
/// // if a > 0 && b > 0 { 2 } else { 3 }
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// let unrolled = UnrolledGraph::builder(&graph)
///     .decisions(CompoundDecision::all(&graph))
///     .build()?;
/// let trace = Trace::new(&graph).with_unrolled(&unrolled);
/// let f = trace.root().enter(Function::new(0));
/// f.decide(0, gt(7, 0));
/// f.decide(1, gt(-2, 0));
/// drop(f);
/// let distance = |branch| {
///     trace.copy_branch_distance(unrolled.graph().edge(branch)).map(|d| d.get())
/// };
/// let vectors: Vec<_> = unrolled
///     .vectors()
///     .map(|row| (row.vector.to_string(), distance(row.branch)))
///     .collect();
/// let expected = [("TT", Some(3.0)), ("TF", Some(0.0)), ("F", Some(8.0))];
/// assert!(
///     vectors
///         .iter()
///         .map(|(vector, distance)| (vector.as_str(), *distance))
///         .eq(expected)
/// );
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub trait Copies {
    /// Returns the least distance to taking a branch of the unrolled graph, over all evaluations in
    /// this copy of its block. Returns `None` if there were none.
    fn copy_branch_distance(&self, branch: Edge) -> Option<Distance>;

    /// Returns the greatest number of statements that completed in a copy of a block, over all
    /// visits. Returns `None` if the copy was never entered.
    fn copy_progress(&self, block: Block) -> Option<u32>;

    /// Visits every function of the unrolled graph with an answer about one of its blocks or
    /// branches. The order is arbitrary. Other functions may be visited too, and functions may be
    /// visited more than once.
    ///
    /// The provided method asks about every block and branch of the unrolled graph, in time linear
    /// in its size.
    fn copies_entered(&self, copies: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for function in
            copies.functions().filter(|&function| knows(&InCopies(self), copies, function))
        {
            visit(function);
        }
    }

    /// Checks that the answers are about the copies of this unrolled graph.
    ///
    /// The provided method checks nothing: if the answers are about another unrolled graph, they
    /// are wrong, and no error says so. A store that records copies only on request says by
    /// [`Execution::knows`] whether it did.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the execution was recorded with another unrolled graph.
    fn fits_copies(&self, copies: &FlowGraph) -> Result<(), GraphMismatch> {
        let _ = copies;
        Ok(())
    }
}

/// The answers about the copies of an unrolled graph, as an execution of
/// [`UnrolledGraph::graph`](crate::flow::UnrolledGraph::graph). Sweep it to get the fitness of
/// goals in copies.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::{Copies, InCopies, Record, Trace};
/// use sbst::fitness::FitnessTable;
/// use sbst::flow::decisions::CompoundDecision;
/// use sbst::flow::{FlowBuilder, FlowGraph, UnrolledGraph};
/// use sbst::id::Function;
///
/// // if a > 0 && b > 0 { 2 } else { 3 }
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3),
/// )?;
/// let unrolled = UnrolledGraph::builder(&graph)
///     .decisions(CompoundDecision::all(&graph))
///     .build()?;
/// let trace = Trace::new(&graph).with_unrolled(&unrolled);
/// let f = trace.root().enter(Function::new(0));
/// f.decide(0, gt(-4, 0)); // a is not positive; b is not evaluated
/// drop(f);
/// trace.fits_copies(unrolled.graph())?;
/// let record = Record::of(&graph, &trace).with_copies(&graph, &unrolled, &trace);
/// let mut entered = Vec::new();
/// record.copies_entered(unrolled.graph(), &mut |copy| entered.push(copy));
/// assert_eq!(entered.len(), 1);
///
/// let mut table = FitnessTable::new(unrolled.graph());
/// table.sweep(unrolled.graph(), &InCopies(&record));
/// let then = graph.block(Function::new(0), 2);
/// let mut copies = unrolled.graph().all_blocks();
/// let copy = copies.find(|&copy| unrolled.block_of(copy) == Some(then));
/// assert_eq!(table.block(copy.expect("of block 2")).to_string(), "(1, 5)");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct InCopies<'a, X: ?Sized>(pub &'a X);

impl<X: Copies + ?Sized> Execution for InCopies<'_, X> {
    fn branch_distance(&self, branch: Edge) -> Option<Distance> {
        self.0.copy_branch_distance(branch)
    }
    fn progress(&self, block: Block) -> Option<u32> {
        self.0.copy_progress(block)
    }
    fn entered(&self, copies: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        self.0.copies_entered(copies, visit);
    }
    fn fits(&self, copies: &FlowGraph) -> Result<(), GraphMismatch> {
        self.0.fits_copies(copies)
    }
}

// Derived implementations would demand that `X` is `Copy`, which a reference does not need.
impl<X: ?Sized> Clone for InCopies<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X: ?Sized> Copy for InCopies<'_, X> {}
