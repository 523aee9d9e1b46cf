//! Goals of mutants: of weak and of strong mutation.

use super::line::augmented;
use crate::distance::Distance;
use crate::execution::{Effect, Fact, Facts};
use crate::fitness::{Fitness, FitnessTable};
use crate::id::{Mutant, Statement};
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{Forms, Goal, GoalForm, Needs, Objective, Observed, Scalar};

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
/// In [`Forms::PUBLISHED`], it is measured as Zhou et al. print it.
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
    pub form: Forms,
}

impl MutantGoal {
    /// Creates the goal to infect the state by `mutant`, which changes `statement`. Mutants are
    /// numbered from 0.
    #[must_use]
    pub const fn new(mutant: Mutant, statement: Statement) -> Self {
        Self { mutant, statement, form: Forms::LEVELS }
    }

    /// Sets the form in which the goal is measured.
    #[must_use]
    pub fn in_form(self, form: impl Into<Forms>) -> Self {
        Self { form: form.into(), ..self }
    }

    /// Returns `true` if the statement began to run. Then its line is covered.
    pub(in crate::objective) fn is_reached(&self, table: &FitnessTable) -> bool {
        table.flat_statement(self.statement).is_covered()
    }
}

impl<X: Facts + ?Sized> Objective<X> for MutantGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        if let Some(infection) = seen.executed().and_then(|run| run.infection(self.mutant)) {
            return infection.into();
        }
        match self.form.form {
            GoalForm::Levels | GoalForm::Flat => {
                seen.table.statement(self.statement).one_level_up()
            }
            GoalForm::Definition => NO_GRADIENT,
            // Reached, but not evaluated: the norm of an infinite infection distance.
            GoalForm::Augmented if self.is_reached(seen.table) => NO_GRADIENT,
            GoalForm::Augmented => augmented(&[self.statement], self.form.evaluated, seen),
        }
    }
    fn goal(&self) -> Goal {
        Goal::Mutant(self.mutant)
    }
    /// Returns the statement that the mutant changes. In forms with levels, the scalar of a mutant
    /// that was reached but not evaluated is greater than 1, not 1.
    fn needs(&self) -> Needs {
        let needs = Needs::at_statements([self.statement]).telling_reached().reading_executed();
        let needs = needs.reading(Fact::Infections);
        match self.form.form {
            GoalForm::Levels | GoalForm::Flat => needs.with_scalar(Scalar::INFECTION),
            GoalForm::Definition => needs.with_scalar(Scalar::WITHOUT_LEVELS),
            GoalForm::Augmented => self.form.counting(needs.with_scalar(Scalar::AUGMENTED)),
        }
    }
}

/// The goal to kill a mutant: an output of the mutant differs from the output of the original.
///
/// The value has three stages; every value of a later stage is less than every value of an earlier
/// stage:
///
/// 1. The mutant was not reached, or did not infect the state: the value of the weak goal
///    ([`MutantGoal`]) in [`GoalForm::Levels`], whatever its form, one level up.
/// 2. The mutant infected the state and was not killed: (0, d) with d in (0, 1], the [distance of
///    its effect](Effect::distance); d is 1 if the mutant was not run. A different trace also shows
///    that the state was infected.
/// 3. The mutant was killed: (0, 0), with or without a known infection.
///
/// The weak goal of the mutant is not affected. Constant time.
///
/// Sources: the stages are from Fraser, Zeller, "Mutation-Driven Generation of Unit Tests and
/// Oracles" (2012), and Fraser, Arcuri, "Achieving Scalable Mutation-Based Generation of Whole Test
/// Suites" (2015); the formula of the second stage is ours. EvoSuite's `StrongMutationTestFitness`
/// adds up the stages, each normalised. It counts a mutant as timed out, which covers its goal, if
/// the original threw an exception and the mutant did not; this flag misses a mutant that throws
/// while the original does not. Here the executor decides which outputs count.
///
/// ```
/// use sbst::distance::infection::relation;
/// use sbst::distance::{Distance, Relation, gt, ne};
/// use sbst::execution::{Effect, Trace};
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Function, Mutant};
/// use sbst::objective::{Goals, MutantGoal, StrongMutantGoal, Tables};
///
/// /// The greater of two numbers. The mutant has `>=` in the place of `>`: it is
/// /// equivalent.
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().statements(0, 1).branch(0, 1, 2).exit(1).exit(2),
/// )?;
/// let (max, mutant) = (Function::new(0), Mutant::new(0));
/// let run = |trace: &Trace, a: i32, b: i32, mutated: bool| {
///     let f = trace.root().enter(max);
///     if !mutated {
///         f.infected(
///             mutant,
///             relation(a, b, Relation::Greater, Relation::GreaterOrEqual),
///         );
///     }
///     let decision = if mutated { sbst::distance::ge(a, b) } else { gt(a, b) };
///     if f.decide(0, decision) { a } else { b }
/// };
///
/// let mut goals = Goals::<Trace>::new();
/// let goal = goals
///     .push(StrongMutantGoal(MutantGoal::new(
///         mutant,
///         graph.entry(max).statement(0),
///     )))
///     .id();
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// let mut value = |a, b| {
///     trace.reset();
///     let (other, original) = (Trace::new(&graph), run(&trace, a, b, false));
///     let mutated = run(&other, a, b, true);
///     let effect = Effect::between(&graph, &trace, &other)
///         .with_outputs(ne(original, mutated).to_true());
///     trace.affected(mutant, effect);
///     goals.fitness_of(goal, &goals.observe(&graph, &trace, &mut tables)).to_string()
/// };
/// assert_eq!(value(7, 4), "(1, 3)"); // not infected: the weak goal, one level up
/// assert_eq!(value(4, 4), "(0, 0.35)"); // the trace differs, the outputs do not
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StrongMutantGoal(pub MutantGoal);

impl<X: Facts + ?Sized> Objective<X> for StrongMutantGoal {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let run = seen.executed();
        let effect = run.and_then(|run| run.effect(self.0.mutant)).unwrap_or(Effect::NONE);
        // A different output or trace shows an infection, even if the executor did not measure one.
        let tells = effect.is_killed() || effect.differing() > 0.0;
        let infection = run.and_then(|run| run.infection(self.0.mutant));
        if tells || infection == Some(Distance::ZERO) {
            return effect.distance().into();
        }
        self.0.in_form(GoalForm::Levels).fitness(seen).one_level_up()
    }
    fn goal(&self) -> Goal {
        Goal::StrongMutant(self.0.mutant)
    }
    /// Returns the statement that the mutant changes.
    fn needs(&self) -> Needs {
        let weak = Objective::<X>::needs(&self.0.in_form(GoalForm::Levels));
        weak.with_scalar(Scalar::LEVELS).reading(Fact::Effects)
    }
}
