//! Branches and their outcomes.

use crate::id::{Block, Branch};
use alloc::format;
use core::fmt;

/// The outcome that an edge stands for: its name among the edges of its source block.
///
/// `True`, `False`, `Case`, `Arm` and `Default` are *decided*: the predicate of the block gives
/// them a distance. `Next` and `Exception` are *implicit*. The branches of a block are numbered in
/// the order of this type, `True` before `False`, independent of the order of their declaration.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
///
/// // 0: if a { 1: may fail; caught in 3 } 2
/// let body = FlowBuilder::new()
///     .branch(0, 1, 2).jump(1, 2).exception(1, 3).exit(2).exit(3);
/// let graph = FlowGraph::of(&body)?;
/// let outcomes: Vec<_> =
///     graph.all_branches().map(|branch| graph.edge(branch).outcome).collect();
/// assert_eq!(
///     outcomes,
///     [Outcome::True, Outcome::False, Outcome::Next, Outcome::Exception(0)]
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Outcome {
    /// The predicate holds.
    True,
    /// The predicate does not hold.
    False,
    /// The selecting value equals this value.
    Case(#[cfg_attr(feature = "serde", serde(with = "crate::distance::form::integer"))] i128),
    /// The selecting value is one of the values that this arm lists. Arms with several values or
    /// ranges are numbered within their block.
    Arm(u32),
    /// No case or arm lists the selecting value.
    Default,
    /// The ordinary way out of a block whose other ways out are exceptions or an exit.
    Next,
    /// An exception was caught. Exception edges are numbered within their block.
    Exception(u32),
}

impl Outcome {
    /// Returns `true` if a predicate decides this outcome, so that it has a distance. An implicit
    /// outcome is only taken or not taken.
    ///
    /// ```
    /// use sbst::flow::Outcome;
    ///
    /// assert!(Outcome::Case(7).is_decided()); // the value has a distance to 7
    /// // There is no distance to an exception.
    /// assert!(!Outcome::Exception(0).is_decided());
    /// ```
    #[must_use]
    pub const fn is_decided(self) -> bool {
        !matches!(self, Self::Next | Self::Exception(_))
    }

    /// Returns `true` if a selecting value decides this outcome: a case, an arm, or the default.
    pub(crate) const fn is_selected(self) -> bool {
        matches!(self, Self::Case(_) | Self::Arm(_) | Self::Default)
    }

    /// Returns the value of a two-way predicate on this edge; `None` for all other outcomes.
    ///
    /// A store of two-way predicates can answer with [`Nearest::to`](crate::distance::Nearest::to):
    /// `branch.outcome.holds().and_then(|holds| nearest.to(holds))`.
    #[must_use]
    pub const fn holds(self) -> Option<bool> {
        match self {
            Self::True => Some(true),
            Self::False => Some(false),
            _ => None,
        }
    }
}

/// A short label: `true`, `false`, `case 7`, `arm 2`, `default`, `next`, `exception 0`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::True => f.pad("true"),
            Self::False => f.pad("false"),
            Self::Case(value) => f.pad(&format!("case {value}")),
            Self::Arm(number) => f.pad(&format!("arm {number}")),
            Self::Default => f.pad("default"),
            Self::Next => f.pad("next"),
            Self::Exception(number) => f.pad(&format!("exception {number}")),
        }
    }
}

/// A branch with its source, its target and its outcome.
///
/// An execution is asked about edges. A store with dense tables uses [`branch`](Self::branch); a
/// store that keys its observations by predicate uses [`source`](Self::source) and
/// [`outcome`](Self::outcome).
///
/// ```
/// use sbst::flow::{Edge, FlowBuilder, FlowGraph, Outcome};
/// use sbst::id::{Block, Branch};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let Edge { source, target, outcome, .. } = graph.edge(Branch::new(1));
/// assert_eq!(
///     (source, outcome, target),
///     (Block::new(0), Outcome::False, Block::new(2))
/// );
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edge {
    /// The program-wide id of the branch.
    pub branch: Branch,
    /// The block that the branch leaves.
    pub source: Block,
    /// The block that the branch enters.
    pub target: Block,
    /// The outcome of the branch.
    pub outcome: Outcome,
}
