//! Property tests that climb: cases are steered towards the branches and the assertions that no
//! case reached yet.
//!
//! A property test draws its cases at random. A branch that one in a million inputs takes is then
//! hardly ever tested. This package measures how near each case came to such branches, by the
//! distances of the crate [`sbst`], and changes the nearest case further. An assertion is a branch,
//! too: how near did this case come to breaking it?
//!
//! - **With proptest** (feature `proptest`, on by default): the macro [`proptest!`] in place of
//!   that of proptest, or [`ClimbingRunner`] in place of its `TestRunner`. Strategies, shrinking
//!   and persisted failures stay those of proptest.
//! - **With Hegel** (feature `hegel`): the function [`hegel::watch`] around the property.
//! - **With any other engine**: [`Scores`], a number for each goal that should grow.
//!
//! ```
//! # // `cfg(test)` is off in this test, so the attribute stands without its condition.
//! # /*
//! #[cfg_attr(test, sbst::instrument)] // an attribute on the functions under test
//! # */
//! # #[sbst::instrument]
//! fn payable(articles: u32, price: u32, coupon: &str) -> i64 {
//!     let sum = i64::from(articles) * i64::from(price);
//!     if coupon == "SUMMER" && articles == 3 { sum - 10_000 } else { sum } // a mistake
//! }
//!
//! # /*
//! #[cfg(test)]
//! # */
//! mod tests {
//!     use super::*;
//!     use proptest::prelude::*;
//!     use sbst_property::proptest; // the one line more
//!
//!     proptest! {
//!         #![proptest_config(ProptestConfig::with_cases(20_000))]
//!         # /*
//!         #[test]
//!         # */
//!         # pub
//!         fn is_never_negative(articles in 1..10_000_u32, price in 1..1_000_000_u32, coupon in "[A-Z]{1,8}") {
//!             prop_assert!(payable(articles, price, &coupon) >= 0); // fails for 3, 1, "SUMMER"
//!         }
//!     }
//! }
//! # fn main() {
//! #     std::panic::set_hook(Box::new(|_| {}));
//! #     assert!(std::panic::catch_unwind(tests::is_never_negative).is_err());
//! # }
//! ```
//!
//! `cfg(test)` is on in tests within the library only. For properties in the folder `tests`, give
//! the library a feature, and write `#[cfg_attr(any(test, feature = "sbst"), sbst::instrument)]`:
//! without the attribute, nothing of the library can be climbed on.
//!
//! # How it works
//!
//! The goals are the branches of all functions with the attribute `#[sbst::instrument]`, and of the
//! properties themselves. A [`Campaign`](sbst::Campaign) measures each case and keeps the nearest
//! case of each goal. What a steered case changes are the random choices of an earlier one: the
//! words that its strategy drew. So no strategy has to be written for it, and each case is one that
//! the strategy could have drawn. Some strategies cannot be steered: see below.
//!
//! - **Plain cases** are those of proptest. They are at least half of all cases, and at least two
//!   thirds while steering achieves nothing.
//! - **Cases that climb** change the nearest case of one goal. The climb asks which words matter to
//!   the distance, reads off two distances where the value is that is sought, and goes there; it
//!   takes steps where the distance is no line. When a climb has tried every word, the next one
//!   towards the same goal begins at a case that did something rare.
//! - **Cases that repeat** are plain ones in which a share of the words is replaced by a few of
//!   them. They are half of the steered cases, since many mistakes show only if two values are
//!   equal, whatever the distances say.
//!
//! # What to expect
//!
//! On 27 bugs, 18 of them seeded by others, cases until the first failure were compared, with 5000
//! cases at most: the folder `crates/property/bugs` of the repository has the table. Climbing helps
//! where a failing case needs a number near another one, a certain text, or equal values. It does
//! not help where random cases fail often anyway, and where nothing says how near a case came: a
//! condition on a result that the attribute does not see through, as in a match on a tuple.
//!
//! A failure that plain cases find takes up to half as many cases more if nothing is gained, and
//! twice as many in the worst case. In time, a case costs 3 to 20 µs more on average in an
//! optimised build, most of which goes into copying bytes for the generator; in a debug build, 20
//! 000 cases of a trivial property take three to four times as long as plain ones.
//!
//! # Debug builds
//!
//! `cargo test` optimises nothing, and measuring is slow then. These lines in the `Cargo.toml` of
//! your package, or of your workspace if you have one, optimise the packages that measure:
//!
//! ```toml
//! [profile.dev.package]
//! sbst.opt-level = 3
//! sbst-distance.opt-level = 3
//! sbst-property.opt-level = 3
//! ```
//!
//! In a debug build, a case of a parser with 13 functions takes 3.5 times the instructions of a
//! plain case with these lines, and 17 times without them. The hooks and the search are compiled
//! with these packages. The operands of comparisons are measured in your own crate, where their
//! types are known.
//!
//! # Strategies that are not steered
//!
//! All cases are plain if the strategy *forks* its generator: `prop_oneof!`, `prop_flat_map`,
//! `prop_recursive`, `prop_perturb`, `prop_shuffle`, options, results, `any` of a float type, and
//! all that contains them. The reason is the generator of proptest that plays choices back: it
//! gives half of what is left to each fork, and zeros after that, for which ranges draw again for
//! ever. The message of a failed property says if its strategy forks. Often the same values can be
//! drawn without forks:
//!
//! - operations: a number for the kind, `(0..3_u8, any::<u16>()).prop_map(|(kind, amount)| ..)`
//!   instead of `prop_oneof!`,
//! - a list and a place in it: `(vec(any::<u8>(), 1..9), any::<u16>())`, and the place modulo the
//!   length, instead of `prop_flat_map`,
//! - an option: `(any::<bool>(), any::<u16>()).prop_map(|(is_some, x)| is_some.then_some(x))`,
//! - a float: a range, or `any::<u64>().prop_map(f64::from_bits)`.
//!
//! Boxed strategies hide what they are, and are steered after 32 plain cases of which none forked.
//! A strategy of your own that calls `TestRunner::new_rng` hides it as well: use the macro of
//! proptest for it. With the settings `fork` and `timeout`, and with other generators than the
//! default one, all cases are plain, too.
//!
//! For the same reason, a persisted failure of a steered case, a line that begins with `pt`, should
//! be deleted when the strategy changes, if the property goes back to the macro of proptest. The
//! macro of this package plays old lines safely.
#![cfg_attr(
    not(all(feature = "hegel", feature = "proptest")),
    allow(
        rustdoc::broken_intra_doc_links,
        reason = "pages link to modules of features that are off"
    )
)]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "proptest")]
mod case;
#[cfg(feature = "proptest")]
mod climb;
#[cfg(feature = "proptest")]
mod corpus;
#[cfg(feature = "hegel")]
pub mod hegel;
#[cfg(feature = "proptest")]
mod mix;
#[cfg(feature = "proptest")]
mod persistence;
#[cfg(feature = "proptest")]
mod playback;
#[cfg(feature = "proptest")]
mod property;
#[cfg(feature = "proptest")]
mod random;
#[cfg(feature = "proptest")]
mod repeat;
#[cfg(feature = "proptest")]
mod runner;
mod scores;
#[cfg(feature = "proptest")]
mod search;
#[cfg(feature = "proptest")]
mod steered;
#[cfg(feature = "proptest")]
mod word;

#[cfg(feature = "proptest")]
pub use runner::{ClimbingRunner, Progress};
pub use scores::{Score, Scored, Scores};

/// Items that the expansion of the macros names.
#[doc(hidden)]
#[cfg(feature = "proptest")]
pub mod __private {
    pub use crate::property::{check, listened};
    pub use proptest::arbitrary::any;
    pub use proptest::proptest as plain;
    pub use proptest::test_runner::{Config, contextualize_config};
    pub use sbst::instrument;
}
