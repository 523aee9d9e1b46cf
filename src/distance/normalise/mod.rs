//! Distances of any size as numbers from 0 to 1, and back.
//!
//! [`Normalise`] is the trait. Closures implement it, and so do the formulas that the crate knows:
//!
//! | [`Normaliser`] | of a distance x | source |
//! |---|---|---|
//! | [`RATIONAL`](Normaliser::RATIONAL) | x / (x + b), b = 1 | Arcuri, "It really does matter how you normalize the branch distance in search-based software testing" (2013) |
//! | [`EXPONENTIAL`](Normaliser::EXPONENTIAL) | 1 - a^-x, a = 1.001 | compared in the same publication |
//! | [`LOGARITHMIC`](Normaliser::LOGARITHMIC) | l / (1 + l), l = ln(1 + x) | own: for distances that span many magnitudes |
//!
//! 0 goes to 0, an infinite distance to 1, anything between to at least 2^-1074 and at most 1 - 2^-53, and a greater distance never
//! to a lesser number: for all f64, neighbours and subnormal ones included, and all b and a.
//!
//! # Why it never falls
//!
//! Formulas in 53 bits err by a fraction of the last place, and where the function is flatter than its argument (nearly everywhere)
//! many neighbours share a last place: some of them come out in the wrong order. Here the value before the last rounding has about
//! 98 bits or more.
//!
//! - Neighbouring x differ by at least 2^-53 of x, hence neighbouring f(x) by 2^-53 of f(x) times the elasticity x f'(x) / f(x).
//!   It is at least 2^-41 for the rational form up to x = 2^40 b, 0.8 for the exponential one up to x = 0.34 / ln a, and 2^-19 for the
//!   logarithmic one everywhere. The errors are below 2^-100 for the rational form and 2^-95 for the others: the exact values of
//!   neighbours are further apart than that, so the values before rounding are ordered, and rounding keeps the order.
//! - Beyond those x, the result is 1 - g with g computed as above. The elasticity of g is at least 0.3 there, however near 1 the result.
//!   1 - g is rounded twice, as s + t with s the rounded difference from the high part of g and t what remains, rounded; but the
//!   points where s + t changes its last place are themselves f64 in t, and rounding t cannot carry it past one of them.
//! - 1 is replaced by 1 - 2^-53, and 0 by 2^-1074; both keep the order.
//!
//! Time: a few nanoseconds for the rational form, about 100 for the exponential and 250 for the logarithmic one.

mod collision;
mod curves;
mod elementary;
mod formula;
mod normaliser;
#[cfg(feature = "serde")]
mod plain;
mod precise;

pub(super) use curves::ratio;
pub use formula::Normalise;
pub(crate) use formula::scalar;
pub use normaliser::Normaliser;
