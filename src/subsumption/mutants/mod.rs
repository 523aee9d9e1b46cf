//! Mutants of one expression, and which of them imply which.
//!
//! Mutants that replace one operator by another one are infected by some operands. If all operands that infect one of them infect another
//! one, too, the first *subsumes* the second: covering it covers both. Which do so is a matter of arithmetic, and depends on what the
//! operands may be: [`Model`], [`Orders`]. The tables are not written down here but derived from the definition while the crate is
//! built, by trying all operands of few bits (6 for arithmetic), all orders, and floats of all kinds; the tests of the crate confirm
//! them for other widths.
//!
//! - [`Change`] describes a mutant, and says which others of its expression it [subsumes](Change::subsumes), and if it is one of those by
//!   which its operator need be replaced: by our sets ([`Change::is_minimal`]), or by the table of a published tool
//!   ([`Change::is_published`]), several cells of which differ.
//! - [`Mutation`] tells to which expression a mutant belongs, and [`relate`] makes a relation of goals of that.
//!
//! | replaced | by, for orders of any kind; with branch goals without the constants |
//! |---|---|
//! | `==` | `<=`, `>=`, false |
//! | `!=` | `<`, `>`, true |
//! | `<` | `<=`, `!=`, false |
//! | `<=` | `<`, `==`, true |
//! | `>` | `>=`, `!=`, false |
//! | `>=` | `>`, `==`, true |
//!
//! Where only `==` and `!=` make sense, as for references and booleans, of the other one, true and false the two constants are minimal.
//!
//! | | `+` | `-` | `*` | `/` | `%` |
//! |---|---|---|---|---|---|
//! | wrapping, floats | all | all | all | all | all |
//! | checked signed, unbounded | all | all | `+ - /` | all | `+ - /` |
//! | checked unsigned | `- *` | all | `+ - /` | `- * %` | `- /` |
//! | positive | `*` | `/ %` | `+ /` | `- * %` | `- /` |
//!
//! On bits: `&` and `^` by `|`; `|` by `&` and `^`. Shifts of signed numbers: `<<` and `>>` by `>>>`; `>>>` by `<<` and `>>`. Numbers of
//! less than 6 bits have more coincidences.
//!
//! Inserted operators: every evaluation of an integer infects x + 1 and x - 1, so that -x, and any other mutant of the expression, implies
//! them.
//!
//! Source: Zhou et al., "Coverage Goal Selector for Combining Multiple Criteria in Search-Based Unit Test Generation" (2024), section 3.4,
//! for selecting subsuming mutants; the paper prints no cells, and these are our own.

mod change;
mod derive;
mod mutation;
mod published;

pub use change::{Change, Model, Orders};
pub(super) use mutation::{Changes, by_expression, last_of_each};
pub use mutation::{Mutation, relate};
