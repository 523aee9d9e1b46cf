//! Infection distances of weak mutation: how near an evaluation was to a different result of a
//! mutant.
//!
//! A mutant replaces an operator, a constant or a variable of the program. It is *infected* where
//! its result differs from the result of the original; the distance is 0 there. The program under
//! test calls these functions while it records, with the operands at hand. Nothing here executes a
//! mutant.
//!
//! | the mutant replaces | function | distance if the results agree |
//! |---|---|---|
//! | a relational operator (ROR) | [`relation()`] | the least change of left - right for which the two relations differ |
//! | anything else | [`values()`] of both results, which [`Arithmetic`], [`Bitwise`], [`Shift`] and [`Unary`] compute | K = 1 |
//!
//! Two results are compared with `==`, and two NaN are equal. An exception, such as a division by
//! zero or a checked overflow, differs from every value. For another K, use
//! [`Rules::infection`](super::Rules::infection).
//!
//! ```
//! use sbst_distance::Relation;
//! use sbst_distance::infection::{
//!     Arithmetic::{Add, Multiply},
//!     Overflow::Wraps,
//!     relation, values,
//! };
//!
//! // `a < b` mutated to `a <= b`: they differ where a == b.
//! assert_eq!(relation(3, 10, Relation::Less, Relation::LessOrEqual).get(), 7.0);
//! // `a + b` mutated to `a * b`: equal at 2 and 2 only.
//! let sum_or_product =
//!     |a, b| values(Add.of(a, b, Wraps), Multiply.of(a, b, Wraps)).get();
//! assert_eq!((sum_or_product(2, 2), sum_or_product(5, 0)), (1.0, 0.0));
//! ```
//!
//! # Sources
//!
//! - Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test
//!   Generation" (2024), names the operators (Table I) and the infection distance (Eq. 14). It
//!   prints no distance functions, so the functions here are this crate's. Section 3.4 takes the
//!   distance of UOI to be always 0. [`values()`] computes the distance instead, because -x is not
//!   infected at 0.
//! - BBC (Derakhshanfar, Devroey, Zaidman 2022), section 4.1.4, names the eight operators of
//!   EvoSuite's default set: delete call, delete field, insert unary operator, and replace
//!   arithmetic, bitwise or comparison operator, constant, or variable. All of them are here.

mod arithmetic;
mod bits;
mod values;

pub use arithmetic::{Arithmetic, Number, Overflow};
pub use bits::{Bitwise, Shift, Unary};
pub use values::{relation, values};
