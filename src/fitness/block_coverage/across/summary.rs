//! The part of an execution that is kept for comparisons across calls.

use crate::execution::{Execution, Facts, On, Plane};
use crate::fitness::block_coverage::BlockSummary;
use crate::fitness::block_coverage::paths::{each, rows, rows_mut, set};
use crate::fitness::block_coverage::summarise::has_decided;
use crate::flow::{FlowGraph, GraphIdentity, Outcome};
use crate::id::{Activation, Block, CallSite, Function, Statement};
use crate::sort::{sort, sort_by_key};
use alloc::vec::Vec;

/// Summary of the blocks of an execution and of the calls in which it got stuck, to be kept with a
/// test.
///
/// It holds the activations that entered a block whose statements did not all run to their end, and
/// the calls that these activations made. An execution that completed every block has no such call.
/// So for an execution that ends in one exception, the summary is hardly larger than a
/// [`BlockSummary`]: it grows with the depth of the stack at that point.
///
/// ```
/// use sbst::execution::{CallTreeLimits, Trace};
/// use sbst::fitness::block_coverage::across::CallSummary;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::CallSite;
///
/// // outer: 0: calls inner, once in each of its two statements.
/// // inner: 0: three statements
/// let mut graph = FlowGraph::new();
/// let outer = graph.add(&FlowBuilder::new().statements(0, 2).exit(0))?;
/// let inner = graph.add(&FlowBuilder::new().statements(0, 3).exit(0))?;
/// let trace = Trace::new(&graph).with_call_tree(CallTreeLimits::NONE);
/// let frame = trace.root().enter(outer);
/// frame.at(CallSite::new(0)).enter(inner).done(0, 3);
/// frame.done(0, 1);
/// frame.at(CallSite::new(1)).enter(inner).done(0, 2); // the third statement throws
/// drop(frame);
///
/// let summary = CallSummary::of(&graph, &trace);
/// assert!(summary.blocks().has_completed(graph.entry(inner))); // by the first call
/// assert_eq!(summary.call_count(), 3); // outer got stuck, and made two calls
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallSummary {
    blocks: BlockSummary,
    /// The calls, in the order in which they were made.
    calls: Vec<Call>,
    /// Indices of the calls that another call of `calls` made, by caller, site and function.
    children: Vec<u32>,
    /// A block, a call that got stuck in it, and the number of statements that ran to their end
    /// there; ascending.
    stuck: Vec<(Block, u32, u32)>,
    /// By call that another call of `calls` made: the words of `entered`, `completed` and
    /// `evaluated`.
    words: Vec<u64>,
}

/// An activation that is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Call {
    function: Function,
    /// The call that made it, if that call got stuck, and the site.
    caller: Option<(u32, CallSite)>,
    /// The innermost call around it that got stuck, over any number of activations.
    around: Option<u32>,
    /// Its first word in `words` of the summary.
    first_word: usize,
}

/// Number of rows of words for each call.
pub(super) const ROWS: usize = 3;

impl CallSummary {
    /// Creates the summary of an execution. The cost is one query for each block of each
    /// activation, and for each branch of the activations that are kept.
    ///
    /// If the execution recorded no calls, the summary has none, and the comparison stays within
    /// one function.
    ///
    /// # Panics
    ///
    /// If the execution belongs to another graph. Check with [`Execution::fits`].
    #[must_use]
    #[track_caller]
    pub fn of<X: Facts + ?Sized>(graph: &FlowGraph, run: &X) -> Self {
        let mut summary = Self { blocks: BlockSummary::of(graph, run), ..Self::default() };
        // By activation: its index in `calls`, if it got stuck; and the index of the innermost
        // activation that got stuck among itself and those around it.
        let mut stuck: Vec<(Option<u32>, Option<u32>)> = Vec::new();
        for activation in (0..run.activation_count()).map(Activation::new) {
            let Some(function) = run.callee(activation) else {
                break; // fewer activations than the store's count says
            };
            // A caller comes before the activations that it calls. If a store says otherwise, the
            // relation is ignored.
            let caller = run
                .caller(activation)
                .and_then(|(caller, site)| Some((stuck.get(caller.index())?, site)));
            let around = caller.and_then(|(caller, _)| caller.1);
            let caller = caller.and_then(|(caller, site)| Some((caller.0?, site?)));
            let call = Call { function, caller, around, first_word: 0 };
            let this = summary.add(graph, run, activation, call);
            stuck.push((this, this.or(around)));
        }
        sort(&mut summary.stuck);
        let calls = &summary.calls;
        let mut children: Vec<u32> =
            (0..).zip(calls).filter(|(_, call)| call.caller.is_some()).map(|(at, _)| at).collect();
        // By caller, site and function, so that the calls of one activation at one site are found
        // by binary search, in the order of functions that the comparison merges them in.
        sort_by_key(&mut children, |&at| (calls[at as usize].caller, calls[at as usize].function));
        summary.children = children;
        summary
    }

