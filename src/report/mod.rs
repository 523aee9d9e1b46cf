//! Results of a search: the tests to keep, and a report that says what is covered and why the rest
//! is not.
//!
//! | you want to | use |
//! |---|---|
//! | see what a search achieved | [`Report`], which prints as text: [`Campaign::report`](crate::Campaign::report) |
//! | go through the goals in code | [`Report::goals`]: the [`Standing`] of each goal; [`Report::tests`]: each [`KeptTest`] |
//! | write a report to a file, and read it | feature `serde` |
//! | continue a search, or combine the results of workers | [`Campaign::merge`](crate::Campaign::merge), [`KeptTests::merge`] |
//! | keep the best tests in a loop of your own | [`KeptTests`], [`Report::of`] |
//!
//! ```
//! use sbst::Campaign;
//! use sbst::distance::gt;
//! use sbst::flow::FlowBuilder;
//! use sbst::id::Function;
//! use sbst::objective::{Criterion, Explanation};
//! use sbst::report::{GoalReport, KeptTest, LeftOut, Standing};
//!
//! /// Returns a row for a page of results.
//! fn row(goal: &GoalReport, tests: &[KeptTest<i32>]) -> String {
//!     match &goal.standing {
//!         Standing::Covered { test } => {
//!             format!("{} in run {}", goal.goal, tests[*test].run)
//!         }
//!         Standing::Near { why: Some(why), .. } => hint(why),
//!         _ => format!("{} is far away", goal.goal),
//!     }
//! }
//!
//! fn hint(why: &Explanation) -> String {
//!     match why.divergence() {
//!         Some(wrong) => format!("{} was missed by {}", why.goal, wrong.distance()),
//!         None => format!("{} was reached, and not covered", why.goal),
//!     }
//! }
//!
//! let mut campaign = Campaign::builder()
//!     .function(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?
//!     .criteria([Criterion::Branch])
//!     .build()?;
//! campaign.run(&3, |c, x| c.enter(Function::new(0)).decide(0, gt(*x, 9)))?;
//! let report = campaign.report();
//! let rows: Vec<String> =
//!     report.goals.iter().map(|goal| row(goal, &report.tests)).collect();
//! assert_eq!(rows, ["branch e0 was missed by 7", "branch e1 in run 1"]);
//! # Ok::<(), sbst::campaign::CampaignError>(())
//! ```

mod check;
mod data;
#[cfg(feature = "serde")]
mod form;
mod kept_tests;
mod make;
mod text;

pub use check::ReportError;
pub use data::{GoalReport, KeptTest, LeftOut, Report, Standing};
pub use kept_tests::KeptTests;
