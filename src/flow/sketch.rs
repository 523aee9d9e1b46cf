//! The receiver of the description of one block.

use super::Outcome;
use super::calls::Call;
use super::draft::Draft;
use super::rows::Code;
use crate::id::{Block, CallSite, Function};
use core::ops::RangeInclusive;

/// Receives the description of one block from
/// [`ControlFlow::describe`](super::ControlFlow::describe). All methods can be chained.
///
/// ```
/// use sbst::flow::{BlockSketch, ControlFlow};
///
/// struct Division;
///
/// impl ControlFlow for Division {
///     fn block_count(&self) -> usize {
///         3
///     }
///     fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
///         match block {
///             0 => out.statements(2).jump(1).exception(2), /* one of two
///                                                            * statements may
///                                                            * divide by zero */
///             _ => out.exit(),
///         };
///     }
/// }
/// # assert!(sbst::flow::FlowGraph::of(&Division).is_ok());
/// ```
#[derive(Debug)]
pub struct BlockSketch<'a> {
    draft: &'a mut Draft,
    block: u32,
    /// Number of statements.
    pub(super) statements: u32,
    /// `true` if the block is marked as an exit.
    pub(super) leaves: bool,
    /// Number of arms so far.
    arms: u32,
    /// Number of exception edges so far.
    exceptions: u32,
    /// `true` if a number was too large for a [`Code`].
    pub(super) overflow: bool,
    /// Number of edges so far. The first two are in `edges`, which is nearly always enough; the
    /// others are in the draft.
    pub(super) count: usize,
    pub(super) edges: [(Code, u32); 2],
}

impl<'a> BlockSketch<'a> {
    /// Creates an empty description of a block.
    #[inline]
    pub(super) fn new(draft: &'a mut Draft, block: u32) -> Self {
        let edges = [(Code::NEXT, 0); 2];
        Self {
            draft,
            block,
            statements: 0,
            leaves: false,
            arms: 0,
            exceptions: 0,
            overflow: false,
            count: 0,
            edges,
        }
    }

