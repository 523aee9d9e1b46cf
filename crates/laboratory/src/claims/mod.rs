//! Claims of publications, each with its experiment.
//!
//! | item | is |
//! |---|---|
//! | [`Claim`] | a technique, a baseline, what is said of them, and for which subjects it can matter |
//! | [`published`] | the claims of the publications that the crate `sbst` implements |
//! | [`Evidence`] | what an experiment says of a claim |
//! | [`Finding`] | whether that agrees with the claim |
//! | [`report`](report()) | a report of several claims |
//!
//! A claim is tested on the subjects that have what it is about, such as flags. Fewer than [`Claim::LEAST`] such subjects tell nothing.

mod claim;
mod evidence;
mod published;
mod report;

pub use claim::{Claim, Expectation, Matters, On};
pub use evidence::{Evidence, Finding, OnSubject};
pub use published::{Untestable, published, untestable};
pub use report::{findings, report};
