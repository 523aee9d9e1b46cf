//! How often block coverage helped.

use super::Nearer;

/// How often block coverage was asked, was let through, and decided: the three counts of Derakhshanfar, Devroey, Zaidman 2022, Table 2.
///
/// ```
/// use sbst::fitness::block_coverage::{Counters, Nearer};
///
/// let mut counters = Counters::default();
/// assert_eq!(counters.count(true, || Nearer::First(2)), Nearer::First(2));
/// assert_eq!(counters.count(true, || Nearer::Neither), Nearer::Neither);
/// assert_eq!(counters.count(false, || unreachable!()), Nearer::Neither); // not asked
/// assert_eq!((counters.called, counters.active, counters.useful), (3, 2, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counters {
    /// Ties that were counted.
    pub called: u64,
    /// Those that the gate let through.
    pub active: u64,
    /// Those that were decided.
    pub useful: u64,
}

impl Counters {
    /// Counts a tie, and compares if the gate is open; [`Nearer::Neither`] if not.
    pub fn count(&mut self, open: bool, compare: impl FnOnce() -> Nearer) -> Nearer {
        self.called = self.called.saturating_add(1);
        if !open {
            return Nearer::Neither;
        }
        self.active = self.active.saturating_add(1);
        let answer = compare();
        self.useful = self.useful.saturating_add(u64::from(answer != Nearer::Neither));
        answer
    }
}

/// The counts of both.
impl core::ops::AddAssign for Counters {
    fn add_assign(&mut self, other: Self) {
        self.called = self.called.saturating_add(other.called);
        self.active = self.active.saturating_add(other.active);
        self.useful = self.useful.saturating_add(other.useful);
    }
}
