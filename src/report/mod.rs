//! Results of a search: the tests to keep, and a report that says what is covered and why the rest is not.
//!
//! - [`KeptTests`] holds, while the search runs, the cheapest test for each covered goal and the nearest test for each goal within
//!   reach.
//! - [`Report`] is the result as plain data: it prints as text, it can be written and read (feature `serde`), and another search takes
//!   it in. [`GoalReport`] tells the [`Standing`] of one goal; [`KeptTest`] is one test.
//!
//! A [`Campaign`](crate::Campaign) does both for you. [`KeptTests`] shows how a loop of your own uses them.

mod data;
#[cfg(feature = "serde")]
mod form;
mod kept_tests;
mod make;
mod text;

pub use data::{GoalReport, KeptTest, Report, Standing};
pub use kept_tests::KeptTests;
