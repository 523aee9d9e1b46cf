//! Property tests that climb: cases are steered towards the branches and the assertions that no case reached yet.
//!
//! A property test draws its cases at random. A branch that one in a million inputs takes is then hardly ever tested. This package
//! measures how near each case came to such branches, by the distances of the crate [`sbst`], and changes the nearest case further.
//! An assertion is a branch, too: how near did this case come to breaking it?
//!
//! - **With proptest** (feature `proptest`, on by default): the macro [`proptest!`] in place of that of proptest, or [`ClimbingRunner`] in
//!   place of its `TestRunner`. Strategies, shrinking and persisted failures stay those of proptest.
//! - **With Hegel** (feature `hegel`): the function [`hegel::watch`] around the property.
//! - **With any other engine**: [`Scores`], a number for each goal that should grow.
//!
//! ```
//! use proptest::prelude::*;
//! use sbst_property::proptest; // the one line more
//!
//! #[cfg_attr(test, sbst::instrument)] // and an attribute on the functions under test
//! # #[sbst::instrument]
//! fn payable(articles: u32, price: u32, coupon: &str) -> i64 {
//!     let sum = i64::from(articles) * i64::from(price);
//!     if coupon == "SUMMER" {
//!         if sum >= 10_000 {
//!             return sum - 2_000;
//!         }
//!         if articles == 3 {
//!             return sum - 10_000; // a mistake
//!         }
//!     }
//!     sum
//! }
//!
//! proptest! {
//!     #![proptest_config(ProptestConfig::with_cases(10_000))]
//!     # /*
//!     #[test]
//!     # */
//!     fn is_never_negative(articles in 1..10_000_u32, price in 1..1_000_000_u32, coupon in "[A-Z]{1,8}") {
//!         prop_assert!(payable(articles, price, &coupon) >= 0); // fails for 3, 1, "SUMMER"
//!     }
//! }
//! # std::panic::set_hook(Box::new(|_| {}));
//! # assert!(std::panic::catch_unwind(is_never_negative).is_err());
//! ```
//!
//! # How it works
//!
//! The goals are the branches of all functions with the attribute `#[sbst::instrument]`, and of the properties themselves. A
//! [`Campaign`](sbst::Campaign) measures each case and keeps the nearest case of each goal. What a steered case changes are the random
//! choices of the nearest one: the bytes that its strategy drew. So any strategy can be climbed on, and each case is one that the
//! strategy could have drawn.
//!
//! At least a third of the cases stay plain ones. While there is nothing to climb on, nearly all do.
#![cfg_attr(not(feature = "proptest"), allow(rustdoc::broken_intra_doc_links))]
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
    pub use proptest::test_runner::{Config, contextualize_config};
    pub use sbst::instrument;
}