    /// Adds an activation if it got stuck, or if an activation that got stuck called it. Returns
    /// its index if it got stuck.
    fn add<X: Facts + ?Sized>(
        &mut self,
        graph: &FlowGraph,
        run: &X,
        activation: Activation,
        call: Call,
    ) -> Option<u32> {
        let Call { function, caller, .. } = call;
        let blocks = graph.block_range(function);
        let (this, width) = (self.calls.len() as u32, blocks.len().div_ceil(64));
        let (first_stuck, first_word) = (self.stuck.len(), self.words.len());
        if caller.is_some() {
            self.words.resize(first_word + ROWS * width, 0);
        }
        let [entered, completed, evaluated] = rows_mut(&mut self.words[first_word..]);
        let within = On(run, Plane::Within(activation));
        for (local, block) in (0..).zip(blocks.map(Block::new)) {
            if let Some(progress) = within.progress(block) {
                let is_complete = progress >= graph.statements(block);
                if !is_complete {
                    self.stuck.push((block, this, progress));
                }
                if caller.is_some() {
                    set(entered, local);
                    if is_complete {
                        set(completed, local);
                    }
                }
            }
            if caller.is_some() && has_decided(graph, &within, block) {
                set(evaluated, local);
            }
        }
        let got_stuck = self.stuck.len() > first_stuck;
        if got_stuck || caller.is_some() {
            self.calls.push(Call { first_word, ..call });
        }
        got_stuck.then_some(this)
    }

    /// Returns the summary of all blocks, for comparisons within one function.
    #[must_use]
    pub const fn blocks(&self) -> &BlockSummary {
        &self.blocks
    }

    /// Returns the number of activations that are kept: the ones that got stuck, and the calls that
    /// they made.
    #[must_use]
    pub const fn call_count(&self) -> usize {
        self.calls.len()
    }

    /// Returns the identity of the graph that the summary was made for. If nothing was entered, it
    /// is the identity of a graph without functions.
    #[must_use]
    pub const fn made_for(&self) -> GraphIdentity {
        self.blocks.made_for()
    }

    /// Appends the calls that got stuck before a statement, except those that are nested in another
    /// such call. `inside` is scratch space.
    pub(super) fn outermost_stuck_at(
        &self,
        at: Statement,
        inside: &mut Vec<bool>,
        found: &mut Vec<u32>,
    ) {
        let first = self.stuck.partition_point(|row| row.0 < at.block);
        let here = self.stuck[first..].iter().take_while(|row| row.0 == at.block);
        let mut here = here.filter(|row| row.2 == at.index).map(|row| row.1).peekable();
        // `inside` holds by call whether it is one of those that got stuck here, or is nested in
        // one. Both lists ascend and callers come first, so one pass is enough; walking up from
        // each call would be quadratic in a recursion.
        inside.clear();
        for (number, call) in (0..).zip(&self.calls) {
            let is_nested = call.around.is_some_and(|around| inside[around as usize]);
            let is_here = here.next_if_eq(&number).is_some();
            if is_here && !is_nested {
                found.push(number);
            }
            inside.push(is_here || is_nested);
        }
    }

    /// Returns the number of statements of a block that a call completed, if the call got stuck in
    /// the block.
    pub(super) fn progress(&self, block: Block, call: u32) -> Option<u32> {
        let at = self.stuck.binary_search_by_key(&(block, call), |row| (row.0, row.1)).ok()?;
        Some(self.stuck[at].2)
    }

    /// Returns the activations that a call made at a site, with their functions.
    pub(super) fn calls_at(
        &self,
        caller: u32,
        site: CallSite,
    ) -> impl Iterator<Item = (Function, u32)> {
        let call = |at: u32| &self.calls[at as usize];
        let first = self.children.partition_point(|&at| call(at).caller < Some((caller, site)));
        let behind = self.children[first..].iter().map(move |&at| (call(at), at));
        behind
            .take_while(move |made| made.0.caller == Some((caller, site)))
            .map(|(call, at)| (call.function, at))
    }

    /// Returns `true` if the call returned by a block that does not throw.
    pub(super) fn returned(
        &self,
        graph: &FlowGraph,
        call: u32,
        throws: impl Fn(Block) -> bool,
    ) -> bool {
        let blocks = graph.block_range(self.calls[call as usize].function);
        let [_, completed, _] = self.rows(call, blocks.len());
        each(completed.iter().copied())
            .map(|local| Block::new(blocks.start + local))
            .any(|block| leaves(graph, block) && !throws(block))
    }

    /// Adds the rows of a call that another call of `calls` made to those of calls of the same
    /// function, which have room for `width` words each.
    pub(super) fn add_to(&self, words: &mut [u64], width: usize, call: u32, blocks: usize) {
        for (all, row) in words.chunks_exact_mut(width).zip(self.rows(call, blocks)) {
            for (all, word) in all.iter_mut().zip(row) {
                // A suite has what any of its tests has, and so do several calls of one function.
                *all |= word;
            }
        }
    }

    /// Returns the rows of a call that another call of `calls` made. `blocks` is the number of
    /// blocks of its function.
    fn rows(&self, call: u32, blocks: usize) -> [&[u64]; ROWS] {
        let first = self.calls[call as usize].first_word;
        rows(&self.words[first..][..ROWS * blocks.div_ceil(64)])
    }
}

/// Returns `true` if the function is left by this block once the block is completed, unless
/// something throws.
fn leaves(graph: &FlowGraph, block: Block) -> bool {
    graph.is_exit(block)
        && graph.successors(block).all(|(outcome, _)| matches!(outcome, Outcome::Exception(_)))
}