    /// Names the block. Messages and drawings show the name instead of the number.
    ///
    /// If the block is named several times, the last name counts. Several blocks may have the same
    /// name.
    ///
    /// ```
    /// use sbst::flow::{BlockSketch, ControlFlow, FlowGraph};
    ///
    /// struct Division;
    ///
    /// impl ControlFlow for Division {
    ///     fn block_count(&self) -> usize {
    ///         2
    ///     }
    ///     fn describe(&self, block: u32, out: &mut BlockSketch<'_>) {
    ///         match block {
    ///             0 => out
    ///                 .function_name("divide")
    ///                 .block_name("quotient")
    ///                 .exit()
    ///                 .exception(1),
    ///             _ => out.block_name("by zero").exit(),
    ///         };
    ///     }
    /// }
    ///
    /// let graph = FlowGraph::of(&Division)?;
    /// let texts: Vec<_> =
    ///     graph.all_blocks().map(|block| graph.show_block(block).to_string()).collect();
    /// assert_eq!(texts, ["divide: quotient", "divide: by zero"]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn block_name(&mut self, name: &str) -> &mut Self {
        self.draft.names.name_block(self.block, name);
        self
    }

    /// Names the function. Any block may do so, usually the entry; the last name counts.
    pub fn function_name(&mut self, name: &str) -> &mut Self {
        self.draft.names.function = Some(name.into());
        self
    }

    /// Adds a call that a statement of the block (counted from 0) makes, at this call site, of one
    /// of these functions.
    ///
    /// Callees are identified by their id in the graph, and may be added to the graph later. If
    /// there are no callees, the called function is unknown. Several calls of one statement at one
    /// site are one call, with the callees of all of them.
    ///
    /// Calls are used for [reach across calls](crate::fitness::FitnessTable) and for
    /// [flags](crate::fitness::flag).
    pub fn call(
        &mut self,
        statement: u32,
        site: CallSite,
        callees: impl IntoIterator<Item = Function>,
    ) -> &mut Self {
        let block = Block::new(self.draft.base + self.block);
        let callees = callees.into_iter().collect();
        self.draft.calls.push(Call { block, statement, site, callees });
        self
    }

    /// Says that the block is the condition, or the constant, at this `place` in the order of
    /// evaluation of a decision. Decisions are numbered by the caller. [`FlowBuilder::decision`] says it for all
    /// conditions at once, and has an example.
    ///
    /// A block with one way on is a constant of the decision, such as `true`, and no condition. The
    /// blocks from one condition to the next belong to the operand of the next one. Conditions that
    /// cannot be reached are left out.
    ///
    /// [`FlowBuilder::decision`]: super::FlowBuilder::decision
    pub fn condition(&mut self, decision: u32, place: u32) -> &mut Self {
        self.draft.conditions.push((self.block, decision, place));
        self
    }

    /// Sets the number of statements of the block; 0 if this method is not called. Statements are
    /// numbered from 0. Describe them only if executions [say](crate::execution::Execution::progress)
    /// how many of them ran to their end.
    ///
    /// You decide what counts as a statement: usually everything that has a line, a mutant or
    /// progress of its own, including conditions and `return`.
    #[inline]
    pub fn statements(&mut self, count: u32) -> &mut Self {
        self.statements = count;
        self
    }

    /// Adds the ordinary edge of a block without a predicate, with the outcome [`Outcome::Next`].
    #[inline]
    pub fn jump(&mut self, to: u32) -> &mut Self {
        self.edge(Outcome::Next, to)
    }

    /// Adds the two edges of a two-way predicate, with the outcomes [`Outcome::True`] and
    /// [`Outcome::False`].
    #[inline]
    pub fn branch(&mut self, then: u32, or_else: u32) -> &mut Self {
        if self.count > 0 {
            return self.edge(Outcome::True, then).edge(Outcome::False, or_else);
        }
        self.edges = [(Code::TRUE, then), (Code::FALSE, or_else)];
        self.count = 2;
        self
    }

    /// Adds an edge for one value of a multi-way selection, with the outcome [`Outcome::Case`].
    ///
    /// The value of a `char` is its code point, and the value of a `bool` is 0 or 1, as in
    /// [`Trace::switch`](crate::execution::Trace::switch).
    pub fn case(&mut self, value: i128, to: u32) -> &mut Self {
        self.edge(Outcome::Case(value), to)
    }

    /// Adds one edge for several values or ranges of a multi-way selection, with the outcome
    /// [`Outcome::Arm`]. Arms are numbered in the order of the calls.
    ///
    /// No two edges of a block may list the same value. If your language takes the first of several
    /// matching arms, list for each arm only the values that no earlier arm lists.
    pub fn arm(
        &mut self,
        values: impl IntoIterator<Item = RangeInclusive<i128>>,
        to: u32,
    ) -> &mut Self {
        let arm = self.arms;
        self.arms = arm.saturating_add(1);
        self.list(arm, values.into_iter());
        self.edge(Outcome::Arm(arm), to)
    }

    /// Adds the values that the arm with this number lists. [`edge`](Self::edge) adds its edge.
    pub(super) fn list(&mut self, arm: u32, values: impl Iterator<Item = RangeInclusive<i128>>) {
        self.draft.ranges.extend(values.map(|range| (arm, range)));
    }

    /// Adds the edge that a multi-way selection takes if no case or arm lists the value, with the
    /// outcome [`Outcome::Default`].
    ///
    /// If it is the only edge of the block, it is not a branch, and every value takes it. While
    /// another arm is taken, the distance of the default is K, whatever the value, as published;
    /// see [`Rules`](crate::distance::Rules). With
    /// [`DefaultArm::NearestUnlisted`](crate::distance::DefaultArm::NearestUnlisted) it is the
    /// distance to the nearest value that no arm lists.
    pub fn default(&mut self, to: u32) -> &mut Self {
        self.edge(Outcome::Default, to)
    }

    /// Adds an edge to the block that catches an exception of this block, with the outcome
    /// [`Outcome::Exception`]. Exception edges are numbered in the order of the calls.
    pub fn exception(&mut self, to: u32) -> &mut Self {
        let number = self.exceptions;
        self.exceptions = number.saturating_add(1);
        self.edge(Outcome::Exception(number), to)
    }

    /// Adds an edge by its outcome, for conversions from other graphs.
    #[inline]
    pub fn edge(&mut self, outcome: Outcome, to: u32) -> &mut Self {
        match (Code::of(outcome, &mut self.draft.rows.cases), self.edges.get_mut(self.count)) {
            (Some(code), Some(place)) => *place = (code, to),
            (code, _) => self.edge_beyond(code, to),
        }
        self.count += 1;
        self
    }

    /// Adds an edge from the third one on, or notes that a number was too large.
    #[cold]
    fn edge_beyond(&mut self, code: Option<Code>, to: u32) {
        match code {
            Some(code) => self.draft.more.push((code, to)),
            None => self.overflow = true,
        }
    }

    /// Marks the block as one that may leave the function: it returns, throws to the caller, or
    /// yields.
    ///
    /// The block may have edges, too. A block without an edge must be marked, or the function is
    /// refused as [`FlowErrorKind::Undescribed`](super::FlowErrorKind::Undescribed).
    #[inline]
    pub fn exit(&mut self) -> &mut Self {
        self.leaves = true;
        self
    }
}
