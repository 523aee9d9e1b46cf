//! Names of the ways out of a block.

use crate::id::{Block, Branch};
use alloc::format;
use core::fmt;

/// The name of an edge among the edges of its source block.
///
/// `True`, `False`, `Case`, `Arm` and `Default` are *decided*: the predicate of the block tells how far they are. `Next` and
/// `Exception` are *implicit*. The branches of a block are numbered in the order of this type, `True` before `False`, in whatever
/// order they were declared.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
///
/// // 0: if a { 1: what may fail; caught in 3 } 2
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exception(1, 3).exit(2).exit(3))?;
/// let outcomes: Vec<_> = graph.all_branches().map(|branch| graph.edge(branch).outcome).collect();
/// assert_eq!(outcomes, [Outcome::True, Outcome::False, Outcome::Next, Outcome::Exception(0)]);
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
    /// The selecting value is this one.
    Case(i64),
    /// The selecting value is one of those that this arm lists; arms with several keys or ranges are numbered within their block.
    Arm(u32),
    /// No case or arm lists the selecting value.
    Default,
    /// The ordinary way on, where the others are exceptions or an exit.
    Next,
    /// An exception was caught; exception edges are numbered within their block.
    Exception(u32),
}

impl Outcome {
    /// Whether a predicate decides it, so that it has a distance; the others are taken or not.
    ///
    /// ```
    /// use sbst::flow::Outcome;
    ///
    /// assert!(Outcome::Case(7).is_decided()); // the value was so far away
    /// assert!(!Outcome::Exception(0).is_decided()); // it came or it did not
    /// ```
    #[must_use]
    pub const fn is_decided(self) -> bool {
        !matches!(self, Self::Next | Self::Exception(_))
    }

    /// Whether a value selects it: a case, an arm, a default.
    pub(crate) const fn is_selected(self) -> bool {
        matches!(self, Self::Case(_) | Self::Arm(_) | Self::Default)
    }

    /// What a two-way predicate comes out as on this edge; `None` for all other names.
    ///
    /// With [`Nearest::to`](crate::distance::Nearest::to) it answers for a store of two-way predicates:
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

/// A branch with its two blocks and its name: what an execution is asked about.
///
/// A store with dense tables uses [`branch`](Self::branch); one that keys its observations by predicate uses
/// [`source`](Self::source) and [`outcome`](Self::outcome).
///
/// ```
/// use sbst::flow::{FlowBuilder, Edge, FlowGraph, Outcome};
/// use sbst::id::{Block, Branch};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let Edge { source, target, outcome, .. } = graph.edge(Branch::new(1));
/// assert_eq!((source, outcome, target), (Block::new(0), Outcome::False, Block::new(2)));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Edge {
    /// The program-wide number of the branch.
    pub branch: Branch,
    /// The block that it leaves.
    pub source: Block,
    /// The block that it enters.
    pub target: Block,
    /// Its name among the branches of its source.
    pub outcome: Outcome,
}

/// An [`Outcome`] in 32 bits; the values of cases are kept aside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Code(u32);

impl Code {
    const PAYLOAD: u32 = 29;
    /// Numbers of cases, arms and exceptions are below this.
    const LIMIT: u32 = 1 << Self::PAYLOAD;
    pub(super) const TRUE: Self = Self(0);
    pub(super) const FALSE: Self = Self(1 << Self::PAYLOAD);
    pub(super) const NEXT: Self = Self(5 << Self::PAYLOAD);

    /// `None` if a number is too large. A case is added to `cases`.
    #[inline]
    pub(super) fn of(outcome: Outcome, cases: &mut alloc::vec::Vec<i64>) -> Option<Self> {
        let (kind, payload) = match outcome {
            Outcome::True => (0, 0),
            Outcome::False => (1, 0),
            Outcome::Case(value) => {
                cases.push(value);
                (2, u32::try_from(cases.len() - 1).ok()?)
            }
            Outcome::Arm(number) => (3, number),
            Outcome::Default => (4, 0),
            Outcome::Next => (5, 0),
            Outcome::Exception(number) => (6, number),
        };
        (payload < Self::LIMIT).then_some(Self(kind << Self::PAYLOAD | payload))
    }

    pub(super) const fn bits(self) -> u32 {
        self.0
    }

    /// The bits without the place of a case among all cases.
    pub(super) const fn without_case(self) -> u32 {
        if self.0 >> Self::PAYLOAD == 2 { 2 << Self::PAYLOAD } else { self.0 }
    }

    #[inline]
    pub(super) fn outcome(self, cases: &[i64]) -> Outcome {
        let payload = self.0 & (Self::LIMIT - 1);
        match self.0 >> Self::PAYLOAD {
            0 => Outcome::True,
            1 => Outcome::False,
            2 => Outcome::Case(cases.get(payload as usize).copied().unwrap_or_default()),
            3 => Outcome::Arm(payload),
            4 => Outcome::Default,
            5 => Outcome::Next,
            _ => Outcome::Exception(payload),
        }
    }
}
