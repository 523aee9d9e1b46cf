//! Branch goals measured by f_bc and the approach level.

use crate::execution::{DirectCalls, DirectEvaluations, Evaluations, Execution};
use crate::fitness::Fitness;
use crate::objective::{BranchForm, BranchGoal, DirectBranchGoal, Goal, Needs, Objective, Observed, Published, Scalar};

/// A branch goal measured by the approach level + f_bc, with the rule of two evaluations; the form of the goal itself does not matter.
///
/// The scalar is 0 if the branch was taken. If its predicate was evaluated, the level is 0 and the scalar is f_bc: norm of the distance
/// from the second evaluation on, else 1. If its predicate was not evaluated, f_bc is 1 and the scalar is the level + 1; the distance of the
/// predicate where the execution left the way does not count, since f_bc has only that of the goal's own predicate.
/// [`BranchForm::Levels`] counts that distance, from the first evaluation on.
///
/// A [`DirectBranchGoal`] has the level and f_bc of the calls that the test makes itself.
///
/// [`Forms`](crate::objective::Forms) with [`BranchForm::Levels`] and [`Evaluated::Twice`](crate::objective::Evaluated) make such goals. Constant time.
///
/// Source: Zhou et al. 2024, section 3.3: many previous studies use the sum of f_bc (Eq. 7) and the approach level; the equations of the
/// paper leave the level out.
///
/// ```
/// use sbst::distance::lt;
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{BranchGoal, Goals, PublishedWithLevel, Tables};
///
/// // 0: if x < 10 { 1: if x < 5 { 2: ... } }  3: return
/// let body = FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3);
/// let graph = FlowGraph::of(&body)?;
/// let mut goals = Goals::<Trace>::new();
/// let [outer, inner] = [0, 2].map(|branch| BranchGoal::new(Branch::new(branch)));
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

impl<X: Evaluations + ?Sized> Objective<X> for PublishedWithLevel<BranchGoal> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let pair = self.0.in_form(BranchForm::Levels).fitness(seen);
        // Where the level is not 0, the predicate was not evaluated, and f_bc is 1: its distance is infinite.
        Fitness::new(pair.level, Published(self.0).fitness(seen).distance)
    }
    fn goal(&self) -> Goal {
        self.0.goal()
    }
    fn needs(&self) -> Needs<X> {
        self.0.needs().with_scalar(Scalar::LEVELS)
    }
}

impl<X: Execution + Evaluations + DirectCalls + DirectEvaluations + ?Sized> Objective<X> for PublishedWithLevel<DirectBranchGoal> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        let pair = self.0.in_form(BranchForm::Levels).fitness(seen);
        Fitness::new(pair.level, Published(self.0).fitness(seen).distance)
    }
    fn goal(&self) -> Goal {
        self.0.goal()
    }
    fn needs(&self) -> Needs<X> {
        self.0.needs().with_scalar(Scalar::LEVELS)
    }
}
