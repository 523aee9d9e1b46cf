//! Instructions that are not there.

use crate::id::Instruction;
use alloc::format;
use alloc::string::String;

/// The error of an instruction that the program does not have.
///
/// ```
/// use sbst::id::Instruction;
/// use sbst::flow::dependences::{DependenceGraph, Limits, Slice};
///
/// let (code, seventh) = (DependenceGraph::new(), Instruction::new(7));
/// let error = Slice::of_branch(&code, [seventh], [], Limits::PUBLISHED).expect_err("nothing is there");
/// assert_eq!((error.instruction, error.count), (Instruction::new(7), 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("instruction {instruction}{} of a program with {count}", named(*.named_by))]
#[non_exhaustive]
pub struct UnknownInstruction {
    /// The one that is not there.
    pub instruction: Instruction,
    /// The one that names it; `None` if the caller does.
    pub named_by: Option<Instruction>,
    /// How many there are.
    pub count: usize,
}

fn named(by: Option<Instruction>) -> String {
    by.map_or_else(String::new, |by| format!(", named by {by},"))
}
