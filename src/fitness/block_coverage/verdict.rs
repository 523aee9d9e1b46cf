//! Targets of comparisons, their answers, and the rules that gave these.

use crate::id::{Block, Branch, Statement};
use core::cmp::Ordering;

/// The rule that gave an answer, named after the line of Listing 3 that the comparison came to.
///
/// The [definition](super) numbers the rules.
///
/// ```
/// use sbst::fitness::block_coverage::{Nearer, Rule, Verdict};
///
/// let undecided = Verdict { nearer: Nearer::Neither, rule: Rule::Progress };
/// assert!(undecided.is_active()); // the same progress in the same block
/// let apart = Verdict { nearer: Nearer::Neither, rule: Rule::Open };
/// assert!(!apart.is_active());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Rule {
    /// No rule was applied: both executions reach the target, or the target is not in the graph, or
    /// it is a branch that an exception takes.
    ///
    /// The first case departs from the paper for two tests that decide alike against a branch,
    /// because the paper calls the listing for them. Read literally, line 9 then holds for two
    /// empty SCBs: active, and not useful. [`Form::Literal`](super::Form::Literal) does so.
    Skipped,
    /// Rule 6, line 17 of Listing 3: each execution has a block of its own, or one got stuck where
    /// the other did not pass.
    Open,
    /// Rule 5, line 15: the difference in fully covered blocks. It is 0 for equal sets of blocks.
    Blocks,
    /// Rule 4, line 13: the difference in the block in which both got stuck. It may be 0.
    Progress,
}

/// The answer of a comparison, and the rule that gave it.
///
/// [`BlockCoverage::verdict`](super::BlockCoverage::verdict) returns it,
/// [`Counters`] count it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Verdict {
    /// The execution that is nearer, and by how much. If one is nearer, the comparison was *useful*
    /// (BBC, section 4.1.4: its value is not 0).
    pub nearer: Nearer,
    /// The rule that gave the answer. For a line in several blocks it is the rule of the block with
    /// the largest number; if all numbers are 0, the greatest rule in the order of [`Rule`].
    pub rule: Rule,
}

impl Verdict {
    /// The verdict on a pair that is not compared.
    pub(super) const SKIPPED: Self = Self { nearer: Nearer::Neither, rule: Rule::Skipped };

    /// Returns `true` if rule 4 or 5 gave the answer, also if the answer is 0: the comparison was
    /// *active* (BBC, section 4.1.4: line 13 or 15 of Listing 3 was reached).
    #[must_use]
    pub const fn is_active(self) -> bool {
        matches!(self.rule, Rule::Progress | Rule::Blocks)
    }

    /// Returns the verdict on the pair in the other order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { nearer: self.nearer.reversed(), rule: self.rule }
    }
}

// The answer of a comparison.

/// The answer of a comparison: which of two executions is nearer to a target, and by how much. The
/// number counts the blocks that only the nearer one fully covered, or the statements or lines by
/// which it is ahead in the block in which both got stuck. It is not 0.
///
/// ```
/// use sbst::fitness::block_coverage::Nearer;
/// use std::cmp::Ordering;
///
/// let answer = Nearer::Second(3);
/// assert_eq!(answer.signed(), 3);
/// assert_eq!(answer.reversed(), Nearer::First(3));
/// assert_eq!(answer.ordering(), Ordering::Greater); // the first is farther away
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Nearer {
    /// The first execution is nearer, by this number.
    First(u32),
    /// The second execution is nearer, by this number.
    Second(u32),
    /// Neither execution is nearer: there is no difference, or the rules give no answer.
    Neither,
}

impl Nearer {
    /// Returns the number by which the second execution is nearer. It is negative if the first
    /// execution is nearer, and 0 if neither is. This is the sign of Listing 3 (BBC, section 3.2),
    /// and in the published and the literal form also its number.
    #[must_use]
    pub const fn signed(self) -> i64 {
        match self {
            Self::First(by) => -(by as i64),
            Self::Second(by) => by as i64,
            Self::Neither => 0,
        }
    }

    /// Returns the order of the two executions by their distance to the target: `Less` if the first
    /// is nearer, as the closures of [`Ranker`](crate::selection::Ranker) return it. Do not sort by
    /// it: it is not transitive, and a sort may panic.
    #[must_use]
    pub fn ordering(self) -> Ordering {
        self.signed().cmp(&0)
    }

    /// Returns the answer for the two in the other order.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::First(by) => Self::Second(by),
            Self::Second(by) => Self::First(by),
            Self::Neither => Self::Neither,
        }
    }

    /// Returns the execution with the larger number as nearer, by the difference.
    pub(super) const fn more(first: u32, second: u32) -> Self {
        if first > second {
            Self::First(first - second)
        } else if first < second {
            Self::Second(second - first)
        } else {
            Self::Neither
        }
    }
}

// Targets of comparisons.

