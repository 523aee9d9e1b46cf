//! The errors of adding a function.

use super::Outcome;
use super::names::FunctionNames;
use super::shown::on_one_line;
use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

/// The reason why a function cannot be added. The graph is then as it was before.
///
/// [`kind`](Self::kind) identifies blocks by number. The text of the error uses the names of the
/// function and of its blocks, if they have names.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowError, FlowErrorKind, FlowGraph};
///
/// // The exits were forgotten.
/// let mut find = FlowBuilder::new().function_name("find");
/// let [head, body, after] = find.named_blocks(["head", "body", "after"]);
/// let error: FlowError = FlowGraph::of(&find.branch(head, body, after))
///     .expect_err("two blocks are missing");
/// assert!(matches!(error.kind, FlowErrorKind::Undescribed { .. }));
/// assert_eq!(
///     error.to_string(),
///     "find: neither an edge nor an exit was given for body (head leads to it), \
///      after (head leads to it)"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FlowError {
    /// The mistake, with the numbers of the blocks concerned.
    pub kind: FlowErrorKind,
    /// The names that were read before the mistake was found.
    names: Option<Box<FunctionNames>>,
}

/// The mistake in the description of a function. Blocks are numbered within the function.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowErrorKind, FlowGraph, UndescribedBlock};
///
/// // 0: if a { 1: if b { 2 } }  3: return
/// let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(3);
/// let error = FlowGraph::of(&body).expect_err("nobody described block 2");
/// let missing = UndescribedBlock { block: 2, from: Some(1) };
/// assert_eq!(
///     error.kind,
///     FlowErrorKind::Undescribed { blocks: [missing].into(), count: 4 }
/// );
///
/// let error = FlowGraph::of(&body.jump(2, 3).exit(4).jump(5, 4))
///     .expect_err("no edge leads to 4 and 5");
/// assert_eq!(error.kind, FlowErrorKind::Unreachable { blocks: [4, 5].into() });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FlowErrorKind {
    /// The function has no block. Every function needs an entry.
    Empty,
    /// Some blocks have neither an edge nor an exit, or edges lead to blocks that do not exist.
    Undescribed {
        /// All such blocks, ascending.
        blocks: Box<[UndescribedBlock]>,
        /// The number of blocks of the function. Blocks with this number or a greater one do not
        /// exist.
        count: u32,
    },
    /// Some blocks cannot be reached from the entry, and
    /// [`Unreachable::Keep`](super::Unreachable::Keep) was not passed.
    Unreachable {
        /// All such blocks, ascending.
        blocks: Box<[u32]>,
    },
    /// Two edges of a block have the same outcome.
    DuplicateOutcome {
        /// The block.
        block: u32,
        /// The outcome.
        outcome: Outcome,
    },
    /// Two arms of a multi-way selection list the same value.
    Overlap {
        /// The block.
        block: u32,
        /// The least value that both arms list.
        value: i128,
    },
    /// The blocks that were said to form one decision do not: see
    /// [`CompoundDecision`](super::decisions::CompoundDecision) for the rules.
    Decision {
        /// The blocks that break a rule.
        blocks: Box<[u32]>,
        /// What they are.
        reason: &'static str,
    },
    /// There are more blocks or edges than a graph can number, or the gaps between block numbers
    /// are too large to be meant.
    TooMany {
        /// The kind of things that are too many, such as `"blocks"`.
        what: &'static str,
    },
}

/// A block that [`FlowErrorKind::Undescribed`] lists.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowErrorKind, FlowGraph};
///
/// let mut find = FlowBuilder::new();
/// let [head, body, after] = find.named_blocks(["head", "body", "after"]);
/// let error = FlowGraph::of(&find.branch(head, body, after).exit(after))
///     .expect_err("body was forgotten");
/// let FlowErrorKind::Undescribed { ref blocks, .. } = error.kind else {
///     unreachable!("nothing else is wrong")
/// };
/// assert_eq!(error.block_name(blocks[0].block), Some("body"));
/// assert_eq!(blocks[0].from.and_then(|from| error.block_name(from)), Some("head"));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UndescribedBlock {
    /// The number of the block.
    pub block: u32,
    /// The least block with an edge to this block; `None` if no edge leads to it.
    pub from: Option<u32>,
}

impl FlowError {
    /// Creates an error with the names that were read.
    pub(super) fn new(kind: FlowErrorKind, names: FunctionNames) -> Self {
        Self { kind, names: if names.is_empty() { None } else { Some(Box::new(names)) } }
    }

