//! What subsumes what, and why.

use crate::id::{Block, Branch, GoalId, Line, Statement};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

/// Event of an execution: it covers a goal, or does something that is no goal but stands between goals in a chain of reasons.
///
/// ```
/// use sbst::id::{Block, GoalId};
/// use sbst::subsumption::Fact;
///
/// assert_eq!(Fact::Covers(GoalId::new(3)).to_string(), "covers g3");
/// assert_eq!(
///     Fact::Reaches(Block::new(2).statement(4)).to_string(),
///     "reaches statement 4 of b2"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Fact {
    /// It covers a goal.
    Covers(GoalId),
    /// It takes a branch.
    Takes(Branch),
    /// It enters a block.
    Enters(Block),
    /// It reaches a statement.
    Reaches(Statement),
    /// It completes a block: all statements run to their end.
    Completes(Block),
    /// It reaches a line.
    ReachesLine(Line),
}

/// `covers g3`, `takes e1`, `enters b2`, `reaches statement 4 of b2`, `completes b2`, `reaches l7`.
impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Covers(goal) => write!(f, "covers {goal}"),
            Self::Takes(branch) => write!(f, "takes {branch}"),
            Self::Enters(block) => write!(f, "enters {block}"),
            Self::Reaches(statement) => write!(f, "reaches {statement}"),
            Self::Completes(block) => write!(f, "completes {block}"),
            Self::ReachesLine(line) => write!(f, "reaches {line}"),
        }
    }
}

/// Why one fact implies another.
///
/// ```
/// use sbst::subsumption::ImplicationReason;
///
/// assert_eq!(ImplicationReason::Dominates.to_string(), "a dominator");
/// assert_eq!(ImplicationReason::Tests(4).to_string(), "all 4 tests that cover it");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum ImplicationReason {
    /// The caller said so.
    Given,
    /// It is what the goal asks for, or what it asks for is the goal.
    Meaning,
    /// The branch leaves the block.
    Source,
    /// The branch leads to the block.
    Target,
    /// Every walk from the entry to the block passes the other one, or every walk to each block of the line.
    Dominates,
    /// Every walk from the block to an exit passes the other one, and no execution ends before an exit.
    PostDominates,
    /// The statement stands before the other one.
    Earlier,
    /// The statement stands behind, and no execution ends within a block.
    Later,
    /// The branch is the only way into the block.
    OnlyWay,
    /// A direct call is a call.
    DirectCall,
    /// A call that returns is a call.
    Returns,
    /// The mutant changes the statement.
    Mutated,
    /// The statement ran to its end, and every evaluation infects the mutant.
    AlwaysInfected,
    /// Where one mutant of the expression differs from the original, the other one does.
    Operator,
    /// The relation decides the branch: a constant in its place differs where the branch is taken.
    Decides,
    /// All tests that cover the goal, so many, cover the other one; there is at least one.
    Tests(u32),
}

impl ImplicationReason {
    /// Returns `true` if it needs neither the assumption of normal termination nor the testimony of tests.
    ///
    /// ```
    /// use sbst::subsumption::ImplicationReason;
    ///
    /// assert!(ImplicationReason::Dominates.is_certain());
    /// // unless an exception comes
    /// assert!(!ImplicationReason::PostDominates.is_certain());
    /// // a sixth one may tell otherwise
    /// assert!(!ImplicationReason::Tests(5).is_certain());
    /// ```
    #[must_use]
    pub const fn is_certain(self) -> bool {
        !matches!(self, Self::PostDominates | Self::Later | Self::Tests(_))
    }
}

/// What a reason says, in few words.
impl fmt::Display for ImplicationReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Given => "given",
            Self::Meaning => "by its meaning",
            Self::Source => "the source of the branch",
            Self::Target => "the target of the branch",
            Self::Dominates => "a dominator",
            Self::PostDominates => "a post-dominator, with normal termination",
            Self::Earlier => "before it in its block",
            Self::Later => "behind it in its block, with normal termination",
            Self::OnlyWay => "the only way in",
            Self::DirectCall => "a direct call is a call",
            Self::Returns => "a call that returns is a call",
            Self::Mutated => "the statement of the mutant",
            Self::AlwaysInfected => "infected by every evaluation",
            Self::Operator => "mutants of one expression",
            Self::Decides => "the relation decides the branch",
            Self::Tests(1) => return f.write_str("the only test that covers it"),
            Self::Tests(tests) => return write!(f, "all {tests} tests that cover it"),
        })
    }
}

/// One step of an explanation: who does the one thing does the other, and why.
///
/// ```
/// use sbst::id::{Block, Branch};
/// use sbst::subsumption::{Fact, Implication, ImplicationReason};
///
/// let step = Implication {
///     from: Fact::Takes(Branch::new(1)),
///     reason: ImplicationReason::Target,
///     to: Fact::Enters(Block::new(2)),
/// };
/// assert_eq!(step.to_string(), "takes e1, so enters b2: the target of the branch");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Implication {
    /// What an execution does.
    pub from: Fact,
    /// Why it then does the other thing, too.
    pub reason: ImplicationReason,
    /// What it does, too.
    pub to: Fact,
}

impl Implication {
    /// Returns the text of `Display`, with goals by name: `covers branch e1, so takes e1: by its meaning`.
    ///
    /// ```
    /// use sbst::id::GoalId;
    /// use sbst::subsumption::Subsumption;
    ///
    /// let [a, b] = [0, 1].map(GoalId::new);
    /// let steps =
    ///     Subsumption::from_iter([(a, b)]).collapse([]).explain(a, b).expect("given");
    /// let names = ["the loop", "the entry"];
    /// assert_eq!(
    ///     steps[0].named(|goal| names[goal.index()].into()),
    ///     "covers the loop, so covers the entry: given"
    /// );
    /// ```
    #[must_use]
    pub fn named(&self, name: impl Fn(GoalId) -> String) -> String {
        let text = |fact| match fact {
            Fact::Covers(goal) => format!("covers {}", name(goal)),
            other => other.to_string(),
        };
        format!("{}, so {}: {}", text(self.from), text(self.to), self.reason)
    }
}

/// `takes e1, so enters b2: the target of the branch`.
impl fmt::Display for Implication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, so {}: {}", self.from, self.to, self.reason)
    }
}