/// The point in a function that a comparison is made for.
///
/// [`Goal::target`](crate::objective::Goal::target) returns the target of a goal.
///
/// ```
/// use sbst::fitness::block_coverage::Target;
/// use sbst::flow::Lines;
/// use sbst::id::{Branch, Line};
/// use sbst::objective::Goal;
///
/// let lines = Lines::default();
/// assert_eq!(
///     Goal::Branch(Branch::new(3)).target(&lines),
///     Some(Target::Branch(Branch::new(3)))
/// );
/// // no statement on this line
/// assert_eq!(Goal::Line(Line::new(12)).target(&lines), Some(Target::Line(&[])));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target<'a> {
    /// The target is to enter a block: its statement 0.
    Block(Block),
    /// The target is to reach a statement. A number beyond the last statement is reached once that
    /// number of statements ran.
    Statement(Statement),
    /// The target is to take a branch: the end of its source block, which is reached when the block
    /// is fully covered in the [form](super::Form) of the comparison. For a branch that an
    /// exception takes, neither execution is nearer.
    Branch(Branch),
    /// The target is to reach a line, given by its statements in the order of
    /// [`Lines::statements_on`](crate::flow::Lines::statements_on). In each block, the exact form
    /// compares for the last statement on the line, so that the progress on the line counts. The
    /// other forms compare for the first statement on the line, which covers it.
    ///
    /// If the line lies in several blocks, the answer is the one with the largest number, unless
    /// two answers contradict each other; then neither execution is nearer. A line is covered as
    /// soon as its first statement in any block is reached. If both executions cover it, neither is
    /// nearer.
    Line(&'a [Statement]),
}

// Counts of how often block coverage helped.

/// Counts of how often block coverage was called, let through, active and useful: the counts of
/// BBC, Table 2, and one more.
///
/// The paper counts for each goal (section 4.1.4): keep one value for each goal, and add them up as
/// you like.
///
/// | Table 2 | here |
/// |---|---|
/// | Fitness eval. | [`evaluated`](Self::evaluated), which the caller counts |
/// | BBC calls | [`called`](Self::called) |
/// | absent: the paper's Table 2 was made with a usage rate of 1 after 60 s (section 4.1.3) | [`compared`](Self::compared): calls that a gate let through |
/// | BBC active | [`active`](Self::active) |
/// | BBC useful | [`useful`](Self::useful) |
///
/// Two tests that decide alike against a branch are called and compared, but not active here
/// ([`Rule::Skipped`]). By a literal reading of the listing they are active,
/// and not useful. To get the paper's counts, compare in [`Form::Literal`](super::Form::Literal).
///
/// All counts saturate.
///
/// ```
/// use sbst::fitness::block_coverage::{Counters, Nearer, Rule, Verdict};
///
/// let mut counters = Counters::default();
/// counters.evaluated += 4; // tests that were measured
/// let verdict = |nearer, rule| Verdict { nearer, rule };
/// assert_eq!(
///     counters.count(true, || verdict(Nearer::First(2), Rule::Blocks)),
///     Nearer::First(2)
/// );
/// // line 13 of the listing, 0
/// counters.count(true, || verdict(Nearer::Neither, Rule::Progress));
/// counters.count(true, || verdict(Nearer::Neither, Rule::Open)); // line 17
/// counters.count(false, || unreachable!()); // the gate is closed
/// assert_eq!((counters.called, counters.compared), (4, 3));
/// assert_eq!((counters.active, counters.useful), (2, 1));
/// assert_eq!(counters.usefulness(), Some(0.5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counters {
    /// Number of times that the fitness of the goal was evaluated. The caller counts it; no
    /// comparison does.
    pub evaluated: u64,
    /// Number of ties for which block coverage was called.
    pub called: u64,
    /// Number of calls that the gate let through, so that the executions were compared. The paper
    /// has no such count.
    pub compared: u64,
    /// Number of comparisons that came to line 13 or 15 of Listing 3, also if the value was 0: rule
    /// 4 or 5 gave the answer.
    pub active: u64,
    /// Number of comparisons whose value was not 0.
    pub useful: u64,
}

impl Counters {
    /// Counts a call, and compares if the gate is open. Returns the answer, or [`Nearer::Neither`]
    /// if the gate is closed.
    pub fn count(&mut self, open: bool, compare: impl FnOnce() -> Verdict) -> Nearer {
        self.called = self.called.saturating_add(1);
        if !open {
            return Nearer::Neither;
        }
        let verdict = compare();
        self.compared = self.compared.saturating_add(1);
        self.active = self.active.saturating_add(u64::from(verdict.is_active()));
        self.useful = self.useful.saturating_add(u64::from(verdict.nearer != Nearer::Neither));
        verdict.nearer
    }

    /// Returns the part of the active comparisons that were useful, in [0, 1] (BBC, Figure 2);
    /// `None` if none was active.
    ///
    /// Over all goals and runs of the paper it is 2.39 % on average (section 5.1). Here it is
    /// greater if pairs that the paper counts as active are not active here: see [`Counters`].
    #[must_use]
    pub fn usefulness(&self) -> Option<f64> {
        // The counts are public, so `useful` may be greater than `active`.
        (self.active > 0).then(|| (self.useful as f64 / self.active as f64).min(1.0))
    }
}

/// Adds the counts of another value.
impl core::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.evaluated = self.evaluated.saturating_add(other.evaluated);
        self.called = self.called.saturating_add(other.called);
        self.compared = self.compared.saturating_add(other.compared);
        self.active = self.active.saturating_add(other.active);
        self.useful = self.useful.saturating_add(other.useful);
    }
}
