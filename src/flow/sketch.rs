//! The description of one block.

use super::Outcome;
use super::calls::Described;
use super::edges::Code;
use super::lists::Lists;
use super::names::FunctionNames;
use crate::id::{CallSite, Function};
use alloc::vec::Vec;
use core::ops::RangeInclusive;

/// Takes the description of one block. All methods can be chained.
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
///             0 => out.statements(2).jump(1).exception(2), // one of two statements may divide by zero
///             _ => out.exit(),
///         };
///     }
/// }
/// # assert!(sbst::flow::FlowGraph::of(&Division).is_ok());
/// ```
#[derive(Debug)]
pub struct BlockSketch<'a> {
    sheet: &'a mut Sheet,
    cases: &'a mut Vec<i64>,
    block: u32,
    pub(super) statements: u32,
    pub(super) leaves: bool,
    arms: u32,
    exceptions: u32,
    /// Whether a number was too large for a [`Code`].
    pub(super) overflow: bool,
    /// How many edges there are; two are nearly always enough, and the others wait in the sheet.
    pub(super) count: usize,
    pub(super) edges: [(Code, u32); 2],
}

/// One function while it is read, with local numbers.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    /// How many blocks there are to be.
    pub(super) blocks: u32,
    /// The targets of the declared edges.
    pub(super) next: Lists,
    /// The edges of the block at work, from the third on.
    pub(super) more: Vec<(Code, u32)>,
    /// (arm, values) of its arms with several keys or ranges.
    pub(super) ranges: Vec<(u32, RangeInclusive<i64>)>,
    pub(super) names: FunctionNames,
    /// The calls that its blocks make.
    pub(super) calls: Vec<Described>,
    /// Whether some block has neither an edge nor an exit.
    pub(super) has_gaps: bool,
    /// (target, source) of the edges to blocks that there are not.
    pub(super) beyond: Vec<(u32, u32)>,
}

impl<'a> BlockSketch<'a> {
    #[inline]
    pub(super) fn new(sheet: &'a mut Sheet, cases: &'a mut Vec<i64>, block: u32) -> Self {
        let edges = [(Code::NEXT, 0); 2];
        Self { sheet, cases, block, statements: 0, leaves: false, arms: 0, exceptions: 0, overflow: false, count: 0, edges }
    }

    /// Names the block: messages and drawings show the name instead of the number. The last name that is given counts; several
    /// blocks may share one.
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
    ///             0 => out.function_name("divide").block_name("quotient").exit().exception(1),
    ///             _ => out.block_name("by zero").exit(),
    ///         };
    ///     }
    /// }
    ///
    /// let graph = FlowGraph::of(&Division)?;
    /// let texts: Vec<_> = graph.all_blocks().map(|block| graph.show_block(block).to_string()).collect();
    /// assert_eq!(texts, ["divide: quotient", "divide: by zero"]);
    /// # Ok::<(), sbst::flow::FlowError>(())
    /// ```
    pub fn block_name(&mut self, name: &str) -> &mut Self {
        self.sheet.names.name_block(self.block, name);
        self
    }

    /// Names the function. Any block may do so, usually the entry; the last name that is given counts.
    pub fn function_name(&mut self, name: &str) -> &mut Self {
        self.sheet.names.function = Some(name.into());
        self
    }

    /// Describes a call: the statement of the block (counted from 0) that calls one of these functions, at this site.
    ///
    /// Callees go by their number in the graph; they may be added later. Without callees, it is not known who is called. What calls are
    /// for: [reach across calls](crate::fitness::FitnessTable), [flags](crate::fitness::flag). Calls of one
    /// statement at one site are one call, with the callees of all.
    pub fn call(&mut self, statement: u32, site: CallSite, callees: impl IntoIterator<Item = Function>) -> &mut Self {
        self.sheet.calls.push((self.block, statement, site, callees.into_iter().collect()));
        self
    }

