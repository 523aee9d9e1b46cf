//! Aggregation: formulas that make one distance of many, and the gradient of the harmonic mean.
//!
//! - [`Aggregation`] has the formulas that the crate knows.
//! - [`Aggregate`] is the trait. Closures implement it, too.
//! - [`Accumulator`] takes distances one at a time, and is merged with others.
//! - [`harmonic_gradient`] is the derivative of the harmonic mean.
//!
//! | of d_1, ..., d_k | value | if a distance is 0 | if a distance is infinite |
//! |---|---|---|---|
//! | [`Min`](Aggregation::Min) | the least | 0 | the least of the others |
//! | [`Sum`](Aggregation::Sum) | the sum | it adds nothing | infinite |
//! | [`Mean`](Aggregation::Mean) | sum / k | it counts in k | infinite |
//! | [`Harmonic`](Aggregation::Harmonic) | k / (1 / d_1 + ... + 1 / d_k) | 0 | it counts in k, and adds nothing to the sum |
//! | [`PowerMean`](Aggregation::PowerMean), p > 0 | ((d_1^p + ... + d_k^p) / k)^(1 / p) | it counts in k | infinite |
//! | [`PowerMean`](Aggregation::PowerMean), p = 0 | (d_1 ... d_k)^(1 / k), the geometric mean | 0 | infinite, unless one is 0 |
//! | [`PowerMean`](Aggregation::PowerMean), p < 0 | as for p > 0 | 0 | it counts in k, and adds nothing to the sum |
//!
//! If all distances are infinite, the value is infinite. Without distances there is no value. NaN
//! never occurs. A finite result that overflows is
//! [`Distance::GREATEST`](crate::Distance::GREATEST); a result that is not 0 is at least
//! [`Distance::SMALLEST`](crate::Distance::SMALLEST). Means lie between the least and the
//! greatest distance.
//!
//! Source: Lin et al., "Recovering Fitness Gradients for Interprocedural Boolean Flags in
//! Search-Based Testing" (2020). The least is their Eq. 2, the harmonic mean Eq. 3, and its
//! gradient Eq. 4, which prints k (sum of 1 / d)^-2 d^-2; this is H² / (k d²). They aggregate the
//! iterations of a flag's calls, and its required branches, by the harmonic mean (section 3.5): the
//! nearest one dominates, and the others still count.

mod accumulator;
mod aggregation;

pub use accumulator::Accumulator;
pub use aggregation::{Aggregate, Aggregation, Power, harmonic_gradient};
