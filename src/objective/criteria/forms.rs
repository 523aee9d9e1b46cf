//! The formulas that the goals of a program are measured by.

use crate::objective::{BranchForm, LineForm, MutantForm, PartitionForm, StatementForm};

#[cfg(doc)]
use crate::objective::{BranchGoal, LineGoal, Published, PublishedWithLevel};

/// Number of evaluations of a predicate from which on the distance of its branches counts.
///
/// It concerns branches and direct branches, lines in [`LineForm::Augmented`], and mutants in [`MutantForm::Augmented`]: all that is
/// written in terms of f_bc. Other forms ignore it: lines, mutants and statements with levels count distances from the first evaluation on.
///
/// ```
/// use sbst::objective::{Evaluated, Forms};
///
/// let once = Forms::PUBLISHED.with_evaluated(Evaluated::Once);
/// assert_eq!(Forms::PUBLISHED.evaluated, Evaluated::Twice);
/// assert_ne!(once, Forms::PUBLISHED);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Evaluated {
    /// From the first evaluation on. Not published.
    #[default]
    Once,
    /// From the second evaluation in the test on: the goals are [`Published`], or [`PublishedWithLevel`] for branches in
    /// [`BranchForm::Levels`]. Zhou et al. 2024, Eq. 7.
    Twice,
}

/// The forms that the goals of a program are measured in, by criterion.
///
/// ```
/// use sbst::objective::{Forms, LineForm};
///
/// // As printed, except that lines keep their levels.
/// let mixed = Forms::PUBLISHED.with_line(LineForm::Levels);
/// assert_eq!((mixed.line, mixed.branch), (Forms::LEVELS.line, Forms::PUBLISHED.branch));
/// assert_eq!(Forms::default(), Forms::LEVELS);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Forms {
    /// Of branch and direct-branch goals.
    pub branch: BranchForm,
    /// Of line goals.
    pub line: LineForm,
    /// Of output and input goals.
    pub partition: PartitionForm,
    /// Of weak-mutation goals.
    pub mutant: MutantForm,
    /// Of statement goals.
    pub statement: StatementForm,
    /// The evaluations from which on the distance of a branch counts: in all forms of branches, and in the augmented forms.
    pub evaluated: Evaluated,
}

impl Forms {
    /// The forms that keep every gradient; the default.
    pub const LEVELS: Self = Self {
        branch: BranchForm::Levels,
        line: LineForm::Levels,
        partition: PartitionForm::Distance,
        mutant: MutantForm::Levels,
        statement: StatementForm::Progress,
        evaluated: Evaluated::Once,
    };

    /// The augmented fitness functions of Zhou et al. 2024, section 3.3, as printed: f_bc for branches (Eq. 7), Eq. 12 for lines, Eq. 14
    /// augmented in the same way for mutants, with the rule of two evaluations in all of them ([`Published`]).
    ///
    /// [`SuiteRow`](crate::objective::suite::row::SuiteRow) makes Eq. 8, 9 and 13 of them. Not in the paper, and chosen to fit: outputs and inputs are
    /// binary, for section 2.1 prints no fitness of output goals; statements, which the paper does not have, are flat. Approach levels are
    /// left out, as section 3.3 does.
    pub const PUBLISHED: Self = Self {
        branch: BranchForm::WithoutLevels,
        line: LineForm::Augmented,
        partition: PartitionForm::Binary,
        mutant: MutantForm::Augmented,
        statement: StatementForm::Flat,
        evaluated: Evaluated::Twice,
    };

    /// The definition-based fitness functions of Zhou et al. 2024, section 3.3: Eq. 10 for lines, Eq. 14 without augmentation for
    /// mutants. All other criteria are as in [`PUBLISHED`](Self::PUBLISHED).
    ///
    /// ```
    /// use sbst::objective::{Forms, LineForm, MutantForm};
    ///
    /// assert_eq!(Forms::DEFINITION.line, LineForm::Definition);
    /// assert_eq!(Forms::DEFINITION.mutant, MutantForm::Definition);
    /// assert_eq!(Forms::DEFINITION.branch, Forms::PUBLISHED.branch);
    /// ```
    pub const DEFINITION: Self = Self { line: LineForm::Definition, mutant: MutantForm::Definition, ..Self::PUBLISHED };

    /// Sets the form of branch and direct-branch goals.
    #[must_use]
    pub const fn with_branch(self, branch: BranchForm) -> Self {
        Self { branch, ..self }
    }

    /// Sets the form of line goals.
    #[must_use]
    pub const fn with_line(self, line: LineForm) -> Self {
        Self { line, ..self }
    }

    /// Sets the form of output and input goals.
    #[must_use]
    pub const fn with_partition(self, partition: PartitionForm) -> Self {
        Self { partition, ..self }
    }

    /// Sets the form of weak-mutation goals.
    #[must_use]
    pub const fn with_mutant(self, mutant: MutantForm) -> Self {
        Self { mutant, ..self }
    }

    /// Sets the form of statement goals.
    #[must_use]
    pub const fn with_statement(self, statement: StatementForm) -> Self {
        Self { statement, ..self }
    }

    /// Sets the evaluations from which on the distance of a branch counts.
    #[must_use]
    pub const fn with_evaluated(self, evaluated: Evaluated) -> Self {
        Self { evaluated, ..self }
    }
}
