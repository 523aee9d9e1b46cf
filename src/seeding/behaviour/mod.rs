//! Distances of behaviours, and selection of dissimilar ones.
//!
//! - [`Dissimilarity`] compares sets of actions (Jaccard, Dice, anti-Dice), or multisets; [`edits_by_length`] also compares their order.
//! - [`select`](select()) draws behaviours and keeps dissimilar ones, round by round; [`max_min`] picks the farthest of given ones.
//! - [`in_order`] puts the most different first.
//!
//! Distances are closures, so that behaviours can be of any type. They should be symmetric; NaN and negative distances count as 0, those
//! above 1e300 as that.
//!
//! Sources: Derakhshanfar et al., "Search-based crash reproduction using behavioral model seeding" (SEED, 2020), 2.3.1 and 3.2.1, for the
//! distance and the purpose: it prints no algorithm of selection, and uses the tool of Devroey et al., "Search-based Similarity-driven
//! Behavioural SPL Testing" (2016); Hemmati, Arcuri, Briand, "Achieving scalable model-based testing through test case diversity" (2013).

mod dissimilarity;
#[cfg(feature = "serde")]
mod plain;
mod select;

pub use dissimilarity::{Dissimilarity, WeightError, edits_by_length};
pub use select::{in_order, max_min, select};
