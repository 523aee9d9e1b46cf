//! Distances between behaviours, and selection of behaviours that differ from one another.
//!
//! | task | item |
//! |---|---|
//! | compare the actions of two behaviours, regardless of order | [`Dissimilarity`] (Jaccard, Dice, anti-Dice) |
//! | compare actions and their order | [`edits_by_length`] |
//! | draw behaviours and keep dissimilar ones | [`select`](select()) |
//! | pick some of given behaviours that lie far apart | [`max_min`] |
//! | sort given behaviours, the most different first | [`in_order`] |
//!
//! ```
//! use sbst_seeding::behaviour::{Dissimilarity, max_min};
//!
//! let behaviours = [vec!["new", "add"], vec!["new", "add", "add"], vec!["size"]];
//! let far = |a: &Vec<_>, b: &Vec<_>| Dissimilarity::JACCARD.between(a, b);
//! assert_eq!(max_min(&behaviours, 2, far), [0, 2]);
//! ```
//!
//! The functions that select take the distance as a closure, so behaviours can be of any type. The
//! distance should be symmetric. NaN and negative distances count as 0, distances above 1e300 count
//! as 1e300.
//!
//! # Sources
//!
//! - Derakhshanfar et al., "Search-based crash reproduction using behavioral model seeding" (SEED,
//!   2020), 2.3.1 and 3.2.1, for the distance and its purpose. The paper prints no algorithm of
//!   selection; it uses the tool of the next source.
//! - Devroey et al., "Search-based Similarity-driven Behavioural SPL Testing" (2016).
//! - Hemmati, Arcuri, Briand, "Achieving scalable model-based testing through test case diversity"
//!   (2013).

mod dissimilarity;
mod select;

pub use dissimilarity::{Dissimilarity, WeightError, edits_by_length};
pub use select::{in_order, max_min, select};
