//! Branch goals, and entry goals of functions without branches.

use crate::execution::{Fact, Facts};
use crate::fitness::Fitness;
use crate::flow::FlowGraph;
use crate::id::{Branch, Function};
use crate::objective::measure::objective::NO_GRADIENT;
use crate::objective::{
    CoverageGoal, Evaluated, Forms, Goal, GoalForm, Needs, Objective, Observed, Scalar,
};

impl GoalForm {
    /// Converts the pair with levels into this form.
    pub(in crate::objective) fn of_pair(self, value: Fitness) -> Fitness {
        match self {
            // f_bc has no level: a predicate that was not evaluated has the worst value.
            Self::Definition | Self::Augmented if value.level > 0 => NO_GRADIENT,
            _ => value,
        }
    }
}

impl Forms {
    /// Converts the pair of a branch into this form. `f_bc` is called if two evaluations are asked
    /// for; the pair is a value, as a second closure made the hot loop 3 % slower.
    #[inline]
    pub(in crate::objective) fn of_pair(
        self,
        pair: Fitness,
        f_bc: impl FnOnce() -> Fitness,
    ) -> Fitness {
        match self {
            Self { form, evaluated: Evaluated::Once } => form.of_pair(pair),
            // Level and distance come from two measures: Wegener's approach level, and f_bc of Eq.
            // 7. If the level is not 0, the predicate was not evaluated, and the distance of f_bc
            // is infinite: f_bc is 1.
            Self { form: GoalForm::Levels | GoalForm::Flat, .. } => {
                Fitness::new(pair.level, f_bc().distance)
            }
            _ => f_bc(),
        }
    }

    /// Returns the form in which branches have the values of this form: with the rule of two
    /// evaluations, there are two.
    pub(in crate::objective) const fn of_branches(self) -> Self {
        match self {
            Self { form: GoalForm::Flat, evaluated: Evaluated::Twice } => GoalForm::Levels.twice(),
            Self { form: GoalForm::Definition, evaluated: Evaluated::Twice } => Self::PUBLISHED,
            _ => self,
        }
    }

    /// Returns the scalar of branch goals in this form. f_bc is at most 1, even for the worst
    /// value.
    pub(in crate::objective) const fn branch_scalar(self) -> Scalar {
        match self.form {
            GoalForm::Levels | GoalForm::Flat => Scalar::LEVELS,
            GoalForm::Definition | GoalForm::Augmented => Scalar::WITHOUT_LEVELS,
        }
    }

    /// Adds what formulas with f_bc read in this form.
    pub(in crate::objective) fn counting(self, needs: Needs) -> Needs {
        match self.evaluated {
            Evaluated::Once => needs,
            Evaluated::Twice => needs.reading(Fact::Evaluations),
        }
    }
}

/// Discards the distance of a predicate that was evaluated fewer than two times: Eq. 7. `once` is
/// the value that a single evaluation gives.
pub(in crate::objective) fn unless_once(
    once: Fitness,
    evaluations: impl FnOnce() -> u32,
) -> Fitness {
    // Only a predicate that was evaluated, and whose branch was not taken, has a distance that the
    // rule can discard.
    let is_near = once.level == 0 && !once.is_covered();
    if is_near && evaluations() < 2 { NO_GRADIENT } else { once }
}

/// Returns f_bc of Eq. 7, as the distance of a pair without level. Its scalar is f_bc.
pub(in crate::objective) fn f_bc<X: Facts + ?Sized>(
    branch: Branch,
    seen: &Observed<'_, X>,
) -> Fitness {
    let Some(pair) = seen.table.get_branch(branch) else { return Fitness::NEVER };
    unless_once(GoalForm::Augmented.of_pair(pair), || {
        let edge = seen.executed().zip(seen.graph.get_edge(branch));
        edge.map_or(0, |(run, edge)| run.evaluations(edge))
    })
}

/// The goal to take a branch.
///
/// With [`Evaluated::Twice`], it is measured as Zhou et al. print it.
///
/// Source: Wegener, Baresel, Sthamer 2001 for the pair; Zhou et al. 2024, section 3.3, for the form
/// without levels.
///
/// ```
/// use sbst::distance::gt;
/// use sbst::execution::Trace;
/// use sbst::fitness::FitnessTable;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::{Branch, Function};
/// use sbst::objective::{CoverageGoal, GoalForm, Objective, Observed};
///
/// // 0: if a > 9 { 1: if b > 9 { 2: ... } }  3: return
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 3).branch(1, 2, 3).jump(2, 3).exit(3),
/// )?;
/// let (trace, mut table) = (Trace::new(&graph), FitnessTable::new(&graph));
/// trace.root().enter(Function::new(0)).decide(0, gt(7, 9));
/// table.sweep(&graph, &trace);
/// let seen = Observed::new(&graph, &trace, &table);
/// let [first, second] = [0, 2].map(|branch| CoverageGoal::new(Branch::new(branch)));
/// assert_eq!([first, second].map(|goal| goal.fitness(&seen).scalar()), [0.75, 1.75]);
/// let without = [first, second].map(|goal| goal.in_form(GoalForm::Augmented));
/// assert_eq!(without.map(|goal| goal.fitness(&seen).scalar()), [0.75, 1.0]);
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
impl<X: Facts + ?Sized> Objective<X> for CoverageGoal<Branch> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        match seen.table.get_branch(self.target) {
            None => Fitness::NEVER,
            Some(_) => self.form.of_pair(seen.branch(self.target), || f_bc(self.target, seen)),
        }
    }
    fn goal(&self) -> Goal {
        Goal::Branch(self.target)
    }
    fn needs(&self) -> Needs {
        self.form.counting(Needs::at([self.target]).local().with_scalar(self.form.branch_scalar()))
    }
}

