//! Doc.

mod kept_tests;
mod make;
mod report;
mod text;

pub use kept_tests::KeptTests;
pub use report::{GoalReport, KeptTest, Report, Standing};
