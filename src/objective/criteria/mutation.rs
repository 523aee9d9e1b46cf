//! Weak-mutation goals.

use super::line::least_controlling;
use crate::distance::Distance;
use crate::execution::{Fact, Facts};
use crate::fitness::{Fitness, FitnessTable};
use crate::id::{Mutant, Statement};
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{Goal, GoalForm, Needs, Objective, Observed, Scalar};

/// The goal to infect the state by a mutant: one evaluation of the mutant differs from the
/// original.
///
/// The execution reports the infection distance ([`Facts::infection`]);
/// [`distance::infection`](crate::distance::infection) computes it for every operator.
///
/// The [scalar](Scalar) of a mutant that was evaluated is at most 1, and 1 if the infection
/// distance is infinite. In the forms with levels, the scalar of a mutant that was not evaluated is
/// greater than 1.
///
/// [`Published`](crate::objective::Published) measures the goal as Zhou et al. print it.
///
/// Source: weak mutation in Zhou et al. 2024, sections 2.1 and 3.3.
///
/// ```
/// use sbst::distance::Relation::{Less, LessOrEqual};
/// use sbst::distance::infection::relation;
/// use sbst::distance::lt;
/// use sbst::execution::{Caller, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Mutant};
/// use sbst::objective::{Goals, MutantGoal, Tables};
///
/// /// Mutant 0: `age <= 18` in place of `age < 18`, in statement 0 of block 0.
/// fn is_minor(c: Caller<'_>, age: i32) -> bool {
///     let f = c.enter(Function::new(0));
///     f.infected(Mutant::new(0), relation(age, 18, Less, LessOrEqual));
///     f.decide(0, lt(age, 18))
/// }
///
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().statements(0, 1).branch(0, 1, 2).exit(1).exit(2),
/// )?;
/// let mut goals = Goals::<Trace>::new();
/// let goal = goals
///     .push(MutantGoal::new(
///         Mutant::new(0),
///         graph.entry(Function::new(0)).statement(0),
///     ))
///     .id();
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// let mut scalar = |age| {
///     trace.reset();
///     is_minor(trace.root(), age);
///     goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables)).scalar()
/// };
/// assert_eq!([scalar(15), scalar(21), scalar(18)], [0.75, 0.75, 0.0]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MutantGoal {
    /// The mutant. Mutants are numbered from 0.
    pub mutant: Mutant,
    /// The statement that the mutant changes.
    pub statement: Statement,
    /// Formula of the value.
    pub form: GoalForm,
}

impl MutantGoal {
    /// Creates the goal to infect the state by `mutant`, which changes `statement`. Mutants are
    /// numbered from 0.
    #[must_use]
    pub const fn new(mutant: Mutant, statement: Statement) -> Self {
        Self { mutant, statement, form: GoalForm::Levels }
    }

    /// Sets the form in which the goal is measured.
    #[must_use]
    pub const fn in_form(self, form: GoalForm) -> Self {
        Self { form, ..self }
    }

    /// Returns `true` if the statement began to run. Then its line is covered.
    pub(in crate::objective) fn is_reached(&self, table: &FitnessTable) -> bool {
        table.flat_statement(self.statement).is_covered()
    }
}

/// Converts the goal into its identity.
impl From<MutantGoal> for Goal {
    fn from(goal: MutantGoal) -> Self {
        Self::Mutant(goal.mutant)
    }
}

impl<X: Facts + ?Sized> Objective<X> for MutantGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        if let Some(infection) = seen.executed().and_then(|run| run.infection(self.mutant)) {
            return infection.into();
        }
        match self.form {
            GoalForm::Levels | GoalForm::Flat => seen.statement(self.statement).one_level_up(),
            GoalForm::Definition => NO_GRADIENT,
            // Reached, but not evaluated: the norm of an infinite infection distance.
            GoalForm::Augmented if self.is_reached(seen.table) => NO_GRADIENT,
            GoalForm::Augmented => {
                let once = |branch| seen.table.evaluated(branch).unwrap_or(Distance::INFINITE);
                Fitness::new(
                    1,
                    least_controlling(
                        core::iter::once(self.statement.block),
                        seen.graph,
                        seen.table,
                        once,
                    ),
                )
            }
        }
    }
    fn goal(&self) -> Goal {
        Goal::from(*self)
    }
    /// Returns the statement that the mutant changes. In forms with levels, the scalar of a mutant
    /// that was reached but not evaluated is greater than 1, not 1.
    fn needs(&self) -> Needs {
        let needs = Needs::at_statements([self.statement]).telling_reached();
        let scalar = match self.form {
            GoalForm::Levels | GoalForm::Flat => Scalar::INFECTION,
            GoalForm::Definition => Scalar::WITHOUT_LEVELS,
            GoalForm::Augmented => Scalar::AUGMENTED,
        };
        needs.reading(Fact::Infections).reading_executed().with_scalar(scalar)
    }
}
