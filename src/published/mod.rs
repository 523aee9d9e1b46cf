//! What publications print beside the formulas of this crate: formulas of whole suites, and rules
//! for when a costlier guide is used.
//!
//! Everything else that is printed is a form of what this crate measures, and stands with it:
//!
//! | publication | printed | here |
//! |---|---|---|
//! | Zhou et al. (2024) | fitness of one goal, Eq. 7 to 14 | [`Forms::PUBLISHED`](crate::objective::Forms::PUBLISHED); [item by item](crate::objective#zhou-et-al-2024-item-by-item) |
//! | | fitness of suites, Eq. 8 to 13 | [`whole_suite`]; over goals of any criterion [`SuiteRow`](crate::objective::suite::SuiteRow) |
//! | | groups, representatives, selected goals | `subsumption::smart`, [item by item](crate#features-and-versions) with the feature `subsumption` |
//! | Derakhshanfar, Devroey, Zaidman (2022) | Listing 3: which of two tests is nearer | [`Form::Published`](crate::fitness::block_coverage::Form::Published); [item by item](crate::fitness::block_coverage#the-paper-item-by-item) |
//! | | sleep time and usage rate | [`Gate`] |
//! | | Definition 1: the weighted sum of a crash | [`WeightedSum::published_value`](crate::fitness::crash::WeightedSum::published_value); as a goal, [`CrashPart::PublishedWeightedSum`](crate::objective::crash::CrashPart::PublishedWeightedSum) |
//! | | Definition 2: the distance of stack traces | [`STDistance::published_value`](crate::fitness::crash::STDistance::published_value); as a goal, [`CrashPart::PublishedStack`](crate::objective::crash::CrashPart::PublishedStack) |
//! | Lin et al. (2020) | distances within called functions | [`FlagGradient`](crate::fitness::flag::FlagGradient); [item by item](crate::fitness::flag#the-paper-item-by-item) |
//! | Lin et al. (2021), Derakhshanfar et al. (2020) | construction, usage models, pools | the crate [sbst-seeding](https://docs.rs/sbst-seeding) |
//!
//! ```
//! use core::time::Duration;
//! use sbst::published::{Gate, Signals, Timing};
//!
//! // A goal that was first seen at 0 s: after a minute, half of the ties are compared.
//! let (timing, now) = (Timing::new(Duration::ZERO), Duration::from_secs(61));
//! let open = |draw| Gate::PUBLISHED.is_open(&timing, Signals::NONE, now, draw);
//! assert_eq!([0.4, 0.6].map(open), [true, false]);
//! ```

mod endings;
mod gate;
mod signals;
pub mod whole_suite;

pub use endings::Endings;
pub use gate::{Gate, GateError};
pub use signals::{Signals, Timing, Timings};
