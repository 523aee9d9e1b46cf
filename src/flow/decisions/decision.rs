//! Decisions: their conditions, and the target of each value of a condition.

use crate::flow::names::Joined;
use crate::id::Block;
use alloc::vec::Vec;

/// The target of a value of a condition: the next condition, or the end of the decision.
///
/// ```
/// use sbst::flow::decisions::{CompoundDecision, Next};
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// // if a && b { 2 } else { 3 }
/// let and = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
/// let graph = FlowGraph::of(&and)?;
/// for decision in CompoundDecision::all(&graph) {
///     assert_eq!(decision.next(0, true), Some(Next::Condition(1)));
///     assert_eq!(decision.next(0, false), Some(Next::End(false)));
///     assert_eq!(decision.next(2, false), None); // there are two conditions
/// }
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Next {
    /// The condition with this number is evaluated next. Its number is greater than the number of
    /// the condition before.
    Condition(usize),
    /// The decision ends with this outcome.
    End(bool),
}

/// A Boolean decision of a function: the conditions of one expression with short-circuit
/// evaluation, and the two blocks to which they lead.
///
/// Conditions are two-way blocks of one function. They satisfy three rules:
///
/// - Blocks outside the decision lead only to its first condition.
/// - No condition is evaluated twice.
/// - All edges lead to other conditions, or to two blocks outside the decision, which are its
///   *ends*. An edge to the first condition leaves the decision and begins a new evaluation, as in
///   `while a && b {}` without a body.
///
/// `a && b`, `a || b`, `a ? b : c`, and all expressions composed of them have this form.
///
/// [`all`](Self::all) lists the decisions of a graph; [`of`](Self::of) creates a decision from
/// given conditions.
///
/// # Limits of control flow
///
/// A graph can [say](crate::flow::FlowBuilder::decision) which conditions form a decision. If it
/// does not, control flow does not show everything about the source:
///
/// - `if a { if b { .. } }` without other code has the same graph as `if a && b { .. }`, so it is
///   the same decision.
/// - A negation swaps the outcomes of a condition, or the ends. It changes neither which vectors
///   are possible, except that the values of that condition are swapped, nor which vectors are
///   pairs.
/// - The true end, `ends()[0]`, is the block to which the last condition leads if it is true. In `a
///   && b` and `a || b`, this is the block where the expression is true. In `a && !b`, it is the
///   block where the expression is false, unless the block of `b` tests the negation of `b`. The
///   choice depends only on the order of the conditions.
///
/// Memory: 12 bytes for each condition.
///
/// ```
/// use sbst::flow::decisions::CompoundDecision;
/// use sbst::flow::{FlowBuilder, FlowGraph};
///
/// // if (a && b) || c { 3 } else { 4 }
/// let or = FlowBuilder::new().branch(0, 1, 2).branch(1, 3, 2).branch(2, 3, 4);
/// let graph = FlowGraph::of(&or.exit(3).exit(4))?;
/// let decisions: Vec<_> = CompoundDecision::all(&graph).collect();
/// let [decision] = &decisions[..] else { panic!("one decision") };
/// assert_eq!(decision.conditions().len(), 3);
/// assert_eq!(decision.ends().map(|block| graph.local(block)), [3, 4]);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CompoundDecision {
    /// The conditions, in the order of evaluation.
    conditions: Vec<Block>,
    /// By condition: the targets of `true` and of `false`, which are the number of a later
    /// condition, `TRUE` or `FALSE`.
    next: Vec<[u32; 2]>,
    /// The block where the decision is true, and the block where it is false.
    ends: [Block; 2],
    /// Blocks of operands before their conditions, each with the place of its condition, ascending.
    operands: Vec<(Block, u32)>,
}

/// The code of the end where the decision is true. No condition has this number.
const TRUE: u32 = u32::MAX;
/// The code of the end where the decision is false. No condition has this number.
const FALSE: u32 = u32::MAX - 1;

impl CompoundDecision {
    /// Creates a decision from conditions in an order of evaluation. `next` has, for each
    /// condition, the targets of `true` and of `false`.
    ///
    /// The caller must have checked the rules of [`CompoundDecision`].
    pub(in crate::flow) fn from_parts(
        conditions: Vec<Block>,
        next: impl Iterator<Item = [Next; 2]>,
        ends: [Block; 2],
        operands: Vec<(Block, u32)>,
    ) -> Self {
        let code = |next| match next {
            Next::Condition(number) => number as u32,
            Next::End(true) => TRUE,
            Next::End(false) => FALSE,
        };
        Self { conditions, next: next.map(|ways| ways.map(code)).collect(), ends, operands }
    }

