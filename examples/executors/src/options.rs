//! How long to search.

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Executions after which the search gives up.
    pub budget: u32,
    /// The same seed gives the same report.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self { budget: 150_000, seed: 1 }
    }
}
