//! The table of all goals of one execution.

use super::Fitness;
use super::row::{BlockRow, Scratch};
use super::sweep::{Nothing, sweep};
use crate::execution::Execution;
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch, IdentityChain};
use crate::id::Function;
use alloc::vec::Vec;

/// Approach level and branch distance of every branch and every block, for the execution that was swept last.
///
/// [`sweep`](Self::sweep) fills it: linear in the functions that this execution and the one before entered, and independent of all
/// others, whose values never change. In the steady state it allocates nothing.
///
/// ```
/// use sbst::distance::{Distance, gt};
/// use sbst::execution::Trace;
/// use sbst::fitness::{Fitness, FitnessTable};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // 0: if a > 0 { 1: if b > 0 { 2: ... } }  3: return
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3))?;
/// let f = Function::new(0);
/// let trace = Trace::new(&graph);
/// trace.root().enter(f).decide(0, gt(-4, 0));
///
/// let mut table = FitnessTable::new(&graph);
/// table.sweep(&graph, &trace);
/// let five = Distance::from(5);
/// assert_eq!(table.block(graph.block(f, 1)), Fitness::new(0, five)); // a must grow by 5
/// assert_eq!(table.block(graph.block(f, 2)), Fitness::new(1, five)); // and then b must be right, too
/// assert!(table.block(graph.block(f, 3)).is_covered()); // where `decide` led to
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FitnessTable {
    /// The identities of the graph that it was made for or has grown to.
    chain: IdentityChain,
    pub(super) blocks: Vec<BlockRow>,
    pub(super) branches: Vec<Fitness>,
    /// By function: where its rows begin.
    functions: Vec<Rows>,
    /// Functions whose rows are those of an execution that entered them.
    live: Vec<Function>,
    before: Vec<Function>,
    sweeps: u32,
    scratch: Scratch,
}

#[derive(Clone, Copy, Debug)]
struct Rows {
    first_block: u32,
    first_branch: u32,
    /// The last sweep that entered the function.
    sweep: u32,
}

