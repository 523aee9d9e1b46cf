//! Construction graphs and plans, against the definitions of F15: slices, places, plans, laws, hostile programs.

mod laws;
#[path = "../oracle/mod.rs"]
mod oracle;
mod places;
mod plans;
mod programs;
mod slices;

use proptest::prelude::*;

/// So many cases, unless the environment (`PROPTEST_CASES`) says so.
fn config(cases: u32) -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}
