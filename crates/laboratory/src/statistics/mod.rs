//! Statistics that compare techniques of search.
//!
//! | question | item |
//! |---|---|
//! | How probably does one technique do better than another? | [`a12`], [`a12_interval`], [`Magnitude`] |
//! | Can the difference of two samples be chance? | [`rank_sum`] |
//! | Can the difference of two success rates be chance? | [`Successes`] |
//! | Which of several differences are significant together? | [`holm`] |
//! | Does a technique differ over pairs, such as subjects? | [`SignedRank`], [`SignTest`] |
//! | Do several techniques differ over subjects, and which? | [`Friedman`], [`critical_difference`] |
//! | Which success rate, which median? | [`success_interval`], [`median`], [`median_interval`] |
//! | All of that for two samples of searches | [`Effect`], [`Verdict`], [`verdicts`] |
//!
//! All functions are pure: the same samples give the same numbers. Results are never NaN; each item
//! says what it returns for empty samples. Samples of floating-point numbers are compared by
//! [`Number`], which defines the order of NaN, as they are. Differences, and costs of [`Friedman`],
//! that are equal but for rounding are taken for equal.
//!
//! P values are exact wherever counting is affordable, also with ties: each test says where its
//! approximation begins.
//!
//! Distribution functions come from the crate `statrs`. The tests compare with values that SciPy
//! 1.17 computed.

mod a12;
mod distribution;
mod effect;
mod fisher;
mod friedman;
mod holm;
mod interval;
mod median;
mod nemenyi;
mod number;
mod paired;
mod rank_sum;
mod ranks;
mod rounding;

pub use a12::{Magnitude, a12, a12_interval};
pub use effect::{Effect, Verdict, verdicts};
pub use fisher::Successes;
pub use friedman::Friedman;
pub use holm::holm;
pub use interval::{Interval, success_interval};
pub use median::{median, median_interval, quantile};
pub use nemenyi::{critical_difference, groups};
pub use number::Number;
pub use paired::{SignTest, SignedRank};
pub use rank_sum::rank_sum;
pub(crate) use rounding::{Rounded, by_place, is_significant, places};
