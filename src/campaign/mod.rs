//! Searches for tests: one value that holds the program, its goals, and the tests that come
//! nearest.
//!
//! You bring a way to execute a test and a way to make new tests from old ones. A [`Campaign`] does
//! the rest: it records each execution, measures how far it is from every goal, keeps the tests
//! that are worth keeping, and says which goal to pursue next.
//!
//! ```
//! use sbst::Campaign;
//! use sbst::distance::{eq, gt};
//! use sbst::execution::{Caller, Trace};
//! use sbst::flow::FlowBuilder;
//! use sbst::id::Function;
//! use sbst::objective::Criterion;
//!
//! const PRICE: Function = Function::new(0);
//!
//! // if amount > 100 && code == 4711 { 80 * amount } else { 100 * amount }
//! fn price(c: Caller<'_>, amount: i32, code: i32) -> i32 {
//!     let f = c.enter(PRICE);
//!     if f.decide(0, gt(amount, 100)) && f.decide(1, eq(code, 4711)) {
//!         f.returns(2, 80 * amount)
//!     } else {
//!         f.returns(3, 100 * amount)
//!     }
//! }
//!
//! # fn main() -> Result<(), sbst::campaign::CampaignError> {
//! // By block: where it goes on if the condition holds, and if not.
//! let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).exit(2).exit(3);
//! let mut campaign = Campaign::builder()
//!     .function(&body)?
//!     .criteria([Criterion::Branch, Criterion::Block])
//!     .recorder(Trace::with_path_check) // finds mistakes in hooks
//!     .build()?;
//!
//! # let mut seed = 1_u64;
//! # let mut draw = || { seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1); (seed >> 33) as f64 / (1_u64 << 31) as f64 };
//! # let neighbours = |[amount, code]: [i32; 2]| {
//! #     let steps = (0..16).flat_map(|bit| [1 << bit, -(1 << bit)]);
//! #     steps.flat_map(move |step| [[amount + step, code], [amount, code + step]])
//! # };
//! while campaign.runs() < 10_000
//!     && let Some(goal) = campaign.next_goal(draw())
//! {
//!     let near = campaign.nearest(goal).copied().unwrap_or([0, 0]);
//!     for test in neighbours(near) { // yours: `near` with one input changed
//!         campaign.run(&test, |c, x| price(c, x[0], x[1]))?;
//!     }
//! }
//! println!("{}", campaign.report());
//! # assert_eq!(campaign.report().open().count(), 0);
//! # Ok(())
//! # }
//! ```
//!
//! # How it works
//!
//! | step of the search | you call |
//! |---|---|
//! | set up the program, the goals and the recorder | [`Campaign::builder`]; [`CampaignBuilder`] lists the settings |
//! | choose a goal, and the test to change | [`next_goal`](Campaign::next_goal), [`nearest`](Campaign::nearest) |
//! | execute a test of a function with hooks | [`run`](Campaign::run) |
//! | give an execution that your own executor observed | [`offer`](Campaign::offer) |
//! | see what one execution achieved | [`Achieved`]: its distances, what it covered, what came within reach |
//! | end, or stop and go on; combine workers | [`report`](Campaign::report), [`merge`](Campaign::merge) |
//!
//! Each execution, whether by `run` or by `offer`, takes these steps:
//!
//! 1. Flags, if they are declared, refine its branch distances.
//! 2. Everything is checked, then a sweep computes the distances within the program. What is refused
//!    until here has changed nothing that a campaign tells.
//! 3. Exceptions that it threw, and what else is [discovered](CampaignBuilder::discover), become goals.
//!    Some goals may be set aside, or taken up again.
//! 4. The goals are measured that it can have covered or come nearer to.
//! 5. The test is kept for the goals that it covers, the goals after them come within reach, and the
//!    test becomes the nearest one of the goals to which it came nearer.
//!
//! # Searches
//!
//! The campaign makes no tests, so the search is yours. Searches of the literature differ in which
//! tests they change:
//!
//! - *Climbing*: the nearest test of one goal, as above. [`sampling`](CampaignBuilder::sampling)
//!   says which goal comes next.
//! - *DynaMOSA*: a population. [`Ranker::select`](crate::selection::Ranker::select) chooses the
//!   survivors from the rows of [`Achieved`] and the active goals of the
//!   [`frontier`](Campaign::frontier).
//! - *MOSA*: the same with [`Roots::All`](crate::objective::Roots::All), which brings every goal
//!   within reach from the start.
//! - *MIO*: for each goal several tests, in [`Populations`](crate::selection::Populations), goals
//!   by [`Sampling::MIO`](crate::selection::Sampling::MIO), parameters by
//!   [`Mio`](crate::selection::Mio).
//! - *Whole suites*: an individual is a suite, its fitness the sum of a
//!   [`SuiteRow`](crate::objective::suite::SuiteRow).
//!
//! The folder `examples/searches` has all five.
//!
//! # Without a campaign
//!
//! The campaign has no private access to the crate. It holds a
//! [`FlowGraph`](crate::flow::FlowGraph), [`Goals`](crate::objective::Goals),
//! [`Tables`](crate::objective::Tables), and [`KeptTests`](crate::report::KeptTests) with a
//! [`Frontier`](crate::selection::Frontier), and passes values from one to the next. A search that
//! needs another order of steps uses these parts directly: see [`selection`](crate::selection) and
//! [`KeptTests`](crate::report::KeptTests).

mod answers;
mod as_test;
mod builder;
mod error;
mod search;

pub use as_test::AsTest;
pub use builder::CampaignBuilder;
pub use error::CampaignError;
pub use search::{Achieved, Campaign};
