//! Which goals of many criteria to pursue: those of few criteria, and what of the others these do not cover along.
//!
//! 1. Criteria that are correlated are one group ([`Correlation`]), of which one criterion is pursued.
//! 2. Of the others, these goals are kept: the last lines of long blocks ([`last_lines`]); the minimal mutants of key operators
//!    ([`kept_mutants`]); all goals of criteria for which there is no rule.
//! 3. The other goals are dropped: not pursued, but known, measured, and reported ([`Selection`]).
//!
//! [`Smart`] does all three. It is a heuristic: what it may lose is named ([`Selection::lost`]), and
//! [`losing_nothing`](Smart::losing_nothing) keeps that.
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation" (2024), sections 3.2
//! to 3.4.

mod correlation;
mod lines;
mod mutants;
#[cfg(feature = "serde")]
mod plain;
mod select;
mod selection;

pub use correlation::{Correlation, Group, pearson};
pub use lines::last_lines;
pub use mutants::{MutantRule, kept_mutants};
pub use select::Smart;
pub use selection::{Dropped, Selection, Tally, Why};
