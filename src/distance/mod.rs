//! How far an evaluated predicate was from its other outcome.
//!
//! A program compares two operands. The relation holds or it does not; the side that the program took has distance 0, and the
//! other side has a positive distance that falls to 0 as the operands move towards it: the *branch distance*.
//!
//! - [`Distance`] is the number: at least 0, never NaN, possibly infinite.
//! - [`Decision`] is one evaluated predicate: its outcome and the distance of the other one. [`eq`], [`ne`], [`lt`], [`le`],
//!   [`gt`], [`ge`] and [`flag`] make it; `!`, `&`, `|`, `^`, [`Decision::and_then`], [`Decision::or_else`], [`all`] and [`any`]
//!   combine it.
//! - [`Rules`] hold the formula: which published rule, the constant K, the metric of floats. The free functions use
//!   [`Rules::DEFAULT`]; the methods of the same names use any other. [`Rules::compare`] takes the [`Relation`] as a value.
//! - [`Arms`] and [`SeenValues`] do the same for a decision with many outcomes.
//! - [`Nearest`] keeps the least distances over many evaluations, for those who store executions themselves.
//!
//! Beyond numbers:
//!
//! - [`in_range`], [`masked_eq`], [`approx_eq`]: ranges, bits under a mask, floats within a tolerance.
//! - The comparators take text, sequences, options, tuples, maps and references as well. Types of yours implement [`EqualityDistance`], and
//!   [`OrderDistance`] if they have an order; numbers of other crates come in through [`Whole`] and [`Real`].
//! - [`text`], [`collection`]: the relations that only these have, such as `starts_with` and `contains`. [`Rules`] have them as methods, for any
//!   [`Sequence`] and [`Collection`](collection::Collection); [`By`] takes a closure for their elements. [`structure`] has the parts of your own
//!   distances. [`edit`] and [`language`] measure in edits.
//! - [`Rules::relation`]: a relation of your own. [`ObservedComparison`]: operands and an outcome, but no relation.
//! - [`infection`]: how far an evaluation was from telling a mutant from the original.
//!
//! From distances to one number: [`Normaliser`] and [`Aggregation`]; heuristics in \[0, 1\] go out by [`Decision::heuristics`] and come in by
//! [`Normaliser::import`].
//! The [`laboratory`] lists every choice of formula.
//!
//! ```
//! use sbst::distance::{Rules, eq, lt};
//!
//! let found = eq(36_i32, 49); // 36 == 49 ?
//! assert!(!found.holds());
//! assert_eq!(found.to_true().get(), 14.0); // gap 13, and K = 1
//! assert_eq!(found.to_false().get(), 0.0); // this side was taken
//!
//! // Operands are compared in their own width: these two differ, although they round
//! // to the same f64.
//! assert_eq!(
//!     lt(9_007_199_254_740_992_i64, 9_007_199_254_740_993).to_true().get(),
//!     0.0
//! );
//!
//! // Another published rule, same question.
//! assert_eq!(Rules::KOREL.eq(36_i32, 49).to_true().get(), 13.0);
//! ```

mod aggregate;
mod alignment;
mod approximate;
mod by;
pub mod collection;
mod compare;
mod containers;
mod decision;
pub mod edit;
mod equality;
mod error;
mod formula;
mod gap;
pub mod infection;
mod integer;
pub mod laboratory;
#[cfg(feature = "language")]
pub mod language;
mod logic;
mod mask;
mod names;
mod nearest;
mod normalise;
mod number;
mod observed;
#[cfg(feature = "serde")]
mod plain;
mod primitive;
mod range;
mod relation;
mod rules;
mod sequence;
pub mod structure;
mod switch;
pub mod text;
mod value;

pub(crate) use aggregate::guarded;
pub use aggregate::{Accumulator, Aggregate, Aggregation, Power, harmonic_gradient};
pub use approximate::{Float, Tolerance, approx_eq};
pub use by::By;
pub use compare::{eq, flag, ge, gt, le, lt, ne};
pub use decision::Decision;
pub use equality::{EqualityDistance, OperandKind, OrderDistance};
pub use error::DistanceError;
pub(crate) use formula::{Combination, Normalisation, Shared};
pub use integer::Integer;
pub use logic::{Conjunction, all, any};
pub use mask::{Bits, masked_eq};
pub use nearest::Nearest;
pub(crate) use normalise::scalar;
pub use normalise::{Normalise, Normaliser};
pub use number::{Real, Whole};
pub use observed::ObservedComparison;
pub use range::{Neighbours, in_range};
pub use relation::Relation;
pub use rules::{DefaultArm, FloatMetric, Published, Rules};
pub use sequence::{AsciiCase, Sequence};
pub use switch::{Arms, ArmsError, SeenValues};
pub(crate) use value::BELOW_ONE;
pub use value::Distance;
