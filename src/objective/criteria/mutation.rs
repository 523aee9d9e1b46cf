//! Weak-mutation goals.

use super::line::least_controlling;
use crate::distance::Distance;
use crate::execution::Infections;
use crate::fitness::{Fitness, FitnessTable};
use crate::id::{Mutant, Statement};
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{Goal, Needs, Objective, Observed, Scalar};

/// The formula for a mutant that no evaluation infected.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Mutant};
/// use sbst::objective::{Goals, MutantForm, MutantGoal, Tables};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).exit(0))?;
/// let goal = MutantGoal::new(Mutant::new(0), graph.entry(Function::new(0)).statement(0));
/// let not_evaluated = |form| {
///     let mut goals = Goals::<Trace>::new();
///     let id = goals.push(goal.in_form(form)).id();
///     let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
///     goals.scalar(id, goals.fitness_of(id, &goals.observe(&graph, &trace, &mut tables)))
/// };
/// assert!(not_evaluated(MutantForm::Levels) > 1.0); // the way to it counts
/// assert_eq!(not_evaluated(MutantForm::Definition), 1.0);
/// assert_eq!(not_evaluated(MutantForm::Augmented), 2.0); // nor was its function entered
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum MutantForm {
    /// Evaluated: (0, infection distance); else the goal to reach its statement, one level up.
    #[default]
    Levels,
    /// The definition of weak mutation: the scalar is 0 if infected, x / (1 + x) of the infection distance if the mutant was evaluated,
    /// else 1. Zhou et al. 2024, Eq. 14.
    Definition,
    /// With the branches that the mutant depends on. Evaluated: as [`Definition`](Self::Definition). Not evaluated, but its statement was
    /// reached: the scalar is 1. Else the scalar is 1 + the least value of these branches in
    /// [`BranchForm::WithoutLevels`](crate::objective::BranchForm), in \[1, 2\]; of a mutant that depends on no branch 1 if its function was entered,
    /// else 2. Linear in these branches.
    ///
    /// Section 3.3 of Zhou et al. 2024 says, without an equation, that mutants are augmented in the same way as lines are by Eq. 12, and
    /// that a mutant is reached if its line is covered. One evaluation of a predicate is enough here; [`Published`](crate::objective::Published) has
    /// the rule of two.
    Augmented,
}

/// The goal to infect the state by a mutant: one of its evaluations differs from the original's.
///
/// The infection distance is what the execution reports ([`Infections`]);
/// [`distance::infection`](crate::distance::infection) computes it for every operator.
///
/// The [scalar](Scalar) of a mutant that was evaluated is at most 1 (1 where the infection distance is infinite); that of
/// one that was not is above 1.
///
/// [`Published`](crate::objective::Published) measures it as Zhou et al. print it.
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
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 1).branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// let goal = goals.push(MutantGoal::new(Mutant::new(0), graph.entry(Function::new(0)).statement(0))).id();
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
pub struct MutantGoal {
    mutant: Mutant,
    statement: Statement,
    form: MutantForm,
}

impl MutantGoal {
    /// Creates the goal to infect the state by `mutant`, a number from 0, which changes `statement`.
    #[must_use]
    pub const fn new(mutant: Mutant, statement: Statement) -> Self {
        Self { mutant, statement, form: MutantForm::Levels }
    }

    /// The same goal, measured in another form.
    #[must_use]
    pub const fn in_form(self, form: MutantForm) -> Self {
        Self { form, ..self }
    }

    /// The mutant.
    #[must_use]
    pub const fn mutant(self) -> Mutant {
        self.mutant
    }

    /// Returns the statement that the mutant changes.
    #[must_use]
    pub const fn statement(self) -> Statement {
        self.statement
    }

    /// Its identity.
    #[must_use]
    pub const fn goal(&self) -> Goal {
        Goal::Mutant(self.mutant)
    }

    /// Returns `true` if the statement began to run, so that its line is covered.
    pub(in crate::objective) fn is_reached(&self, table: &FitnessTable) -> bool {
        table.flat_statement(self.statement).is_covered()
    }
}

impl<X: Infections + ?Sized> Objective<X> for MutantGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        if let Some(infection) = seen.run.infection(self.mutant) {
            return infection.into();
        }
        match self.form {
            MutantForm::Levels => seen.table.statement(self.statement).one_level_up(),
            MutantForm::Definition => NO_GRADIENT,
            // Reached, and not evaluated: the norm of an infinite infection distance.
            MutantForm::Augmented if self.is_reached(seen.table) => NO_GRADIENT,
            MutantForm::Augmented => {
                let once = |branch| seen.table.evaluated(branch).unwrap_or(Distance::INFINITE);
                Fitness::new(1, least_controlling(core::iter::once(self.statement.block), seen.graph, seen.table, once))
            }
        }
    }
    fn goal(&self) -> Goal {
        self.goal()
    }
    /// Returns the statement that the mutant changes. With levels, the scalar of a mutant whose statement was reached and that was not
    /// evaluated is above 1, not 1.
    fn needs(&self) -> Needs<X> {
        Needs::at_statements([self.statement]).telling_reached().with_scalar(match self.form {
            MutantForm::Levels => Scalar::INFECTION,
            MutantForm::Definition => Scalar::WITHOUT_LEVELS,
            MutantForm::Augmented => Scalar::AUGMENTED,
        })
    }
}
