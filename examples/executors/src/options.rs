//! How long to search, and by what.

/// How to search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Executions after which the search gives up.
    pub budget: u32,
    /// The same seed gives the same report.
    pub seed: u64,
    /// Looks into the calls that branches test, as the code says which these are.
    pub flags: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { budget: 150_000, seed: 1, flags: true }
    }
}
