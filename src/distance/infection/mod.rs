//! How far an evaluation was from telling a mutant from the original: the infection distance of weak mutation.
//!
//! A mutant replaces an operator, a constant or a variable. It is *infected* where its result differs from the original's: 0. A
//! subject calls these functions while it records, with the operands at hand; nothing here executes a mutant.
//!
//! - Relations ([`relation()`], ROR): how far the operands are from where the two relations differ, as the least change of left - right.
//! - All others ([`values()`]): K where the results agree. Two results are compared with `==`, two NaN are equal; an exception, such as a
//!   division by zero or a checked overflow, differs from every value. [`Arithmetic`], [`Bitwise`], [`Shift`] and [`Unary`] compute the
//!   results.
//!
//! The functions use K = 1; for another K, [`Rules::infection`](super::Rules::infection) compares any two results.
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation" (2024), names the
//! operators (Table I) and the infection distance (Eq. 14); it prints no distance functions, so these are ours. Where its section 3.4 takes
//! the distance of UOI to be always 0, [`values()`] says what holds: -x is not infected at 0. BBC (Derakhshanfar, Devroey, Zaidman 2022),
//! section 4.1.4, names the eight operators of EvoSuite's default set, all of which are here: delete call, delete field, insert unary
//! operator, and replace arithmetic, bitwise or comparison operator, constant, or variable.
//!
//! ```
//! use sbst::distance::Relation;
//! use sbst::distance::infection::{
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

mod arithmetic;
mod bits;
mod relation;
mod values;

pub use arithmetic::{Arithmetic, Number, Overflow};
pub use bits::{Bitwise, Shift, Unary};
pub use relation::relation;
pub use values::values;
