//! The trait of executions, which every executor implements.

use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::{Record, Trace};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Function};

/// An execution: how near it came to taking each branch, and how far it executed each block. All fitness is computed from these answers.
///
/// Implement this trait for a store of your own. [`Trace`], [`Record`] and slices of executions implement it. Blocks and branches are
/// numbered throughout the program: if your executor numbers the blocks of each function separately, convert by [`FlowGraph::block`]. Keep
/// the [identity](FlowGraph::identity) of the graph in your store, and compare it in [`fits`](Self::fits): then executions of another
/// program are refused.
///
/// The trait is dyn-compatible. `examples/own_executor.rs` has a complete implementation.
///
/// ```
/// use sbst::distance::{Distance, Nearest, lt};
/// use sbst::execution::Execution;
/// use sbst::fitness::fitness_of_block;
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::{Block, Function};
/// use std::collections::BTreeMap;
///
/// /// What was compared in each block that ran.
/// struct Seen(BTreeMap<Block, Nearest>);
///
/// impl Execution for Seen {
///     fn branch_distance(&self, branch: Edge) -> Option<Distance> {
///         self.0.get(&branch.source)?.to(branch.outcome.holds()?)
///     }
///     fn progress(&self, block: Block) -> Option<u32> {
///         self.0.get(&block).map(|_| 0)
///     }
/// }
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let [entry, then, or_else] =
///     [0, 1, 2].map(|local| graph.block(Function::new(0), local));
/// let mut nearest = Nearest::default();
/// nearest.see(lt(14, 10));
/// let seen = Seen(BTreeMap::from([(entry, nearest), (or_else, Nearest::default())]));
/// // 14 is 5 away from < 10
/// assert_eq!(fitness_of_block(&graph, &seen, then).distance.get(), 5.0);
///
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Execution {
    /// Returns the least distance to taking `branch` over all evaluations of its predicate. The distance is 0 if and only if the branch was
    /// taken, and `None` if and only if the predicate was never evaluated.
    ///
    /// For a case, an arm or a default, it is the least distance over all values that selected.
    /// [`SeenValues`](crate::distance::SeenValues) keeps these values; [`FlowGraph::arm_distance`] computes the distance of one branch,
    /// [`FlowGraph::arm_distances`] those of all branches at once.
    ///
    /// For an implicit branch (see [`Outcome::is_decided`](crate::flow::Outcome::is_decided)), return 0 if you know that it was taken, else
    /// `None`.
    ///
    /// ```
    /// use sbst::distance::lt;
    /// use sbst::execution::{Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::{Branch, Function};
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
    /// let trace = Trace::new(&graph);
    /// let less = graph.edge(Branch::new(0));
    /// assert_eq!(trace.branch_distance(less), None); // nothing ran
    /// for x in [14, 12] {
    ///     trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
    /// }
    /// // 12 came nearest
    /// assert_eq!(trace.branch_distance(less).map(|d| d.get()), Some(3.0));
    ///
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn branch_distance(&self, branch: Edge) -> Option<Distance>;

    /// Returns the number of statements of `block` that completed, the greatest over all visits; `None` if and only if the block was never
    /// entered.
    ///
    /// A statement that throws was reached, but did not complete. For an entered block without statements, return 0.
    ///
    /// ```
    /// use sbst::execution::{Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
    /// let (trace, body) = (Trace::new(&graph), graph.entry(Function::new(0)));
    /// assert_eq!(trace.progress(body), None);
    /// trace.root().enter(Function::new(0)).done(0, 2); // the third statement threw
    /// assert_eq!(trace.progress(body), Some(2));
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn progress(&self, block: Block) -> Option<u32>;

    /// Visits every function that was entered, in any order, possibly more than once.
    ///
    /// A function that is not visited counts as never entered, so visit every function with an answer about one of its blocks or branches.
    /// The provided method asks about all blocks and branches of the program, since some executors do not see entries. This is right, and
    /// takes time linear in the size of the program for every sweep: if your executor knows the entered functions, implement this method.
    ///
    /// ```
    /// use sbst::execution::{Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    /// use sbst::id::Function;
    ///
    /// let mut graph = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let second = graph.add(&FlowBuilder::new().exit(0))?;
    /// let trace = Trace::new(&graph);
    /// trace.root().enter(second).end(0);
    /// let mut entered = Vec::new();
    /// trace.entered(&graph, &mut |function| entered.push(function));
    /// assert_eq!(entered, [second]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn entered(&self, graph: &FlowGraph, visit: &mut dyn FnMut(Function)) {
        for function in graph.functions().filter(|&function| knows(self, graph, function)) {
            visit(function);
        }
    }

    /// Checks that the execution was recorded for `graph`, or for an earlier state of it, so that ids have the same meaning.
    ///
    /// Each sweep and measurement calls this once, so it should take no longer than comparing two numbers. The provided method trusts your
    /// store: if it is used with another graph, its answers are wrong without any error. A store that keeps the
    /// [identity](FlowGraph::identity) of its graph implements this by [`FlowGraph::check`]. A store that wraps another execution asks that
    /// execution. [`Record::of`] turns a store into a record, which is checked from then on.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the execution belongs to another program.
    ///
    /// ```
    /// use sbst::execution::{Execution, Trace};
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let body = FlowBuilder::new().exit(0);
    /// let [one, other] = [FlowGraph::of(&body)?, FlowGraph::of(&body.statements(0, 1))?];
    /// let trace = Trace::new(&one);
    /// let error = trace.fits(&other).expect_err("another program");
    /// assert_eq!(error.made_for, trace.made_for());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    ///
    /// In a store of your own:
    ///
    /// ```
    /// use sbst::distance::Distance;
    /// use sbst::execution::Execution;
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{Edge, FlowBuilder, FlowGraph, GraphIdentity, GraphMismatch};
    /// use sbst::id::Block;
    /// use std::collections::BTreeSet;
    ///
    /// /// A coverage tool's list of what ran, and the program that it is about.
    /// struct Covered {
    ///     made_for: GraphIdentity,
    ///     blocks: BTreeSet<Block>,
    /// }
    ///
    /// impl Execution for Covered {
    ///     fn branch_distance(&self, _: Edge) -> Option<Distance> {
    ///         None
    ///     }
    ///     fn progress(&self, block: Block) -> Option<u32> {
    ///         self.blocks.contains(&block).then_some(0)
    ///     }
    ///     fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
    ///         graph.check(self.made_for)
    ///     }
    /// }
    ///
    /// let body = FlowBuilder::new().exit(0);
    /// let [graph, changed] =
    ///     [FlowGraph::of(&body)?, FlowGraph::of(&body.statements(0, 1))?];
    /// let blocks = BTreeSet::from([Block::new(0)]);
    /// let covered = Covered { made_for: graph.identity(), blocks };
    /// assert!(FitnessTable::new(&graph).try_sweep(&graph, &covered).is_ok());
    /// assert!(FitnessTable::new(&changed).try_sweep(&changed, &covered).is_err());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        let _ = graph;
        Ok(())
    }
}

/// Returns `true` if a block or branch of a function has an answer. The entry is asked first, because it nearly always has one.
pub(super) fn knows(run: &(impl Execution + ?Sized), graph: &FlowGraph, function: Function) -> bool {
    let ran = |block| run.progress(block).is_some();
    let evaluated = |block| {
        let mut edges = graph.branches_of(block).filter_map(|branch| graph.get_edge(branch));
        edges.any(|edge| run.branch_distance(edge).is_some())
    };
    graph.blocks_of(function).any(ran) || graph.blocks_of(function).any(evaluated)
}
