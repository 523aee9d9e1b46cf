//! Table of minimal mutants of the published tool, for comparison.

use super::Change;
use crate::distance::Relation;
use crate::distance::infection::{Arithmetic, Bitwise, Shift};

impl Change {
    /// Returns `true` if the table of the published tool keeps the mutant.
    ///
    /// [`MutantRule::Published`](crate::subsumption::smart::MutantRule::Published) uses this table.
    /// The result is `true` for mutants of an operator without a row in the table, such as `%`, and
    /// for mutants that replace no operator.
    ///
    /// Covering the mutants of the table need not cover the others. Compare
    /// [`is_minimal`](Self::is_minimal):
    ///
    /// - For relations, the table has no constants, whether or not the goals that cover them are
    ///   kept.
    /// - For `-` it has `*`, which is the weakest mutant. For `*` it lacks `/`, and for `/` it
    ///   lacks `%`. All three are wrong even for positive operands.
    /// - For `<<` it has `>>` in the place of `>>>`: with 32 bits, 0x82082082 and 3 infect `>>` and
    ///   not `>>>`.
    ///
    /// Source: the implementation of Zhou et al., "Coverage Goal Selector for Combining Multiple
    /// Criteria in Search-Based Unit Test Generation" (2024), whose text (section 3.4) prints no
    /// table. The table follows Gheyi et al., "Identifying method-level mutation subsumption
    /// relations using Z3" (2021), who assume positive operands.
    ///
    /// ```
    /// use sbst::distance::infection::Arithmetic::{self, Divide, Multiply, Subtract};
    /// use sbst::distance::infection::{Overflow::Throws, values};
    /// use sbst::subsumption::mutants::{Change, Model};
    ///
    /// let model = Model::CheckedUnsigned;
    /// let change = |mutant| Change::Arithmetic { original: Subtract, mutant, model };
    /// assert!(change(Multiply).is_published() && !change(Divide).is_published());
    /// // 4 - 2 equals 4 / 2, and not 4 * 2: these operands cover the mutant that the
    /// // table keeps, and miss the mutant that it drops.
    /// let result = |operator: Arithmetic| operator.of(4_u32, 2, Throws);
    /// let infection = |mutant| values(result(Subtract), result(mutant)).get();
    /// assert_eq!((infection(Multiply), infection(Divide)), (0.0, 1.0));
    /// ```
    #[must_use]
    pub const fn is_published(self) -> bool {
        use Relation::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        match self {
            // The minimal sets of `is_minimal` without their constants.
            Self::Relation { original, mutant, .. } => match original {
                Equal => matches!(mutant, LessOrEqual | GreaterOrEqual),
                NotEqual => matches!(mutant, Less | Greater),
                Greater => matches!(mutant, GreaterOrEqual | NotEqual),
                GreaterOrEqual => matches!(mutant, Greater | Equal),
                Less => matches!(mutant, LessOrEqual | NotEqual),
                LessOrEqual => matches!(mutant, Less | Equal),
                Relation::True | Relation::False => true,
            },
            Self::Arithmetic { original, mutant, .. } => match original {
                Arithmetic::Add | Arithmetic::Subtract => matches!(mutant, Arithmetic::Multiply),
                Arithmetic::Multiply => matches!(mutant, Arithmetic::Add),
                Arithmetic::Divide => matches!(mutant, Arithmetic::Subtract | Arithmetic::Multiply),
                Arithmetic::Remainder => true,
            },
            Self::Bitwise { original, mutant } => match original {
                Bitwise::And | Bitwise::Xor => matches!(mutant, Bitwise::Or),
                Bitwise::Or => matches!(mutant, Bitwise::And | Bitwise::Xor),
            },
            Self::Shift { original, mutant } => match original {
                Shift::Left => matches!(mutant, Shift::Right),
                Shift::Right => matches!(mutant, Shift::Left | Shift::UnsignedRight),
                Shift::UnsignedRight => matches!(mutant, Shift::Left | Shift::Right),
            },
            // Not in the table. The rule that uses it drops inserted operators beforehand.
            Self::Inserted { .. } | Self::Always | Self::Other => true,
        }
    }
}
