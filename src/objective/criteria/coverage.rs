//! The goal to cover one thing: a branch, a block, a statement, the entry of a function without branches, an exception, a partition.

use crate::execution::{Partition, Thrown};
use crate::id::{Block, Branch, Function, Statement};
#[cfg(doc)]
use crate::objective::{DirectGoal, LineGoal, MethodEntryGoal, MethodGoal, MutantGoal, Objective, entry_goals, method_entry_goals};
use crate::objective::{Goal, GoalForm};

/// The goal to cover one thing, named by what its [`Goal`] holds.
///
/// | target | covered if | capability |
/// |---|---|---|
/// | [`Branch`] | the branch was taken | [`Execution`](crate::execution::Execution) |
/// | [`Block`] | the block was entered | |
/// | [`Statement`] | the statement began to run | |
/// | [`Function`] | the function was entered: the entry goal, which stands in for branch goals where there are none | |
/// | [`Thrown`] | an exception of this type and kind left this function | [`Exceptions`](crate::execution::Exceptions) |
/// | `(Function, Partition)` | the function returned a value of the [`Partition`] | [`Outputs`](crate::execution::Outputs) |
/// | `(Function, u32, Partition)` | the argument with this number, from 0, had a value of the [`Partition`] | [`Inputs`](crate::execution::Inputs) |
///
/// A [`Function`] makes the *entry goal*, [`Goal::Entry`]: it counts for branch coverage, and only [`entry_goals`], of functions without
/// branches, belong there. Method coverage is another criterion, whose goals are [`method_entry_goals`]: [`MethodEntryGoal`] of one method.
///
/// The implementations of [`Objective`] below say how far an execution is from each of them. What needs more than one id is a type of its
/// own: [`LineGoal`], [`MutantGoal`], [`MethodGoal`], and [`DirectGoal`] for calls by the test itself.
///
/// ```
/// use sbst::execution::Trace;
/// use sbst::id::{Block, Branch};
/// use sbst::objective::{CoverageGoal, Goal, GoalForm, Goals};
///
/// let mut goals = Goals::<Trace>::new();
/// goals.push(CoverageGoal::new(Branch::new(3)));
/// goals.push(CoverageGoal::new(Block::new(7).statement(2)).in_form(GoalForm::Flat));
/// let names: Vec<String> = goals.ids().map(|id| goals.goal(id).to_string()).collect();
/// assert_eq!(names, ["branch e3", "statement 2 of b7"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct CoverageGoal<T> {
    /// What is to be covered.
    pub target: T,
    /// The formula of its value. Blocks, functions and exceptions have one value in all forms.
    pub form: GoalForm,
}

impl<T> CoverageGoal<T> {
    /// Creates the goal to cover `target`, in the default form.
    ///
    /// Of a function it is the entry goal, which stands in for the branch goals of functions that have none. For function coverage
    /// take [`method_entry_goals`], or [`MethodEntryGoal`] of one function:
    ///
    /// ```
    /// use sbst::id::Function;
    /// use sbst::objective::{CoverageGoal, Criterion, Goal, MethodEntryGoal};
    ///
    /// let [entry, method] = [CoverageGoal::new(Function::new(0)).into(), Goal::from(MethodEntryGoal(Function::new(0)))];
    /// assert_eq!([entry, method].map(|goal| goal.to_string()), ["entry of f0", "method f0"]);
    /// assert_eq!([entry, method].map(|goal| goal.criterion()), [Some(Criterion::Branch), Some(Criterion::MethodEntry)]);
    /// ```
    #[must_use]
    pub const fn new(target: T) -> Self {
        Self { target, form: GoalForm::Levels }
    }

    /// Returns the goal as measured in another form. The form is no part of the identity.
    #[must_use]
    pub fn in_form(self, form: GoalForm) -> Self {
        Self { form, ..self }
    }
}

/// The identity of the goal.
impl From<CoverageGoal<Branch>> for Goal {
    fn from(goal: CoverageGoal<Branch>) -> Self {
        Self::Branch(goal.target)
    }
}

/// The identity of the goal: the entry of a function without branches, not [`Goal::MethodEntry`].
impl From<CoverageGoal<Function>> for Goal {
    fn from(goal: CoverageGoal<Function>) -> Self {
        Self::Entry(goal.target)
    }
}

/// The identity of the goal.
impl From<CoverageGoal<Block>> for Goal {
    fn from(goal: CoverageGoal<Block>) -> Self {
        Self::Block(goal.target)
    }
}

/// The identity of the goal.
impl From<CoverageGoal<Statement>> for Goal {
    fn from(goal: CoverageGoal<Statement>) -> Self {
        Self::Statement(goal.target)
    }
}

/// The identity of the goal.
impl From<CoverageGoal<Thrown>> for Goal {
    fn from(goal: CoverageGoal<Thrown>) -> Self {
        Self::Exception(goal.target)
    }
}

/// The identity of the goal.
impl From<CoverageGoal<(Function, Partition)>> for Goal {
    fn from(goal: CoverageGoal<(Function, Partition)>) -> Self {
        Self::Output(goal.target.0, goal.target.1)
    }
}

/// The identity of the goal.
impl From<CoverageGoal<(Function, u32, Partition)>> for Goal {
    fn from(goal: CoverageGoal<(Function, u32, Partition)>) -> Self {
        Self::Input(goal.target.0, goal.target.1, goal.target.2)
    }
}
