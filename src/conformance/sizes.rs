//! Sizes of what the strategies generate.

/// Limits of the size of generated programs and executions.
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
    /// Functions of a graph; 4 by default.
    pub functions: usize,
    /// Blocks of a function; 12 by default.
    pub blocks: usize,
    /// Number of blocks that an execution runs, roughly; 40 by default.
    pub steps: usize,
    /// Executions of a suite; 4 by default.
    pub tests: usize,
}

/// Four functions of at most 12 blocks each, 40 steps, four tests.
impl Default for Sizes {
    fn default() -> Self {
        Self { functions: 4, blocks: 12, steps: 40, tests: 4 }
    }
}
