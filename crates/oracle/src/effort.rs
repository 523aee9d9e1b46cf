//! How much a test tries: more where the code is optimised, since without that everything takes ten
//! times as long.

use proptest::prelude::ProptestConfig;

/// Is `true` if the library was optimised together with the tests.
const OPTIMISED: bool = !cfg!(debug_assertions);

/// Returns 2 if `SBST_THOROUGH` is set where the tests run, as `.ci/run` does, and 1 otherwise.
fn thorough() -> u32 {
    if std::env::var_os("SBST_THOROUGH").is_some() { 2 } else { 1 }
}

/// Returns a configuration of `cases` cases, of a sixth of them without optimisation, or of as many
/// as `PROPTEST_CASES` says.
pub fn config(cases: u32) -> ProptestConfig {
    let cases = if OPTIMISED { cases } else { (cases * thorough()).div_ceil(6) };
    let cases =
        std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(cases);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Returns this size, or a tenth of it in a first `cargo test`: without optimisation and
/// `SBST_THOROUGH`.
pub fn thorough_size(full: u32) -> u32 {
    if OPTIMISED || thorough() > 1 { full } else { full / 10 }
}

/// Returns this size, or a tenth of it without optimisation.
pub const fn size(full: u32) -> u32 {
    if OPTIMISED { full } else { full / 10 }
}
