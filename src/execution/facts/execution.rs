//! The trait of executions: the answers from which all fitness is computed.

use crate::distance::Distance;
#[cfg(doc)]
use crate::execution::{Facts, Record, Trace};
use crate::flow::{Edge, FlowGraph, GraphMismatch};
use crate::id::{Block, Branch, Function};
use crate::sort::sort;
use alloc::vec::Vec;

/// An execution of the program: the least distance to taking each branch, and the number of
/// statements that completed in each block. All fitness is computed from these answers.
///
/// [`Trace`], [`Record`] and slices of executions implement this trait. Implement it for a store of
/// your own as follows:
///
/// - Return the two answers: [`branch_distance`](Self::branch_distance) and
///   [`progress`](Self::progress).
/// - Blocks and branches are numbered throughout the program. If your executor numbers the blocks
///   of each function separately, convert the numbers by [`FlowGraph::block`].
/// - If your executor knows which functions were entered, implement [`entered`](Self::entered).
///   Sweeps are then faster.
/// - Keep the [identity](FlowGraph::identity) of the graph in your store, and compare it in
///   [`fits`](Self::fits). Executions of another program are then refused.
///
/// What goals of other kinds ask is in [`Facts`], which one empty line implements for a store that
/// has these two answers only. The trait is dyn-compatible. `examples/own_executor.rs` has a
/// complete implementation.
///
/// ```
/// use sbst::distance::{Distance, Nearest, lt};
/// use sbst::execution::Execution;
/// use sbst::fitness::fitness_of_block;
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph};
/// use sbst::id::{Block, Function};
/// use std::collections::BTreeMap;
///
/// /// For each block that ran, its nearest comparisons.
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
/// // `14 < 10` fails by 4, and K = 1 is added
/// assert_eq!(fitness_of_block(&graph, &seen, then).distance.get(), 5.0);
///
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub trait Execution {
    /// Returns the least distance to taking `branch`, over all evaluations of its predicate. The
    /// distance is 0 if and only if the branch was taken. It is `None` if and only if the predicate
    /// was never evaluated.
    ///
    /// For a case, an arm or a default, the distance is the least one over all values by which the
    /// block selected. [`SeenValues`](crate::distance::SeenValues) keeps these values. From them,
    /// [`FlowGraph::arm_distance`] computes the distance of one branch, and
    /// [`FlowGraph::arm_distances`] the distances of all branches at once.
    ///
    /// For an implicit branch (see [`Outcome::is_decided`](crate::flow::Outcome::is_decided)),
    /// return 0 if your executor saw that it was taken, else `None`. For an exception that was not
    /// thrown, you may also return how far the block was from throwing it.
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

    /// Returns the greatest number of statements of `block` that completed, over all visits.
    /// Returns `None` if and only if the block was never entered.
    ///
    /// A statement that throws was reached, but did not complete. For an entered block without
    /// statements, return 0.
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
    /// A function that is not visited counts as never entered. So visit every function with an
    /// answer about one of its blocks or branches.
    ///
    /// The provided method asks about all blocks and branches of the program, because some
    /// executors do not see entries. Its answer is right, but takes time linear in the size of the
    /// program in each sweep. If your executor knows the entered functions, implement this method.
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
        let (progress, distance) =
            (|block| self.progress(block), |edge| self.branch_distance(edge));
        let entered = |&function: &Function| has_answers(graph, function, progress, distance);
        graph.functions().filter(entered).for_each(visit);
    }

    /// Checks that the execution was recorded for `graph`, or for an earlier state of it. Ids then
    /// have the meaning that they have in `graph`.
    ///
    /// Each sweep and each measurement calls this method once, so it should take no longer than
    /// comparing two numbers.
    ///
    /// - The provided method trusts your store. If the store is used with another graph, its
    ///   answers are wrong, and no error says so.
    /// - In a store that keeps the [identity](FlowGraph::identity) of its graph, implement it by
    ///   [`FlowGraph::check`].
    /// - In a store that wraps another execution, ask the other execution.
    /// - [`Record::of`] turns a store into a record, which is checked from then on.
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
    /// /// The blocks that ran, from a coverage tool, and the identity of their program.
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

/// Returns `true` if there is an answer about a block or a branch of a function. Linear in the size
/// of the function; the entry is asked first, because it nearly always has an answer.
pub(super) fn has_answers(
    graph: &FlowGraph,
    function: Function,
    progress: impl Fn(Block) -> Option<u32>,
    distance: impl Fn(Edge) -> Option<Distance>,
) -> bool {
    let evaluated = |block| {
        let mut edges = graph.branches_of(block).filter_map(|branch| graph.get_edge(branch));
        edges.any(|edge| distance(edge).is_some())
    };
    // A store may know distances of a block, but no entries: so the branches are asked if no block
    // has an answer.
    graph.blocks_of(function).any(|block| progress(block).is_some())
        || graph.blocks_of(function).any(evaluated)
}

// The branches that an execution took, and lists of what stores visit.

/// Returns the branches that an execution took, ascending and each once.
///
/// An implicit branch is included if the execution observed that it was taken. Linear in the size
/// of the entered functions. To get the covered goals of any kind, see
/// [`covered`](crate::objective::covered).
///
/// # Panics
///
/// If the execution belongs to another graph. To check before, call [`Execution::fits`].
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::{Trace, taken};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let trace = Trace::new(&graph);
/// trace.root().enter(Function::new(0)).decide(0, lt(3, 10));
/// let outcomes: Vec<_> = taken(&graph, &trace)
///     .into_iter()
///     .map(|branch| graph.edge(branch).outcome.to_string())
///     .collect();
/// assert_eq!(outcomes, ["true"]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[must_use]
#[track_caller]
pub fn taken(graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Vec<Branch> {
    run.fits(graph).unwrap_or_else(|mismatch| mismatch.raise());
    let functions: Vec<Function> = sorted(|visit| run.entered(graph, visit));
    let blocks = functions.into_iter().flat_map(|function| graph.blocks_of(function));
    let branches = blocks.flat_map(|block| graph.branches_of(block));
    // Blocks and branches are numbered in the order of functions, so the result ascends without
    // being sorted.
    let is_taken = |&branch: &Branch| {
        let distance = graph.get_edge(branch).and_then(|edge| run.branch_distance(edge));
        distance == Some(Distance::ZERO)
    };
    branches.filter(is_taken).collect()
}

/// Returns what a store visits, in any order and possibly more than once, ascending and each once.
pub(in crate::execution) fn sorted<T: Ord + Copy>(each: impl FnOnce(&mut dyn FnMut(T))) -> Vec<T> {
    let mut all = Vec::new();
    each(&mut |item| all.push(item));
    sort(&mut all);
    all.dedup();
    all
}
