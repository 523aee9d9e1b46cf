//! What goals are.

use super::crash::CrashPart;
use crate::execution::{Partition, Thrown};
use crate::id::{Block, Branch, Function, Line, Mutant, Statement};
use alloc::format;
use alloc::string::ToString;
use core::fmt;

/// The identity of a goal: plain data, ordered, without a lifetime.
///
/// ```
/// use sbst::id::{Block, Branch};
/// use sbst::objective::{Criterion, Goal};
///
/// let goals = [Goal::Statement(Block::new(7).statement(2)), Goal::Branch(Branch::new(3))];
/// assert_eq!(goals.map(|goal| goal.to_string()), ["statement 2 of b7", "branch e3"]);
/// assert_eq!(goals[1].criterion(), Some(Criterion::Branch));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Goal {
    /// Take a branch.
    Branch(Branch),
    /// Enter a function that has no branches.
    Entry(Function),
    /// Take a branch in a call that the test makes itself.
    DirectBranch(Branch),
    /// Enter a function that has no branches by a call that the test makes itself.
    DirectEntry(Function),
    /// Enter a block.
    Block(Block),
    /// Reach a statement.
    Statement(Statement),
    /// Reach a line.
    Line(Line),
    /// Infect the state by a mutant.
    Mutant(Mutant),
    /// Call a method from the test itself.
    Method(Function),
    /// Call a method from the test itself so that it returns normally.
    MethodNoException(Function),
    /// Enter a method, by whatever call.
    MethodEntry(Function),
    /// Let an exception leave a method.
    Exception(Thrown),
    /// Return a value of a partition.
    Output(Function, Partition),
    /// Give a value of a partition as an argument, counted from 0.
    Input(Function, u32, Partition),
    /// Reproduce a crash, or a part of that; the number is the caller's for the crash.
    Crash(u32, CrashPart),
    /// A goal of the caller, by a number of the caller's.
    Custom(u32),
}

/// What kind of goal, and where: `branch e3`, `statement 2 of b7`, `f0 returns negative`, `goal 4`.
impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Self::Branch(branch) => format!("branch {branch}"),
            Self::Entry(function) => format!("entry of {function}"),
            Self::DirectBranch(branch) => format!("direct branch {branch}"),
            Self::DirectEntry(function) => format!("direct entry of {function}"),
            Self::Block(block) => format!("block {block}"),
            Self::Statement(statement) => statement.to_string(),
            Self::Line(line) => format!("line {line}"),
            Self::Mutant(mutant) => format!("mutant {mutant}"),
            Self::Method(function) => format!("call of {function}"),
            Self::MethodNoException(function) => format!("call of {function} without exception"),
            Self::MethodEntry(function) => format!("method {function}"),
            Self::Exception(thrown) => thrown.to_string(),
            Self::Output(function, partition) => format!("{function} returns {partition}"),
            Self::Input(function, argument, partition) => format!("argument {argument} of {function} is {partition}"),
            Self::Crash(crash, part) => format!("{part} of crash {crash}"),
            Self::Custom(id) => format!("goal {id}"),
        };
        f.pad(&text)
    }
}
