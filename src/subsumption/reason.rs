//! Reasons of subsumption: events, and the implications between them.

use crate::id::{Block, Branch, GoalId, Line, Statement};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

/// Event of an execution: it covers a goal, or it does something that links goals in an
/// explanation.
///
/// `Display` reads as a predicate whose subject is the execution: `covers g3`, `takes e1`.
///
/// ```
/// use sbst::id::{Block, GoalId};
/// use sbst::subsumption::Event;
///
/// assert_eq!(Event::Covers(GoalId::new(3)).to_string(), "covers g3");
/// assert_eq!(
///     Event::Reaches(Block::new(2).statement(4)).to_string(),
///     "reaches statement 4 of b2"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Event {
    /// The execution covers a goal.
    Covers(GoalId),
    /// The execution takes a branch.
    Takes(Branch),
    /// The execution enters a block.
    Enters(Block),
    /// The execution reaches a statement.
    Reaches(Statement),
    /// The execution completes a block: all statements of the block run to their end.
    Completes(Block),
    /// The execution reaches a line.
    ReachesLine(Line),
}

/// Shows the event: `covers g3`, `takes e1`, `enters b2`, `reaches statement 4 of b2`, `completes
/// b2`, `reaches l7`.
impl fmt::Display for Event {
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

/// Reason why one event implies another one.
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
    /// The caller gave the pair.
    Given,
    /// The definition of the goal: covering it requires the event, or the event covers it.
    Meaning,
    /// The second event is about the block that the branch leaves.
    Source,
    /// The branch leads to the block.
    Target,
    /// The block dominates the other block: every walk from the entry to the other block passes it.
    /// For a line, it dominates each block of the line.
    Dominates,
    /// The block post-dominates the other block: every walk from the other block to an exit passes
    /// it. The executions must terminate normally.
    PostDominates,
    /// The second event is earlier in the same block.
    Earlier,
    /// The second event is later in the same block. No execution may end within the block.
    Later,
    /// The second event is about the only way into the block.
    OnlyWay,
    /// A direct call is a call.
    DirectCall,
    /// A call that returns is a call.
    Returns,
    /// The mutant changes the statement.
    Mutated,
    /// The statement of the mutant ran to its end, and every evaluation infects the mutant.
    AlwaysInfected,
    /// All operands that infect one mutant of the expression infect the other one.
    Operator,
    /// The mutated relation decides the branch: a constant in its place differs from it exactly
    /// where the branch is taken.
    Decides,
    /// All tests that cover the first goal cover the second one. The number counts these tests, and
    /// is at least 1.
    Tests(u32),
}

impl ImplicationReason {
    /// Returns `true` if the reason holds for every execution: it neither assumes normal
    /// termination nor comes from tests.
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

/// Shows the reason in a few words.
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
            Self::Later => "after it in its block, with normal termination",
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

/// Step of an explanation: an execution with the first event also has the second one, for a reason.
///
/// [`SubsumptionGraph::explain`](super::SubsumptionGraph::explain) returns a chain of such steps.
///
/// ```
/// use sbst::id::{Block, Branch};
/// use sbst::subsumption::{Event, Implication, ImplicationReason};
///
/// let step = Implication {
///     from: Event::Takes(Branch::new(1)),
///     reason: ImplicationReason::Target,
///     to: Event::Enters(Block::new(2)),
/// };
/// assert_eq!(step.to_string(), "takes e1, so enters b2: the target of the branch");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Implication {
    /// The event that is given.
    pub from: Event,
    /// The reason why the second event follows.
    pub reason: ImplicationReason,
    /// The event that follows.
    pub to: Event,
}

impl Implication {
    /// Returns the text of `Display` with names for the goals: `covers branch e1, so takes e1: by
    /// its meaning`.
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
        let text = |event| match event {
            Event::Covers(goal) => format!("covers {}", name(goal)),
            other => other.to_string(),
        };
        format!("{}, so {}: {}", text(self.from), text(self.to), self.reason)
    }
}

/// Shows both events and the reason: `takes e1, so enters b2: the target of the branch`.
impl fmt::Display for Implication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, so {}: {}", self.from, self.to, self.reason)
    }
}
