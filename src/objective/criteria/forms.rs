//! The formulas that the goals of a program are measured by.

use crate::objective::GoalForm;

#[cfg(doc)]
use crate::objective::{BranchGoal, LineGoal, Published, PublishedWithLevel};

/// Number of evaluations of a predicate from which on the distance of its branches counts.
///
/// It concerns branches and direct branches, lines and mutants in [`GoalForm::Augmented`]: all that is
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
    /// [`GoalForm::Levels`]. Zhou et al. 2024, Eq. 7.
    Twice,
}

/// The formulas that the goals of a program are measured by.
///
/// A search that mixes them gives each criterion the program in the forms of that criterion.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Lines};
/// use sbst::execution::Trace;
/// use sbst::objective::{Criterion, GoalForm, Forms, Goals, Program};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let program = Program::new(&graph);
/// let mut goals = Goals::<Trace>::new();
/// goals.add(Criterion::Branch, &program.in_forms(Forms::PUBLISHED));
/// goals.add(Criterion::Statement, &program.in_forms(Forms::LEVELS.with_form(GoalForm::Flat)));
/// assert_eq!(Forms::default(), Forms::LEVELS);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Forms {
    /// The formula of goals that are not covered.
    pub form: GoalForm,
    /// The evaluations from which on the distance of a branch counts: in all forms of branches, and in [`GoalForm::Augmented`].
    pub evaluated: Evaluated,
}

impl Forms {
    /// The forms that keep every gradient; the default.
    pub const LEVELS: Self = Self { form: GoalForm::Levels, evaluated: Evaluated::Once };

    /// The augmented fitness functions of Zhou et al. 2024, section 3.3, as printed: f_bc for branches (Eq. 7), Eq. 12 for lines, Eq. 14
    /// augmented in the same way for mutants, with the rule of two evaluations in all of them ([`Published`]).
    ///
    /// [`SuiteRow`](crate::objective::suite::SuiteRow) makes Eq. 8, 9 and 13 of them. Not in the paper, and chosen to fit: outputs and
    /// inputs are binary, for section 2.1 prints no fitness of output goals; statements, which the paper does not have, are flat. Approach
    /// levels are left out, as section 3.3 does.
    pub const PUBLISHED: Self = Self { form: GoalForm::Augmented, evaluated: Evaluated::Twice };

    /// The definition-based fitness functions of Zhou et al. 2024, section 3.3: Eq. 10 for lines, Eq. 14 without augmentation for
    /// mutants. All other criteria are as in [`PUBLISHED`](Self::PUBLISHED).
    pub const DEFINITION: Self = Self { form: GoalForm::Definition, evaluated: Evaluated::Twice };

    /// Sets the formula of goals that are not covered.
    #[must_use]
    pub const fn with_form(self, form: GoalForm) -> Self {
        Self { form, ..self }
    }

    /// Sets the evaluations from which on the distance of a branch counts.
    #[must_use]
    pub const fn with_evaluated(self, evaluated: Evaluated) -> Self {
        Self { evaluated, ..self }
    }
}
