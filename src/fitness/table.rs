//! Table of the values of all goals of one execution.

use super::Fitness;
use super::row::{BlockRow, Entries, Scratch};
use super::sweep::{Nothing, sweep};
use crate::distance::Distance;
use crate::execution::Execution;
use crate::flow::{FlowGraph, GraphIdentity, GraphMismatch, IdentityChain};
use crate::id::Function;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Table of approach level and branch distance of every branch and every block, for the execution
/// that was swept last.
///
/// [`sweep`](Self::sweep) fills the table. Its cost is linear in the functions that this execution
/// and the one before it entered, and independent of all other functions, whose values never
/// change. In the steady state it allocates nothing.
///
/// ```
/// use sbst::distance::{Distance, gt};
/// use sbst::execution::Trace;
/// use sbst::fitness::{Fitness, FitnessTable};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
///
/// // 0: if a > 0 { 1: if b > 0 { 2: ... } }  3: return
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3),
/// )?;
/// let f = Function::new(0);
/// let trace = Trace::new(&graph);
/// trace.root().enter(f).decide(0, gt(-4, 0));
///
/// let mut table = FitnessTable::new(&graph);
/// table.sweep(&graph, &trace);
/// let five = Distance::from(5);
/// // a must grow by 5
/// assert_eq!(table.block(graph.block(f, 1)), Fitness::new(0, five));
/// // and then b > 0 must hold
/// assert_eq!(table.block(graph.block(f, 2)), Fitness::new(1, five));
/// assert!(table.block(graph.block(f, 3)).is_covered()); // where `decide` led to
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FitnessTable {
    /// Identities of the graph that the table was made for or has grown to.
    chain: IdentityChain,
    /// By block: A(block), and its progress if it was entered.
    pub(super) blocks: Vec<BlockRow>,
    /// By branch: D(branch).
    pub(super) branches: Vec<Fitness>,
    /// By function: the beginning of its rows.
    functions: Vec<Rows>,
    /// Functions whose rows come from an execution that entered them.
    live: Vec<Function>,
    /// Functions of the sweep before, whose rows must be cleaned.
    before: Vec<Function>,
    /// Number of the last sweep; 0 before the first.
    sweeps: u64,
    /// The entries of all functions, if values are measured across calls.
    pub(super) entries: Option<Box<Entries>>,
    scratch: Scratch,
}

/// The rows of one function.
#[derive(Clone, Copy, Debug)]
struct Rows {
    first_block: u32,
    first_branch: u32,
    /// Number of the last sweep that entered the function.
    sweep: u64,
}

impl FitnessTable {
    /// Creates a table for `graph`, with the values of an execution that entered nothing. Linear in
    /// the size of the graph.
    #[must_use]
    pub fn new(graph: &FlowGraph) -> Self {
        let mut table = Self { chain: graph.chain().clone(), ..Self::default() };
        table.grow(graph);
        table
    }

    /// Returns the identity of the graph that the table was made for or has grown to.
    #[must_use]
    pub fn made_for(&self) -> GraphIdentity {
        self.chain.last()
    }

    /// Grows the table to the functions that were added to the graph. [`sweep`](Self::sweep) does
    /// so as well. An earlier state of the graph adds nothing. Linear in the size of what is new.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the table was made for another graph. The table is then unchanged.
    pub fn fit(&mut self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        self.chain.grow(graph.chain())?;
        self.grow(graph);
        Ok(())
    }

    /// Appends the rows of functions that the table does not have yet.
    fn grow(&mut self, graph: &FlowGraph) {
        if self.functions.len() >= graph.function_count() {
            return;
        }
        self.blocks.resize(self.blocks.len().max(graph.block_count()), BlockRow::OPEN);
        self.branches.resize(self.branches.len().max(graph.branch_count()), Fitness::NEVER);
        let known = self.functions.len();
        self.functions.extend(graph.functions().skip(known).map(|function| {
            let first_block = graph.entry(function).number();
            Rows {
                first_block,
                first_branch: graph.branch_range(first_block as usize).start,
                sweep: 0,
            }
        }));
        for function in graph.functions().skip(known) {
            self.fill(graph, function, &Nothing, self.not_entered());
        }
    }

    /// Returns the value of the entry of a function that was not entered, unless calls lead to it.
    fn not_entered(&self) -> Fitness {
        if self.is_across_calls() { Fitness::NEVER } else { Distance::INFINITE.into() }
    }

