//! The goal to cover one thing: a branch, a block, a statement, the entry of a function, an exception, a partition.

use crate::execution::{Partition, Thrown};
use crate::id::{Block, Branch, Function, Statement};
#[cfg(doc)]
use crate::objective::{DirectGoal, LineGoal, MethodGoal, MutantGoal, Objective};
use crate::objective::{Goal, GoalForm};

/// The goal to cover one thing, named by what its [`Goal`] holds.
///
/// | target | covered if | capability |
/// |---|---|---|
/// | [`Branch`] | the branch was taken | [`Execution`](crate::execution::Execution) |
/// | [`Block`] | the block was entered | |
/// | [`Statement`] | the statement began to run | |
/// | [`Function`] | the function, which has no branches, was entered | |
/// | [`Thrown`] | an exception of this type and kind left this function | [`Exceptions`](crate::execution::Exceptions) |
/// | `(Function, Partition)` | the function returned a value of the [`Partition`] | [`Outputs`](crate::execution::Outputs) |
/// | `(Function, u32, Partition)` | the argument with this number, from 0, had a value of the [`Partition`] | [`Inputs`](crate::execution::Inputs) |
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
impl<T: Into<Goal>> From<CoverageGoal<T>> for Goal {
    fn from(goal: CoverageGoal<T>) -> Self {
        goal.target.into()
    }
}

impl From<Branch> for Goal {
    fn from(branch: Branch) -> Self {
        Self::Branch(branch)
    }
}

/// The entry of a function without branches.
impl From<Function> for Goal {
    fn from(function: Function) -> Self {
        Self::Entry(function)
    }
}

impl From<Block> for Goal {
    fn from(block: Block) -> Self {
        Self::Block(block)
    }
}

impl From<Statement> for Goal {
    fn from(statement: Statement) -> Self {
        Self::Statement(statement)
    }
}

impl From<Thrown> for Goal {
    fn from(thrown: Thrown) -> Self {
        Self::Exception(thrown)
    }
}

impl From<(Function, Partition)> for Goal {
    fn from((function, partition): (Function, Partition)) -> Self {
        Self::Output(function, partition)
    }
}

impl From<(Function, u32, Partition)> for Goal {
    fn from((function, argument, partition): (Function, u32, Partition)) -> Self {
        Self::Input(function, argument, partition)
    }
}
