//! Goals as Zhou et al. print them.

use super::line::least_controlling;
use crate::execution::{DirectCalls, DirectEvaluations, Evaluations, Execution, Infections};
use crate::fitness::Fitness;
use crate::id::{Block, Branch};
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{CoverageGoal, DirectGoal, Goal, GoalForm, LineGoal, MutantGoal, Needs, Objective, Observed, Scalar};

/// A goal measured by the formula that Zhou et al. print, with the rule of two evaluations; the form of the goal itself does not matter.
///
/// The fitness of a branch b in a test t, f_bc(b, t), is 0 if the branch was taken; norm(d) of its distance d if its predicate was evaluated
/// at least twice in the test; else 1. A search that follows the distance of a predicate that was evaluated once flips the one outcome that
/// there is, and loses the branch that it covers. norm(x) = x / (1 + x).
///
/// | goal | scalar | source |
/// |---|---|---|
/// | [`CoverageGoal`] of a branch | f_bc | Eq. 7 |
/// | [`DirectGoal`] of a branch | f_bc over the calls that the test makes itself; 1 if there are none | 3.3, in words |
/// | [`LineGoal`] | 0 if covered, else 1 + the least f_bc of the branches that the line depends on | Eq. 12 |
/// | [`MutantGoal`] | norm of the infection distance if it was reached, else 1 + the least f_bc of the branches that it depends on | Eq. 14, augmented |
///
/// - For direct branches section 3.3 prints no equation: where the method is called directly, the fitness function is that of branch
///   coverage. Section 2.1 asks that a direct call covers the branch. We read that so that only executions in direct calls count; by the
///   letter of 3.3, all executions would count once the method is called directly.
/// - For mutants section 3.3 prints Eq. 14, which is 1 where the mutant was not reached ([`GoalForm::Definition`]), and
///   says that it is augmented in the same way as lines, without an equation. A mutant is reached if its line is covered: if it was
///   evaluated, or if its statement began to run. One that was reached and not evaluated has 1.
/// - The equations leave the approach level out; section 3.3 says that many previous studies add it: [`PublishedWithLevel`].
/// - What depends on no branch is not printed. Here the entry of the function stands in: 1 if the function was entered, else 2.
///
/// Two alternatives have names of their own. [`Evaluated::Once`](crate::objective::Evaluated) counts distances from the first evaluation on; the goals
/// themselves, in [`GoalForm::Augmented`], do that too. A slice of executions, and a trace that is not reset
/// between tests, are measured as one test, whose evaluations count together: that is [`Twice::Suite`](crate::fitness::whole_suite::Twice). For
/// Eq. 8 and 9 measure each test alone, and let [`SuiteRow`](crate::objective::suite::SuiteRow) keep the least values.
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
/// let (trace, mut tables, mut row) = (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// let mut scalar = |test: &[i32]| {
///     trace.reset();
///     for &x in test {
///         trace.root().enter(Function::new(0)).decide(0, lt(x, 10));
///     }
///     goals.measure(&graph, &trace, &mut tables, &mut row);
///     row[0].scalar()
/// };
/// assert_eq!([scalar(&[12]), scalar(&[12, 17]), scalar(&[9])], [1.0, 0.75, 0.0]); // once; twice, 3 away; taken
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Published<G>(pub G);

/// Eq. 7, of the value that f_bc has if one evaluation is enough.
fn unless_once(once: Fitness, evaluations: impl FnOnce() -> u32) -> Fitness {
    let is_near = once.level == 0 && !once.is_covered();
    if is_near && evaluations() < 2 { NO_GRADIENT } else { once }
}

/// f_bc of a branch, over all calls: how often its predicate was evaluated is asked only where that decides.
fn f_bc<X: Evaluations + ?Sized>(branch: Branch, seen: &Observed<'_, X>) -> Fitness {
    let once = GoalForm::Augmented.of_branch(branch, seen.table);
    unless_once(once, || seen.graph.get_edge(branch).map_or(0, |edge| seen.run.evaluations(edge)))
}