    /// How many statements the block has; 0 if nothing is said. Statements are numbered from 0.
    ///
    /// What counts as one is for the caller to say: whatever has a line, a mutant or progress of its own. A condition or a `return` usually
    /// does.
    #[inline]
    pub fn statements(&mut self, count: u32) -> &mut Self {
        self.statements = count;
        self
    }

    /// The ordinary way on: [`Outcome::Next`].
    #[inline]
    pub fn jump(&mut self, to: u32) -> &mut Self {
        self.edge(Outcome::Next, to)
    }

    /// A two-way predicate: [`Outcome::True`] and [`Outcome::False`].
    #[inline]
    pub fn branch(&mut self, then: u32, or_else: u32) -> &mut Self {
        if self.count > 0 {
            return self.edge(Outcome::True, then).edge(Outcome::False, or_else);
        }
        self.edges = [(Code::TRUE, then), (Code::FALSE, or_else)];
        self.count = 2;
        self
    }

    /// One value of a multi-way selection: [`Outcome::Case`]. Keys are signed: widen an unsigned operand here and in
    /// [`Trace::switch`](crate::execution::Trace::switch) alike.
    pub fn case(&mut self, value: i64, to: u32) -> &mut Self {
        self.edge(Outcome::Case(value), to)
    }

    /// One edge for several keys or ranges of a multi-way selection: [`Outcome::Arm`], numbered in the order of the calls. No two edges
    /// of a block may list the same value: where a language takes the first of them, list what is left to the later ones.
    pub fn arm(&mut self, values: impl IntoIterator<Item = RangeInclusive<i64>>, to: u32) -> &mut Self {
        let arm = self.arms;
        self.arms = arm.saturating_add(1);
        self.sheet.ranges.extend(values.into_iter().map(|range| (arm, range)));
        self.edge(Outcome::Arm(arm), to)
    }

    /// What the arm with this number lists; [`edge`](Self::edge) adds it.
    #[cfg(feature = "serde")]
    pub(super) fn list(&mut self, arm: u32, values: impl Iterator<Item = RangeInclusive<i64>>) {
        self.sheet.ranges.extend(values.map(|range| (arm, range)));
    }

    /// Where a multi-way selection goes if no case or arm lists the value: [`Outcome::Default`]. If it is the only edge, it is no branch,
    /// and every value takes it.
    ///
    /// While an arm is taken, the default is K away, whatever the value, as published; under
    /// [`DefaultArm::NearestUnlisted`](crate::distance::DefaultArm::NearestUnlisted) it is as far as the nearest value that no arm lists.
    pub fn default(&mut self, to: u32) -> &mut Self {
        self.edge(Outcome::Default, to)
    }

    /// Where an exception inside the block is caught: [`Outcome::Exception`], numbered in the order of the calls.
    pub fn exception(&mut self, to: u32) -> &mut Self {
        let number = self.exceptions;
        self.exceptions = number.saturating_add(1);
        self.edge(Outcome::Exception(number), to)
    }

    /// An edge by its name, for translations from other graphs.
    #[inline]
    pub fn edge(&mut self, outcome: Outcome, to: u32) -> &mut Self {
        match (Code::of(outcome, self.cases), self.edges.get_mut(self.count)) {
            (Some(code), Some(place)) => *place = (code, to),
            (code, _) => self.edge_beyond(code, to),
        }
        self.count += 1;
        self
    }

    #[cold]
    fn edge_beyond(&mut self, code: Option<Code>, to: u32) {
        self.overflow |= code.is_none();
        self.sheet.more.extend(code.map(|code| (code, to)));
    }

    /// The block may leave the function: it returns, throws to the caller, or yields. It may have edges, too. A block without an edge
    /// must say so, or the function is refused as [`FlowErrorKind::Undescribed`](super::FlowErrorKind::Undescribed).
    #[inline]
    pub fn exit(&mut self) -> &mut Self {
        self.leaves = true;
        self
    }
}
