//! How much a test tries: more where the code is optimised, since without that everything takes ten times as long.

#![allow(dead_code, reason = "a binary may use one of the two")]

use proptest::prelude::ProptestConfig;

const OPTIMISED: bool = !cfg!(debug_assertions);

/// So many cases, or a third of them without optimisation; times what `PROPTEST_CASES` is to 256, what a property without a number of
/// its own asks.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let cases = if OPTIMISED { cases } else { cases.div_ceil(3) };
    let asked: u32 = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(256);
    let cases = (u64::from(cases) * u64::from(asked)).div_ceil(256).max(2);
    ProptestConfig { cases: u32::try_from(cases).unwrap_or(u32::MAX), failure_persistence: None, ..ProptestConfig::default() }
}

/// This size, or a fifth of it without optimisation.
pub(crate) const fn size(full: u32) -> u32 {
    if OPTIMISED { full } else { full / 5 }
}
