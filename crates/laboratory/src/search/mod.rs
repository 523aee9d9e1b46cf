//! Searches whose every part is a setting.
//!
//! [`Standard`] is a technique of one of several [engines](Engine), with rules, forms, a
//! normaliser, flags, a secondary objective, a scheduler, smart selection and seeds. Two techniques
//! that differ in one setting are the same in everything else, including all random numbers.
//! [`Reproduction`] is a technique for crashes.
//!
//! ```
//! use sbst::distance::{Distance, Rules};
//! use sbst_laboratory::search::Standard;
//!
//! let default = Standard::new("default");
//! let tracey = Standard::new("rules of Tracey").with_rules(Rules::TRACEY);
//! let own = Standard::new("square root").with_normaliser(|distance: Distance| {
//!     let root = distance.get().sqrt();
//!     if root.is_finite() { root / (root + 1.0) } else { 1.0 }
//! });
//! ```
//!
//! Details for those who write about it. DynaMOSA and MOSA have 50 children in a generation, and 50
//! survivors, or as many as are the nearest to a goal, if these are more; fronts are ordered by
//! sub-vector dominance. Half of the parents are of the preference front. One child in ten is new,
//! one in four is crossed. Whole suites begin with one to four tests, have at most thirty, and
//! change one of them on average. Of tests that are equally near, the newest stays. How an input is
//! changed is said at [`Shape::change`](crate::inputs::Shape::change).
//!
//! | part | setting | trait |
//! |---|---|---|
//! | rules of distances | [`with_rules`](Standard::with_rules) | - |
//! | forms of goals: published, exact | [`in_forms`](Standard::in_forms) | - |
//! | one number instead of level and distance | [`with_normaliser`](Standard::with_normaliser) | [`Normalise`](sbst::distance::Normalise) |
//! | distances within called functions, aggregated | [`with_flags`](Standard::with_flags) | [`Aggregate`](sbst::distance::Aggregate) |
//! | which of two equally near tests is better | [`with_secondary`](Standard::with_secondary), [`with_gate`](Standard::with_gate) | [`Secondary`] |
//! | how tests of a front are ordered | [`with_density`](Standard::with_density) | - |
//! | the goal to sample next | [`with_scheduler`](Standard::with_scheduler) | [`Schedule`] |
//! | fewer goals | [`with_smart`](Standard::with_smart), [`without`](Standard::without) | - |
//! | the first tests | [`starting_from`](Standard::starting_from) | - |

mod breeding;
mod engines;
mod generated;
mod parts;
mod population;
mod reproduction;
mod sampled;
mod secondary;
mod seeds;
mod standard;
mod suites;

pub use engines::{Base, Engine};
pub use reproduction::{CrashFitness, Reproduction};
pub use sampled::{Newest, Sampler, Schedule};
pub use secondary::{ByBlockCoverage, Kept, Secondary, Tie};
pub use seeds::Seeds;
pub use standard::Standard;
