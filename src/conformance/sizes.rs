//! Sizes of the programs and executions that the strategies generate.

/// Greatest sizes of generated programs and executions.
///
/// ```
/// use sbst::conformance::Sizes;
///
/// let sizes = Sizes { blocks: 30, ..Sizes::default() };
/// assert_eq!(
///     (sizes.functions, sizes.blocks, sizes.steps, sizes.tests),
///     (4, 30, 40, 4)
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sizes {
    /// Number of functions of a graph; 4 by default.
    pub functions: usize,
    /// Number of blocks of a function; 12 by default.
    pub blocks: usize,
    /// Number of steps of an execution, each of about one block; 40 by default.
    pub steps: usize,
    /// Number of executions of a suite; 4 by default.
    pub tests: usize,
}

/// Returns four functions of at most 12 blocks each, 40 steps, and four tests.
impl Default for Sizes {
    fn default() -> Self {
        Self { functions: 4, blocks: 12, steps: 40, tests: 4 }
    }
}
