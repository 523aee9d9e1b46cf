//! The goal to cover one item: a branch, a block, a statement, the entry of a function without
//! branches, an exception, a partition.

use crate::execution::{Partition, Thrown};
use crate::id::{Block, Branch, Function, Statement};
#[cfg(doc)]
use crate::objective::{
    DirectGoal, LineGoal, MethodEntryGoal, MethodGoal, MutantGoal, Objective, entry_goals,
    method_entry_goals,
};
use crate::objective::{Goal, GoalForm};

/// The goal to cover one item, which its [`Goal`] names.
///
/// | target | covered if | reads |
/// |---|---|---|
/// | [`Branch`] | the branch was taken | [`Execution`](crate::execution::Execution) |
/// | [`Block`] | the block was entered | |
/// | [`Statement`] | the statement began to run | |
/// | [`Function`] | the function was entered: the entry goal, which replaces the branch goals of a function without branches | |
/// | [`Thrown`] | an exception of this type and kind left this function | [`Exceptions`](crate::execution::Fact::Exceptions) |
/// | `(Function, Partition)` | the function returned a value of the [`Partition`] | [`Outputs`](crate::execution::Fact::Outputs) |
/// | `(Function, u32, Partition)` | the argument with this number, from 0, had a value of the [`Partition`] | [`Inputs`](crate::execution::Fact::Inputs) |
///
/// A [`Function`] makes the *entry goal*, [`Goal::Entry`]. It counts for branch coverage, so use it
/// only for functions without branches, as [`entry_goals`] does. Method coverage is another
/// criterion; its goals are [`method_entry_goals`], or [`MethodEntryGoal`] for one method.
///
/// The implementations of [`Objective`] below define the value of each goal. Goals that need more
/// than one id have types of their own: [`LineGoal`], [`MutantGoal`], [`MethodGoal`], and
/// [`DirectGoal`] for calls by the test itself.
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
    /// The item to cover.
    pub target: T,
    /// Formula of the value. Blocks, functions and exceptions have the same value in all forms.
    pub form: GoalForm,
}

impl<T> CoverageGoal<T> {
    /// Creates the goal to cover `target`, in the default form.
    ///
    /// For a function it is the entry goal, which replaces the branch goals of functions that have
    /// none. For function coverage use [`method_entry_goals`], or [`MethodEntryGoal`] for one
    /// function:
    ///
    /// ```
    /// use sbst::id::Function;
    /// use sbst::objective::{CoverageGoal, Criterion, Goal, MethodEntryGoal};
    ///
    /// let [entry, method] = [
    ///     CoverageGoal::new(Function::new(0)).into(),
    ///     Goal::from(MethodEntryGoal(Function::new(0))),
    /// ];
    /// assert_eq!(
    ///     [entry, method].map(|goal| goal.to_string()),
    ///     ["entry of f0", "method f0"]
    /// );
    /// assert_eq!(
    ///     [entry, method].map(|goal| goal.criterion()),
    ///     [Some(Criterion::Branch), Some(Criterion::MethodEntry)]
    /// );
    /// ```
    #[must_use]
    pub const fn new(target: T) -> Self {
        Self { target, form: GoalForm::Levels }
    }

    /// Sets the form in which the goal is measured. The form is not part of the identity.
    #[must_use]
    pub fn in_form(self, form: GoalForm) -> Self {
        Self { form, ..self }
    }
}

/// Converts the goal into its identity.
impl From<CoverageGoal<Branch>> for Goal {
    fn from(goal: CoverageGoal<Branch>) -> Self {
        Self::Branch(goal.target)
    }
}

/// Converts the goal into its identity: the entry of a function without branches, not
/// [`Goal::MethodEntry`].
impl From<CoverageGoal<Function>> for Goal {
    fn from(goal: CoverageGoal<Function>) -> Self {
        Self::Entry(goal.target)
    }
}

/// Converts the goal into its identity.
impl From<CoverageGoal<Block>> for Goal {
    fn from(goal: CoverageGoal<Block>) -> Self {
        Self::Block(goal.target)
    }
}

/// Converts the goal into its identity.
impl From<CoverageGoal<Statement>> for Goal {
    fn from(goal: CoverageGoal<Statement>) -> Self {
        Self::Statement(goal.target)
    }
}

/// Converts the goal into its identity.
impl From<CoverageGoal<Thrown>> for Goal {
    fn from(goal: CoverageGoal<Thrown>) -> Self {
        Self::Exception(goal.target)
    }
}

/// Converts the goal into its identity.
impl From<CoverageGoal<(Function, Partition)>> for Goal {
    fn from(goal: CoverageGoal<(Function, Partition)>) -> Self {
        Self::Output(goal.target.0, goal.target.1)
    }
}

/// Converts the goal into its identity.
impl From<CoverageGoal<(Function, u32, Partition)>> for Goal {
    fn from(goal: CoverageGoal<(Function, u32, Partition)>) -> Self {
        Self::Input(goal.target.0, goal.target.1, goal.target.2)
    }
}
