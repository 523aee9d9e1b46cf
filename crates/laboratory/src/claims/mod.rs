//! Claims of publications, each with its experiment.
//!
//! | item | is |
//! |---|---|
//! | [`Claim`] | a technique, a baseline, what is said of them, and for which subjects it can matter |
//! | [`published`] | the claims of the publications that the crate `sbst` implements |
//! | [`Tested`] | a claim with the outcomes of its experiment |
//! | [`Evidence`] | what these outcomes say of the claim, by itself or among several |
//! | [`Finding`], [`Stage`] | whether that agrees with the claim, and whether it can still change |
//! | [`report`](report()) | a report of several claims: [`overview`] is its plot, [`findings`] and [`statements`] are its tables |
//! | [`claims_csv`], [`subjects_csv`] | the statistics for programs |
//!
//! A claim is tested on the subjects that have what it is about, such as flags. Fewer than
//! [`Claim::least`] such subjects on which the searches differ tell nothing.

mod claim;
mod evidence;
mod finding;
mod published;
mod report;
mod table;
mod tested;

pub use claim::{Claim, Expectation, Matters, On};
pub use evidence::{Evidence, OnSubject, Stage};
pub use finding::Finding;
pub use published::{Untestable, published, untestable};
pub use report::{findings, overview, report, statements};
pub use table::{claims_csv, subjects_csv};
pub use tested::Tested;
