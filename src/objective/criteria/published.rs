//! Coverage goals as Zhou et al. print them.

use super::line::least_controlling;
use crate::execution::{Fact, Facts, Plane};
use crate::fitness::Fitness;
use crate::id::{Branch, Statement};
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{
    CoverageGoal, DirectGoal, Goal, GoalForm, LineGoal, MutantGoal, Needs, Objective, Observed,
    Scalar,
};

/// A goal measured by the formula that Zhou et al. print, with the rule of two evaluations. The
/// form of the inner goal does not matter.
///
/// The fitness of a branch b in a test t, f_bc(b, t), is 0 if the branch was taken; norm(d) of its
/// distance d if its predicate was evaluated at least twice in the test; else 1. norm(x) = x / (1 +
/// x). The reason for the rule: a search that follows the distance of a predicate that was
/// evaluated once flips its only outcome, and loses the branch that it covers.
///
/// | goal | scalar | source |
/// |---|---|---|
/// | [`CoverageGoal`] of a branch | f_bc | Eq. 7 |
/// | [`DirectGoal`] of a branch | f_bc over the calls that the test makes itself; 1 if it makes none | 3.3, in words |
/// | [`LineGoal`] | 0 if covered, else 1 + the least f_bc of the branches that the line depends on | Eq. 12 |
/// | [`MutantGoal`] | norm of the infection distance if the mutant was reached, else 1 + the least f_bc of the branches that it depends on | Eq. 14, augmented |
///
/// - For direct branches section 3.3 prints no equation: if the method is called directly, the
///   fitness function is the one of branch coverage. Section 2.1 requires that a direct call covers
///   the branch. We read this so that only executions in direct calls count; by the letter of 3.3,
///   all executions would count once the method is called directly.
/// - For mutants section 3.3 prints Eq. 14, which is 1 if the mutant was not reached
///   ([`GoalForm::Definition`]), and says that it is augmented in the same way as lines, without an
///   equation. A mutant is reached if its line is covered: if it was evaluated, or if its statement
///   began to run. A mutant that was reached but not evaluated has the value 1.
/// - The equations leave out the approach level; section 3.3 says that many previous studies add
///   it: [`PublishedWithLevel`].
/// - For goals that depend on no branch nothing is printed. Here the entry of the function decides:
///   1 if the function was entered, else 2.
///
/// [`Evaluated::Once`](crate::objective::Evaluated) counts distances from the first evaluation on.
/// The inner goals in [`GoalForm::Augmented`] do so, too.
///
/// A slice of executions, or a trace that is not reset between tests, is measured as one test,
/// whose evaluations count together: this is [`Twice::Suite`](crate::fitness::whole_suite::Twice).
/// For Eq. 8 and 9, measure each test on its own, and let
/// [`SuiteRow`](crate::objective::suite::SuiteRow) keep the least values.
///
/// Constant time for branches; linear in the branches that a line or a mutant depends on.
///
/// Source: Zhou et al. 2024, section 3.3.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{CoverageGoal, Goals, Published, Tables};
///
/// let graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.push(Published(CoverageGoal::new(Branch::new(0))));
/// let (trace, mut tables, mut row) =
///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// let mut scalar = |test: &[i32]| {
///     trace.reset();
///     for &x in test {
///         trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
///     }
///     goals.measure(&graph, &trace, &mut tables, &mut row);
///     row[0].scalar()
/// };
/// // evaluated once; twice, 3 away; taken
/// assert_eq!([scalar(&[12]), scalar(&[12, 17]), scalar(&[9])], [1.0, 0.75, 0.0]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Published<G>(pub G);

/// Applies the rule of Eq. 7 to `once`, the value of f_bc if one evaluation is enough.
fn unless_once(once: Fitness, evaluations: impl FnOnce() -> u32) -> Fitness {
    // Only a predicate that was evaluated, and whose branch was not taken, has a distance that the
    // rule can discard.
    let is_near = once.level == 0 && !once.is_covered();
    if is_near && evaluations() < 2 { NO_GRADIENT } else { once }
}

/// Returns f_bc of a branch over all calls. Evaluations are counted only if their number decides.
fn f_bc<X: Facts + ?Sized>(branch: Branch, seen: &Observed<'_, X>) -> Fitness {
    let once = GoalForm::Augmented.of_branch(branch, seen.table);
    unless_once(once, || {
        let edge = seen.executed().zip(seen.graph.get_edge(branch));
        edge.map_or(0, |(run, edge)| run.evaluations(edge))
    })
}

/// Returns 1 + the least f_bc of the branches on which the blocks of `statements` depend.
fn augmented<X: Facts + ?Sized>(statements: &[Statement], seen: &Observed<'_, X>) -> Fitness {
    let f_bc = |branch| f_bc(branch, seen).distance;
    Fitness::new(1, least_controlling(statements, seen.graph, seen.table, f_bc))
}