/// The goal to enter a function without branch goals, because no decided branch is reachable there.
///
/// Its value is (0, 0) iff the function was entered, else (0,
/// [`INFINITE`](crate::distance::Distance::INFINITE)), with scalar 1. These goals are ours: Zhou et
/// al. have none.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::id::Function;
/// use sbst::objective::{CoverageGoal, Goals, Tables};
///
/// // nothing to decide
/// let graph = FlowGraph::of(&FlowBuilder::new().statements(0, 3).exit(0))?;
/// let mut goals = Goals::<Trace>::new();
/// goals.push(CoverageGoal::new(Function::new(0)));
/// let (trace, mut tables, mut row) =
///     (goals.trace(&graph), Tables::new(&graph), Vec::new());
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// assert_eq!(row[0].scalar(), 1.0);
/// drop(trace.root().enter(Function::new(0)));
/// goals.measure(&graph, &trace, &mut tables, &mut row);
/// assert!(row[0].is_covered());
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
impl<X: ?Sized> Objective<X> for CoverageGoal<Function> {
    fn fitness(&self, seen: &Observed<'_, X>) -> Fitness {
        seen.entry(self.target)
    }
    fn goal(&self) -> Goal {
        Goal::Entry(self.target)
    }
    /// Returns the function as place. The scalar is at most 1: levels across calls are in the pair
    /// only.
    fn needs(&self) -> Needs {
        Needs::at([self.target]).local().with_scalar(Scalar::WITHOUT_LEVELS)
    }
}

/// Returns the branch goals of a graph, ascending by branch: one for every reachable decided
/// branch.
///
/// Branch coverage consists of these goals and the [`entry_goals`] of functions without branches.
/// Branches that exist only because an endless loop was given an exit are left out. Goals and
/// branches have different numbers: [`Goals::goal`](crate::objective::Goals::goal) returns the
/// branch of a goal.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{Goal, branch_goals};
///
/// // 0: if a { 1: may throw, caught in 3 } 2
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exception(1, 3).exit(2).exit(3),
/// )?;
/// let names: Vec<String> =
///     branch_goals(&graph).map(|goal| Goal::Branch(goal.target).to_string()).collect();
/// assert_eq!(names, ["branch e0", "branch e1"]); // the exception is not decided
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn branch_goals(graph: &FlowGraph) -> impl Iterator<Item = CoverageGoal<Branch>> {
    reachable(graph, true)
}

/// Returns goals for the implicit branches of a graph: exceptions, and the normal way on from a
/// block that can also be left otherwise.
///
/// They are optional. An execution that does not report implicit branches cannot cover them. They
/// count for the coverage of [`Branch`](crate::objective::Criterion::Branch). Branches that exist
/// only because an endless loop was given an exit are left out.
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph, Outcome};
/// use sbst::objective::implicit_branch_goals;
///
/// // 0: if a { 1: may throw, caught in 3 } 2
/// let graph = FlowGraph::of(
///     &FlowBuilder::new().branch(0, 1, 2).jump(1, 2).exception(1, 3).exit(2).exit(3),
/// )?;
/// let outcomes =
///     implicit_branch_goals(&graph).map(|goal| graph.edge(goal.target).outcome);
/// // block 1 returns, or throws
/// assert!(outcomes.eq([Outcome::Next, Outcome::Exception(0)]));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn implicit_branch_goals(graph: &FlowGraph) -> impl Iterator<Item = CoverageGoal<Branch>> {
    reachable(graph, false)
}

/// Returns an entry goal for each function that has no goal among the [`branch_goals`].
///
/// ```
/// use sbst::flow::{FlowBuilder, FlowGraph};
/// use sbst::objective::{CoverageGoal, entry_goals};
///
/// let mut graph = FlowGraph::of(&FlowBuilder::new().branch(0, 1, 2).exit(1).exit(2))?;
/// let straight = graph.add(&FlowBuilder::new().exit(0))?;
/// assert!(entry_goals(&graph).eq([CoverageGoal::new(straight)]));
/// # Ok::<(), sbst::flow::FlowError>(())
/// ```
pub fn entry_goals(graph: &FlowGraph) -> impl Iterator<Item = CoverageGoal<Function>> {
    graph
        .functions()
        .filter(|&function| branches_in(graph, function, true).next().is_none())
        .map(CoverageGoal::new)
}

/// Returns goals for the branches of all functions, decided or implicit.
fn reachable(graph: &FlowGraph, decided: bool) -> impl Iterator<Item = CoverageGoal<Branch>> {
    graph
        .functions()
        .flat_map(move |function| branches_in(graph, function, decided))
        .map(CoverageGoal::new)
}

/// Returns the reachable branches of a function that can be goals, decided or implicit.
pub(in crate::objective) fn branches_in(
    graph: &FlowGraph,
    function: Function,
    decided: bool,
) -> impl Iterator<Item = Branch> {
    let blocks = graph.blocks_of(function).filter(|&block| graph.is_reachable(block));
    let edges = blocks
        .flat_map(|block| graph.branches_of(block))
        .filter_map(|branch| graph.get_edge(branch));
    let wanted = edges.filter(move |edge| edge.outcome.is_decided() == decided);
    wanted.map(|edge| edge.branch).filter(|&branch| !graph.is_endless(branch))
}
