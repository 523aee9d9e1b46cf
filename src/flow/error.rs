//! Why a function cannot be added.

use super::Outcome;
use super::names::FunctionNames;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::{self, Display, Formatter};

/// Why a function cannot be added. The graph is as it was before.
///
/// [`kind`](Self::kind) says it with the numbers of the blocks. The text says it with the names of the function and of its
/// blocks, where they have names.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowError, FlowErrorKind, FlowGraph};
///
/// // The exits were forgotten.
/// let mut find = FlowBuilder::new().function_name("find");
/// let [head, body, after] = find.named_blocks(["head", "body", "after"]);
/// let error: FlowError = FlowGraph::of(&find.branch(head, body, after)).expect_err("two blocks are missing");
/// assert!(matches!(error.kind, FlowErrorKind::Undescribed { ref blocks, .. } if blocks.len() == 2));
/// assert_eq!(
///     error.to_string(),
///     "find: neither an edge nor an exit was given for body (head leads to it), after (head leads to it)"
/// );
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FlowError {
    /// The mistake, and the numbers of the blocks that are concerned.
    pub kind: FlowErrorKind,
    /// The names that were given before the mistake was found.
    names: Option<Box<FunctionNames>>,
}

/// The mistake in the description of a function. Numbers of blocks count within the function.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowErrorKind, FlowGraph};
///
/// // 0: if a { 1: if b { 2 } }  3: return
/// let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(3);
/// let error = FlowGraph::of(&body).expect_err("nobody described block 2");
/// let blocks = [(2, Some(1))].into(); // block 1 leads to it
/// assert_eq!(error.kind, FlowErrorKind::Undescribed { blocks, count: 4 });
///
/// let error = FlowGraph::of(&body.jump(2, 3).exit(4).jump(5, 4)).expect_err("no edge leads to 4 and 5");
/// assert_eq!(error.kind, FlowErrorKind::Unreachable { blocks: [4, 5].into() });
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FlowErrorKind {
    /// The function has no block. It needs an entry.
    Empty,
    /// Some blocks have neither an edge nor an exit, or edges lead to blocks that do not exist.
    Undescribed {
        /// All such blocks, ascending, each with the least block that has an edge to it, if any has.
        blocks: Box<[(u32, Option<u32>)]>,
        /// How many blocks the function has, so that greater numbers do not exist.
        count: u32,
    },
    /// No walk leads from the entry to some blocks, and keeping them was not asked for.
    Unreachable {
        /// All such blocks, ascending.
        blocks: Box<[u32]>,
    },
    /// Two edges of a block have the same name.
    DuplicateOutcome {
        /// The block.
        block: u32,
        /// The name.
        outcome: Outcome,
    },
    /// Two arms of a multi-way decision list the same value.
    Overlap {
        /// The block.
        block: u32,
        /// The least value that both list.
        value: i64,
    },
    /// There are more blocks or edges than `u32` can number, or block numbers with gaps that are too large to be meant.
    TooMany {
        /// The things that are too many.
        what: &'static str,
    },
}

impl FlowError {
    pub(super) fn new(kind: FlowErrorKind, names: FunctionNames) -> Self {
        Self { kind, names: if names.is_empty() { None } else { Some(Box::new(names)) } }
    }

    fn shown(&self, block: u32) -> Shown<'_> {
        Shown { name: self.names.as_ref().and_then(|names| names.block(block)), block }
    }

    /// Lists blocks; neighbours that differ in nothing but their numbers are one entry. `note` follows a block to which no edge leads.
    fn list(&self, f: &mut Formatter<'_>, mut blocks: &[(u32, Option<u32>)], note: &str) -> fmt::Result {
        let is_plain = |&(block, from): &(u32, Option<u32>)| from.is_none() && self.shown(block).name.is_none();
        let mut separator = "";
        while let Some(first) = blocks.first() {
            let follow = |pair: &&[(u32, Option<u32>)]| pair[0].0 + 1 == pair[1].0 && is_plain(&pair[1]);
            let more = if is_plain(first) { blocks.windows(2).take_while(follow).count() } else { 0 };
            f.write_str(separator)?;
            match (first.1, more) {
                (Some(from), _) => write!(f, "{} ({} leads to it)", self.shown(first.0), self.shown(from))?,
                (None, 0) => write!(f, "{}{note}", self.shown(first.0))?,
                (None, _) => write!(f, "blocks {} to {}{note}", first.0, blocks[more].0)?,
            }
            separator = ", ";
            blocks = &blocks[more + 1..];
        }
        Ok(())
    }
}

/// A block by its name, or else by its number.
struct Shown<'a> {
    name: Option<&'a str>,
    block: u32,
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.name {
            Some(name) => f.write_str(name),
            None => write!(f, "block {}", self.block),
        }
    }
}

/// Without names.
impl From<FlowErrorKind> for FlowError {
    fn from(kind: FlowErrorKind) -> Self {
        Self { kind, names: None }
    }
}

impl core::error::Error for FlowError {}

impl Display for FlowError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.names.as_ref().and_then(|names| names.function.as_deref()) {
            write!(f, "{name}: ")?;
        }
        match &self.kind {
            FlowErrorKind::Empty => f.write_str("the function has no block"),
            FlowErrorKind::Undescribed { blocks, count } => {
                f.write_str("neither an edge nor an exit was given for ")?;
                self.list(f, blocks, " (no edge leads there)")?;
                match blocks.last() {
                    Some(last) if last.0 >= *count => {
                        write!(f, "; the last block of the function is {}", self.shown(count - 1))
                    }
                    _ => Ok(()),
                }
            }
            FlowErrorKind::Unreachable { blocks } => {
                let rows: Vec<_> = blocks.iter().map(|&block| (block, None)).collect();
                self.list(f, &rows, "")?;
                f.write_str(" cannot be reached from the entry")
            }
            FlowErrorKind::DuplicateOutcome { block, outcome } => {
                write!(f, "{} declares the outcome {outcome} twice", self.shown(*block))
            }
            FlowErrorKind::Overlap { block, value } => write!(f, "{} lists the value {value} on two arms", self.shown(*block)),
            FlowErrorKind::TooMany { what } => write!(f, "more {what} than a graph can number"),
        }
    }
}
