//! Branch distances: how far the operands of an evaluated predicate are from the outcome that it
//! did not have.
//!
//! A program compares two operands, and the comparison holds or fails. The outcome that the program
//! took has distance 0. The other outcome has a positive distance, which falls towards 0 as the
//! operands come closer to it. A search follows it: the input with the smaller distance is nearer.
//!
//! ```
//! use sbst_distance::{eq, lt};
//!
//! let found = eq(36_i32, 49); // 36 == 49 ?
//! assert!(!found.holds());
//! assert_eq!(found.to_true().get(), 14.0); // gap 13, and K = 1
//! assert_eq!(found.to_false().get(), 0.0); // the program took this side
//!
//! let found = lt(7, 10); // 7 < 10 ?
//! assert!(found.holds());
//! assert_eq!(found.to_false().get(), 4.0); // what 7 >= 10 misses
//! ```
//!
//! | task | item |
//! |---|---|
//! | evaluate a comparison | [`eq`], [`ne`], [`lt`], [`le`], [`gt`], [`ge`] |
//! | evaluate a Boolean without operands | [`flag`] |
//! | read the outcome and its distances | [`Decision`] |
//! | make a decision from your own outcome and distance | [`Decision::observed`], [`Rules::relation`] |
//! | combine decisions | `!`, `&`, `\|`, `^`, [`Decision::and_then`], [`Decision::or_else`], [`all`], [`any`], [`Conjunction`] |
//! | test a range, bits under a mask, floats within a tolerance | [`in_range`], [`masked_eq`], [`approx_eq`] |
//! | test the beginning, the end or a part of a text or a sequence | [`text`], and the methods of [`Rules`] for any [`Sequence`] |
//! | test membership, subsets, sets, emptiness | [`collection`] |
//! | measure by the least number of edits | [`edit`], [`Rules::eq_by_edits`]; [`language`] for regular languages |
//! | compare values of your own types | [`EqualityDistance`], [`OrderDistance`], [`Neighbours`], with the parts in [`structure`] |
//! | compare by a closure | [`By`] |
//! | say how far two texts are | [`Rules::with_texts`] |
//! | compare numbers of other crates, or of two integer types | [`Whole`], [`Real`]; [`Integer`] |
//! | evaluate a relation that is known at run time only | [`Relation`], [`Rules::compare`] |
//! | read an operand log that does not tell the relation | [`ObservedComparison`] |
//! | measure a `match` or `switch` | [`Arms`], [`SeenValues`] |
//! | keep the least distances over many evaluations | [`Nearest`] |
//! | measure how near a mutant is to a different result | [`infection`] |
//! | choose another published formula, K, or metric of floats | [`Rules`] |
//! | map a distance to \[0, 1\], and back | [`Normaliser`], [`Normalise`] |
//! | exchange heuristics in \[0, 1\] with other tools | [`Decision::heuristics`], [`Normaliser::import`] |
//! | combine many distances into one | [`Aggregation`], [`Aggregate`], [`Accumulator`] |
//! | list all choices of formula | [`laboratory`] |
//!
//! The comparators take numbers, chars, texts, sequences, options, tuples, maps, and references to
//! them.
//!
//! The free functions use [`Rules::DEFAULT`]. For other rules, call the method of the same name on
//! a [`Rules`] value:
//!
//! ```
//! use sbst_distance::{Rules, eq, lt};
//!
//! assert_eq!(eq(36_i32, 49).to_true().get(), 14.0); // gap 13, and K
//! assert_eq!(Rules::KOREL.eq(36_i32, 49).to_true().get(), 13.0); // gap 13
//!
//! // Operands are compared in their own width: these two differ, although they round
//! // to the same f64.
//! assert_eq!(
//!     lt(9_007_199_254_740_992_i64, 9_007_199_254_740_993).to_true().get(),
//!     0.0
//! );
//! ```
//!
//! # Definitions
//!
//! - A [`Distance`] is a number: at least 0, never NaN, possibly infinite. 0 means that the outcome
//!   was reached. Infinite means that nothing is known about how to reach it.
//! - A [`Decision`] is one evaluated predicate: its outcome, and the distance to the other outcome.
//!   Exactly one side of a decision has distance 0. The outcome is always the outcome of the
//!   program's own operation; no distance changes it.
//! - The *gap* of two numbers is the absolute value of their difference.
//! - *K* is a positive constant, 1 by default. The rules say which relations add it to the gap. A
//!   failing strict relation always adds K, because the gap may be 0 and the distance must not be.
//!
//! # Literature
//!
//! - The rules of distances: Tracey as in Lin et al., "Recovering Fitness Gradients for
//!   Interprocedural Boolean Flags in Search-Based Testing" (2020), section 3.3; Korel, "Automated
//!   Software Test Data Generation" (1990); and the tool EvoSuite. [`Rules`] has the table.
//! - Normalisation: Arcuri, "It really does matter how you normalize the branch distance in
//!   search-based software testing" (2013).
//! - Aggregation: Lin et al. (2020), Eq. 2 to 4.
//! - Infection distance: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in
//!   Search-Based Unit Test Generation" (2024), Eq. 14.
//!
//! # Features and dependencies
//!
//! The crate is `#![no_std]` with `alloc`, and has no unsafe code. It knows nothing of control flow
//! and of tests: the crate [`sbst`](https://docs.rs/sbst), which hands this crate on as
//! `sbst::distance`, has these, and features of the same names.
//!
//! - `language`, on by default: [`language`], edits into regular languages.
//! - `regex`: languages from patterns in the syntax of the `regex` crate, read by its parser,
//!   `regex-syntax`.
//! - `serde`: distances, decisions, rules, arms and the values that they saw, formulas and
//!   accumulators can be written and read in any format. Reading checks the data as a constructor
//!   does.
//!
//! Without the last two, the dependencies are `libm` and `num-traits`, and none of them has a
//! procedural macro.

