//! Counts of how often block coverage helped.

use super::{Nearer, Verdict};

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
/// ([`Rule::Skipped`](super::Rule::Skipped)). By a literal reading of the listing they are active,
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