    /// Returns the conditions in the order of evaluation, at least one. Each value of a condition leads to a later condition or to an
    /// end.
    #[must_use]
    pub fn conditions(&self) -> &[Block] {
        &self.conditions
    }

    /// Returns the ends: the block where the decision is true, and the block where it is false.
    /// They differ, unless both outcomes of the only condition lead to the same block.
    #[must_use]
    pub const fn ends(&self) -> [Block; 2] {
        self.ends
    }

    /// Returns the blocks of operands before their conditions, each with the place of its
    /// condition.
    #[must_use]
    pub fn operands(&self) -> &[(Block, u32)] {
        &self.operands
    }

    /// Returns the target of a value of a condition; `None` if there is no such condition.
    #[must_use]
    pub fn next(&self, condition: usize, value: bool) -> Option<Next> {
        let ways = self.next.get(condition)?;
        Some(match ways[usize::from(!value)] {
            TRUE => Next::End(true),
            FALSE => Next::End(false),
            number => Next::Condition(number as usize),
        })
    }
}

/// The reason why some blocks are not the conditions of one decision.
///
/// ```
/// use sbst::flow::decisions::{CompoundDecision, DecisionError};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Block;
///
/// // if a { 1 } else if b { 3 } else { 4 }
/// let chain = FlowBuilder::new().branch(0, 1, 2).branch(2, 3, 4);
/// let graph = FlowGraph::of(&chain.exit(1).exit(3).exit(4))?;
/// let given = [0, 2].map(Block::new);
/// let error = CompoundDecision::of(&graph, given).expect_err("three ends");
/// assert_eq!(error, DecisionError::Ends { blocks: [1, 3, 4].map(Block::new).into() });
/// let text =
///     "a decision leads to two blocks, but these conditions lead to 3: b1, b3, b4";
/// assert_eq!(error.to_string(), text);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecisionError {
    /// No condition was given.
    #[error("a decision has at least one condition")]
    Empty,
    /// More than 64 conditions were given.
    #[error("a decision has at most 64 conditions, not {count}")]
    TooMany {
        /// The number of conditions that were given.
        count: usize,
    },
    /// A condition was given twice.
    #[error("{block} is given twice")]
    Duplicate {
        /// The condition.
        block: Block,
    },
    /// Some blocks do not have exactly two edges, one for `true` and one for `false`, or have an
    /// exit besides, or do not exist.
    #[error("not the blocks of two-way predicates: {}", Joined(.blocks, ", "))]
    NotTwoWay {
        /// All such blocks, in the order in which they were given.
        blocks: Vec<Block>,
    },
    /// Two conditions belong to different functions.
    #[error("{first} and {other} belong to different functions")]
    TwoFunctions {
        /// The condition that was given first.
        first: Block,
        /// The first condition of another function.
        other: Block,
    },
    /// Both outcomes of a condition lead to the same block, and it is not the only condition.
    #[error("both outcomes of {block} lead to the same block")]
    SameTarget {
        /// The condition.
        block: Block,
    },
    /// Several conditions are entered from outside the decision, or none is.
    #[error("a decision is entered at one condition, but these conditions are entered at {}: {}", .blocks.len(), Joined(.blocks, ", "))]
    Entries {
        /// All conditions to which other blocks lead, to which no condition leads, or which are the
        /// entry of the function; ascending.
        blocks: Vec<Block>,
    },
    /// Conditions form a cycle that does not pass the first condition.
    #[error("these conditions form a cycle, or come after one: {}", Joined(.blocks, ", "))]
    Cycle {
        /// The conditions on cycles and after them, ascending.
        blocks: Vec<Block>,
    },
    /// The conditions lead to only one block, or to more than two.
    #[error("a decision leads to two blocks, but these conditions lead to {}: {}", .blocks.len(), Joined(.blocks, ", "))]
    Ends {
        /// All blocks outside the decision to which the conditions lead, ascending.
        blocks: Vec<Block>,
    },
}

impl DecisionError {
    /// Returns the blocks that a graph was told wrongly, and what they are.
    pub(crate) fn said(&self) -> (&[Block], &'static str) {
        match self {
            Self::Duplicate { block } => (core::slice::from_ref(block), "named twice"),
            Self::Entries { blocks } => {
                (blocks, "entered from elsewhere, or not in the order of evaluation")
            }
            Self::Cycle { blocks } => (blocks, "not in the order of evaluation"),
            Self::Ends { blocks } => (blocks, "more than two ends"),
            Self::NotTwoWay { blocks } => (blocks, "which have neither one nor two ways on"),
            _ => (&[], "no conditions"),
        }
    }
}
