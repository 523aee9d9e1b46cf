//! Sizes of what the strategies generate.

/// How large generated programs and executions are at most.
///
/// ```
/// use sbst::conformance::Sizes;
///
/// let sizes = Sizes::DEFAULT.with_blocks(30);
/// assert_eq!((sizes.functions, sizes.blocks, sizes.steps, sizes.tests), (4, 30, 40, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Sizes {
    /// Functions of a graph; 4 by default.
    pub functions: usize,
    /// Blocks of a function; 12 by default.
    pub blocks: usize,
    /// What happens in an execution: about so many blocks run; 40 by default.
    pub steps: usize,
    /// Executions of a suite; 4 by default.
    pub tests: usize,
}

impl Sizes {
    /// Four functions of at most 12 blocks each, 40 steps, four tests.
    pub const DEFAULT: Self = Self { functions: 4, blocks: 12, steps: 40, tests: 4 };

    /// Sets the greatest number of functions of a graph.
    #[must_use]
    pub const fn with_functions(self, functions: usize) -> Self {
        Self { functions, ..self }
    }

    /// Sets the greatest number of blocks of a function.
    #[must_use]
    pub const fn with_blocks(self, blocks: usize) -> Self {
        Self { blocks, ..self }
    }

    /// Sets the approximate number of blocks that run in an execution, at most.
    #[must_use]
    pub const fn with_steps(self, steps: usize) -> Self {
        Self { steps, ..self }
    }

    /// Sets the greatest number of executions of a suite.
    #[must_use]
    pub const fn with_tests(self, tests: usize) -> Self {
        Self { tests, ..self }
    }
}

impl Default for Sizes {
    fn default() -> Self {
        Self::DEFAULT
    }
}