    /// Returns the name of the refused function, if it has one.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowGraph};
    ///
    /// let error =
    ///     FlowGraph::of(&FlowBuilder::new().function_name("find").exit(0).exit(1))
    ///         .expect_err("1 cannot be reached");
    /// assert_eq!(error.function_name(), Some("find"));
    /// ```
    #[must_use]
    pub fn function_name(&self) -> Option<&str> {
        self.names.as_ref()?.function.as_deref()
    }

    /// Returns the name of a block of the refused function, if the block has a name that was read
    /// before the mistake was found.
    ///
    /// ```
    /// use sbst::flow::{FlowBuilder, FlowErrorKind, FlowGraph};
    ///
    /// let body = FlowBuilder::new().exit(0).exit(1).block_name(1, "after");
    /// let error = FlowGraph::of(&body).expect_err("1 cannot be reached");
    /// assert_eq!(error.kind, FlowErrorKind::Unreachable { blocks: [1].into() });
    /// assert_eq!(error.block_name(1), Some("after"));
    /// ```
    #[must_use]
    pub fn block_name(&self, block: u32) -> Option<&str> {
        self.names.as_ref()?.block(block)
    }

    /// Returns the name of a block, or a text with its number if it has none.
    fn shown(&self, block: u32) -> Cow<'_, str> {
        self.block_name(block).map_or_else(|| format!("block {block}").into(), on_one_line)
    }

    /// Writes a list of blocks. Consecutive blocks without names to which no edge leads become one
    /// entry. `note` follows a block to which no edge leads.
    fn list(
        &self,
        f: &mut Formatter<'_>,
        mut blocks: &[UndescribedBlock],
        note: &str,
    ) -> fmt::Result {
        let is_plain =
            |row: &UndescribedBlock| row.from.is_none() && self.block_name(row.block).is_none();
        let mut separator = "";
        while let Some(first) = blocks.first() {
            let follow = |pair: &&[UndescribedBlock]| {
                pair[0].block + 1 == pair[1].block && is_plain(&pair[1])
            };
            let more =
                if is_plain(first) { blocks.windows(2).take_while(follow).count() } else { 0 };
            f.write_str(separator)?;
            match (first.from, more) {
                (Some(from), _) => {
                    write!(f, "{} ({} leads to it)", self.shown(first.block), self.shown(from))?;
                }
                (None, 0) => write!(f, "{}{note}", self.shown(first.block))?,
                (None, _) => write!(f, "blocks {} to {}{note}", first.block, blocks[more].block)?,
            }
            separator = ", ";
            blocks = &blocks[more + 1..];
        }
        Ok(())
    }
}

/// An error without names.
impl From<FlowErrorKind> for FlowError {
    fn from(kind: FlowErrorKind) -> Self {
        Self { kind, names: None }
    }
}

impl core::error::Error for FlowError {}

impl Display for FlowError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.function_name() {
            write!(f, "{}: ", on_one_line(name))?;
        }
        let rows = |blocks: &[u32]| -> Vec<UndescribedBlock> {
            blocks.iter().map(|&block| UndescribedBlock { block, from: None }).collect()
        };
        match &self.kind {
            FlowErrorKind::Empty => f.write_str("the function has no block"),
            FlowErrorKind::Undescribed { blocks, count } => {
                f.write_str("neither an edge nor an exit was given for ")?;
                self.list(f, blocks, " (no edge leads there)")?;
                match blocks.last() {
                    Some(last) if last.block >= *count => {
                        write!(f, "; the last block of the function is {}", self.shown(count - 1))
                    }
                    _ => Ok(()),
                }
            }
            FlowErrorKind::Unreachable { blocks } => {
                self.list(f, &rows(blocks), "")?;
                f.write_str(" cannot be reached from the entry")
            }
            FlowErrorKind::DuplicateOutcome { block, outcome } => {
                write!(f, "{} declares the outcome {outcome} twice", self.shown(*block))
            }
            FlowErrorKind::Overlap { block, value } => {
                write!(f, "{} lists the value {value} on two arms", self.shown(*block))
            }
            FlowErrorKind::Decision { blocks, reason } => {
                f.write_str("not one decision: ")?;
                self.list(f, &rows(blocks), "")?;
                write!(f, ": {reason}")
            }
            FlowErrorKind::TooMany { what: "blocks" } => f.write_str(
                "there are more blocks than a graph can number, or their numbers have \
                    gaps that are too large",
            ),
            FlowErrorKind::TooMany { what } => {
                write!(f, "there are more {what} than a graph can number")
            }
        }
    }
}
