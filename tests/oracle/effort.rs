//! How much a test tries: more where the code is optimised, since without that everything takes ten
//! times as long.

#![allow(dead_code, reason = "a binary may use one of the two")]

use proptest::prelude::ProptestConfig;

const OPTIMISED: bool = !cfg!(debug_assertions);

/// What `.ci/run` sets: twice as much as a first `cargo test`.
const THOROUGH: u32 = if option_env!("SBST_THOROUGH").is_some() { 2 } else { 1 };

/// So many cases, or a sixth of them without optimisation; or as many as `PROPTEST_CASES` says.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let cases = if OPTIMISED { cases } else { (cases * THOROUGH).div_ceil(6) };
    let cases =
        std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// This size, or a tenth of it without optimisation.
pub(crate) const fn size(full: u32) -> u32 {
    if OPTIMISED { full } else { full * THOROUGH / 10 }
}