impl FitnessTable {
    /// A table for `graph`, as if an execution had been swept that entered nothing. Linear in the size of the graph.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        let mut table = Self { chain: graph.chain().clone(), ..Self::default() };
        table.grow(graph);
        table
    }

    /// Returns the identity of the graph that the table was made for, or has grown to since.
    #[must_use]
    pub fn made_for(&self) -> GraphIdentity {
        self.chain.last()
    }

    /// Makes room for functions that were added to the graph since; [`sweep`](Self::sweep) does so, too. An earlier state of the graph
    /// adds nothing. Linear in what is new.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the graph is another one. Nothing is changed then.
    pub fn fit(&mut self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.chain.grow(graph.chain())?;
        self.grow(graph);
        Ok(())
    }

    fn grow(&mut self, graph: &FlowGraph) {
        if self.functions.len() >= graph.function_count() {
            return;
        }
        self.blocks.resize(self.blocks.len().max(graph.block_count()), BlockRow::OPEN);
        self.branches.resize(self.branches.len().max(graph.branch_count()), Fitness::NEVER);
        let known = self.functions.len();
        self.functions.extend(graph.functions().skip(known).map(|function| {
            let first_block = graph.entry(function).number();
            Rows { first_block, first_branch: graph.branch_range(first_block as usize).start, sweep: 0 }
        }));
        for function in graph.functions().skip(known) {
            self.fill(graph, function, &Nothing, false);
        }
    }

    /// An error unless what the table says is about this graph: it may have more functions, or fewer.
    pub(crate) fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        if self.made_for() == graph.identity() || self.chain.begins_with(graph.identity()) {
            Ok(())
        } else {
            graph.check(self.made_for())
        }
    }

    /// Computes the values of all goals for one execution, or for a suite (a slice of executions). What was swept before leaves no
    /// trace.
    ///
    /// Linear in the blocks, branches and dependences of the functions that the execution entered and of those that the last one
    /// entered. Where dependences are quadratically many, they are not walked one by one: the cost is then n log n for n blocks
    /// and branches.
    ///
    /// `graph` is the one that the table was made for, possibly grown since; the table then grows, too. In an earlier state of the graph
    /// the goals of functions that came later are [`Fitness::NEVER`].
    ///
    /// A suite is a slice: `table.sweep(&graph, &runs[..])`.
    ///
    /// # Panics
    ///
    /// If the table was made for another graph, or the execution [does not fit](Execution::fits) this one: see
    /// [`try_sweep`](Self::try_sweep).
    #[track_caller]
    pub fn sweep(&mut self, graph: &FlowGraph, run: &(impl Execution + ?Sized)) {
        if let Err(mismatch) = self.try_sweep(graph, run) {
            mismatch.raise()
        }
    }

    /// Does what [`sweep`](Self::sweep) does, and returns an error where that panics.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the table was made for another graph, or the execution [does not fit](Execution::fits) this one. Nothing is
    /// changed then.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let [one, other] = [FlowBuilder::new().exit(0), FlowBuilder::new().jump(0, 1).exit(1)].map(|body| FlowGraph::of(&body));
    /// let (one, other) = (one?, other?);
    /// let (trace, mut table) = (Trace::new(&one), FitnessTable::new(&one));
    /// assert!(table.try_sweep(&one, &trace).is_ok());
    /// assert!(table.try_sweep(&other, &trace).is_err()); // a table of another graph
    /// assert!(table.try_sweep(&one, &Trace::new(&other)).is_err()); // an execution of another graph
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn try_sweep(&mut self, graph: &FlowGraph, run: &(impl Execution + ?Sized)) -> Result<(), GraphMismatch> {
        run.fits(graph)?;
        if self.made_for() != graph.identity() {
            self.fit(graph)?;
        }
        let now = self.next_sweep();
        // Not forgotten before they are cleaned, whatever the code of the caller does in between.
        self.before.append(&mut self.live);
        let (functions, live) = (&mut self.functions, &mut self.live);
        run.entered(graph, &mut |function| {
            if let Some(rows) = functions.get_mut(function.index()).filter(|rows| rows.sweep != now) {
                rows.sweep = now;
                live.push(function);
            }
        });
        for at in 0..self.before.len() {
            let function = self.before[at];
            if self.functions[function.index()].sweep != now && !self.fill(graph, function, &Nothing, false) {
                self.functions[function.index()].sweep = now;
                self.live.push(function); // to be cleaned when the right graph comes back
            }
        }
        for at in 0..self.live.len() {
            self.fill(graph, self.live[at], run, true);
        }
        self.before.clear();
        self.before.reserve(self.live.len());
        Ok(())
    }

    /// The functions that the execution swept last entered, and after [`merge`](Self::merge) those of both; each once, in any order.
    pub fn entered(&self) -> impl DoubleEndedIterator<Item = Function> + ExactSizeIterator + Clone + '_ {
        self.live.iter().copied()
    }

    /// Takes the pointwise least with a table of another execution over the same graph: the table of both executions merged.
    /// Commutative and associative. Linear in the functions that the other execution entered. The graph may have grown between them.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the other table was made for another graph. Nothing is changed then.
    ///
    /// ```
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let [one, other] = [FlowBuilder::new().exit(0), FlowBuilder::new().jump(0, 1).exit(1)].map(|body| FlowGraph::of(&body));
    /// let mut table = FitnessTable::new(&one?);
    /// let error = table.merge(&FitnessTable::new(&other?)).expect_err("two programs");
    /// assert_eq!(error.used_with, table.made_for());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn merge(&mut self, other: &Self) -> Result<(), GraphMismatch> {
        let swap = |GraphMismatch { made_for, used_with }| GraphMismatch { made_for: used_with, used_with: made_for };
        self.chain.grow(&other.chain).map_err(swap)?;
        for grown in self.functions.len()..other.functions.len() {
            self.functions.push(Rows { sweep: 0, ..other.functions[grown] });
        }
        self.blocks.extend_from_slice(other.blocks.get(self.blocks.len()..).unwrap_or_default());
        self.branches.extend_from_slice(other.branches.get(self.branches.len()..).unwrap_or_default());
        for &function in &other.live {
            let (blocks, branches) = other.ranges(function);
            for (row, theirs) in self.blocks[blocks.clone()].iter_mut().zip(&other.blocks[blocks]) {
                *row = match (row.progress(), theirs.progress()) {
                    (Some(ours), Some(theirs)) => BlockRow::entered(ours.max(theirs)),
                    (None, None) if row.value() <= theirs.value() => *row,
                    (Some(_), None) => *row,
                    _ => *theirs,
                };
            }
            for (row, theirs) in self.branches[branches.clone()].iter_mut().zip(&other.branches[branches]) {
                *row = (*row).min(*theirs);
            }
            if self.functions[function.index()].sweep != self.sweeps || self.sweeps == 0 {
                self.sweeps = self.sweeps.max(1);
                self.functions[function.index()].sweep = self.sweeps;
                self.live.push(function);
            }
        }
        Ok(())
    }

    /// `false` if the graph has no such function: it is an earlier state.
    fn fill(&mut self, graph: &FlowGraph, function: Function, run: &(impl Execution + ?Sized), entered: bool) -> bool {
        let (blocks, branches) = self.ranges(function);
        let fits = function.index() < graph.function_count();
        let (blocks, branches) = (&mut self.blocks[blocks], &mut self.branches[branches]);
        if fits {
            sweep(graph, function, run, entered, blocks, branches, &mut self.scratch);
        } else {
            blocks.fill(BlockRow::OPEN);
            branches.fill(Fitness::NEVER);
        }
        fits
    }

    /// The rows of a function.
    fn ranges(&self, function: Function) -> (core::ops::Range<usize>, core::ops::Range<usize>) {
        let rows = self.functions[function.index()];
        let next = self.functions.get(function.index() + 1);
        let ends =
            next.map_or((self.blocks.len(), self.branches.len()), |next| (next.first_block as usize, next.first_branch as usize));
        (rows.first_block as usize..ends.0, rows.first_branch as usize..ends.1)
    }

    /// Whether the execution of the last sweep entered a function.
    #[inline]
    pub(super) fn has_entered(&self, function: Function) -> bool {
        self.sweeps > 0 && self.functions.get(function.index()).is_some_and(|rows| rows.sweep == self.sweeps)
    }

    fn next_sweep(&mut self) -> u32 {
        self.sweeps = self.sweeps.wrapping_add(1);
        if self.sweeps == 0 {
            self.functions.iter_mut().for_each(|rows| rows.sweep = 0);
            self.sweeps = 1;
        }
        self.sweeps
    }
}
