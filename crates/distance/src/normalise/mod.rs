//! Normalisation: distances of any size as numbers from 0 to 1, and back.
//!
//! - [`Normaliser`] has the formulas that the crate knows, and their inverses.
//! - [`Normalise`] is the trait. Closures implement it, too.
//!
//! | formula | of a distance x | source |
//! |---|---|---|
//! | [`Normaliser::RATIONAL`] | x / (x + b), b = 1 | Arcuri (2013) |
//! | [`Normaliser::EXPONENTIAL`] | 1 - a^-x, a = 1.001 | compared in the same publication |
//! | [`Normaliser::LOGARITHMIC`] | l / (1 + l), l = ln(1 + x) | this crate's own, for distances of many magnitudes |
//!
//! The formulas of the crate map 0 to 0 and an infinite distance to 1. Any other distance gets at
//! least 2^-1074 and at most 1 - 2^-53. A greater distance never gets a smaller number. This holds
//! for all f64, also for neighbours and subnormal numbers, and for all parameters b and a.
//!
//! # Why the order is kept
//!
//! Formulas that are computed in 53 bits err by a fraction of the last place. Where the function is
//! flatter than its argument, which is nearly everywhere, many neighbouring arguments share a last
//! place, and some of them come out in the wrong order. Here, the value before the last rounding
//! has about 98 bits or more.
//!
//! - Neighbouring x differ by at least 2^-53 of x. So neighbouring f(x) differ by at least 2^-53 of
//!   f(x) times the elasticity x f'(x) / f(x). The elasticity is at least 2^-41 for the rational
//!   form up to x = 2^40 b, at least 0.8 for the exponential form up to x = 0.34 / ln a, and at
//!   least 2^-19 for the logarithmic form everywhere. The errors are below 2^-100 for the rational
//!   form, and below 2^-95 for the others. The exact values of neighbours are further apart than
//!   that. So the values before rounding are in order, and rounding keeps the order.
//! - Beyond these x, the result is 1 - g with g computed in the same way. The elasticity of g is at
//!   least 0.3 there, however near to 1 the result is. 1 - g is rounded twice, as s + t: s is the
//!   rounded difference from the high part of g, and t is the rest, rounded. The points where s + t
//!   changes its last place are themselves f64 in t, so the rounding of t cannot carry it past one
//!   of them.
//! - 1 is replaced by 1 - 2^-53, and 0 by 2^-1074. Both replacements keep the order.
//!
//! Time: a few nanoseconds for the rational form, about 100 for the exponential form, and about 250
//! for the logarithmic form.
//!
//! # Source
//!
//! Arcuri, "It really does matter how you normalize the branch distance in search-based software
//! testing" (2013).

mod collision;
mod formula;
mod normaliser;
mod precise;

pub use formula::Normalise;
#[cfg(feature = "serde")]
pub(super) use normaliser::Form;
pub use normaliser::Normaliser;
pub(super) use normaliser::ratio;
