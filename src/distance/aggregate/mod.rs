//! Many distances as one: the choice of the formula, and the gradient of the harmonic mean.
//!
//! [`Aggregate`] is the trait. Closures implement it, and so do the formulas that the crate knows:
//!
//! | of d_1, ..., d_k | value | any 0 | any infinite |
//! |---|---|---|---|
//! | [`Min`](Aggregation::Min) | least | 0 | the least of the others |
//! | [`Sum`](Aggregation::Sum) | sum | ignored | infinite |
//! | [`Mean`](Aggregation::Mean) | sum / k | counts in k | infinite |
//! | [`Harmonic`](Aggregation::Harmonic) | k / (1 / d_1 + ... + 1 / d_k) | 0 | counts in k, adds nothing to the sum |
//! | [`PowerMean`](Aggregation::PowerMean), p > 0 | ((d_1^p + ... + d_k^p) / k)^(1 / p) | counts in k | infinite |
//! | p = 0 | (d_1 ... d_k)^(1 / k), the geometric mean | 0 | infinite unless any is 0 |
//! | p < 0 | as p > 0 | 0 | counts in k, adds nothing to the sum |
//!
//! Distances that are all infinite give an infinite one, and of none there is no value. A finite result that overflows is
//! [`Distance::GREATEST`](crate::distance::Distance::GREATEST); one that is not 0 is at least [`Distance::SMALLEST`](crate::distance::Distance::SMALLEST); NaN never occurs. Means lie between the least and
//! the greatest distance.
//!
//! The least is Eq. 2, the harmonic mean Eq. 3, and its gradient Eq. 4 of Lin et al., "Recovering Fitness Gradients for
//! Interprocedural Boolean Flags in Search-Based Testing" (2020). They aggregate the iterations of a flag's calls, and its required
//! branches, by the harmonic mean (3.5): the nearest one dominates, and the others still count. Eq. 4 prints k (sum of 1 / d)^-2 d^-2,
//! which is H² / (k d²).

mod accumulator;
mod aggregation;
mod formula;
mod gradient;

pub use accumulator::Accumulator;
pub use aggregation::{Aggregation, Power};
pub use formula::Aggregate;
pub(crate) use formula::guarded;
pub use gradient::harmonic_gradient;
