//! Subsumption of mutants that change one expression.
//!
//! | task | item |
//! |---|---|
//! | describe the change that a mutant makes | [`Change`] |
//! | ask which mutants of an expression subsume which | [`Change::subsumes`] |
//! | find the minimal mutants of an operator | [`Change::is_minimal`] |
//! | find mutants that nothing, or every evaluation, infects | [`Change::is_equivalent`], [`Change::always_infects`] |
//! | compare with the table of a published tool | [`Change::is_published`] |
//! | say to which expression a mutant belongs, and which block it decides | [`Mutation`] |
//! | relate the mutant goals and branch goals of a registry | [`relate`] |
//!
//! ```
//! use sbst::distance::Relation::{self, Less};
//! use sbst::subsumption::mutants::{Change, Orders};
//!
//! // The mutants to make of `<`: the others are covered along with these.
//! let change =
//!     |mutant| Change::Relation { original: Less, mutant, orders: Orders::Any };
//! let mut minimal = Relation::ALL.to_vec();
//! minimal.retain(|&mutant| change(mutant).is_minimal());
//! assert_eq!(minimal, [Relation::LessOrEqual, Relation::NotEqual, Relation::False]);
//! ```
//!
//! # Definitions
//!
//! Operands *infect* a mutant if its result differs from the result of the original. A mutant
//! *subsumes* another mutant of the same expression if some operands infect it, and all of these
//! infect the other one, too. Then covering the first covers both. A mutant that no operands infect
//! is *equivalent* to the original.
//!
//! Which mutants subsume which depends on the operands that the expression may see, and on
//! overflow: [`Orders`] and [`Model`] say this. The tables are not written down in the source. They
//! are derived from the definition while the crate is built, by trying all operands of few bits (6
//! for arithmetic), all orders, and floats of all kinds. The tests of the crate confirm them for
//! other widths. The minimal sets that follow stand at [`Change::is_minimal`].
//!
//! Inserted operators have no table: every evaluation of an integer infects x + 1 and x - 1. So -x,
//! and every other mutant of the expression, subsumes them.
//!
//! # Literature
//!
//! Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test
//! Generation" (2024), section 3.4, selects subsuming mutants. The paper prints no table; the sets
//! here are this crate's own, and several cells differ from the table of the published tool
//! ([`Change::is_published`]).

mod change;
mod derive;
mod mutation;

pub use change::{Change, Model, Orders};
pub(super) use mutation::{Changes, by_expression, last_of_each};
pub use mutation::{Mutation, relate};