impl<X: Facts + ?Sized> Objective<X> for Published<CoverageGoal<Branch>> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        f_bc(self.0.target, seen)
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs {
        Objective::<X>::needs(&self.0)
            .reading(Fact::Evaluations)
            .with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

impl<X: Facts + ?Sized> Objective<X> for Published<DirectGoal<Branch>> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let branch = self.0.target;
        if self.0.counts_any_call() {
            return f_bc(branch, seen);
        }
        // Eq. 7 on the part of the execution in direct calls: both the distance and the count of
        // evaluations are of that part.
        let once = self.0.in_form(GoalForm::Augmented).fitness(seen);
        unless_once(once, || {
            let edge = seen.executed().zip(seen.graph.get_edge(branch));
            edge.map_or(0, |(run, edge)| run.evaluations_on(Plane::Direct, edge))
        })
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs {
        Objective::<X>::needs(&self.0)
            .reading(Fact::Evaluations)
            .with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

impl<X: Facts + ?Sized> Objective<X> for Published<LineGoal> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        // Eq. 12: 0 if covered, else 1 + min f_bc.
        if self.0.is_covered(seen.table) {
            return Fitness::COVERED;
        }
        augmented(&self.0.statements, seen)
    }
    fn goal(&self) -> Goal {
        Goal::from(&self.0)
    }
    fn needs(&self) -> Needs {
        Objective::<X>::needs(&self.0).reading(Fact::Evaluations).with_scalar(Scalar::AUGMENTED)
    }
}

impl<X: Facts + ?Sized> Objective<X> for Published<MutantGoal> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        match seen.executed().and_then(|run| run.infection(self.0.mutant)) {
            Some(infection) => infection.into(),
            // Reached, but never evaluated: the norm of an infinite infection distance.
            None if self.0.is_reached(seen.table) => NO_GRADIENT,
            None => augmented(&[self.0.statement], seen),
        }
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs {
        Objective::<X>::needs(&self.0).reading(Fact::Evaluations).with_scalar(Scalar::AUGMENTED)
    }
}

/// A branch goal measured by the approach level + f_bc, with the rule of two evaluations. The form
/// of the inner goal does not matter.
///
/// - If the branch was taken, the scalar is 0.
/// - If its predicate was evaluated, the level is 0 and the scalar is f_bc: the norm of the
///   distance from the second evaluation on, else 1.
/// - If its predicate was not evaluated, f_bc is 1 and the scalar is the level + 1. The distance of
///   the predicate at which the execution left the way does not count, because f_bc uses only the
///   goal's own predicate. In [`GoalForm::Levels`] that distance counts, from the first evaluation
///   on.
///
/// For a [`DirectGoal`], level and f_bc are those of the calls that the test makes itself.
///
/// [`Forms`](crate::objective::Forms) with [`GoalForm::Levels`] and
/// [`Evaluated::Twice`](crate::objective::Evaluated) make such goals. Constant time.
///
/// Source: Zhou et al. 2024, section 3.3: many previous studies use the sum of f_bc (Eq. 7) and the
/// approach level; the equations of the paper leave the level out.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{CoverageGoal, Goals, PublishedWithLevel, Tables};
///
/// // 0: if x < 10 { 1: if x < 5 { 2: ... } }  3: return
/// let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3);
/// let graph = FlowGraph::of(&body)?;
/// let mut goals = Goals::<Trace>::new();
/// let [outer, inner] = [0, 2].map(|branch| CoverageGoal::new(Branch::new(branch)));
/// goals.extend([outer, inner].map(PublishedWithLevel));
/// let mut row = Vec::new();
/// let (trace, mut tables) = (goals.trace(&graph), Tables::new(&graph));
/// let mut scalars = |test: &[i32]| {
///     trace.reset();
///     for &x in test {
///         trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
///     }
///     goals.measure(&graph, &trace, &mut tables, &mut row);
///     [row[0].scalar(), row[1].scalar()]
/// };
/// assert_eq!(scalars(&[12]), [1.0, 2.0]); // evaluated once
/// assert_eq!(scalars(&[12, 17]), [0.75, 2.0]); // evaluated twice, 3 away
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PublishedWithLevel<G>(pub G);

impl<X: Facts + ?Sized> Objective<X> for PublishedWithLevel<CoverageGoal<Branch>> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let pair = self.0.in_form(GoalForm::Levels).fitness(seen);
        // Level and distance come from two measures: Wegener's approach level, and f_bc of Eq. 7.
        // If the level is not 0, the predicate was not evaluated, and the distance of f_bc is
        // infinite: f_bc is 1.
        Fitness::new(pair.level, Published(self.0).fitness(seen).distance)
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs {
        Objective::<X>::needs(&self.0).reading(Fact::Evaluations).with_scalar(Scalar::LEVELS)
    }
}

impl<X: Facts + ?Sized> Objective<X> for PublishedWithLevel<DirectGoal<Branch>> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let pair = self.0.in_form(GoalForm::Levels).fitness(seen);
        Fitness::new(pair.level, Published(self.0).fitness(seen).distance)
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs {
        Objective::<X>::needs(&self.0).reading(Fact::Evaluations).with_scalar(Scalar::LEVELS)
    }
}
