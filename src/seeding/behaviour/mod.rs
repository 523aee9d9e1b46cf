//! How different behaviours are, and few that differ much.
//!
//! - [`Dissimilarity`] compares what is done: sets of actions (Jaccard, Dice, anti-Dice), or multisets; [`edits`] the order, too.
//! - [`select`] draws behaviours and keeps those that differ, round by round; [`max_min`] picks the farthest of given ones.
//! - [`in_order`] puts the most different first.
//!
//! Distances are closures, so that behaviours can be anything. They should be symmetric; NaN and negative ones count as 0, those above 1e300
//! as that.
//!
//! Source: Derakhshanfar et al., "Search-based crash reproduction using behavioural model seeding" (2020), section 3.2; Hemmati, Arcuri,
//! Briand, "Achieving scalable model-based testing through test case diversity" (2013); Devroey et al., "Search-based Similarity-driven
//! Behavioural SPL Testing" (2016).

mod dissimilarity;
#[cfg(feature = "serde")]
mod plain;
mod select;

pub use dissimilarity::{Dissimilarity, WeightError, edits, edits_by_length};
pub use select::{in_order, max_min, select};