    /// Goes back to the values of an execution that entered nothing, which no call leads to.
    pub(super) fn forget(&mut self) {
        self.blocks.fill(BlockRow::OPEN);
        self.branches.fill(Fitness::NEVER);
        self.live.clear();
        self.sweeps += 1;
    }

    /// Returns an error unless the table belongs to this graph. The table may have more functions
    /// than the graph, or fewer.
    pub(crate) fn fits(&self, graph: &FlowGraph) -> Result<(), GraphMismatch> {
        if self.made_for() == graph.identity() || self.chain.begins_with(graph.identity()) {
            Ok(())
        } else {
            graph.check(self.made_for())
        }
    }

    /// Computes the values of all goals for one execution, or for a suite (a slice of executions).
    /// Values of earlier sweeps are replaced.
    ///
    /// The cost is linear in the blocks, branches and dependences of the functions that this
    /// execution and the last one entered. Where the number of dependences is quadratic, they are
    /// not walked one by one: the cost is then O(n log n) for n blocks and branches.
    ///
    /// `graph` is the graph that the table was made for, and may have grown since; the table then
    /// grows as well. If `graph` is an earlier state, goals of functions that were added later are
    /// [`Fitness::NEVER`].
    ///
    /// To sweep a suite, pass a slice: `table.sweep(&graph, &runs[..])`.
    ///
    /// # Panics
    ///
    /// If the table was made for another graph, or the execution [does not fit](Execution::fits)
    /// this one. [`try_sweep`](Self::try_sweep) returns an error instead.
    #[track_caller]
    pub fn sweep(&mut self, graph: &FlowGraph, run: &(impl Execution + ?Sized)) {
        if let Err(mismatch) = self.try_sweep(graph, run) {
            mismatch.raise()
        }
    }