/// 1 + the least f_bc of the branches on which `blocks` depend.
fn augmented<X: Evaluations + ?Sized>(blocks: impl Iterator<Item = Block> + Clone, seen: &Observed<'_, X>) -> Fitness {
    Fitness::new(1, least_controlling(blocks, seen.graph, seen.table, |branch| f_bc(branch, seen).distance))
}

impl<X: Evaluations + ?Sized> Objective<X> for Published<CoverageGoal<Branch>> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        f_bc(self.0.target, seen)
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs<X> {
        self.0.needs().with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

impl<X: Execution + Evaluations + DirectCalls + DirectEvaluations + ?Sized> Objective<X> for Published<DirectGoal<Branch>> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let branch = self.0.target;
        if self.0.counts_any_call() {
            return f_bc(branch, seen);
        }
        let once = self.0.in_form(GoalForm::Augmented).fitness(seen);
        unless_once(once, || seen.graph.get_edge(branch).map_or(0, |edge| seen.run.direct_evaluations(edge)))
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs<X> {
        self.0.needs().with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

impl<X: Evaluations + ?Sized> Objective<X> for Published<LineGoal> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        if self.0.is_covered(seen.table) {
            return Fitness::COVERED;
        }
        augmented(self.0.blocks(), seen)
    }
    fn goal(&self) -> Goal {
        Goal::from(&self.0)
    }
    fn needs(&self) -> Needs<X> {
        self.0.needs().with_scalar(Scalar::AUGMENTED)
    }
}

impl<X: Infections + Evaluations + ?Sized> Objective<X> for Published<MutantGoal> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        match seen.run.infection(self.0.mutant) {
            Some(infection) => infection.into(),
            // Reached: the norm of the infection distance, which is infinite, since no evaluation is known.
            None if self.0.is_reached(seen.table) => NO_GRADIENT,
            None => augmented(core::iter::once(self.0.statement.block), seen),
        }
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs<X> {
        self.0.needs().with_scalar(Scalar::AUGMENTED)
    }
}

/// A branch goal measured by the approach level + f_bc, with the rule of two evaluations; the form of the goal itself does not matter.
///
/// The scalar is 0 if the branch was taken. If its predicate was evaluated, the level is 0 and the scalar is f_bc: norm of the distance
/// from the second evaluation on, else 1. If its predicate was not evaluated, f_bc is 1 and the scalar is the level + 1; the distance of the
/// predicate where the execution left the way does not count, since f_bc has only that of the goal's own predicate.
/// [`GoalForm::Levels`] counts that distance, from the first evaluation on.
///
/// A [`DirectGoal`] has the level and f_bc of the calls that the test makes itself.
///
/// [`Forms`](crate::objective::Forms) with [`GoalForm::Levels`] and [`Evaluated::Twice`](crate::objective::Evaluated) make such goals. Constant time.
///
/// Source: Zhou et al. 2024, section 3.3: many previous studies use the sum of f_bc (Eq. 7) and the approach level; the equations of the
/// paper leave the level out.
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
/// assert_eq!(scalars(&[12, 17]), [0.75, 2.0]); // twice, 3 away
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PublishedWithLevel<G>(pub G);

impl<X: Evaluations + ?Sized> Objective<X> for PublishedWithLevel<CoverageGoal<Branch>> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let pair = self.0.in_form(GoalForm::Levels).fitness(seen);
        // Where the level is not 0, the predicate was not evaluated, and f_bc is 1: its distance is infinite.
        Fitness::new(pair.level, Published(self.0).fitness(seen).distance)
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs<X> {
        self.0.needs().with_scalar(Scalar::LEVELS)
    }
}

impl<X: Execution + Evaluations + DirectCalls + DirectEvaluations + ?Sized> Objective<X>
    for PublishedWithLevel<DirectGoal<Branch>>
{
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let pair = self.0.in_form(GoalForm::Levels).fitness(seen);
        Fitness::new(pair.level, Published(self.0).fitness(seen).distance)
    }
    fn goal(&self) -> Goal {
        self.0.into()
    }
    fn needs(&self) -> Needs<X> {
        self.0.needs().with_scalar(Scalar::LEVELS)
    }
}