#![no_std]
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
// Pages link to a module of this feature.
#![cfg_attr(not(feature = "language"), allow(rustdoc::broken_intra_doc_links))]

extern crate alloc;

mod aggregate;
mod alignment;
mod approximate;
mod by;
pub mod collection;
mod compare;
mod decision;
pub mod edit;
mod equality;
mod error;
#[cfg(feature = "serde")]
pub mod form;
pub mod infection;
mod integer;
mod key;
pub mod laboratory;
#[cfg(feature = "language")]
pub mod language;
mod logic;
mod mask;
mod names;
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
mod sort;
pub mod structure;
mod switch;
pub mod text;
mod value;

pub use aggregate::{Accumulator, Aggregate, Aggregation, Power, harmonic_gradient};
pub use approximate::{Float, Tolerance, approx_eq};
pub use by::By;
pub use compare::{eq, flag, ge, gt, le, lt, ne};
pub use decision::{Decision, Nearest};
pub use equality::{EqualityDistance, OperandKind, OrderDistance};
pub use error::DistanceError;
pub use integer::Integer;
pub use key::SwitchKey;
pub use logic::{Conjunction, all, any};
pub use mask::{Bits, masked_eq};
pub use normalise::{Normalise, Normaliser};
pub use number::{Real, Whole};
pub use observed::ObservedComparison;
pub use range::{Neighbours, in_range};
pub use relation::Relation;
pub use rules::{DefaultArm, FloatMetric, Published, Rules};
pub use sequence::{AsciiCase, Sequence};
pub use switch::{Arms, ArmsError, SeenValues};
use value::BELOW_ONE;
pub use value::Distance;

// A pointer to a value that several owners share. Targets without atomic pointers have one thread,
// so `Rc` is enough there.
#[cfg(not(target_has_atomic = "ptr"))]
use alloc::rc::Rc as Shared;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc as Shared;

/// The example of the README is tested with the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