    /// Computes the values of all goals as [`sweep`](Self::sweep) does, and returns an error
    /// instead of panicking.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if the table was made for another graph, or the execution [does not
    /// fit](Execution::fits) this one. The table is then unchanged.
    ///
    /// ```
    /// use sbst::execution::Trace;
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let [one, other] =
    ///     [FlowBuilder::new().exit(0), FlowBuilder::new().jump(0, 1).exit(1)]
    ///         .map(|body| FlowGraph::of(&body));
    /// let (one, other) = (one?, other?);
    /// let (trace, mut table) = (Trace::new(&one), FitnessTable::new(&one));
    /// assert!(table.try_sweep(&one, &trace).is_ok());
    /// assert!(table.try_sweep(&other, &trace).is_err()); // a table of another graph
    /// // an execution of another graph
    /// assert!(table.try_sweep(&one, &Trace::new(&other)).is_err());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn try_sweep(
        &mut self,
        graph: &FlowGraph,
        run: &(impl Execution + ?Sized),
    ) -> Result<(), GraphMismatch> {
        run.fits(graph)?;
        if self.made_for() != graph.identity() {
            self.fit(graph)?;
        }
        // Cleaning by number of the sweep: resetting a flag of every function would make each sweep
        // linear in the whole program.
        self.sweeps += 1;
        let now = self.sweeps;
        // Functions stay in `before` until they are cleaned, even if the caller's `entered` panics
        // in between.
        self.before.append(&mut self.live);
        let (functions, live) = (&mut self.functions, &mut self.live);
        run.entered(graph, &mut |function| {
            if let Some(rows) = functions.get_mut(function.index()).filter(|rows| rows.sweep != now)
            {
                rows.sweep = now;
                live.push(function);
            }
        });
        // Functions of the last sweep that this execution did not enter get the values of an
        // execution in which nothing ran. All other functions have these values already, so they
        // need no work.
        for at in 0..self.before.len() {
            let function = self.before[at];
            if self.functions[function.index()].sweep != now {
                self.fill(graph, function, &Nothing, self.not_entered());
                if let Some(entries) = &mut self.entries {
                    entries.sources.push(function); // also those of a sweep that panicked
                }
            }
        }
        // Now the functions that this execution entered. Their old rows are overwritten whole, so
        // they were not cleaned before.
        for at in 0..self.live.len() {
            self.fill(graph, self.live[at], run, Fitness::COVERED);
        }
        // The right values of functions that this graph does not have yet are known when it comes
        // back.
        self.before.retain(|function| {
            function.index() >= graph.function_count()
                && self.functions[function.index()].sweep != now
        });
        self.before.reserve(self.live.len());
        self.settle_calls(graph);
        Ok(())
    }

    /// Returns the functions that the last sweep entered.
    pub(super) fn live(&self) -> &[Function] {
        &self.live
    }

    /// Returns the number of sweeps so far.
    pub(crate) const fn sweeps(&self) -> u64 {
        self.sweeps
    }

    /// Returns the number of functions that have rows.
    pub(super) fn function_count(&self) -> usize {
        self.functions.len()
    }

    /// Returns the value of the entry from which the rows of a function were computed.
    pub(super) fn root_of(&self, function: Function) -> Fitness {
        self.blocks[self.functions[function.index()].first_block as usize].value()
    }

    /// Returns an iterator over the functions that the execution swept last entered, each once, in
    /// any order. After [`merge`](Self::merge) it has the functions of both executions.
    pub fn entered(
        &self,
    ) -> impl DoubleEndedIterator<Item = Function> + ExactSizeIterator + Clone + '_ {
        self.live.iter().copied()
    }

    /// Merges a table of another execution over the same graph, by taking the lesser value of each
    /// goal. The result is the table of both executions merged, [across
    /// calls](Self::across_calls) if this one is. Merging is commutative and associative. The cost
    /// is linear in the functions that the other execution entered.
    ///
    /// `graph` is a graph that both tables can be [swept](Self::sweep) with; this one grows to it.
    ///
    /// # Errors
    ///
    /// [`GraphMismatch`] if a table was made for another graph. The table is then unchanged.
    ///
    /// ```
    /// use sbst::fitness::FitnessTable;
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let one = FlowGraph::of(&FlowBuilder::new().exit(0))?;
    /// let other = FlowGraph::of(&FlowBuilder::new().jump(0, 1).exit(1))?;
    /// let mut table = FitnessTable::new(&one);
    /// let error = table.merge(&one, &FitnessTable::new(&other)).expect_err("two programs");
    /// assert_eq!(error.used_with, table.made_for());
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn merge(&mut self, graph: &FlowGraph, other: &Self) -> Result<(), GraphMismatch> {
        other.fits(graph)?;
        self.fit(graph)?;
        // The value of merged executions is the pointwise least (F7). Entered blocks keep the
        // greater progress. In functions that the other execution did not enter, its values are
        // never less, so these functions are skipped.
        let known = self.functions.len();
        for &function in other.live.iter().filter(|it| it.index() < known) {
            let (blocks, branches) = other.ranges(function);
            for (row, theirs) in self.blocks[blocks.clone()].iter_mut().zip(&other.blocks[blocks]) {
                *row = match (row.progress(), theirs.progress()) {
                    (Some(ours), Some(theirs)) => BlockRow::entered(ours.max(theirs)),
                    (None, None) if row.value() <= theirs.value() => *row,
                    (Some(_), None) => *row,
                    _ => *theirs,
                };
            }
            for (row, theirs) in
                self.branches[branches.clone()].iter_mut().zip(&other.branches[branches])
            {
                *row = (*row).min(*theirs);
            }
            // The function now counts as entered, so that the next sweep cleans its rows.
            if !self.has_entered(function) {
                self.sweeps = self.sweeps.max(1);
                self.functions[function.index()].sweep = self.sweeps;
                self.live.push(function);
            }
        }
        self.settle_calls(graph);
        Ok(())
    }

    /// Fills the rows of a function. Returns `false` if the graph has no such function because it
    /// is an earlier state.
    pub(super) fn fill(
        &mut self,
        graph: &FlowGraph,
        function: Function,
        run: &(impl Execution + ?Sized),
        root: Fitness,
    ) -> bool {
        let (blocks, branches) = self.ranges(function);
        let fits = function.index() < graph.function_count();
        let (blocks, branches) = (&mut self.blocks[blocks], &mut self.branches[branches]);
        if fits {
            sweep(graph, function, run, root, blocks, branches, &mut self.scratch);
        } else {
            blocks.fill(BlockRow::OPEN);
            branches.fill(Fitness::NEVER);
        }
        fits
    }

    /// Returns the ranges of the rows of a function: blocks, branches.
    fn ranges(&self, function: Function) -> (core::ops::Range<usize>, core::ops::Range<usize>) {
        let rows = self.functions[function.index()];
        let next = self.functions.get(function.index() + 1);
        let ends = next.map_or((self.blocks.len(), self.branches.len()), |next| {
            (next.first_block as usize, next.first_branch as usize)
        });
        (rows.first_block as usize..ends.0, rows.first_branch as usize..ends.1)
    }

    /// Returns `true` if the execution of the last sweep entered the function.
    #[inline]
    pub(crate) fn has_entered(&self, function: Function) -> bool {
        self.sweeps > 0
            && self.functions.get(function.index()).is_some_and(|rows| rows.sweep == self.sweeps)
    }
}
